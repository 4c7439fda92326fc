"""The repository of seats: ordered by joining in a lobby, with fixed letters from the start on."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from rules.chance import cut_hash
from storage.connection import Row
from storage.games import Games
from storage.repository import Repository, transaction
from storage.rows import NORMAL, SeatRow
from storage.table_errors import AlreadySeated, NotSeated
from storage.timestamps import read_or_none, written, written_or_none

_SEAT: Final = """
INSERT INTO seats (game, position, user, name, computer, joined, part, level)
SELECT ?1, COALESCE(MAX(position) + 1, 0), ?2, ?3, ?4, ?5, ?6, ?7 FROM seats WHERE game = ?1
"""
_LOWEST: Final = "SELECT COALESCE(MIN(user), 0) FROM seats WHERE game = ? AND user < 0"
_LETTERED: Final = "UPDATE seats SET seat = ?, record_name = name WHERE game = ? AND position = ?"
_TO_COMPUTER: Final = """
UPDATE seats SET user = ?, name = ?, computer = 1, joined = NULL, part = NULL, cut = NULL, level = ?
WHERE game = ? AND user = ?
"""
_SUBSTITUTED: Final = """
INSERT INTO substitutions (game, seat, at, former_user, former_name, user, name, computer)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_HANDED_OVER: Final = """
UPDATE seats SET user = ?, name = ?, computer = ?, joined = ?, left_at = NULL, absences = 0, level = 'normal',
    vacated = NULL, cut = NULL
WHERE game = ? AND seat = ?
"""
_CHANGED: Final = """
INSERT INTO seat_changes (game, seat, told, kind, user, former, at)
SELECT game, seat, ?, ?, user, ?, ? FROM seats WHERE game = ? AND seat = ?
"""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A user or computer (`user` None) who gets a seat in a lobby."""

    user: int | None
    name: str
    joined: datetime | None = None
    part: str | None = field(default=None, repr=False)
    """The seat's loadout; secret from the others."""
    level: str = NORMAL


class Seats(Repository):
    """The repository of seats. Methods that hand a running game's seat over are in `storage.vacancies`."""

    async def of(self, game: int) -> list[SeatRow]:
        """Returns the seats of a game in order with their letters; a lobby's letters are those it would have at the
        start.
        """
        rows = await self._rows("SELECT * FROM seats WHERE game = ? ORDER BY position", game)
        return [seat_row(place, row) for place, row in enumerate(rows)]

    async def of_user(self, game: int, user: int) -> SeatRow | None:
        """Returns the user's seat in that game; None if the user has none."""
        return next((seat for seat in await self.of(game) if seat.user == user), None)

    async def held(self, game: int, user: int) -> bool:
        """Returns whether the user holds a seat in that game and has not left it."""
        seat = await self.of_user(game, user)
        return seat is not None and seat.left is None

    @transaction
    async def add(self, game: int, user: int, name: str, *, joined: datetime | None = None) -> None:
        """Adds a user's seat to a lobby; raises AlreadySeated or WrongPhase."""
        await self._require(game, "lobby")
        await self.sit_down(game, Newcomer(user, name, joined))

    @transaction
    async def add_computer(self, game: int, name: str, level: str = NORMAL) -> int:
        """Adds a computer's seat to a lobby and returns the computer's ID, a negative number; raises WrongPhase."""
        await self._require(game, "lobby")
        return await self.sit_down(game, Newcomer(None, name, level=level))

    @transaction
    async def remove(self, game: int, user: int, *, host: int | None = None) -> None:
        """Removes a user from a lobby; raises NotSeated or WrongPhase. `host`: the table's new host, if it changes."""
        await self._require(game, "lobby")
        if not await self._execute("DELETE FROM seats WHERE game = ? AND user = ?", game, user):
            raise NotSeated(game)
        if host is not None:
            await Games(self.session).set(game, host=host)

    @transaction
    async def set_part(self, game: int, user: int, part: str) -> None:
        """Stores the loadout of a user in a lobby; raises NotSeated or WrongPhase."""
        await self._require(game, "lobby")
        if not await self._execute("UPDATE seats SET part = ? WHERE game = ? AND user = ?", part, game, user):
            raise NotSeated(game)

    @transaction
    async def set_cut(self, game: int, user: int, text: str | None) -> None:
        """Stores a user's cut in a lobby, or deletes it (None); raises NotSeated or WrongPhase."""
        await self._require(game, "lobby")
        hashed = None if text is None else cut_hash(str(game), text)
        sql = "UPDATE seats SET cut = ?, cut_hash = ? WHERE game = ? AND user = ?"
        if not await self._execute(sql, text, hashed, game, user):
            raise NotSeated(game)

    @transaction
    async def set_absences(self, game: int, seat: str, count: int) -> None:
        """Stores how many deadlines in a row a seat has missed; raises NotSeated."""
        await self._require(game)
        await self.set(game, seat, absences=count)

    # Steps of other repositories' transactions

    async def sit_down(self, game: int, who: Newcomer) -> int:
        """Adds a seat behind the others of a lobby and returns its holder's ID, which is negative for a computer.

        Raises AlreadySeated.
        """
        user = await self._next_computer(game) if who.user is None else who.user
        await self.must_not_sit(game, user)
        joined = written_or_none(who.joined)
        await self._execute(_SEAT, game, user, who.name, who.user is None, joined, who.part, who.level)
        return user

    async def give_to_computer(self, game: int, user: int, name: str) -> None:
        """Gives a user's seat in a lobby to a computer of that name, because a tournament has fixed the seats."""
        computer = await self._next_computer(game)
        await self._execute(_TO_COMPUTER, computer, name, NORMAL, game, user)

    async def must_not_sit(self, game: int, user: int) -> None:
        """Raises AlreadySeated if the user has a seat at that table."""
        if await self._row("SELECT 1 FROM seats WHERE game = ? AND user = ?", game, user) is not None:
            raise AlreadySeated(game)

    async def set(self, game: int, seat: str, **columns: object) -> None:
        """Changes columns of a seat; raises NotSeated."""
        named = ", ".join(f"{column} = ?" for column in columns)
        if not await self._execute(
            f"UPDATE seats SET {named} WHERE game = ? AND seat = ?", *columns.values(), game, seat
        ):
            raise NotSeated(game)

    async def fix_letters(self, game: int) -> None:
        """Stores the letter of each seat, in the order of joining, and the name that the record keeps."""
        positions = await self._column("SELECT position FROM seats WHERE game = ? ORDER BY position", game)
        for place, position in enumerate(positions):
            await self._execute(_LETTERED, letter(place), game, position)

    async def substitute(self, game: int, seat: str, user: int, name: str, at: datetime, computer: bool) -> int:
        """Gives a seat to another user, stores the substitution, and returns the former user; raises NotSeated."""
        former = await self._row("SELECT user, name FROM seats WHERE game = ? AND seat = ?", game, seat)
        if former is None:
            raise NotSeated(game)
        persons = (former["user"], former["name"], user, name, computer)
        await self._execute(_SUBSTITUTED, game, seat, written(at), *persons)
        await self._execute(_HANDED_OVER, user, name, computer, written(at), game, seat)
        return int(former["user"])

    async def note_change(
        self, game: int, seat: str, kind: str, told: int, at: datetime, *, former: int | None = None
    ) -> None:
        """Stores a change of who plays a seat in the table's public log, with the seat's present holder.

        `kind`: see `SeatChange`. `told`: the number of the game's events so far. `former`: the user who lost the seat.
        """
        await self._execute(_CHANGED, told, kind, former, written(at), game, seat)

    async def _next_computer(self, game: int) -> int:
        return (await self._value(_LOWEST, game) or 0) - 1


def letter(place: int) -> str:
    """Returns the letter of the seat at a place counted from 0: a, b, c … clockwise."""
    return chr(ord("a") + place)


def seat_row(place: int, row: Row) -> SeatRow:
    """Returns the seat that a row describes, at that place of the table."""
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
        vacated=row["vacated"],
        cut=row["cut"],
        cut_hash=row["cut_hash"],
    )
