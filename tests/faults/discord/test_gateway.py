"""Tests a gateway that drops, refuses to resume, doubles, delays, loses and garbles events.

The game is not affected.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bot.emulator.people.outcome import Outcome
from bot.emulator.world.events import Event
from rules import GAMES
from rules.engine import Game
from tests.bot.table import Evening
from tests.faults.judge import Ledger, goes_on, shown
from tests.faults.onlooker import Onlooker
from tests.faults.pressed import pressed
from tests.faults.scale import often, schedule

PRESS = "INTERACTION_CREATE"
KINDS = (
    "nothing", "doubled", "lost", "late", "dropped", "dropped for good", "asked to reconnect", "invalid",
    "invalid but resumable", "dropped in the middle", "garbled",
)  # fmt: skip
MAX_TRIES = 6
TOO_LATE = 3.5
TO_THE_END = 10
"""One of this many games is played to its end."""
SOON = 0.1
"""Seconds within which a connected bot must have acknowledged a press."""


class Storm:
    """A game whose players press while the gateway fails at random."""

    def __init__(self, evening: Evening, dice: Random) -> None:
        self.evening, self.dice, self.late = evening, dice, list[Event]()
        self.ledger = Ledger()
        self.catching = False
        evening.world.listen(self._heard)

    def _heard(self, event: Event) -> None:
        if self.catching and event.name == PRESS:
            self.late.append(event)

    async def before(self, kind: str) -> None:
        """Causes this fault of the gateway before a press: events are lost or repeated, or the connection ends.

        A garbled event ends the bot, which is started again.
        """
        gateway = self.evening.discord.gateway
        match kind:
            case "doubled":
                gateway.repeat(PRESS, self.dice.randint(2, 10))
            case "lost" | "late":
                gateway.repeat(PRESS, 0)
                self.catching = kind == "late"
            case "dropped" | "dropped for good":
                await gateway.drop(self.dice.choice((1001, 1006, 4000)), resumable=kind == "dropped")
            case "asked to reconnect":
                gateway.ask_reconnect()
            case "invalid" | "invalid but resumable":
                gateway.invalidate(resumable=kind != "invalid")
            case "garbled":
                guild = self.evening.channel.guild_id
                gateway.tell(Event("CHANNEL_UPDATE", {"id": "no number"}, guild))
                await self.evening.noticed(lambda: self._ended)
                with contextlib.suppress(Exception):
                    await self.evening.stop()
                await self.evening.start()

    async def after(self, kind: str) -> None:
        """Drops the connection while a press is on its way, if that is the fault; sometimes delivers a delayed
        press.
        """
        if kind == "dropped in the middle":
            await self.evening.discord.gateway.drop(1001, resumable=self.dice.random() < 0.5)
        self.catching = False
        if self.late and self.dice.random() < 0.3:
            self.evening.discord.gateway.tell(self.late.pop())

    @property
    def _ended(self) -> bool:
        return self.evening._running is not None and self.evening._running.done()

    async def connected(self) -> None:
        """Waits until the bot receives events again."""
        bot, sessions = self.evening.bot, self.evening.discord.gateway.sessions
        await self.evening.noticed(
            lambda: bot.is_ready() and not bot.app.clocks.cut_off and any(one.send for one in sessions.known.values())
        )
        await self.evening.settled()

    @staticmethod
    async def acknowledged(trying: asyncio.Task[Outcome]) -> bool:
        """Returns whether the press is acknowledged within `SOON` seconds."""
        done, _ = await asyncio.wait({trying}, timeout=SOON)
        return bool(done)

    async def answer(self) -> None:
        """Presses an answer for an asked seat under a random fault until it counts, checks that it counts exactly
        once, and adds it to the ledger.
        """
        evening = self.evening
        game = evening.game
        seat, number, since = self.dice.choice(game.waiting), game.number, len(game.entries)
        person, (button, keys) = evening.person(evening.holder(seat)), pressed(game, evening.table, seat, self.dice)
        kind = self.dice.choice(KINDS)
        await self.before(kind)
        for _ in range(MAX_TRIES):
            trying = asyncio.create_task(person.forge(evening.board(), button))
            await asyncio.sleep(0)
            await self.after(kind)
            await self.connected()
            if not await self.acknowledged(trying):
                # It is not acknowledged any more: Discord gives it up.
                evening.clock.advance(TOO_LATE)
            await trying
            await self.connected()
            if len(evening.game.entries) > since or evening.live.row.phase != "running":
                break
            kind = "nothing"
        new = [entry for entry in evening.game.entries[since:] if entry.number == number and entry.seat == seat]
        assert len(new) == 1, f"{kind}: {len(new)} answers of {seat} to {number}"
        assert sorted(new[0].keys) == sorted(keys), f"{kind}: another answer stands than the one that was pressed"
        self.ledger.answered(evening.table, number, seat, keys)
        # A player who stays out of the phase answers after that, by an order.
        answered = [entry.seat for entry in evening.game.entries[since:] if entry.seat in game.seats]
        assert answered[0] == seat, f"{kind}: {answered} have answered, {seat} has pressed"


@pytest.mark.parametrize("kind", GAMES)
async def test_no_matter_what_the_gateway_does_each_press_counts_once(
    kind: str, database: Path, hurried: Callable[[], float]
) -> None:
    names = ("Anna", "Bert", "Cyril")[: max(2, GAMES[kind].seats[0])]
    for round_ in range(often(2, 334)):
        path = database.with_name(f"{round_}.sqlite3")
        with schedule("gateway", kind, round_) as dice:
            async with Evening.of(*names, database=path, pictures=False, seed=dice.randbytes(32)) as evening:
                await evening.open(game=kind, pace="correspondence")
                await evening.press_board("Anna", "start")
                onlooker, storm = Onlooker(evening.world, evening.channel, path), Storm(evening, dice)
                for _ in range(often(6, 10)):
                    if evening.live.row.phase != "running":
                        break
                    await storm.answer()
                for event in storm.late:
                    evening.discord.gateway.tell(event)
                await storm.connected()
                before = len(evening.game.entries)
                await shown(evening, storm.ledger)
                assert len(evening.game.entries) == before
                if round_ % TO_THE_END == 0:
                    await goes_on(evening.bot.app, evening.table, dice, storm.ledger)
                    assert (await shown(evening, storm.ledger)).over is not None
                assert onlooker.too_early == []
                await is_the_serial_game(evening, storm.ledger)


async def is_the_serial_game(evening: Evening, ledger: Ledger) -> None:
    """Checks that the acknowledged answers give the same record if they are played one after another from the same
    seed.
    """
    db, table = evening.bot.app.db, evening.table
    row, seats = await db.games.get(table), await db.seats.of(table)
    names, seed = [seat.record_name for seat in seats], await db.seeds.get(table)
    serial = Game.new(GAMES[row.kind], names, game_id=str(table), seed=seed, options=row.options)
    told = {(number, seat): keys for number, seat, keys in ledger.answers[table]}
    for entry in evening.game.entries:
        if entry.seat in serial.seats:
            if (entry.number, entry.seat) not in told:
                # A player who stays out of the phase says nothing, by an order.
                assert serial.decision is not None
                assert entry.keys == (serial.decision.silence,)
            serial.answer(entry.number, entry.seat, told.pop((entry.number, entry.seat), entry.keys))
    assert told == {}
    assert serial.record().lines() == evening.game.record().lines()
