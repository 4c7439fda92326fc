"""Many games on one process, with faults among them: of none that is over anything is kept in memory."""

from __future__ import annotations

import gc
import resource
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from bot.emulator.world import acts
from rules import GAMES
from tests.faults.house import House
from tests.faults.memory import forgotten
from tests.faults.scale import FULL, often, schedule
from tests.lent import lent

NAMES = ("Anna", "Bert", "Cyril", "Dora")
GAMES_PLAYED = often(12, 500)
AT_ONCE = often(4, 25)
"""Tables that are played at the same time."""
WARM = often(2, 4)
"""After so many rounds everything that is kept once for all is there."""
GROWTH = 1.05
"""In a short run objects are counted only: what is bounded is not full yet."""
A_DAY = 86_400.0
FAULTS = ((500, "PATCH /channels"), (502, "POST /channels"), (500, "PATCH /webhooks"), (429, "POST /channels"))
OURS = ("bot.", "rules.", "storage.", "discord.")
LESS_THAN = 400
"""Objects of a kind: so many may be kept whatever has been played, in caches that are bounded."""


class Soak(House):
    """Tables in many channels."""

    async def begins(self, where: str, kind: str, dice: Random) -> None:
        """A game with people and sometimes a computer."""
        self.here = where
        names = dice.sample(NAMES, max(2, GAMES[kind].seats[0]))
        await self.slash(names[0], "game new", game=kind, pace=dice.choice(("live", "bank", "relaxed")))
        self.tables[where] = max(self.bot.app.tables._live)
        for name in names[1:]:
            await self.press_board(name, "join")
        await self.press_board(names[0], "start")

    async def turn(self, where: str, dice: Random, answers: int) -> bool:
        """Some answers there, and looks at what is shown; whether it goes on."""
        self.here = where
        table = self.tables[where]
        for _ in range(answers):
            live = await self.bot.app.tables.get(table)
            game = live.game
            if game is None or game.decision is None or live.row.phase != "running":
                return False
            if not game.waiting:
                break
            seat = game.waiting[0]
            keys = lent(game, seat, dice)
            await self.bot.app.referee.play(table, game.number, live.seat(seat).user, keys)
        await self.settled()
        return True

    async def looks(self, where: str, dice: Random) -> None:
        """Somebody opens what can be opened."""
        self.here = where
        name, board = dice.choice(NAMES), self.board()
        verbs = sorted({"move", "hand", "log", "react"} & self.verbs(board))
        if verbs:
            await self.press(name, board, self.part(board, dice.choice(verbs)))

    def sweep(self) -> None:
        """The other side forgets what was said: only the bot's memory is looked at."""
        for channel in self.world.channels.values():
            channel.messages.clear()
        self.world.interactions.clear()
        self.world.tokens.clear()
        self.world.files.clear()
        self.discord.requests.clear()


def kinds() -> Counter[str]:
    """How many objects of our own there are, by their kind."""
    gc.collect()
    found: Counter[str] = Counter()
    for one in gc.get_objects():
        module = getattr(type(one), "__module__", "")
        if isinstance(module, str) and module.startswith(OURS) and not module.startswith("bot.emulator"):
            found[f"{module}.{type(one).__qualname__}"] += 1
    return found


def memory() -> dict[str, int]:
    """What the whole process holds, the other side and all libraries included: blocks of Python, resident bytes."""
    gc.collect()
    held = {"blocks": sys.getallocatedblocks()}
    if sys.platform == "linux":
        held["resident"] = int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize()
    return held


def grown(before: Counter[str], after: Counter[str]) -> dict[str, tuple[int, int]]:
    """What there is more of than when everything was warm."""
    return {
        kind: (before[kind], count)
        for kind, count in after.items()
        if count > max(before[kind] * GROWTH, before[kind] + LESS_THAN if not FULL else LESS_THAN)
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
        if dice.random() < 0.1:
            status, route = dice.choice(FAULTS)
            soak.world.faults.demand(status, on=route, times=1)
        if dice.random() < 0.02:
            user = soak.person(dice.choice(NAMES)).user
            user.dms_open = not user.dms_open
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


async def test_nothing_is_kept_of_games_that_are_over(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.messages.board.WAIT", 0.0)
    monkeypatch.setattr("bot.messages.hands.QUIET", 0.0)
    monkeypatch.setattr("bot.tables.registry.KEPT", 500 * AT_ONCE)
    with schedule("soak") as dice:
        async with Soak.of(*NAMES, database=database, channels=AT_ONCE, pictures=False) as soak:
            assert isinstance(soak, Soak)
            soak.tables, rounds, warm, held, began = {}, GAMES_PLAYED // AT_ONCE, kinds(), memory(), soak.clock()
            acts.allow(soak.world, soak.channel, "manage_channels", who=soak.person("Anna").id)
            for number in range(rounds):
                await one_round(soak, dice)
                soak.tables.clear()
                soak.sweep()
                assert await forgotten(soak.bot.app) == {}
                for game in list(soak.bot.app.tables._live):
                    soak.bot.app.tables.drop(game)  # So many are kept at most, but one game is longer than another.
                if number == WARM - 1:
                    warm, held = kinds(), memory()
                print(number, memory(), flush=True)
            assert grown(warm, kinds()) == {}
            if FULL:
                assert soak.clock() - began >= A_DAY
                # Told, not judged: the other side lives in this process too, and this does not say whose it is.
                print(f"after the warm-up {held}, at the end {memory()}")
