"""The texts of rulings that several cards share, which players read on each of these cards."""

from __future__ import annotations

from typing import Final

from rules.star_wars_destiny.effects.clauses import N_

ONCE: Final = N_("Resolved once in a round, whether or not the die was rerolled (D23, R2).")
OWN_COST: Final = N_("You pay the cost on the side. A modifier on its own cannot be resolved (D25).")
SHOWN: Final = N_("Modifiers and sides with a cost count as the symbol they show (D181).")
SYMBOLS: Final = N_("Blank and special are symbols like the others.")
MOVED: Final = N_("Moved damage passes shields and is no attack (D183).")
BOTH_OFFERS: Final = N_(
    "Either offer may be chosen, though it does nothing; the chosen one is done as far as possible (D180)."
)
BORROWED: Final = N_(
    "Cunning may use an opponent's copy: the damage falls on your opponent, that copy is discarded (D226)."
)
BLOCKED: Final = N_("Damage that is blocked was dealt all the same, so the die is removed (D196).")
SEVERAL_DICE: Final = N_("Modifiers may be used along with a die of the same symbol; costs on sides are paid.")
FULL: Final = N_("At a character with three upgrades one of those three is discarded (D132).")
NO_SPOT: Final = N_("Without such a character the card may be played, but does nothing (D191).")
