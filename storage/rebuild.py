"""Recomputes the standings of all games from their results, or from their records if a result is unusable."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from rules.errors import BadRecord
from storage import engines
from storage.database import Database
from storage.dsn import Dsn, place
from storage.errors import RecordDamaged, SeedSealed
from storage.replay import record_of, replay
from storage.rows import GameRow
from storage.statistics import Standing, standings, standings_of


@dataclass(slots=True)
class Rebuilt:
    """The result of a rebuild: how many games were counted, how many records were replayed, and the errors of games
    that were left out."""

    games: int = 0
    replayed: int = 0
    troubles: list[str] = field(default_factory=list)


async def rebuild_stats(database: Path | Dsn | str) -> Rebuilt:
    """Deletes the standings of all games and derives them again from results and records.

    Returns what was counted. Raises DatabaseInUse or ServerInUse while bots serve the database, DatabaseMissing if
    there is none.
    """
    await engines.must_stand_still(place(database))
    done, found = Rebuilt(), dict[int, list[Standing]]()
    async with Database.opened(database) as db:
        for game in await db.archive.with_a_winner():
            row = await db.games.get(game)
            told = standings_of(row.result)
            if told is None:
                told = await _replayed(db, row, done)
            if told is not None:
                found[game] = told
        strange = await db.statistics.put_standings(found)
    done.troubles += [f"game {game}: its result is not about its own seats" for game in strange]
    done.games = len(found) - len(strange)
    return done


async def _replayed(db: Database, row: GameRow, done: Rebuilt) -> list[Standing] | None:
    """Replays a game's record and returns its standings; None, with an error in `done`, if that is not possible."""
    name = f"game {row.id} ({row.kind} {row.edition}, channel {row.channel})"
    try:
        seed = await db.seeds.get(row.id)
        record = record_of(row, await db.seats.of(row.id), await db.record.entries(row.id), seed)
    except (RecordDamaged, SeedSealed) as damaged:
        done.troubles.append(f"{name}: {damaged}")
        return None
    try:
        over = replay(record, seed).over
    except BadRecord as bad:
        done.troubles.append(f"{name}: does not replay: {bad}")
        return None
    if over is None:
        done.troubles.append(f"{name}: its record does not reach the end of the game")
        return None
    done.replayed += 1
    return standings(over)
