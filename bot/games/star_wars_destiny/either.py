"""The offers of the cards that let somebody choose between things, in the order of their texts (D180)."""

from __future__ import annotations

from collections.abc import Mapping

from bot.texts import later

OFFERS: Mapping[str, tuple[str, ...]] = {
    "padme_amidala": (later("Discard one card from the deck"), later("Pay 1 resource, discard two cards")),
    "luke_skywalkers_lightsaber": (later("2 shields"), later("2 unblockable damage")),
    "force_training": (later("1 damage"), later("1 resource"), later("1 shield")),
    "comlink": (later("Reroll dice of my pool"), later("Reroll dice of an opponent")),
    "abandon_all_hope": (later("Lose all resources"), later("Discard the whole hand")),
    "let_the_wookiee_win": (
        later("Deal 2 damage to an exhausted character of mine"), later("Remove two of my dice"),
    ),
    "strategic_planning": (later("Ready a support"), later("Exhaust a support")),
}  # fmt: skip
