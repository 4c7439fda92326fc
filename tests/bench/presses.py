"""Measures the cost of one press, compared with a bot that only replies: separate processes that alternate in one run.

The users (three in a game, one at the minimal bot) press as soon as the effects of the last press are done. In a game,
each press is part of a whole move (My move, a choice, Confirm), with the board, the panels and the hands that follow.
"Both sides" means the bot and the local Discord, without the time that the users need to decide.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bot.emulator import Limits, LocalDiscord
from bot.emulator.people import crowd
from rules import GAMES
from tests.bench.family import cpu_of
from tests.bench.pressing import Baseline, BaselineProcess, Mover
from tests.wire.bot_process import BotProcess

WARM = 24
BLOCK = 24
ROUNDS = 7
NAMES = ("Anna", "Bert", "Cyril")
THREE = "a bot that also edits two messages"
"""The side of a minimal bot that sends three requests for a press, as a move does: the least that a game could cost."""


@dataclass(slots=True)
class Side:
    """One bot with its client, the mean CPU milliseconds of a press in each round, and the totals of all rounds.

    A round at the end of a game has few presses and many requests, so it must not count as much as a whole round.
    """

    process: BotProcess
    by: Baseline | Mover
    own: list[float] = field(default_factory=list)
    """CPU of the bot's processes only."""
    both: list[float] = field(default_factory=list)
    """CPU including the local Discord."""
    presses: int = 0
    requests: int = 0
    answers: int = 0

    async def round(self, presses: int) -> None:
        """Presses that many times, less often if the game ends before, and adds the costs of these presses.

        Opens a new game first if none is running.
        """
        await self.by.ready()
        requests, answers = len(self.process.discord.rest.requests), self._answers()
        here, there, made = time.process_time() - self.by.thought, cpu_of(self.process.pid), 0
        for _ in range(presses):
            made += await self.by.press()
        if made:
            own = (cpu_of(self.process.pid) - there) / made * 1000
            self.own.append(own)
            self.both.append(own + (time.process_time() - self.by.thought - here) / made * 1000)
            self.presses += made
            self.requests += len(self.process.discord.rest.requests) - requests
            self.answers += self._answers() - answers

    def _answers(self) -> int:
        """Returns the number of answers in the database; the minimal bot adds none."""
        if isinstance(self.by, Baseline):
            return 0
        with contextlib.closing(sqlite3.connect(self.process.database)) as db:
            (count,) = db.execute("SELECT count(*) FROM entries WHERE seat NOT IN ('chance', 'clock')").fetchone()
            return int(count)


@asynccontextmanager
async def minimal(folder: Path, button: str) -> AsyncIterator[Side]:
    """Starts the minimal bot for a block, posts the message with the button to press, and yields both as a Side."""
    world = crowd.with_people(*NAMES, limits=Limits.generous())
    room = folder / button.partition(":")[0]
    room.mkdir()
    async with LocalDiscord(world) as discord, BaselineProcess(discord, room, "baseline") as process:
        anna = crowd.person(world, "Anna")
        outcome = await anna.slash(world.channel("table-1"), "table")
        assert outcome.message is not None
        yield Side(process, Baseline(discord, anna, outcome.message, button))


@asynccontextmanager
async def played(folder: Path, game: str, *, pictures: bool, at_board: bool) -> AsyncIterator[Side]:
    """Starts Krupier for a block, with three users who will play this game, and yields both as a Side."""
    room = folder / game
    room.mkdir()
    world = crowd.with_people(*NAMES, limits=Limits.generous())
    settings = {"KRUPIER_PICTURES": "on" if pictures else "off", "KRUPIER_LOG": "INFO"}
    settings["KRUPIER_GUILDS"] = str(next(iter(world.guilds)))
    async with LocalDiscord(world) as discord, BotProcess(discord, room, **settings) as process:
        yield Side(process, Mover(discord, crowd.people(world), game, at_board=at_board))


async def compared(
    games: list[str], *, pictures: bool, at_board: bool = False, rounds: int = ROUNDS
) -> tuple[Side, dict[str, Side]]:
    """Measures the minimal bot with one and with three requests a press, and each game, alternating in each round.

    Returns the minimal bot's side, and the others by `THREE` and the games' names.
    """
    async with contextlib.AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        baseline = await stack.enter_async_context(minimal(folder, "reply:0"))
        sides = {THREE: await stack.enter_async_context(minimal(folder, "edits:1"))} | {
            game: await stack.enter_async_context(played(folder, game, pictures=pictures, at_board=at_board))
            for game in games
        }
        for side in (baseline, *sides.values()):
            await side.round(WARM)
            side.own.clear()
            side.both.clear()
            side.presses = side.requests = side.answers = 0
        for _ in range(rounds):
            for side in (baseline, *sides.values()):
                await side.round(BLOCK)
        return baseline, sides


def _ratio(costs: list[float], beside: list[float]) -> float:
    """Returns the median of `costs / beside` over the rounds; both lists have one value per round."""
    return statistics.median(one / other for one, other in zip(costs, beside, strict=False))


def _beside(what: str, side: Side, baseline: Side) -> str:
    own, both = _ratio(side.own, baseline.own), _ratio(side.both, baseline.both)
    return (
        f"{what} {statistics.median(side.own):5.2f} ms CPU, "
        f"{both:4.2f} times a bot that only replies with both sides of the wire, {own:4.2f} in the bot alone, "
        f"{side.requests / side.presses:4.2f} requests, {side.answers / side.presses:4.2f} answers  [1.8; aim 1.3]"
    )


async def figures() -> list[str]:
    """Returns the lines of the report: the cost of a press within whole moves, compared with the minimal bot.

    First with panels that stay open, then with moves that each begin at the board, then the CPU time with pictures.
    """
    lines = []
    for how, at_board in (("", False), (", each begun at the board", True)):
        baseline, plain = await compared(list(GAMES), pictures=False, at_board=at_board)
        lines.append(f"a bot that only replies:        {statistics.median(baseline.own):5.2f} ms CPU a press")
        lines.append(_beside(f"{THREE}:", plain.pop(THREE), baseline))
        lines += [_beside(f"{game}: a press of whole moves{how}", side, baseline) for game, side in plain.items()]
    _, drawn = await compared(list(GAMES), pictures=True, rounds=3)
    del drawn[THREE]
    lines += [
        f"{game}: the same with pictures {statistics.median(side.own):5.2f} ms CPU" for game, side in drawn.items()
    ]
    return lines


if __name__ == "__main__":
    print(*asyncio.run(figures()), sep="\n", file=sys.stdout)
