"""Clocks: until when decisions wait, and pauses."""

from __future__ import annotations

from datetime import datetime, timedelta

from storage.connection import Connection
from storage.core import Core, first, require, transaction
from storage.moments import EPOCH, read_or_epoch, written
from storage.rows import Bank, Deadline

_RUNNING = """
SELECT deadlines.*, turn_seconds + COALESCE(bank_seconds, 0) AS turn, window_seconds AS wait
FROM deadlines JOIN games ON games.id = deadlines.game
WHERE games.phase = 'running' AND games.paused_at IS NULL ORDER BY deadlines.game
"""
_PUT = """
INSERT INTO deadlines (game, number, due, reminded) VALUES (?, ?, ?, ?)
ON CONFLICT (game) DO UPDATE SET number = excluded.number, due = excluded.due, reminded = excluded.reminded
"""
_GRACE = """
INSERT INTO graces (game, seat, phase_mark, number) VALUES (?, ?, ?, ?)
ON CONFLICT (game, seat) DO UPDATE SET phase_mark = excluded.phase_mark, number = excluded.number
"""
_BANK = """
INSERT INTO banks (game, seat, phase_mark, remaining) VALUES (?, ?, ?, ?)
ON CONFLICT (game, seat) DO UPDATE SET phase_mark = excluded.phase_mark, remaining = excluded.remaining
"""
_TROUBLE = "INSERT INTO troubles (game) VALUES (?) ON CONFLICT DO NOTHING"
_DECIDED = "DELETE FROM votes WHERE game = ? AND what = ?"


class Deadlines(Core):
    """Deadlines in UTC; a paused game's clock stands still."""

    @transaction
    async def set_deadline(
        self, db: Connection, game: int, number: int, due: datetime | None, reminded: int = 0
    ) -> None:
        """Set a running game's deadline, or take it away (None: the decision waits for everybody)."""
        await require(db, game, "running")
        await put_deadline(db, game, None if due is None else Deadline(number, due, reminded))

    async def running_deadlines(self) -> list[tuple[int, Deadline, int | None]]:
        """Each game whose clock runs, until when, and how many seconds its decisions wait at most (None: no matter).

        One that a disk has altered is left out: its table is set aside.
        """
        found = []
        for row in await self._rows(_RUNNING):
            if (due := read_or_epoch(row["due"])) not in (None, EPOCH):
                deadline = Deadline(row["number"], due, row["reminded"])
                longest = max((each for each in (row["turn"], row["wait"]) if each is not None), default=None)
                found.append((row["game"], deadline, longest))
        return found

    @transaction
    async def prolong(self, db: Connection, game: int, seat: str, phase_mark: str, deadline: Deadline) -> None:
        """Put a decision's deadline off, and note that this seat had its grace in the phase with this mark.

        Its time bank, where it has one, is used up by then.
        """
        await require(db, game, "running")
        await db.execute(_GRACE, (game, seat, phase_mark, deadline.number))
        await put_bank(db, game, Bank(seat, phase_mark, 0.0))
        await put_deadline(db, game, deadline)

    @transaction
    async def set_paused(
        self, db: Connection, game: int, paused_at: datetime | None, remaining: float | None = None, *,
        trouble: bool = False,
    ) -> None:  # fmt: skip
        """Stop a running game's clock with so many seconds left, or note that it goes on (None).

        With a trouble it is the bot itself that has paused it: noted together, or nobody would ever resume it.
        """
        await require(db, game, "running")
        await db.execute(_DECIDED, (game, "pause"))
        if trouble:
            await db.execute(_TROUBLE, (game,))
        at, rest = (None, None) if paused_at is None else (written(paused_at), remaining)
        await db.execute("UPDATE games SET paused_at = ?, remaining = ? WHERE id = ?", (at, rest, game))

    @transaction
    async def resume(self, db: Connection, game: int, now: datetime) -> None:
        """Let a paused game's clock go on with the seconds that were left; no change where it runs.

        Whatever had paused it is over, and so is the question.
        """
        await require(db, game, "running")
        await db.execute(_DECIDED, (game, "resume"))
        await db.execute("DELETE FROM troubles WHERE game = ?", (game,))
        row = await first(db, "SELECT paused_at, remaining FROM games WHERE id = ?", (game,))
        if row is None or row["paused_at"] is None:
            return
        if row["remaining"] is not None:
            due = now + timedelta(seconds=row["remaining"])
            await db.execute("UPDATE deadlines SET due = ? WHERE game = ?", (written(due), game))
        await db.execute("UPDATE games SET paused_at = NULL, remaining = NULL WHERE id = ?", (game,))


async def put_deadline(db: Connection, game: int, deadline: Deadline | None) -> None:
    """Set or clear a game's deadline, inside a transaction."""
    if deadline is None:
        await db.execute("DELETE FROM deadlines WHERE game = ?", (game,))
    else:
        await db.execute(_PUT, (game, deadline.number, written(deadline.due), deadline.reminded))


async def put_bank(db: Connection, game: int, bank: Bank) -> None:
    """Note what is left of a seat's time bank, inside a transaction."""
    await db.execute(_BANK, (game, bank.seat, bank.phase_mark, bank.remaining))
