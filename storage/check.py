"""Whether every unfinished game still replays under the rules of this program."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from rules.errors import BadRecord
from rules.notation import Record
from storage.dsn import Dsn
from storage.replay import record_of, replay
from storage.rows import GameRow
from storage.store import Store


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one game; `trouble` says in which line of its record it no longer fits, and how."""

    game: GameRow
    entries: int
    trouble: str | None

    def __str__(self) -> str:
        name = f"game {self.game.id} ({self.game.kind} {self.game.edition}, channel {self.game.channel})"
        if self.trouble is not None:
            return f"{name}: does not replay: {self.trouble}"
        if self.game.phase == "lobby":
            return f"{name}: lobby, nothing to replay"
        return f"{name}: replays, {self.entries} entries"


async def check(database: Path | Dsn | str) -> AsyncIterator[Finding]:
    """Replay every unfinished game as of one moment, oldest first; DatabaseError where the database is broken."""
    async with Store.snapshot(database) as store:
        for game in await store.unfinished():
            yield await _found(store, game)


async def _found(store: Store, game: GameRow) -> Finding:
    entries = await store.entries(game.id)
    if game.phase == "lobby":
        return Finding(game, len(entries), None)
    seed = await store.seed(game.id)
    record = record_of(game, await store.seats(game.id), entries, seed)
    return Finding(game, len(entries), _trouble(record, seed))


def _trouble(record: Record, seed: bytes) -> str | None:
    try:
        replay(record, seed)
    except BadRecord as bad:
        found = bad.found.partition(":")[0]  # what follows names cards
        return f"line {bad.line}: expected {bad.expected}, found {found}"
    except Exception as defect:
        return f"the rules fail over it ({type(defect).__name__})"
    return None
