"""The repository of posted messages: their places, their contents, and posts whose message ID is not stored yet.

A nonce is stored before each post and deleted in the transaction that stores the message's id. If a crash leaves one,
the next process repeats the post: Discord answers a repeated nonce with the existing message.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from storage.connection import Row
from storage.games import Games
from storage.record import Record
from storage.repository import Repository, transaction, upsertion
from storage.rows import MessageRow, PostSlot
from storage.timestamps import EPOCH, read_or_epoch, read_or_none, written, written_or_none

_SLOT: Final = "kind = ? AND subject = ? AND user = ?"
_PUT: Final = """
INSERT INTO messages (kind, subject, user, channel, message, posted_at, fingerprint, about)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (kind, subject, user, old) DO UPDATE SET channel = excluded.channel, message = excluded.message,
    posted_at = excluded.posted_at, fingerprint = excluded.fingerprint, about = excluded.about
"""
_MAKE_OLD: Final = """
INSERT INTO messages (kind, subject, user, old, channel, message, about)
SELECT kind, subject, user, message, channel, message, about FROM messages
WHERE kind = ?1 AND subject = ?2 AND user = ?3 AND old = 0 AND message <> 0 AND message <> ?4
ON CONFLICT (kind, subject, user, old) DO NOTHING
"""
_NOTE_OLD: Final = """
INSERT INTO messages (kind, subject, user, old, channel, message) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (kind, subject, user, old) DO NOTHING
"""
_BEGIN: Final = """
INSERT INTO messages (kind, subject, user, nonce) VALUES (?, ?, ?, ?)
ON CONFLICT (kind, subject, user, old) DO UPDATE SET nonce = COALESCE(messages.nonce, excluded.nonce) RETURNING nonce
"""
_SHOWS: Final = f"UPDATE messages SET fingerprint = ?, about = ? WHERE {_SLOT} AND old = 0 AND message = ?"
_CLAIM: Final = f"""
UPDATE messages SET posted_at = ?
WHERE {_SLOT} AND old = 0 AND message = ? AND (posted_at IS NULL OR posted_at = ?)
"""
_PUT_RESTING: Final = upsertion("resting", "game", "number, due, program")
_RESTING: Final = """
SELECT resting.game, resting.number, resting.due, deadlines.due AS now FROM resting
LEFT JOIN deadlines ON deadlines.game = resting.game WHERE resting.program = ? ORDER BY resting.game
"""
_BOARD_AT: Final = "SELECT subject FROM messages WHERE channel = ? AND message = ? AND kind = 'board'"
KEEPS_OLD: Final = frozenset({"board", "hand", "ping", "watcher", "word"})
"""The kinds of messages that are kept after they were replaced, until they are closed or deleted."""
AT_A_TABLE: Final = frozenset({"board", "hand"})
"""The kinds of messages at a table; if one of them is outdated, a start must load the table."""


class Messages(Repository):
    """The repository of the messages of all tables and tournaments."""

    @transaction
    async def put(self, message: MessageRow, *, posted: bool = False) -> None:
        """Stores where the present message of its slot is and what it shows; raises UnknownGame.

        A message that it replaces becomes an old one if it must still be closed or deleted.
        `posted`: whether the message is new; the slot's pending post then ends.
        """
        slot = message.slot
        if slot.kind != "tournament":
            await self._require(slot.subject)
        if slot.kind in KEEPS_OLD:
            await self._execute(_MAKE_OLD, *slot, message.message)
            await self.remove_old(slot, message.message)
        shows = (written_or_none(message.posted), message.fingerprint, message.about)
        await self._execute(_PUT, *slot, message.channel, message.message, *shows)
        if posted:
            await self._execute(f"UPDATE messages SET nonce = NULL WHERE {_SLOT} AND old = 0", *slot)

    async def get(self, slot: PostSlot) -> MessageRow | None:
        """Returns the present message of a slot, also one that is still being posted (message 0); None: no message."""
        row = await self._row(f"SELECT * FROM messages WHERE {_SLOT} AND old = 0", *slot)
        return None if row is None else _message(row)

    async def of(self, kind: str, subject: int | None = None, *, old: bool | None = False) -> list[MessageRow]:
        """Returns the stored messages of a kind (of one table or tournament), ordered by table or tournament and ID.

        `old`: whether to return old messages instead of present ones; None: both.
        """
        which = "kind = ?1 AND (subject = ?2 OR ?2 IS NULL)"
        rows = await self._rows(f"SELECT * FROM messages WHERE {which} ORDER BY subject, message", kind, subject)
        return [message for message in map(_message, rows) if old is None or message.old is old]

    async def board_at(self, channel: int, message: int) -> int | None:
        """Returns the game whose board that message is, or was until it is closed; None if it is no board."""
        return await self._value(_BOARD_AT, channel, message)

    @transaction
    async def set_shown(self, messages: Sequence[MessageRow]) -> None:
        """Stores what these messages show, except those that are no longer the present ones of their slots."""
        rows = [(one.fingerprint, one.about, *one.slot, one.message) for one in messages]
        await self.session.executemany(_SHOWS, rows)

    @transaction
    async def claim(self, message: MessageRow, at: datetime) -> bool:
        """Reserves the post that replaces this message, by setting its stored time to `at`.

        Returns whether the caller may post; False if the message was reserved or replaced since it was read.
        """
        posted = written_or_none(message.posted)
        return bool(await self._execute(_CLAIM, written(at), *message.slot, message.message, posted))

    @transaction
    async def remove(self, slot: PostSlot) -> None:
        """Deletes the row of a slot's present message, because it is not updated any more or no longer exists on
        Discord; a pending post is kept.
        """
        await self._execute(f"UPDATE messages SET message = 0 WHERE {_SLOT} AND old = 0 AND nonce IS NOT NULL", *slot)
        await self._execute(f"DELETE FROM messages WHERE {_SLOT} AND old = 0 AND nonce IS NULL", *slot)

    @transaction
    async def remove_old(self, slot: PostSlot, message: int) -> None:
        """Deletes the row of an old message, which is closed or no longer exists on Discord."""
        await self._execute(f"DELETE FROM messages WHERE {_SLOT} AND old = ?", *slot, message or -1)

    @transaction
    async def note_old(self, slot: PostSlot, channel: int, message: int) -> None:
        """Stores that an earlier message of a slot was found, which must still be closed; the present one is none."""
        present = await self.get(slot)
        if present is None or present.message != message:
            await self._execute(_NOTE_OLD, *slot, message, channel, message)

    async def forget_board(self, game: int) -> None:
        """Deletes the row of the board of a game that moves to another channel, inside a transaction."""
        await self._execute(f"DELETE FROM messages WHERE {_SLOT} AND old = 0", *PostSlot("board", game))

    @transaction
    async def forget_closed_dms(self, user: int) -> None:
        """Deletes the notes that the user does not accept DMs, so that hands are sent to them again."""
        sql = "DELETE FROM messages WHERE kind = 'hand' AND user = ? AND message = 0 AND nonce IS NULL"
        await self._execute(sql, user)

    # Posts whose message ID is not stored yet

    @transaction
    async def begin(self, slot: PostSlot, nonce: str) -> tuple[str, bool]:
        """Stores that a post begins; returns the nonce to post under, and whether an earlier attempt used it.

        A post that is still pending keeps its nonce; otherwise the given one is stored. The table of a board or hand no
        longer counts as up to date.
        """
        (stored,) = await self._column(_BEGIN, *slot, nonce)
        if slot.kind in AT_A_TABLE:
            await self._execute("DELETE FROM resting WHERE game = ?", slot.subject)
        return str(stored), stored != nonce

    async def nonce(self, slot: PostSlot) -> str | None:
        """Returns the nonce of a pending post; None if it has ended."""
        return await self._value(f"SELECT nonce FROM messages WHERE {_SLOT} AND old = 0", *slot)

    @transaction
    async def end(self, slot: PostSlot, nonce: str) -> bool:
        """Ends a pending post and deletes its nonce, because Discord has refused the message or the message is gone.

        Returns False and does nothing if the post is not pending under this nonce any more.
        """
        sql = f"UPDATE messages SET nonce = NULL WHERE {_SLOT} AND old = 0 AND nonce = ?"
        ended = bool(await self._execute(sql, *slot, nonce))
        if ended:
            await self._execute(f"DELETE FROM messages WHERE {_SLOT} AND old = 0 AND message = 0", *slot)
        return ended

    # Tables whose messages are up to date

    @transaction
    async def set_resting(
        self, game: int, number: int, told: int, due: datetime | None, program: str, *, length: int
    ) -> None:
        """Stores that all messages of a table show its decision of that number under this program, so that a start can
        skip it.

        Also stores `told`, the number of shown events. A trigger deletes the note in the transaction of any later
        change. The caller holds the table's lock; raises WrongPhase, or ConflictError if the record's length is not
        `length`.
        """
        # A suspended process, or a transaction whose caller has ended, may come late.
        await self._require(game, "running")
        await Record(self.session).must_have(game, length)
        await Games(self.session).set(game, told=told)
        await self._execute(_PUT_RESTING, game, number, None if due is None else written(due), program)

    async def resting(self, program: str) -> Mapping[int, tuple[int, datetime | None, datetime | None]]:
        """Returns the tables whose messages are up to date under this program.

        For each: its decision, the deadline that its messages show, and its present deadline.
        """
        rows = await self._rows(_RESTING, program)
        found = {row["game"]: (row["number"], read_or_epoch(row["due"]), read_or_epoch(row["now"])) for row in rows}
        return {game: one for game, one in found.items() if EPOCH not in one}


def _message(row: Row) -> MessageRow:
    return MessageRow(
        PostSlot(row["kind"], row["subject"], row["user"]), row["channel"], row["message"],
        read_or_none(row["posted_at"]), row["fingerprint"], row["about"], old=bool(row["old"]),
        pending=row["nonce"] is not None,
    )  # fmt: skip
