"""Who sits where: in the lobby in order of joining, from the start on under letters that stay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from storage import chain
from storage.connection import Connection, Row
from storage.consent import forget_consents, forget_votes, take_offer_back
from storage.core import Core, changed, first, require, transaction
from storage.errors import NotSeated
from storage.games import finish, link_of, put_host, put_link, put_options
from storage.lobbies import Newcomer, must_not_sit, sit_down
from storage.moments import read_or_none, written, written_or_none
from storage.rows import NORMAL, Outcome, SeatRow, Substitution

_SUBSTITUTED = """
INSERT INTO substitutions (game, seat, at, former_user, former_name, user, name, computer)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_HANDED_OVER = """
UPDATE seats SET user = ?, name = ?, computer = ?, joined = ?, left_at = NULL, absences = 0, level = 'normal'
WHERE game = ? AND seat = ?
"""


class Seats(Core):
    """Seats and their holders."""

    @transaction
    async def seat(
        self,
        db: Connection,
        game: int,
        user: int,
        name: str,
        *,
        joined: datetime | None = None,
        part: str | None = None,
    ) -> None:
        """Sit somebody down in a lobby; AlreadySeated, WrongPhase."""
        await require(db, game, "lobby")
        await sit_down(db, game, Newcomer(user, name, joined, part))

    @transaction
    async def seat_computer(self, db: Connection, game: int, name: str, level: str = NORMAL) -> int:
        """Sit a computer of that level down in a lobby, under a number below zero, which is given back."""
        await require(db, game, "lobby")
        return await sit_down(db, game, Newcomer(None, name, level=level))

    @transaction
    async def unseat(self, db: Connection, game: int, user: int, *, host: int | None = None) -> None:
        """Let somebody leave a lobby, whose host is another one then where that is named; NotSeated, WrongPhase."""
        await _get_up(db, game, user)
        if host is not None:
            await put_host(db, game, host)

    @transaction
    async def unseat_last(self, db: Connection, game: int, user: int, at: datetime) -> None:
        """Let the last person leave a lobby, which ends with that; NotSeated, WrongPhase."""
        await _get_up(db, game, user)
        await finish(db, game, Outcome("ended", None, at))

    @transaction
    async def set_part(self, db: Connection, game: int, user: int, part: str) -> None:
        """Note what somebody in a lobby brings; it goes with the seat. NotSeated, WrongPhase."""
        await require(db, game, "lobby")
        if not await changed(db, "UPDATE seats SET part = ? WHERE game = ? AND user = ?", (part, game, user)):
            raise NotSeated(game, user)

    async def seats(self, game: int) -> list[SeatRow]:
        """The seats in order, lettered as they are or, in a lobby, as they would be at the start."""
        rows = await self._rows("SELECT * FROM seats WHERE game = ? ORDER BY position", game)
        return [seat_row(place, row) for place, row in enumerate(rows)]

    async def seat_of(self, game: int, user: int) -> SeatRow | None:
        """The user's seat in that game, where there is one."""
        return next((seat for seat in await self.seats(game) if seat.user == user), None)

    @transaction
    async def start_game(
        self,
        db: Connection,
        game: int,
        edition: int,
        started: datetime,
        *,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """Lobby to running, under this edition (and these options); fixes letters and recorded names.

        What the lobby voted on is forgotten. WrongPhase where it is no lobby.
        """
        await require(db, game, "lobby")
        rows = await db.execute_fetchall("SELECT position FROM seats WHERE game = ? ORDER BY position", (game,))
        for place, row in enumerate(list(rows)):
            await db.execute(
                "UPDATE seats SET seat = ?, record_name = name WHERE game = ? AND position = ?",
                (letter(place), game, row["position"]),
            )
        await db.execute(
            "UPDATE games SET phase = 'running', edition = ?, started = ? WHERE id = ?",
            (edition, written(started), game),
        )
        await forget_consents(db, game)
        if options is not None:
            await put_options(db, game, options)
        await _begin_chain(db, game)

    @transaction
    async def replace(  # noqa: PLR0913 - a person is three facts
        self,
        db: Connection,
        game: int,
        seat: str,
        user: int,
        name: str,
        at: datetime,
        *,
        computer: bool = False,
    ) -> Substitution:
        """Hand a running game's seat over, which is offered to nobody any more; AlreadySeated, NotSeated.

        Its orders go, its history stays.
        """
        await require(db, game, "running")
        await must_not_sit(db, game, user)
        former = await first(db, "SELECT user, name FROM seats WHERE game = ? AND seat = ?", (game, seat))
        if former is None:
            raise NotSeated(game, seat)
        change = Substitution(seat, at, former["user"], former["name"], user, name, computer)
        await _hand_over(db, game, change)
        await take_offer_back(db, game, seat)
        return change

    @transaction
    async def set_left(  # noqa: PLR0913 - who left, and what ends with that
        self, db: Connection, game: int, seat: str, at: datetime | None, level: str = NORMAL, *,
        host: int | None = None, decided: Iterable[str] = (),
    ) -> None:  # fmt: skip
        """Note when a seat's holder left a running game to a computer of that level, or is back (None); NotSeated.

        No silence counts any more; whoever is back plays a seat that is offered to nobody. `host`: whose table it is
        from then on, where that changes; `decided`: votes that are over with it.
        """
        await require(db, game)
        await mark(db, game, seat, left_at=written_or_none(at), level=level, absences=0)
        if at is None:
            await take_offer_back(db, game, seat)
        await forget_votes(db, game, decided)
        if host is not None:
            await put_host(db, game, host)

    @transaction
    async def set_absences(self, db: Connection, game: int, seat: str, count: int) -> None:
        """Note how many times in a row a seat let its time run out; NotSeated."""
        await require(db, game)
        await mark(db, game, seat, absences=count)


def letter(place: int) -> str:
    """The seat's letter: a, b, c … clockwise."""
    return chr(ord("a") + place)


async def mark(db: Connection, game: int, seat: str, **columns: object) -> None:
    """Note this of a seat, inside a transaction; NotSeated."""
    named = ", ".join(f"{column} = ?" for column in columns)
    sql = f"UPDATE seats SET {named} WHERE game = ? AND seat = ?"  # noqa: S608 - our own columns
    if not await changed(db, sql, (*columns.values(), game, seat)):
        raise NotSeated(game, seat)


async def _get_up(db: Connection, game: int, user: int) -> None:
    await require(db, game, "lobby")
    if not await changed(db, "DELETE FROM seats WHERE game = ? AND user = ?", (game, user)):
        raise NotSeated(game, user)


async def _begin_chain(db: Connection, game: int) -> None:
    row = await first(db, chain.GAME, (game,))
    assert row is not None  # noqa: S101 - it was required before
    seats = await db.execute_fetchall(chain.SEATS, (game,))
    told = [(seat["seat"], seat["record_name"]) for seat in seats]
    link = chain.begun(await link_of(db, game), row["kind"], row["edition"], row["options"], told)
    await put_link(db, game, link)


async def _hand_over(db: Connection, game: int, change: Substitution) -> None:
    at = written(change.at)
    persons = (change.former_user, change.former_name, change.user, change.name, change.computer)
    await db.execute(_SUBSTITUTED, (game, change.seat, at, *persons))
    await db.execute(_HANDED_OVER, (change.user, change.name, change.computer, at, game, change.seat))
    for table in ("standing_orders", "lasting_orders", "staying_out"):
        await db.execute(f"DELETE FROM {table} WHERE game = ? AND seat = ?", (game, change.seat))  # noqa: S608


def seat_row(place: int, row: Row) -> SeatRow:
    """The seat that a row of `seats` describes, at that place of the table."""
    return SeatRow(
        seat=row["seat"] or letter(place),
        user=row["user"],
        name=row["name"],
        computer=bool(row["computer"]),
        record_name=row["record_name"] or row["name"],
        joined=read_or_none(row["joined"]),
        left=read_or_none(row["left_at"]),
        absences=row["absences"],
        part=row["part"],
        level=row["level"],
    )
