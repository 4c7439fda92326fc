"""People's own wishes: settings that go with the user, standing orders of a seat, votes of a table."""

from __future__ import annotations

import sqlite3

from aiosqlite import Connection

from storage.core import Core, first, require, transaction
from storage.rows import KEEP, Keep, PersonRow, StandingOrder

_PERSON = "SELECT language, dms, ping, locale FROM people WHERE user = ?"
_PUT_PERSON = """
INSERT INTO people (user, language, dms, ping) VALUES (?, ?, ?, ?)
ON CONFLICT (user) DO UPDATE SET language = excluded.language, dms = excluded.dms, ping = excluded.ping
"""
_PUT_LOCALE = """
INSERT INTO people (user, locale) VALUES (?, ?)
ON CONFLICT (user) DO UPDATE SET locale = excluded.locale
"""
_PUT_ORDER = """
INSERT INTO standing_orders (game, seat, standing, phase_mark) VALUES (?, ?, ?, ?)
ON CONFLICT (game, seat) DO UPDATE SET standing = excluded.standing, phase_mark = excluded.phase_mark
"""
_PUT_OUT = """
INSERT INTO staying_out (game, seat, phase_mark) VALUES (?, ?, ?)
ON CONFLICT (game, seat) DO UPDATE SET phase_mark = excluded.phase_mark
"""
_PUT_VOTE = """
INSERT INTO votes (game, what, user, yes) VALUES (?, ?, ?, ?)
ON CONFLICT (game, what, user) DO UPDATE SET yes = excluded.yes
"""


class People(Core):
    """Settings, orders and votes."""

    async def person(self, user: int) -> PersonRow:
        """The user's settings; the defaults for whoever never set any."""
        return _person(user, await self._row(_PERSON, user))

    @transaction
    async def set_person(
        self,
        db: Connection,
        user: int,
        *,
        language: str | Keep | None = KEEP,
        dms: bool | Keep = KEEP,
        ping: str | Keep = KEEP,
    ) -> PersonRow:
        """Change what is named of the user's settings and give them all back."""
        old = _person(user, await first(db, _PERSON, (user,)))
        new = PersonRow(
            user,
            old.language if isinstance(language, Keep) else language,
            old.dms if isinstance(dms, Keep) else dms,
            old.ping if isinstance(ping, Keep) else ping,
            old.locale,
        )
        await db.execute(_PUT_PERSON, (new.user, new.language, new.dms, new.ping))
        return new

    @transaction
    async def set_locale(self, db: Connection, user: int, locale: str) -> None:
        """Note the language of Discord in which the user was last seen."""
        await db.execute(_PUT_LOCALE, (user, locale))

    async def standing_order(self, game: int, seat: str) -> StandingOrder | None:
        """The seat's order for windows; it holds only while the phase still has its mark."""
        row = await self._row("SELECT * FROM standing_orders WHERE game = ? AND seat = ?", game, seat)
        return None if row is None else StandingOrder(row["standing"], row["phase_mark"])

    async def standing_orders(self, game: int) -> dict[str, StandingOrder]:
        """All orders of the game by seat, in the order of letters."""
        rows = await self._rows("SELECT * FROM standing_orders WHERE game = ? ORDER BY seat", game)
        return {row["seat"]: StandingOrder(row["standing"], row["phase_mark"]) for row in rows}

    @transaction
    async def set_standing_order(self, db: Connection, game: int, seat: str, order: str, phase_mark: str) -> None:
        """Set a seat's order for the phase with this mark (UnknownGame, WrongPhase)."""
        await require(db, game, "running")
        await db.execute(_PUT_ORDER, (game, seat, order, phase_mark))

    @transaction
    async def clear_standing_order(self, db: Connection, game: int, seat: str) -> None:
        """Take a seat's order away: it is asked again."""
        await db.execute("DELETE FROM standing_orders WHERE game = ? AND seat = ?", (game, seat))

    async def staying_out(self, game: int) -> dict[str, str]:
        """The seats that stay out of windows, each with the mark of the phase for which it does."""
        rows = await self._rows("SELECT seat, phase_mark FROM staying_out WHERE game = ? ORDER BY seat", game)
        return {row["seat"]: row["phase_mark"] for row in rows}

    @transaction
    async def set_staying_out(self, db: Connection, game: int, seat: str, phase_mark: str | None) -> None:
        """Let a seat stay out of windows for the phase with this mark, or be asked again (None)."""
        await require(db, game, "running")
        if phase_mark is None:
            await db.execute("DELETE FROM staying_out WHERE game = ? AND seat = ?", (game, seat))
        else:
            await db.execute(_PUT_OUT, (game, seat, phase_mark))

    @transaction
    async def set_vote(self, db: Connection, game: int, what: str, user: int, yes: bool) -> None:
        """Note a user's vote on something (a later one counts instead of it); the game must be unfinished."""
        await require(db, game, "lobby", "running")
        await db.execute(_PUT_VOTE, (game, what, user, yes))

    async def votes(self, game: int, what: str) -> dict[int, bool]:
        """The votes on something, by user."""
        rows = await self._rows("SELECT user, yes FROM votes WHERE game = ? AND what = ? ORDER BY user", game, what)
        return {row["user"]: bool(row["yes"]) for row in rows}

    @transaction
    async def clear_votes(self, db: Connection, game: int, what: str) -> None:
        """Forget the votes on something: it was decided or withdrawn."""
        await db.execute("DELETE FROM votes WHERE game = ? AND what = ?", (game, what))


def _person(user: int, row: sqlite3.Row | None) -> PersonRow:
    if row is None:
        return PersonRow(user)
    return PersonRow(user, row["language"], bool(row["dms"]), row["ping"], row["locale"])
