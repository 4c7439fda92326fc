"""Tests a kill with hundreds of unfinished games: the bot is ready within five seconds, and every game is unchanged."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import Seen
from rules import GAMES
from rules.engine import Game
from storage import Database
from storage.replay import record_of, replay
from tests.bench.scale import Town
from tests.faults.judge import Ledger, judged
from tests.faults.pressed import pressed, told
from tests.faults.scale import FULL, often, schedule

TABLES = often(15, 500)
PRESSED = often(9, 60)
"""The number of tables at which users answer as fast as they can while the bot is killed."""
KILLS = often(2, 6)
ANSWERS = 25
READY_WITHIN = 5.0
UNHEARD = 4.0
"""Seconds after which a user gives up a press on a dead bot; Discord waits for three."""
PATIENCE = 120.0
AFTERWARDS = 2
"""The number of answers at each of the pressed tables after the last kill."""


def entries(file: Path) -> set[tuple[object, ...]]:
    """Returns all rows of stored answers, each with its hash."""
    with contextlib.closing(sqlite3.connect(file)) as db:
        return set(db.execute("SELECT game, number, seat, keys, link FROM entries"))


async def a_game(db: Database, table: int) -> Game:
    """Returns a table's game, replayed from its stored record; a copied game has its original's seed."""
    row, seats, seed = await db.games.get(table), await db.seats.of(table), await db.seeds.get(table)
    return replay(record_of(row, seats, await db.record.entries(table), seed), seed)


class People:
    """The players of the first tables, who answer when they are asked and record which answers were acknowledged."""

    def __init__(self, town: Town, dice: Random) -> None:
        self.town, self.dice, self.ledger = town, dice, Ledger()
        self.over = False
        """Whether the bot that they press is gone."""
        self.at_play = set[int]()

    @contextlib.asynccontextmanager
    async def pressing(self) -> AsyncIterator[None]:
        """Lets players answer at the first tables at the same time until the block ends."""
        self.over = False
        async with Database.snapshot(self.town.file) as db:
            games = {table: await a_game(db, table) for table in range(1, PRESSED + 1)}
        self.at_play = {table for table, game in games.items() if game.decision is not None}
        works = [asyncio.create_task(self._at(table, game)) for table, game in games.items()]
        try:
            yield
        finally:
            self.over = True
            await asyncio.wait_for(asyncio.gather(*works), UNHEARD + 10)

    async def answer_more(self, count: int) -> None:
        """Waits until that many further answers were given at each of the first tables whose game is not over."""
        before, begun = self._answered(), time.monotonic()
        async with self.pressing():
            while any(self._answered()[at] - before[at] < count for at in self.at_play):
                assert time.monotonic() - begun < PATIENCE, "a table does not go on"
                await asyncio.sleep(0.05)

    def _answered(self) -> Counter[int]:
        return Counter({table: len(answers) for table, answers in self.ledger.answers.items()})

    async def _at(self, table: int, game: Game) -> None:
        """Answers at one table until the game or the block ends."""
        world, (_guild, channel) = self.town.world, self.town.channels[table - 1]
        while not self.over and game.decision is not None:
            number, seat = game.number, self.dice.choice(game.waiting)
            person = self.town.trio(table)[ord(seat) - ord("a")]
            board = _board(person.messages(world.channels[channel]))
            button, keys = pressed(game, table, seat, self.dice)
            if await self._told(await person.forge(board, button)):
                self.ledger.answered(table, number, seat, keys)
                game.answer(number, seat, keys)
            elif not self.over:
                # The record may hold an answer that was confirmed too late: without a reload, later presses are stale.
                game = await self._stored(table)
        if game.decision is None:
            self.at_play.discard(table)

    async def _stored(self, table: int) -> Game:
        """Returns the table's game from the bot's database."""
        async with Database.snapshot(self.town.file) as db:
            return await a_game(db, table)

    async def _told(self, outcome: Outcome) -> bool:
        """Waits up to `UNHEARD` seconds; returns whether the user is told that the answer counts."""
        with contextlib.suppress(TimeoutError):
            await self.town.world.until(lambda: told(outcome) or self.over, UNHEARD)
        return told(outcome)


def _board(seen: list[Seen]) -> Seen:
    return next(one for one in reversed(seen) if one.by_bot and not one.ephemeral and one.usable)


def stands(file: Path, ledger: Ledger) -> None:
    """Checks that each acknowledged answer is in the record exactly once."""
    with contextlib.closing(sqlite3.connect(file)) as db:
        found = Counter(
            (game, number, seat, tuple(sorted(keys.split())))
            for game, number, seat, keys in db.execute("SELECT game, number, seat, keys FROM entries")
        )
    for table, answers in ledger.answers.items():
        for answer in answers:
            assert found[table, *answer] == 1, f"an answer that was told of stands {found[table, *answer]} times"


async def test_ready_again_within_five_seconds_of_a_kill_while_people_press() -> None:
    with schedule("ready") as dice:
        async with Town.of(TABLES) as town:
            await town.settle(ANSWERS)
            await town.life()
            people = People(town, dice)
            for _ in range(KILLS):
                async with people.pressing():
                    await asyncio.sleep(dice.uniform(0.3, 2.0))
                    stood = entries(town.file)
                    await town.bot.kill()
                stands(town.file, people.ledger)
                served = await town.life()
                print(f"{TABLES} unfinished games: ready after {served.ready:.2f} s")
                assert not FULL or served.ready <= READY_WITHIN, "beside all other tests nobody knows how long it takes"
                assert entries(town.file) >= stood, "an answer that stood before the kill is gone"
            await people.answer_more(AFTERWARDS)
            await town.bot.kill()
            stands(town.file, people.ledger)
            print(sum(map(len, people.ledger.answers.values())), "answers that were told of")
            await _every_table_is_sound(town, people.ledger)


async def _every_table_is_sound(town: Town, ledger: Ledger) -> None:
    async with Database.opened(town.file) as db:
        unfinished = {row.id for row in await db.games.unfinished()}
        assert len(unfinished) > 0.8 * TABLES
        for table in range(1, TABLES + 1):
            if table <= len(GAMES):
                await judged(db, table, ledger)
            else:
                await a_game(db, table)
