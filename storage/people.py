"""People's own wishes: settings that go with the user, standing orders of a seat."""

from __future__ import annotations

from dataclasses import dataclass

from storage.connection import Connection, Row
from storage.core import Core, first, require, transaction
from storage.rows import KEEP, Keep, PersonRow

_PERSON = "SELECT language, dms, ping, locale, confirm FROM people WHERE user = ?"
_PUT_PERSON = """
INSERT INTO people (user, language, dms, ping, confirm) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (user) DO UPDATE SET
    language = excluded.language, dms = excluded.dms, ping = excluded.ping, confirm = excluded.confirm
"""
_PUT_LOCALE = """
INSERT INTO people (user, locale) VALUES (?, ?)
ON CONFLICT (user) DO UPDATE SET locale = excluded.locale
"""
_PUT_ORDER = """
INSERT INTO standing_orders (game, seat, standing, phase_mark) VALUES (?, ?, ?, ?)
ON CONFLICT (game, seat) DO UPDATE SET standing = excluded.standing, phase_mark = excluded.phase_mark
"""
_PUT_LASTING = """
INSERT INTO lasting_orders (game, seat, topic, standing, phase_mark) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (game, seat, topic) DO UPDATE SET standing = excluded.standing, phase_mark = excluded.phase_mark
"""
_PUT_OUT = """
INSERT INTO staying_out (game, seat, phase_mark) VALUES (?, ?, ?)
ON CONFLICT (game, seat) DO UPDATE SET phase_mark = excluded.phase_mark
"""
_FORGET_ORDER = "DELETE FROM standing_orders WHERE game = ? AND seat = ?"
_FORGET_LASTING = "DELETE FROM lasting_orders WHERE game = ? AND seat = ? AND topic = ?"
_FORGET_OUT = "DELETE FROM staying_out WHERE game = ? AND seat = ?"


@dataclass(frozen=True, slots=True)
class Lifted:
    """What seats asked for in advance and holds no more."""

    out: tuple[str, ...] = ()
    """Seats that do not stay out any longer."""
    orders: tuple[str, ...] = ()
    """Seats whose standing order is gone."""
    lasting: tuple[tuple[str, str], ...] = ()
    """Seats, and what their order was about."""


class People(Core):
    """Settings and orders."""

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
        confirm: str | Keep = KEEP,
    ) -> PersonRow:
        """Change what is named of the user's settings and give them all back."""
        old = _person(user, await first(db, _PERSON, (user,)))
        new = PersonRow(
            user,
            old.language if isinstance(language, Keep) else language,
            old.dms if isinstance(dms, Keep) else dms,
            old.ping if isinstance(ping, Keep) else ping,
            old.locale,
            old.confirm if isinstance(confirm, Keep) else confirm,
        )
        await db.execute(_PUT_PERSON, (new.user, new.language, new.dms, new.ping, new.confirm))
        return new

    @transaction
    async def set_locale(self, db: Connection, user: int, locale: str) -> None:
        """Note the language of Discord in which the user was last seen."""
        await db.execute(_PUT_LOCALE, (user, locale))

    @transaction
    async def set_standing_order(self, db: Connection, game: int, seat: str, order: str, phase_mark: str) -> None:
        """Set a seat's order for the phase with this mark (UnknownGame, WrongPhase)."""
        await require(db, game, "running")
        await db.execute(_PUT_ORDER, (game, seat, order, phase_mark))

    @transaction
    async def set_lasting_order(
        self, db: Connection, game: int, seat: str, topic: str, order: str | None, phase_mark: str
    ) -> None:
        """Set a seat's order about something, for the phase with this mark, or take it back (None)."""
        await require(db, game, "running")
        if order is None:
            await db.execute(_FORGET_LASTING, (game, seat, topic))
        else:
            await db.execute(_PUT_LASTING, (game, seat, topic, order, phase_mark))

    @transaction
    async def set_staying_out(self, db: Connection, game: int, seat: str, phase_mark: str | None) -> None:
        """Let a seat stay out of windows for the phase with this mark, or be asked again (None)."""
        await require(db, game, "running")
        if phase_mark is None:
            await db.execute(_FORGET_OUT, (game, seat))
        else:
            await db.execute(_PUT_OUT, (game, seat, phase_mark))


async def lift(db: Connection, game: int, lifted: Lifted) -> None:
    """What was asked for in advance holds no more, inside a transaction."""
    await db.executemany(_FORGET_OUT, [(game, seat) for seat in lifted.out])
    await db.executemany(_FORGET_ORDER, [(game, seat) for seat in lifted.orders])
    await db.executemany(_FORGET_LASTING, [(game, *order) for order in lifted.lasting])


def _person(user: int, row: Row | None) -> PersonRow:
    if row is None:
        return PersonRow(user)
    return PersonRow(user, row["language"], bool(row["dms"]), row["ping"], row["locale"], row["confirm"])
