"""Battlefields: what each says, by its code, in the order of the set numbers."""

from __future__ import annotations

from bot.games.star_wars_destiny.card_texts.abilities import Says, claim
from bot.texts import N_

BATTLEFIELDS: dict[str, Says] = {
    "command_center": (claim(N_("Two cards are discarded off the top of each opponent's deck.")),),
    "echo_base": (claim(N_("A character of your choice gets 1 shield.")),),
    "emperors_throne_room": (claim(N_("A die of yours is set to a special side, after which you may resolve it.")),),
    "frozen_wastes": (claim(N_("Take one character die out of any pool.")),),
    "imperial_armory": (claim(N_("Play an upgrade out of your hand for 1 less.")),),
    "jedi_temple": (
        claim(N_("See an opponent's whole hand; as many as two events of your choosing are discarded from it.")),
    ),
    "rebel_war_room": (claim(N_("A die of yours is resolved; its side cost, if any, is waived.")),),
    "mos_eisley_spaceport": (
        claim(N_("One upgrade of yours goes back from play into your hand; you get 1 resource for it.")),
    ),
    "separatist_base": (
        claim(N_("Each opponent picks a character of theirs and deals it 1 damage that nothing can block.")),
    ),
    "starship_graveyard": (
        claim(N_("A support or an upgrade goes from your discard pile onto your deck, uppermost.")),
    ),
}
