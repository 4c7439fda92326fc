"""Whether every unfinished game still replays under the rules of this program."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rules import GAMES
from rules.chance import Chance
from rules.engine import Game
from rules.errors import BadRecord
from rules.notation import Entry as Answer
from rules.notation import Record
from storage.rows import Entry, GameRow, SeatRow
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


async def check(database: Path | str) -> AsyncIterator[Finding]:
    """Replay every unfinished game on a copy, oldest first; DatabaseError where the file is broken."""
    async with Store.snapshot(database) as store:
        for game in await store.unfinished():
            yield await _found(store, game)


def record_of(game: GameRow, seats: Sequence[SeatRow], entries: Sequence[Entry], seed: bytes) -> Record:
    """The stored game as the rules' record: with the commitment, without the seed and the result."""
    head = Record(
        game=game.kind,
        edition=game.edition,
        game_id=str(game.id),
        names=tuple(seat.record_name for seat in seats),
        options=game.options,
        commitment=Chance(seed, str(game.id)).commitment,
    )
    answers = tuple(Answer(entry.number, entry.seat, entry.kind, entry.keys) for entry in entries)
    return replace(head, entries=answers, first_entry_line=len(head.lines()) + 1)


def replay(record: Record, seed: bytes) -> Game:
    """The game under the present rules; raises BadRecord with the line that does not fit."""
    if record.game not in GAMES:
        raise BadRecord(f"one of the games {', '.join(GAMES)}", record.game, 2)
    return Game.replay(GAMES[record.game], record, seed)


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
