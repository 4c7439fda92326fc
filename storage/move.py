"""Moves all data to another database, on either engine: copies it and verifies the copy. The source keeps its data."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

from rules.errors import BadRecord
from storage import engines
from storage.connection import Connection, Engine
from storage.database import LOCK_TIMEOUT, Database
from storage.dsn import Place
from storage.errors import MoveRefused, RecordDamaged, SeedSealed
from storage.replay import record_of, replay
from storage.rows import GameRow

TABLES: Final = {
    "games": "id", "seeds": "game", "sealed_seeds": "game", "seats": "game, position", "substitutions": "id",
    "seat_changes": "id",
    "entries": "game, sequence", "reasons": "game, number, seat",
    "deadlines": "game", "heartbeats": "shard", "untold_ends": "game", "messages": "kind, subject, user, old",
    "people": "user", "standing_orders": "game, seat",
    "lasting_orders": "game, seat, topic", "staying_out": "game, seat", "votes": "game, what, user",
    "proposals": "game", "offers": "game, seat", "undos": "game", "set_aside": "game", "troubles": "game",
    "departures": "game, user", "notices": "game", "decks": "id", "graces": "game, seat",
    "banks": "game, seat", "watchers": "game, user", "standings": "game, seat", "unlisted": "user", "seasons": "id",
    "memberships": "id", "tournaments": "id", "tournament_seeds": "tournament",
    "sealed_tournament_seeds": "tournament",
    "tournament_players": "tournament, position", "rounds": "tournament, round",
    "pairings": "tournament, round, number, place", "tournament_games": "game", "rulings": "id",
    "identifies": "shard, moment", "resting": "game", "resealed": "game", "blocks": "user, blocked",
    "servers": "guild", "lessons": "user, kind, lesson", "puzzle_answers": "user, kind, day",
    "explained": "user, kind, concept", "schedules": "user", "subscriptions": "user, guild, kind",
    "limited_uses": "kind, user, slot", "reliability": "game, user", "reviews": "game, seat",
}  # fmt: skip
"""All tables in the order of their references, each with the order of its rows."""
NUMBERED: Final = (
    "games",
    "substitutions",
    "seat_changes",
    "decks",
    "seasons",
    "memberships",
    "tournaments",
    "rulings",
)
"""The tables with numbered rows; a number is never used again, even after its row was deleted."""
Rows = list[dict[str, Any]]


@dataclass(slots=True)
class Moved:
    """The result of a move: the numbers of copied games and entries, and of records that replay in neither database."""

    games: int = 0
    entries: int = 0
    unreplayed: int = 0


async def move(source: Place, target: Place) -> Moved:
    """Copies a whole database into an empty one, compares every row, and replays every record on both sides.

    Sealed seeds are copied as they are. Raises DatabaseMissing, DatabaseInUse or ServerInUse if bots serve the source,
    SeedSealed without their key, MoveRefused if the target is not empty or the copy differs.
    """
    await engines.must_exist(source)
    async with _open(await engines.leaving(source, LOCK_TIMEOUT)) as old:
        await Database(old).seeds.must_open()
        async with _open(await _empty(target)) as new:
            await _copy(old, new)
            await _compare(old, new)
            return await _replayed(Database(old), Database(new), target)


@asynccontextmanager
async def _open(engine: Engine) -> AsyncIterator[Engine]:
    try:
        yield engine
    finally:
        await engine.close()


async def _empty(target: Place) -> Engine:
    """Opens the target, creating its schema if necessary, and returns its engine; raises MoveRefused if it has rows."""
    new = await engines.serving(target, LOCK_TIMEOUT)
    try:
        await _must_be_empty(new)
    except BaseException:
        await new.close()
        raise
    return new


async def _must_be_empty(new: Engine) -> None:
    for table in TABLES:
        if await new.rows(f"SELECT 1 FROM {table} LIMIT 1", ()):
            raise MoveRefused(f"{new.place} is not empty ({table}): name another database, or delete that one.")


async def _copy(old: Engine, new: Engine) -> None:
    """Copies all rows and counters in one transaction of the target."""
    queries = await _queries(old)

    async def work(db: Connection) -> None:
        for table, sql, values in queries:
            await _put(db, table, await _read(old, sql, values))
        for table in NUMBERED:
            await new.set_counter(db, table, await old.counter(table))

    await new.transaction(work, waits=True)


async def _put(db: Connection, table: str, rows: Rows) -> None:
    if rows:
        columns = list(rows[0])
        places = ", ".join("?" for _ in columns)
        sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"
        await db.executemany(sql, [[row[column] for column in columns] for row in rows])


async def _compare(old: Engine, new: Engine) -> None:
    """Raises MoveRefused if the two databases differ."""
    for table, sql, values in await _queries(old):
        if await _read(old, sql, values) != await _read(new, sql, values):
            raise MoveRefused(f"{new.place} has other rows in {table} than {old.place}: delete it and report this.")


async def _queries(old: Engine) -> list[tuple[str, str, tuple[object, ...]]]:
    """Returns the tables in the order of TABLES, each with the query of its rows; one query per game for entries."""
    games = [(row["id"],) for row in await old.rows("SELECT id FROM games ORDER BY id", ())]
    found: list[tuple[str, str, tuple[object, ...]]] = []
    for table, order in TABLES.items():
        if table == "entries":
            found += [(table, "SELECT * FROM entries WHERE game = ? ORDER BY sequence", game) for game in games]
        else:
            found.append((table, f"SELECT * FROM {table} ORDER BY {order}", ()))
    return found


async def _read(engine: Engine, sql: str, values: tuple[object, ...]) -> Rows:
    return [dict(row) for row in await engine.rows(sql, values)]


async def _replayed(old: Database, new: Database, target: Place) -> Moved:
    """Replays every record on both sides; raises MoveRefused if the results differ."""
    moved = Moved()
    for game in await old.games.all():
        before, after = await _outcome(old, game), await _outcome(new, await new.games.get(game.id))
        if before != after:
            raise MoveRefused(f"Game {game.id} replays differently in {target}: delete it and report this.")
        moved.games += 1
        moved.entries += before[0]
        moved.unreplayed += before[1] is not None
    return moved


async def _outcome(db: Database, game: GameRow) -> tuple[int, str | None, object]:
    """Returns the length of a record, the reason for which it does not replay (None: it does), and the game that it
    leads to: the present decision's number and the result."""
    try:
        entries = await db.record.entries(game.id)
    except RecordDamaged as damaged:
        return 0, damaged.where, None
    except SeedSealed:
        return 0, "its seed, which does not open", None
    if game.started is None:
        return len(entries), None, None
    seed = await db.seeds.get(game.id)
    try:
        played = replay(record_of(game, await db.seats.of(game.id), entries, seed), seed)
    except BadRecord as bad:
        return len(entries), f"line {bad.line}", None
    return len(entries), None, (played.number, played.over)
