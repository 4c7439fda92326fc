"""The offers of the cards that let somebody choose between things, in the order of their texts (D180)."""

from __future__ import annotations

from collections.abc import Mapping

from bot.texts import N_

OFFERS: Mapping[str, tuple[str, ...]] = {
    "padme_amidala": (N_("Discard one card from the deck"), N_("Pay 1 resource, discard two cards")),
    "luke_skywalkers_lightsaber": (N_("2 shields"), N_("2 unblockable damage")),
    "force_training": (N_("1 damage"), N_("1 resource"), N_("1 shield")),
    "comlink": (N_("Reroll dice of my pool"), N_("Reroll dice of an opponent")),
    "abandon_all_hope": (N_("Lose all resources"), N_("Discard the whole hand")),
    "let_the_wookiee_win": (
        N_("Deal 2 damage to an exhausted character of mine"), N_("Remove two of my dice"),
    ),
    "strategic_planning": (N_("Ready a support"), N_("Exhaust a support")),
}  # fmt: skip
