"""What a table decides beside its game: consents, substitutions, seats on offer; and what the bot has noted of it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from storage.connection import Connection
from storage.core import Core, require, transaction
from storage.moments import read, written
from storage.rows import Proposed

_PUT_VOTE = """
INSERT INTO votes (game, what, user, yes) VALUES (?, ?, ?, ?)
ON CONFLICT (game, what, user) DO UPDATE SET yes = excluded.yes
"""
_PROPOSE = """
INSERT INTO proposals (game, number, seat, newcomer, level) VALUES (?, 1, ?, ?, ?)
ON CONFLICT (game) DO UPDATE
SET number = proposals.number + 1, seat = excluded.seat, newcomer = excluded.newcomer, level = excluded.level
"""
_WITHDRAW = "UPDATE proposals SET seat = NULL, newcomer = NULL, level = NULL WHERE game = ?"
_OFFER = "INSERT INTO offers (game, seat, user) VALUES (?, ?, ?)"
_PROPOSE_UNDO = """
INSERT INTO undos (game, number, seat) VALUES (?, ?, ?)
ON CONFLICT (game) DO UPDATE SET number = excluded.number, seat = excluded.seat
"""
_DEPARTED = "INSERT INTO departures (game, user) VALUES (?, ?) ON CONFLICT DO NOTHING"
_NOTICE = "INSERT INTO notices (game, at) VALUES (?, ?) ON CONFLICT (game) DO UPDATE SET at = excluded.at"
_FORGET_VOTES = "DELETE FROM votes WHERE game = ? AND what = ?"
REPLACE: Final = "replace"
UNDO: Final = "undo"
_TABLES: Final = ("votes", "proposals", "undos", "offers", "troubles", "departures", "notices")


class Consent(Core):
    """Facts about an unfinished table; its start and its end forget them all."""

    @transaction
    async def set_vote(self, db: Connection, game: int, what: str, user: int, yes: bool) -> None:
        """Note a user's vote on something (a later one counts instead of it); the game must be unfinished."""
        await require(db, game, "lobby", "running")
        await db.execute(_PUT_VOTE, (game, what, user, yes))

    @transaction
    async def propose(self, db: Connection, game: int, user: int, proposed: Proposed) -> None:
        """Note the substitution about which a user asks a running game's table, under a new number.

        Who asks has agreed to it, and nobody else yet, whatever they agreed to before.
        """
        await require(db, game, "running")
        await forget_votes(db, game, (REPLACE,))
        await db.execute(_PROPOSE, (game, *proposed))
        await db.execute(_PUT_VOTE, (game, REPLACE, user, True))

    @transaction
    async def withdraw(self, db: Connection, game: int) -> None:
        """No substitution is proposed any more; its number is not used again."""
        await withdraw(db, game)

    @transaction
    async def propose_undo(self, db: Connection, game: int, number: int, seat: str) -> None:
        """Note that a seat wants to take back while that decision is asked; nobody has agreed to it yet."""
        await require(db, game, "running")
        await db.execute(_FORGET_VOTES, (game, UNDO))
        await db.execute(_PROPOSE_UNDO, (game, number, seat))

    @transaction
    async def withdraw_undo(self, db: Connection, game: int) -> None:
        """No undo is proposed any more."""
        await db.execute(_FORGET_VOTES, (game, UNDO))
        await db.execute("DELETE FROM undos WHERE game = ?", (game,))

    @transaction
    async def set_departed(self, db: Connection, game: int, user: int) -> None:
        """Note that somebody who was waited for is no longer in the server."""
        await require(db, game, "running")
        await db.execute(_DEPARTED, (game, user))

    @transaction
    async def set_notice(self, db: Connection, game: int, at: datetime) -> None:
        """Note when an unfinished table was told that it will be archived."""
        await require(db, game, "lobby", "running")
        await db.execute(_NOTICE, (game, written(at)))

    async def notices(self) -> dict[int, datetime]:
        """When each table was told that it will be archived, where it was."""
        return {row["game"]: read(row["at"]) for row in await self._rows("SELECT game, at FROM notices")}


async def forget_consents(db: Connection, game: int) -> None:
    """Delete all that a table was about to decide, inside a transaction."""
    for table in _TABLES:
        await db.execute(f"DELETE FROM {table} WHERE game = ?", (game,))  # noqa: S608 - names of our own tables


async def forget_votes(db: Connection, game: int, whats: Iterable[str]) -> None:
    """These questions were decided or withdrawn, inside a transaction."""
    await db.executemany(_FORGET_VOTES, [(game, what) for what in whats])


async def withdraw(db: Connection, game: int) -> None:
    """No substitution is asked about any more, inside a transaction."""
    await forget_votes(db, game, (REPLACE,))
    await db.execute(_WITHDRAW, (game,))


async def put_offer(db: Connection, game: int, seat: str, user: int | None) -> None:
    """A seat that nobody was offered is for that user (None: for whoever comes first), inside a transaction."""
    await db.execute(_OFFER, (game, seat, user))


async def take_offer_back(db: Connection, game: int, seat: str) -> None:
    """A seat is offered to nobody any more, inside a transaction."""
    await db.execute("DELETE FROM offers WHERE game = ? AND seat = ?", (game, seat))
