"""Verifies a record: it replays, fits its commitment, and every draw follows from the seed and the players' cuts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rules import GAMES
from rules.chance import SEED_BYTES, Chance
from rules.description import Rules
from rules.draws import Draw
from rules.engine import Game
from rules.errors import BadRecord
from rules.notation import Record, parse


def rules_of(record: Record) -> Rules:
    """Returns the rules of a record's game; raises BadRecord if there is no game of that name."""
    if record.game not in GAMES:
        raise BadRecord(f"one of the games {', '.join(GAMES)}", record.game, 2)
    return GAMES[record.game]


def replay(lines: Sequence[str]) -> Game:
    """Replays a record's lines and returns the resulting game; raises BadRecord. Draws are not verified."""
    record = parse(lines)
    return Game.replay(rules_of(record), record)


def verify(lines: Sequence[str]) -> Game:
    """Replays a finished game's record, checks that every draw follows from its seed and cuts, and returns the game.

    Raises BadRecord at the first line that does not fit, and for a record without a seed.
    """
    record = parse(lines)
    rules = rules_of(record)
    game = Game.replay(rules, record)
    end = len(lines) + 1
    if game.over is None:
        raise BadRecord("a finished game", "one that still waits for an answer", end)
    if record.seed is None or (record.commitment is None and record.position is None):
        raise BadRecord("a commitment and a seed", "a record whose draws were made elsewhere", end)
    _redraw(rules, record, Chance(bytes.fromhex(record.seed), record.game_id, record.cuts))
    return game


def verify_so_far(lines: Sequence[str], seed: str) -> Game:
    """Replays an unfinished record, checks that every draw follows from the given seed (hex), and returns the game.

    It is for a game that was ended without a winner, whose record contains no seed. Raises BadRecord.
    """
    record = parse(lines)
    rules = rules_of(record)
    game = Game.replay(rules, record)
    end = len(lines) + 1
    if game.over is not None:
        raise BadRecord("an unfinished game", "a finished one, whose record holds its seed", end)
    if record.commitment is None:
        raise BadRecord("a commitment", "a record whose draws were made elsewhere", end)
    if re.fullmatch(f"[0-9a-f]{{{2 * SEED_BYTES}}}", seed) is None:
        raise BadRecord(f"a seed of {2 * SEED_BYTES} hexadecimal digits next to the record", "another word", end)
    chance = Chance(bytes.fromhex(seed), record.game_id, record.cuts)
    if chance.commitment != record.commitment:
        raise BadRecord(f"a seed that keeps the commitment {record.commitment}", f"one that gives {chance.commitment}")
    _redraw(rules, record, chance)
    return game


def _redraw(rules: Rules, record: Record, chance: Chance) -> None:
    game = Game.replay(rules, replace(record, entries=(), seed=None, result=None))
    for line, entry in enumerate(record.entries, record.first_entry_line):
        draw = game.decision
        if isinstance(draw, Draw):
            fair = chance.pick(entry.number, draw.options, draw.count)
            if fair != entry.keys:
                raise BadRecord(f"the draw {' '.join(fair)}", " ".join(entry.keys), line)
        game.again((entry,))
