"""Many games on one process, with faults among them: of none that is over anything is kept in memory."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from bot.emulator.world import acts
from rules import GAMES
from tests.faults.house import House
from tests.faults.mischief import goes_wrong
from tests.faults.scale import FULL, often, schedule
from tests.storage.sqlite.test_one_process import ROOT

NAMES = ("Anna", "Bert", "Cyril", "Dora")
GAMES_PLAYED = often(12, 500)
AT_ONCE = often(4, 25)
"""Tables that are played at the same time."""
WARM = often(2, 4)
"""After so many rounds everything that is kept once for all is there."""
GROWTH = 1.05
A_DAY = 86_400.0
LESS_THAN = 400
"""Objects of a kind: so many may be kept whatever has been played, in caches that are bounded."""


class Soak(House):
    """Tables in many channels, and a bot in a process of its own: what that holds is the bot's alone."""

    process: asyncio.subprocess.Process

    async def start(self) -> None:
        told = {
            "token": self.discord.token, "api_url": self.discord.api_url, "gateway_url": self.discord.gateway_url,
            "database": str(self.database), "kept": 300 * AT_ONCE,
        }  # fmt: skip
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.faults.soaked", json.dumps(told), cwd=ROOT, stdin=-1, stdout=-1
        )
        await self._answer()

    async def stop(self) -> None:
        if self.process.stdin is not None:
            self.process.stdin.close()
        await self.process.wait()

    async def asked(self, do: str, **told: Any) -> Any:
        """What came of it in the bot's process."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"do": do, **told}).encode() + b"\n")
        await self.process.stdin.drain()
        return await self._answer()

    async def _answer(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(await self.process.stdout.readline())

    async def settled(self) -> None:
        await self.asked("settled")

    async def pass_time(self, seconds: float) -> None:
        self.clock.advance(seconds)
        await self.asked("passes", seconds=seconds)

    async def begins(self, where: str, kind: str, dice: Random) -> None:
        """A game that people begin."""
        self.here = where
        names = dice.sample(NAMES, max(2, GAMES[kind].seats[0]))
        await self.slash(names[0], "game new", game=kind, pace=dice.choice(("live", "bank", "relaxed")))
        self.tables[where] = await self.asked("latest")
        for name in names[1:]:
            await self.press_board(name, "join")
        await self.press_board(names[0], "start")

    async def turn(self, where: str, dice: Random, answers: int) -> bool:
        """Some answers there; whether it goes on."""
        self.here = where
        going = await self.asked("turn", table=self.tables[where], answers=answers, seed=dice.randrange(10**9))
        return bool(going)

    async def looks(self, where: str, dice: Random) -> None:
        """Somebody opens what can be opened."""
        self.here = where
        name = dice.choice(NAMES)
        if not any(seen.by_bot and not seen.ephemeral for seen in self.person(NAMES[0]).messages(self.channel)):
            return
        board = self.board()
        verbs = sorted({"move", "hand", "log", "react"} & self.verbs(board))
        if verbs:
            await self.press(name, board, self.part(board, dice.choice(verbs)))

    def sweep(self) -> None:
        """The other side forgets what was said."""
        for channel in self.world.channels.values():
            channel.messages.clear()
        self.world.interactions.clear()
        self.world.tokens.clear()
        self.world.files.clear()
        self.discord.remember(0)


def grown(before: dict[str, int], after: dict[str, int]) -> dict[str, tuple[int, int]]:
    """What there is more of than when everything was warm."""
    known = Counter(before)
    return {
        kind: (known[kind], count)
        for kind, count in after.items()
        if count > max(known[kind] * GROWTH, known[kind] + LESS_THAN if not FULL else LESS_THAN)
    }


async def one_round(soak: Soak, dice: Random) -> None:
    """Tables are opened, played to their end with faults and time between, and forgotten."""
    left = []
    for number in range(AT_ONCE):
        where = f"table-{number + 1}"
        await soak.begins(where, dice.choice(tuple(GAMES)), dice)
        left.append(where)
    while left:
        where = dice.choice(left)
        soak.here = where
        await goes_wrong(soak, where, NAMES[0], dice)
        if dice.random() < 0.2:
            await soak.looks(where, dice)
        if dice.random() < 0.2:
            await soak.pass_time(dice.choice((1.0, 15.0, 100.0, 700.0)))
        if dice.random() < 0.02:
            soak.here = where
            await soak.end("Anna")
        if not await soak.turn(where, dice, 40):
            left.remove(where)
    await soak.pass_time(3_600)
    await soak.slash("Dora", "game rules")


async def test_nothing_is_kept_of_games_that_are_over(database: Path) -> None:
    with schedule("soak") as dice:
        async with Soak.of(*NAMES, database=database, channels=AT_ONCE, pictures=False) as soak:
            assert isinstance(soak, Soak)
            soak.tables, weights, began = {}, list[dict[str, Any]](), soak.clock()
            acts.allow(soak.world, soak.channel, "manage_channels", who=soak.person("Anna").id)
            for number in range(GAMES_PLAYED // AT_ONCE):
                await one_round(soak, dice)
                soak.tables.clear()
                soak.sweep()
                weights.append(await soak.asked("weighed"))
                print(number, {what: weights[-1][what] for what in ("blocks", "resident")}, flush=True)
                assert weights[-1]["kept"] == {}
            warm, last = weights[WARM - 1], weights[-1]
            assert grown(warm["kinds"], last["kinds"]) == {}
            for what in ("blocks", "resident"):
                assert last.get(what, 0) <= warm.get(what, 0) * GROWTH, what
            if FULL:
                assert soak.clock() - began >= A_DAY
