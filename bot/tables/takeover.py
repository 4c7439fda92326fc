"""The votes that are necessary before a person takes over a seat of a running game and sees its hand.

| the seat's holder                                 | newcomer              | who decides                              |
|---------------------------------------------------|-----------------------|------------------------------------------|
| any                                               | a computer            | more than half of the people, or manager |
| left, or missed two deadlines in a row            | any user but the      | the same                                 |
|                                                   | manager who decides   |                                          |
| left, or missed two deadlines in a row            | the manager           | more than half of the other people       |
| plays                                             | any user              | more than half of the other people       |
| plays, and at most one other person sits there    | any user              | all of them and the holder               |
| removed by a vote or by a manager                 | the holder            | more than half of the other people, or a |
|                                                   |                       | manager who is not the holder            |
| removed by a vote or by a manager                 | another user          | as if the holder played                  |
| a computer since the start or since a takeover    | any user              | more than half of the people             |

"The other people" are all people at the table but the holder and the newcomer. People replaced by a manager without a
vote still count in every vote on a replacement, so a manager cannot shrink the vote, and cannot help a few players to
vote others out. They may come back with `/game join` and vote. A user who decided without a vote (a manager, or the
only voter) cannot take a seat that they offered to anyone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.tables.refusals import Refused
from bot.texts import N_
from storage import Proposed, SeatRow

DEADLINES_MISSED: Final = 2
"""The number of deadlines missed in a row after which a player counts as absent."""


def absent(seat: SeatRow) -> bool:
    """Returns whether the seat's holder has left the game or has missed two deadlines in a row."""
    return seat.vacated in {"left", "late"} or (not seat.computer and seat.absences >= DEADLINES_MISSED)


def voters(seats: Sequence[SeatRow], proposed: Proposed) -> list[SeatRow]:
    """Returns the seats whose holders vote on a proposed replacement by a person or a computer."""
    if proposed.newcomer is None:
        return [seat for seat in seats if _counts(seat)]
    holder = next(seat for seat in seats if seat.seat == proposed.seat)
    others = [seat for seat in seats if _counts(seat) and seat.seat != proposed.seat and seat.user != proposed.newcomer]
    holder_votes = not holder.computer and not absent(holder) and holder.user != proposed.newcomer
    return [*others, holder] if holder_votes and len(others) <= 1 else others


def manager_decides(seats: Sequence[SeatRow], manager: int, proposed: Proposed) -> bool:
    """Returns whether this manager of the channel may decide this replacement without a vote."""
    if proposed.newcomer is None:
        return True
    holder = next(seat for seat in seats if seat.seat == proposed.seat)
    returns = not holder.computer and holder.user == proposed.newcomer
    return proposed.newcomer != manager and (returns or absent(holder))


class OfferedAlone(Refused):
    """The refusal because the user has offered this seat without a vote, so only others may take it."""

    def __init__(self) -> None:
        super().__init__(
            N_(
                "You offered this seat without the other players' votes, so you cannot take it. "
                "The other players can offer it to you with `/game replace`."
            )
        )


def _counts(seat: SeatRow) -> bool:
    """Returns whether a seat's holder votes: a person who plays it, or was replaced by a manager without a vote."""
    return not seat.computer and (seat.left is None or seat.vacated == "managed")
