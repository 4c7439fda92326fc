"""The labels of the levels of computer players, and the votes that let a computer of a level take a seat over.

The levels themselves are registered in `rules.players.levels`; each level there needs one label here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.texts import N_, Translator
from rules.errors import RulesError
from rules.players.levels import LEVELS
from storage import NORMAL

_VOTE: Final = "let_computer"


@dataclass(frozen=True, slots=True)
class LevelLabel:
    """The texts of a level for players; both are to be translated."""

    name: str
    meaning: str


LABELS: Final = {
    "easy": LevelLabel(N_("easy"), N_("Plays by simple rules and makes mistakes. A beginner can beat it.")),
    "normal": LevelLabel(N_("normal"), N_("Considers everything that is public.")),
    "hard": LevelLabel(N_("hard"), N_("Tries out its best moves before it chooses.")),
    "expert": LevelLabel(N_("expert"), N_("Tries out four times as much as hard and thinks longer.")),
}
"""The labels by the ID of the level."""


def check_levels() -> None:
    """Checks that every level has a label and that the stored default is a level; raises RulesError."""
    if LABELS.keys() != LEVELS.keys() or NORMAL not in LEVELS:
        raise RulesError(
            f"rules/players/levels.py has the levels {', '.join(LEVELS)}, but bot/games/levels.py has labels for "
            f"{', '.join(LABELS)}, and {NORMAL} is the default."
        )


def level_name(level: str | None, words: Translator) -> str:
    """Returns the name of a level in a language; of the default level if it is unknown or None."""
    return words(LABELS[known(level)].name)


def computer(level: str | None, words: Translator) -> str:
    """Returns the name of a computer player with its level."""
    return words("computer ({level})", level=level_name(level, words))


def known(level: str | None) -> str:
    """Returns the level if it is registered, otherwise the default level."""
    return level if level in LEVELS else NORMAL


def searches(level: str | None) -> bool:
    """Returns whether a computer of that level searches so long for an answer that another process computes it."""
    return LEVELS[known(level)].searches


def search_seconds(level: str | None) -> float:
    """Returns the seconds of CPU time that a decision of that level may take; 0 for a level that does not search."""
    return LEVELS[known(level)].seconds


def votes_for_levels() -> dict[str, str]:
    """Returns the names of the votes that let a computer take a seat over -> the computer's level, default first."""
    levels = (NORMAL, *(level for level in LEVELS if level != NORMAL))
    return {_VOTE if level == NORMAL else f"{_VOTE}_{level}": level for level in levels}
