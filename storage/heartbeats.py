"""The heartbeat of each shard, and the time that is given back after nobody could answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from storage.connection import Connection, Row
from storage.core import Core, transaction
from storage.moments import EPOCH, read, read_or_epoch, written
from storage.shards import EVERYTHING, Served, shard_of

_ARMED = """
SELECT deadlines.*, games.guild FROM deadlines JOIN games ON games.id = deadlines.game
WHERE games.phase = 'running' AND games.paused_at IS NULL ORDER BY due, game
"""
_PUT_OFF = "UPDATE deadlines SET due = ? WHERE game = ? AND number = ? AND due = ?"
_BEAT = """
INSERT INTO heartbeats (shard, shards, at) VALUES (?, ?, ?)
ON CONFLICT (shard) DO UPDATE SET shards = excluded.shards, at = excluded.at
"""
_ONE_AT_A_TIME = "/*! LOCK TABLE heartbeats IN SHARE ROW EXCLUSIVE MODE */"


class Heartbeats(Core):
    """Until when each shard was served, and what follows for its deadlines."""

    @transaction
    async def shift_deadlines(
        self, db: Connection, by: timedelta, alive: datetime | None = None, served: Served = EVERYTHING
    ) -> None:
        """Put every running deadline that is served off by this time; in one transaction, note who is alive now."""
        if alive is not None:
            await _beat(db, served.shards, served.count, alive)
        await _shift(db, served.count, dict.fromkeys(served.shards, by))

    @transaction
    async def give_back_downtime(self, db: Connection, now: datetime, served: Served = EVERYTHING) -> timedelta:
        """Put each running deadline off by the time since its shard's last heartbeat, beat, and say how long it was.

        Where the clock was set back meanwhile, that is less than nothing: what was left is left, whatever it shows.
        One transaction, so that a crash in between gives nothing back twice, nor two processes.
        """
        await db.execute(_ONE_AT_A_TIME)
        rows = [row for row in await db.execute_fetchall("SELECT * FROM heartbeats") if _is_sound(row)]
        split = {int(row["shards"]) for row in rows}
        lost = {row["shard"]: _since(row["at"], now) for row in rows if row["shards"] == served.count}
        if split <= {served.count}:
            lost = {shard: lost.get(shard, timedelta(0)) for shard in served.shards}
            await _shift(db, served.count, lost)
            await _beat(db, served.shards, served.count, now)
        else:
            # The servers are split anew: whatever stood still until now has its time, and counts from now on.
            for count in split:
                part = {row["shard"]: _since(row["at"], now) for row in rows if row["shards"] == count}
                lost |= part
                await _shift(db, count, part)
            await db.execute("DELETE FROM heartbeats")
            await _beat(db, range(served.count), served.count, now)
        return max(lost.values(), key=abs, default=timedelta(0))

    @transaction
    async def heartbeat(self, db: Connection, now: datetime, served: Served = EVERYTHING) -> None:
        """Note that these were served now."""
        await _beat(db, served.shards, served.count, now)


def _is_sound(row: Row) -> bool:
    """Whether no disk has altered the shard's number."""
    shard, count = row["shard"], row["shards"]
    return isinstance(shard, int) and isinstance(count, int) and 0 <= shard < count


def _since(at: str, now: datetime) -> timedelta:
    """A heartbeat that a disk has altered says nothing."""
    beat = read_or_epoch(at)
    return timedelta(0) if beat is None or beat == EPOCH else now - beat


async def _beat(db: Connection, shards: Iterable[int], count: int, now: datetime) -> None:
    # In order, so that two processes never wait for each other in a ring.
    await db.executemany(_BEAT, [(shard, count, written(now)) for shard in sorted(shards)])


async def _shift(db: Connection, count: int, by: Mapping[int, timedelta]) -> None:
    for row in list(await db.execute_fetchall(_ARMED)):
        lost = by.get(shard_of(row["guild"], count))
        if not lost or read_or_epoch(row["due"]) == EPOCH:
            continue  # a disk has altered it: its table is set aside, those of others go on
        due = written(read(row["due"]) + lost)
        # Whoever answers meanwhile, in another process, has set a new one, which has lost nothing.
        await db.execute(_PUT_OFF, (due, row["game"], row["number"], row["due"]))
