"""From what is stored to the running game: the bot loads every table this way, `storage check` tries it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules import GAMES
from rules.chance import Chance
from rules.engine import Game
from rules.errors import BadRecord
from rules.notation import Entry as Answer
from rules.notation import Record
from storage.rows import Entry, GameRow, SeatRow


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
