"""Checks whether a user may sit at a table: invitations, blocks, reliability, tournaments and free seats."""

from __future__ import annotations

from typing import Final

from bot.tables.live import LiveTable
from bot.tables.refusals import CANNOT_INVITE, Refused
from bot.tables.table_data import ANYBODY
from bot.texts import N_
from rules import GAMES
from storage import Database, GameRow, SeatRow

NOT_WELCOME: Final = N_(
    "You cannot take a seat at this table: {host} decides who plays here. `/tables` lists other tables."
)
OWN_BLOCK: Final = N_("You have blocked {player}, who is at this table. `/profile` ends a block.")
OFFERED_BY_THEMSELVES: Final = N_(
    "You offered this seat without the other players' votes, so you cannot take it. "
    "The other players can offer it to you with `/game replace`."
)
NONE_FREE: Final = N_("The game has begun and no seat is free. A player can offer you one with `/game replace`.")


async def check_welcome(db: Database, live: LiveTable, user: int, *, to: str = "") -> None:
    """Raises Refused if a lobby is private and the user is not invited, or if a block exists between the user and the
    host or a seated person (one of the two has blocked the other).

    The message is the same in both cases, so it does not reveal who blocks the user. The user's own block is named.
    `to`: the seat that the user is to take; its holder does not count.
    """
    row, others = live.row, _others(live, to)
    if own := (await db.blocks.blocked_by(user)).among(others):
        raise Refused(OWN_BLOCK, player=f"<@{min(own)}>")
    closed = row.phase == "lobby" and not row.admits(user)
    if closed or (await db.blocks.apart(user)).among(others):
        raise Refused(NOT_WELCOME, host=f"<@{row.host}>")


async def check_return(db: Database, live: LiveTable, seat: SeatRow) -> None:
    """Raises Refused if a user may not return to their own seat, because someone in a blocked pair with them has sat
    down since they left.

    A block of someone who was there before takes no seat away. At a tournament's table everyone may return.
    """
    if seat.left is None or live.tournament is not None:
        return
    since = {one.user for one in live.people() if one.joined is not None and one.joined >= seat.left}
    if own := (await db.blocks.blocked_by(seat.user)).among(since):
        raise Refused(OWN_BLOCK, player=f"<@{min(own)}>")
    if (await db.blocks.apart(seat.user)).among(since):
        raise Refused(NOT_WELCOME, host=f"<@{live.row.host}>")


def _others(live: LiveTable, to: str) -> set[int]:
    return {live.row.host, *(seat.user for seat in live.people() if seat.seat != to)}


async def check_apart(db: Database, live: LiveTable, newcomer: int, *, by: int | None = None, to: str = "") -> None:
    """Raises Refused if a block exists between the newcomer and the host, a seated person, or the user who acts (`by`).

    `to`: the seat that the newcomer is to take; its holder does not count. Someone who has left that seat is no
    newcomer (`check_return`).
    """
    if to and live.seat(to).user == newcomer:
        return
    others = {*_others(live, to), *(() if by is None else (by,))}
    if (await db.blocks.apart(newcomer)).among(others):
        raise Refused(CANNOT_INVITE, player=f"<@{newcomer}>")


async def check_reliable(db: Database, row: GameRow, user: int) -> None:
    """Raises Refused if the user finishes a smaller share of games, or answers more slowly, than the table requires.

    A user without enough games for such a figure is never refused for it.
    """
    if row.least_share is None and row.longest_answer is None:
        return
    found = await db.reliability.of(user)
    if row.least_share is not None and found.share is not None and found.share < row.least_share:
        raise Refused(
            N_(
                "This table is for players who finish at least {least}\u00a0% of their games. You finish "
                "{share}\u00a0%."
            ),
            least=row.least_share, share=found.share,
        )  # fmt: skip
    seconds = found.seconds(by_day=row.by_day)
    if row.longest_answer is not None and seconds is not None and seconds > row.longest_answer:
        raise Refused(N_("This table is for players who usually answer faster than you. `/profile` shows your time."))


def must_not_be_drawn(live: LiveTable) -> None:
    """Raises Refused if the table belongs to a tournament, which has drawn its seats, so they must not change."""
    if live.tournament is not None:
        raise Refused(N_("The tournament assigned the seats at this table. They cannot be changed before the game."))


def check_room(live: LiveTable) -> None:
    """Raises Refused if no seat of the lobby is free."""
    if is_full(live):
        most = GAMES[live.row.kind].seats[-1]
        raise Refused(N_("The table is full: this game is for at most {most} players."), most=most)


def is_full(live: LiveTable) -> bool:
    """Returns whether no seat of the lobby is free."""
    return len(live.seats) >= GAMES[live.row.kind].seats[-1]


def free_for(live: LiveTable, user: int) -> str:
    """Returns the letter of the seat of a running game that is offered to this user, otherwise of one offered to
    anyone.

    Raises Refused if none is offered, or if the user has offered all of them without a vote.
    """
    offered = [letter for letter, newcomer in live.free.items() if newcomer in {user, ANYBODY}]
    allowed = [letter for letter in offered if live.offered_by.get(letter) != user]
    if allowed:
        return min(allowed, key=lambda letter: (user != live.free[letter], letter))
    raise Refused(OFFERED_BY_THEMSELVES if offered else NONE_FREE)
