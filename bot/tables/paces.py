"""The registry of paces, which are named sets of time limits for turns and reaction windows; the times of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, Self

from bot.texts import N_
from storage import GameRow, TournamentRow


@dataclass(frozen=True, slots=True)
class Pace:
    """A pace: a named set of time limits in seconds (None: no limit)."""

    id: str
    """The ID that is stored with each table and must never change."""
    name: str
    """The name in the lobby, translated when shown."""
    choice: str
    """The label in a command's list of choices, translated when shown."""
    turn: int | None
    window: int | None
    bank: int | None = None
    """The seconds of each seat's time bank per epoch; None: no time banks."""


DEFAULT: Final = "live"
UNTIMED: Final = "untimed"
PACES: Final = {
    pace.id: pace
    for pace in (
        Pace(DEFAULT, N_("live"), N_("live: 90 s per turn, 8 s to react"), 90, 8),
        Pace(
            "bank", N_("time bank"), N_("time bank: 5 min per phase + 15 s per move, 8 s to react"),
            15, 8, bank=300,
        ),
        Pace("relaxed", N_("relaxed"), N_("relaxed: 10 min per turn, 1 min to react"), 600, 60),
        Pace(
            "correspondence", N_("correspondence"), N_("correspondence: 24 h per turn, 8 h to react"),
            86_400, 28_800,
        ),
        Pace(UNTIMED, N_("untimed"), N_("untimed: waits for everyone"), None, None),
    )
}  # fmt: skip
"""All paces by ID, in the order in which commands list them."""


class Times(NamedTuple):
    """The times of a table: the ID of its pace, and the seconds of a turn, a window and a bank (None: no limit)."""

    pace: str
    turn: int | None
    window: int | None
    bank: int | None = None

    @classmethod
    def of(cls, row: GameRow | TournamentRow) -> Self:
        """Returns the times of a stored table, or those that a tournament gives its tables."""
        return cls(row.pace, row.turn_seconds, row.window_seconds, row.bank_seconds)
