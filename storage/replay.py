"""Rebuilds a game from its stored record; the bot and `storage check` load every table this way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules import GAMES
from rules.chance import Chance
from rules.engine import Game
from rules.errors import BadRecord
from rules.notation import Entry as Answer
from rules.notation import Record
from storage.record_rows import Entry
from storage.rows import GameRow, SeatRow


def record_of(game: GameRow, seats: Sequence[SeatRow], entries: Sequence[Entry], seed: bytes) -> Record:
    """Converts a stored game to the rules' type of record, with the commitment but without seed and result."""
    head = Record(
        game=game.kind,
        edition=game.edition,
        game_id=str(game.id),
        names=tuple(seat.record_name for seat in seats),
        options=game.options,
        commitment=Chance(seed, str(game.id)).commitment,
        cuts=cuts_of(seats),
    )
    answers = tuple(Answer(entry.number, entry.seat, entry.kind, entry.keys) for entry in entries)
    return replace(head, entries=answers, first_entry_line=len(head.lines()) + 1)


def cuts_of(seats: Sequence[SeatRow]) -> tuple[str | None, ...]:
    """Returns the hash of each seat's cut; empty if no seat has cut."""
    cuts = tuple(seat.cut_hash for seat in seats)
    return cuts if any(cuts) else ()


def replay(record: Record, seed: bytes) -> Game:
    """Replays a record under the present rules and returns the game; raises BadRecord with the line that is wrong."""
    if record.game not in GAMES:
        raise BadRecord(f"one of the games {', '.join(GAMES)}", record.game, 2)
    return Game.replay(GAMES[record.game], record, seed)
