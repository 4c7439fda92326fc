"""The judge after every fault: checks the record, the visible messages, and that the game can go on.

ledger = Ledger()
ledger.answered(table, number, seat, keys)               # as soon as a player was told that an answer counts
game = await judged(store, table, ledger)                # the record replays and has each answer once
await shown(evening, ledger)                             # also checks what the channel shows, on the emulator
await played_to_the_end(running, table, dice, ledger)    # and the game goes on
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from discord.ui import LayoutView, TextDisplay

from bot.background import Background
from bot.drawing import Studio
from bot.emulator.people.seen import Seen
from bot.features.play.board import board_of, face_of
from bot.messages.illustrator import Illustrator
from bot.tables.live import LiveTable
from bot.tables.referee import Referee
from bot.tables.registry import Tables
from bot.views import custom_id
from rules.decisions import Several
from rules.engine import Game
from rules.verify import verify, verify_so_far
from storage import Database
from storage.replay import record_of, replay
from tests.bot.table import Evening
from tests.faults.conserved import conserved

Answered = tuple[int, str, tuple[str, ...]]
"""The decision, the seat, and its keys in alphabetical order."""


class RunningTables(Protocol):
    """The interface that a running bot and a backend without Discord have in common."""

    @property
    def db(self) -> Database: ...
    @property
    def tables(self) -> Tables: ...
    @property
    def referee(self) -> Referee: ...
    @property
    def background(self) -> Background: ...


@dataclass
class Ledger:
    """A record of the acknowledged answers of each table, kept outside the bot."""

    answers: dict[int, list[Answered]] = field(default_factory=dict)

    def answered(self, table: int, number: int, seat: str, keys: Any) -> None:
        """Records that a player was told that this answer counts."""
        self.answers.setdefault(table, []).append((number, seat, tuple(sorted(keys))))


async def judged(db: Database, table: int, ledger: Ledger | None = None) -> Game:
    """Checks a table's record against all invariants and the ledger; returns its game, replayed.

    Raises AssertionError or BadRecord.
    """
    row, seats, entries = await db.games.get(table), await db.seats.of(table), await db.record.entries(table)
    seed = await db.seeds.get(table)
    game = replay(record_of(row, seats, entries, seed), seed)
    conserved(game)
    _draws_are_fair(game, seed)
    assert len(game.entries) == len(entries), "a draw is missing that the record should hold"
    assert (row.phase == "over") == (game.over is not None), (row.phase, game.over)
    assert row.told <= len(game.told), "more was told than has happened"
    stored = Counter((entry.number, entry.seat, tuple(sorted(entry.keys))) for entry in entries)
    for answer in ledger.answers.get(table, ()) if ledger is not None else ():
        assert stored[answer] == 1, f"the acknowledged answer {answer} stands {stored[answer]} times"
    return game


def _draws_are_fair(game: Game, seed: bytes) -> None:
    lines = game.record().lines()
    if game.over is not None:
        verify(lines)
    else:
        verify_so_far(lines, seed.hex())


async def shown(evening: Evening, ledger: Ledger | None = None) -> Game:
    """Checks a table's record, and that its board shows this state and asks no later decision; returns the game."""
    await evening.settled()
    table = evening.table
    db = evening.bot.app.db
    game = await judged(db, table, ledger)
    live = await Tables(db, evening.bot.app.tables.clock_jump).get(table)
    told = evening.board().text
    for text in complete_text(live, evening.board()):
        assert text in told, f"the channel does not show what the record says: {text!r} is not in {told!r}"
    ahead = {number for number in asked_on(evening.board().usable) if number > game.number}
    assert not ahead, f"the board asks {ahead}, the record stands at {game.number}"
    return game


def complete_text(live: LiveTable, seen: Seen) -> list[str]:
    """Returns everything that the board must contain; with a picture, its alt text and the text below it."""
    sketch = Illustrator(Studio()).board(live)
    if sketch is None or live.row.phase != "running" or "gallery" not in {part.kind for part in seen.parts}:
        return list(_texts(board_of(live)))
    return [sketch.alt, *_texts(face_of(live, sketch).below or board_of(live))]


def _texts(view: LayoutView) -> Iterator[str]:
    for item in view.walk_children():
        if isinstance(item, TextDisplay):
            yield item.content


def asked_on(parts: Any) -> set[int]:
    """Returns the numbers of the decisions to which a message's components belong."""
    meant = (custom_id.parse(part.custom_id) for part in parts)
    return {one.number for one in meant if one is not None and one.number is not None}


async def goes_on(running: RunningTables, table: int, dice: Random, ledger: Ledger, answers: int = 10**6) -> Game:
    """Gives that many random answers at a table, or plays to the end; returns the game.

    Each answer is in the ledger as soon as it counts.
    """
    for _ in range(answers):
        live = await running.tables.get(table)
        game = live.running() if live.row.phase == "running" else live.game
        assert game is not None
        if game.decision is None or live.row.phase != "running":
            break
        number, seat = game.number, dice.choice(game.waiting)
        keys = some_keys(game, seat, dice)
        await running.referee.play(table, number, live.seat(seat).user, keys)
        ledger.answered(table, number, seat, keys)
    await running.background.settled()
    live = await running.tables.get(table)
    assert live.game is not None
    return live.game


async def played_to_the_end(running: RunningTables, table: int, dice: Random, ledger: Ledger) -> Game:
    """Plays a game to its end with random answers, checks its whole record, and returns it."""
    await goes_on(running, table, dice, ledger)
    game = await judged(running.db, table, ledger)
    assert game.over is not None
    return game


def some_keys(game: Game, seat: str, dice: Random) -> tuple[str, ...]:
    """Returns a random valid answer, rarely a pass."""
    keys, decision = list(game.keys(seat)), game.decision
    if isinstance(decision, Several):
        count = dice.randint(decision.least, min(decision.most, len(keys)))
        return tuple(dice.sample(keys, count))
    active = [key for key in keys if key not in ("pass", "claim")]
    return (dice.choice(active if active and dice.random() < 0.9 else keys),)
