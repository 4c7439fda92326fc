"""Battlefields: what each says, by its code, in the order of the set numbers."""

from __future__ import annotations

from bot.games.star_wars_destiny.card_texts.marks import Says, claim
from bot.texts import later

BATTLEFIELDS: dict[str, Says] = {
    "command_center": (claim(later("Two cards are discarded off the top of each opponent's deck.")),),
    "echo_base": (claim(later("A character of your choice gets 1 shield.")),),
    "emperors_throne_room": (claim(later("A die of yours is set to a special side, after which you may resolve it.")),),
    "frozen_wastes": (claim(later("Take one character die out of any pool.")),),
    "imperial_armory": (claim(later("Play an upgrade out of your hand for 1 less.")),),
    "jedi_temple": (
        claim(later("See an opponent's whole hand; as many as two events of your choosing are discarded from it.")),
    ),
    "rebel_war_room": (claim(later("A die of yours is resolved; its side cost, if any, is waived.")),),
    "mos_eisley_spaceport": (
        claim(later("One upgrade of yours goes back from play into your hand; you get 1 resource for it.")),
    ),
    "separatist_base": (
        claim(later("Each opponent picks a character of theirs and deals it 1 damage that nothing can block.")),
    ),
    "starship_graveyard": (
        claim(later("A support or an upgrade goes from your discard pile onto your deck, uppermost.")),
    ),
}
