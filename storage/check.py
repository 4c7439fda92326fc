"""Whether every record is what was written, and every unfinished game still replays under the rules of this program."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

from rules.errors import BadRecord
from rules.notation import Record
from storage.dsn import Dsn
from storage.errors import DatabaseDamaged, RecordDamaged, SeedSealed
from storage.replay import record_of, replay
from storage.rows import GameRow
from storage.store import Store


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one game; `trouble` says in which line of its record it no longer fits, and how."""

    game: GameRow
    entries: int
    trouble: str | None
    damaged: bool = False
    """Whether the record itself is not what was written."""

    def __str__(self) -> str:
        name = f"game {self.game.id} ({self.game.kind} {self.game.edition}, channel {self.game.channel})"
        if self.trouble is not None:
            return f"{name}: {'damaged' if self.damaged else 'does not replay'}: {self.trouble}"
        if self.game.phase == "lobby":
            return f"{name}: lobby, nothing to replay"
        return f"{name}: replays, {self.entries} entries"


async def check(
    database: Path | Dsn | str, told: Callable[[DatabaseDamaged], None] | None = None
) -> AsyncIterator[Finding]:
    """Try every game as of one moment, oldest first, those that are finished only for damage.

    Where the database itself is broken, `told` hears of it first, and what can be read is tried all the same.
    SeedSealed without the operator's key.
    """
    async with Store.snapshot(database, told) as store:
        await store.must_open_seeds()
        for game in await store.all_games():
            if (finding := await _found(store, game)) is not None:
                yield finding


async def _found(store: Store, game: GameRow) -> Finding | None:
    try:
        entries = await store.entries(game.id)
    except RecordDamaged as damaged:
        return Finding(game, 0, f"{damaged.where} is not what was written", damaged=True)
    except SeedSealed as sealed:
        return Finding(game, 0, str(sealed), damaged=True)
    except DatabaseDamaged:
        return Finding(game, 0, "the file is broken where it lies", damaged=True)
    if game.finished_yet:
        return None
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
