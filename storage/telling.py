"""What was shown where: the count of told events, boards, and the messages in which hands live."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from storage.connection import Connection
from storage.core import Core, changed, transaction
from storage.errors import UnknownGame
from storage.moments import read, written
from storage.rows import BoardRow, HandMessage, OldBoard, Showing

_PUT_BOARD = """
INSERT INTO boards (game, channel, message, posted) VALUES (?, ?, ?, ?)
ON CONFLICT (game) DO UPDATE SET
    channel = excluded.channel, message = excluded.message, posted = excluded.posted, shows = '', mark = ''
"""
_PUT_SHOWING = "UPDATE boards SET shows = ?, mark = ? WHERE game = ? AND message = ?"
_CLAIM_BOARD = "UPDATE boards SET posted = ? WHERE game = ? AND message = ? AND posted = ?"
_REMEMBER_OLD = """
INSERT INTO old_boards (game, channel, message)
SELECT game, channel, message FROM boards WHERE game = ?1 AND message <> ?2
ON CONFLICT (game, message) DO NOTHING
"""
_SET_ASIDE = "INSERT INTO set_aside (game, at) VALUES (?, ?) ON CONFLICT DO NOTHING"
_PUT_HAND = """
INSERT INTO hand_messages (game, user, channel, message, shows) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (game, user) DO UPDATE SET
    channel = excluded.channel, message = excluded.message, shows = excluded.shows
"""


class Telling(Core):
    """What a restart must know to go on telling where it stopped."""

    @transaction
    async def set_told(self, db: Connection, game: int, count: int) -> None:
        """Note how many of the game's events have been told in its channel."""
        if not await changed(db, "UPDATE games SET told = ? WHERE id = ?", (count, game)):
            raise UnknownGame(game)

    @transaction
    async def set_board(self, db: Connection, game: int, channel: int, message: int, posted: datetime) -> None:
        """Note the game's current board message (UnknownGame); the one before is an old board from now on."""
        await db.execute(_REMEMBER_OLD, (game, message))
        await db.execute("DELETE FROM old_boards WHERE game = ? AND message = ?", (game, message))
        await db.execute(_PUT_BOARD, (game, channel, message, written(posted)))

    @transaction
    async def claim_board(self, db: Connection, game: int, board: BoardRow, at: datetime) -> bool:
        """Whether the caller, and nobody else, may post what follows that board; what was claimed is noted by `at`."""
        values = (written(at), game, board.message, written(board.posted))
        return bool(await changed(db, _CLAIM_BOARD, values))

    @transaction
    async def clear_board(self, db: Connection, game: int) -> None:
        """Forget the board message: it is gone."""
        await db.execute("DELETE FROM boards WHERE game = ?", (game,))

    async def board(self, game: int) -> BoardRow | None:
        """The game's current board message, where there is one."""
        row = await self._row("SELECT * FROM boards WHERE game = ?", game)
        if row is None:
            return None
        return BoardRow(row["channel"], row["message"], read(row["posted"]), row["shows"], row["mark"])

    @transaction
    async def set_showing(self, db: Connection, boards: Sequence[Showing]) -> None:
        """Note what these boards show; whatever is no longer its game's board is left out."""
        await db.executemany(_PUT_SHOWING, [(one.shows, one.mark, one.game, one.message) for one in boards])

    async def old_boards(self, game: int) -> list[OldBoard]:
        """The game's earlier boards whose buttons may still be there."""
        rows = await self._rows("SELECT * FROM old_boards WHERE game = ? ORDER BY message", game)
        return [OldBoard(row["game"], row["channel"], row["message"]) for row in rows]

    async def all_old_boards(self) -> list[OldBoard]:
        """Those of all games, also of finished ones."""
        rows = await self._rows("SELECT * FROM old_boards ORDER BY game, message")
        return [OldBoard(row["game"], row["channel"], row["message"]) for row in rows]

    @transaction
    async def set_closed(self, db: Connection, game: int, message: int) -> None:
        """Note that an old board has no buttons any more, or is gone."""
        await db.execute("DELETE FROM old_boards WHERE game = ? AND message = ?", (game, message))

    @transaction
    async def set_aside(self, db: Connection, game: int, at: datetime) -> None:
        """Note that a game's record is damaged, and when its table was told."""
        await db.execute(_SET_ASIDE, (game, written(at)))

    @transaction
    async def put_back(self, db: Connection, game: int) -> None:
        """A game's record is whole again."""
        await db.execute("DELETE FROM set_aside WHERE game = ?", (game,))

    async def all_set_aside(self) -> set[int]:
        """The games whose record is damaged."""
        return {row["game"] for row in await self._rows("SELECT game FROM set_aside")}

    async def untold_ends(self) -> list[int]:
        """The finished games whose end nobody has been shown yet, oldest first."""
        return [row["game"] for row in await self._rows("SELECT game FROM untold_ends ORDER BY game")]

    @transaction
    async def set_end_told(self, db: Connection, game: int) -> None:
        """Note that a game's end stands where people see it, or that there is nowhere to show it."""
        await db.execute("DELETE FROM untold_ends WHERE game = ?", (game,))

    @transaction
    async def set_hand_message(self, db: Connection, game: int, hand: HandMessage) -> None:
        """Note the message in which the user's hand lives, and what it shows (UnknownGame)."""
        await db.execute(_PUT_HAND, (game, hand.user, hand.channel, hand.message, hand.shows))

    @transaction
    async def forget_closed_dms(self, db: Connection, user: int) -> None:
        """Nobody knows any more whether the user takes direct messages: they may be tried again."""
        await db.execute("DELETE FROM hand_messages WHERE user = ? AND message = 0", (user,))

    @transaction
    async def clear_hand_message(self, db: Connection, game: int, user: int) -> None:
        """Forget the message of the user's hand: it is gone, or the seat was handed over."""
        await db.execute("DELETE FROM hand_messages WHERE game = ? AND user = ?", (game, user))

    async def hand_messages(self, game: int) -> list[HandMessage]:
        """The messages in which the game's hands live."""
        rows = await self._rows("SELECT * FROM hand_messages WHERE game = ? ORDER BY user", game)
        return [HandMessage(row["user"], row["channel"], row["message"], row["shows"]) for row in rows]
