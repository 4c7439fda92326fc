"""How consents are counted: the same for what the board says and for what is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from bot.tables.live import LiveTable

VOTES: Final = ("pause", "resume", "replace", "end", "let_computer", "hand_over")
"""What a table can agree on."""
ANYBODY: Final = 0
"""Stands for a user where a seat is offered to whoever comes first."""
ABOUT_THE_ABSENT: Final = ("let_computer", "hand_over")
TROUBLE: Final = "trouble"
"""Noted beside the votes: the bot itself paused the game, because it could not write in the channel."""


class Tally(NamedTuple):
    """How many have agreed, and how many are needed."""

    agreed: int
    needed: int


def tally(live: LiveTable, what: str, also: int = ANYBODY) -> Tally:
    """More than half of the people at the table, the absent one not counted about itself; one where a trouble ends.

    `also`: as if that user had agreed too.
    """
    voters = live.people()
    if what in ABOUT_THE_ABSENT or (what == "end" and live.absent is not None):
        voters = [seat for seat in voters if seat.seat != live.absent]
    users = {seat.user for seat in voters}
    needed = 1 if what == "resume" and TROUBLE in live.votes else len(users) // 2 + 1
    return Tally(len(users & (live.votes.get(what, frozenset()) | {also})), needed)
