"""The votes of a table: which there are, who votes, and how many consents are necessary.

A vote is necessary before a person takes over a seat of a running game, and so sees its hand:

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

A holder who has deleted their data (`/privacy forget`) counts as one who has left, also if they were removed before.

"The other people" are all people at the table but the holder and the newcomer. People replaced by a manager without a
vote still count in every vote on a replacement, so a manager cannot shrink the vote, and cannot help a few players to
vote others out. They may come back with `/game join` and vote. A user who decided without a vote (a manager, or the
only voter) cannot take a seat that they offered to anyone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.games.levels import votes_for_levels
from storage import Proposed, SeatRow
from storage.personal_data import is_former

DEADLINES_MISSED: Final = 2
"""The number of deadlines missed in a row after which a player counts as absent: the others are asked what to do."""


class Tally(NamedTuple):
    """The count of a vote: the number of consents so far and the number that is necessary."""

    agreed: int
    needed: int


def votes_about_the_absent() -> tuple[str, ...]:
    """Returns the names of the votes about the seat of an absent player."""
    return (*votes_for_levels(), "hand_over")


def votes() -> tuple[str, ...]:
    """Returns the names of all votes that a table can hold."""
    return ("pause", "resume", "replace", "end", *votes_about_the_absent())


def stored_name(what: str, absent: str | None) -> str:
    """Returns the name under which a table stores the consents to a vote.

    That of a vote about an absent player contains the seat, so that a consent counts for no other seat.
    """
    return f"{what}:{absent}" if what in votes_about_the_absent() else what


def majority(users: int) -> int:
    """Returns the number of consents that a vote of this many users needs: more than half of them."""
    return users // 2 + 1


def is_absent(seat: SeatRow) -> bool:
    """Returns whether the seat's holder has left the game, has missed two deadlines in a row, or was forgotten."""
    late = not seat.computer and seat.absences >= DEADLINES_MISSED
    return late or seat.vacated in {"left", "late"} or is_former(seat.user)


def voters(seats: Sequence[SeatRow], proposed: Proposed) -> list[SeatRow]:
    """Returns the seats whose holders vote on a proposed replacement by a person or a computer."""
    if proposed.newcomer is None:
        return [seat for seat in seats if _counts(seat)]
    holder = next(seat for seat in seats if seat.seat == proposed.seat)
    others = [seat for seat in seats if _counts(seat) and seat.seat != proposed.seat and seat.user != proposed.newcomer]
    holder_votes = not holder.computer and not is_absent(holder) and holder.user != proposed.newcomer
    return [*others, holder] if holder_votes and len(others) <= 1 else others


def manager_decides(seats: Sequence[SeatRow], manager: int, proposed: Proposed) -> bool:
    """Returns whether this manager of the channel may decide this replacement without a vote."""
    if proposed.newcomer is None:
        return True
    holder = next(seat for seat in seats if seat.seat == proposed.seat)
    returns = not holder.computer and holder.user == proposed.newcomer
    return proposed.newcomer != manager and (returns or is_absent(holder))


def _counts(seat: SeatRow) -> bool:
    """Returns whether a seat's holder votes: a person who plays it, or was replaced by a manager without a vote.

    A forgotten user never votes.
    """
    return not seat.computer and not is_former(seat.user) and (seat.left is None or seat.vacated == "managed")
