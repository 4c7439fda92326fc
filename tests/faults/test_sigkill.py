"""Tests real SIGKILLs, and kills between requests: acknowledged answers are stored, and shown ones were committed."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from discord.webhook.async_ import AsyncWebhookAdapter

from rules import GAMES
from tests.bot.table import Evening
from tests.bot.tables.backend import Backend
from tests.faults.failpoints import taken_away
from tests.faults.judge import Ledger, goes_on, judged, shown
from tests.faults.onlooker import Onlooker
from tests.faults.scale import FULL, often, schedule
from tests.storage.sqlite.test_one_process import ROOT

LIVES = often(2, 90)
EACH = often(1, 20)
THREE = ("Anna", "Bert", "Cyril")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal here")
def test_a_record_survives_sigkill_at_random_writes(tmp_path: Path) -> None:
    killed, database, ledger = 0, tmp_path / "games", Ledger()
    for at in range(LIVES):
        with schedule("sigkill", at) as dice:
            command = [sys.executable, "-m", "tests.faults.sigkilled", str(database), dice.choice(list(GAMES)), str(at)]
            life = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
            assert life.returncode in {-signal.SIGKILL, 0}, life.stderr
            killed += life.returncode != 0
            for line in life.stdout.splitlines():
                ledger.answered(*json.loads(line))
            asyncio.run(_judged(database, ledger))
    print(killed, "kills", sum(map(len, ledger.answers.values())), "answers")
    assert killed >= LIVES // 2


async def _judged(database: Path, ledger: Ledger) -> None:
    async with Backend.opened(database) as backend:
        for table in ledger.answers:
            await judged(backend.db, table, ledger)


# The sends of a bot, on the Discord of this machine


class Line:
    """The bot's connection to Discord with failpoints, which count requests and can cut it for good at one of them."""

    def __init__(self, evening: Evening, patch: pytest.MonkeyPatch) -> None:
        self.evening = evening
        self.passed: Counter[str] = Counter()
        self.die_at: tuple[str, int] | None = None
        self.left: Path | None = None
        patch.setattr(AsyncWebhookAdapter, "request", self._watched(AsyncWebhookAdapter.request, adapter=True))
        self._http = evening.bot.http.request
        patch.setattr(evening.bot.http, "request", self._watched(self._http, adapter=False))

    def _watched(self, genuine: Callable[..., Awaitable[Any]], *, adapter: bool) -> Callable[..., Awaitable[Any]]:
        async def request(*args: Any, **named: Any) -> Any:
            route = args[1] if adapter else args[0]
            self._at(f"before {route.method} {route.path}")
            done = await genuine(*args, **named)
            self._at(f"after {route.method} {route.path}")
            return done

        return request

    def _at(self, point: str) -> None:
        if self.left is not None:
            raise asyncio.CancelledError
        self.passed[point] += 1
        if self.die_at is not None and self.die_at == (point, self.passed[point]):
            assert isinstance(self.evening.database, Path)
            self.left = taken_away(self.evening.database)
            raise asyncio.CancelledError


async def an_evening(evening: Evening, line: Line, dice: Random, ledger: Ledger) -> None:
    """Gives some answers, some of them by buttons, until the connection is cut."""
    for step in range(12):
        if line.left is not None or evening.game.decision is None:
            return
        name = evening.holder(dice.choice(evening.game.waiting))
        if step % 3 == 0:
            with suppress(AssertionError, TimeoutError, asyncio.CancelledError):
                async with asyncio.timeout(1):
                    await evening.press_board(name, "move")
        if line.left is None:
            await goes_on(evening.bot.app, evening.table, dice, ledger, 1)


async def killed_at(database: Path, die_at: tuple[str, int] | None, dice: Random) -> Counter[str]:
    """Plays an evening whose bot dies at that request, restarts the bot, and checks the games and the messages.

    Returns how often each point of a request was passed if the bot did not die, otherwise one kill.
    """
    with pytest.MonkeyPatch.context() as patch:
        async with Evening.of(*THREE, database=database, pictures=False) as evening:
            ledger, onlooker = Ledger(), Onlooker(evening.world, evening.channel, database)
            await evening.sit_down()
            line = Line(evening, patch)
            line.die_at = die_at
            await an_evening(evening, line, dice, ledger)
            if line.left is None:
                return line.passed
            await evening.stop()
            patch.undo()
            evening.database = onlooker.database = line.left
            await evening.start()
            (row,) = await evening.bot.app.db.games.unfinished()
            await evening.bot.app.tables.get(row.id)
            await shown(evening, ledger)
            await goes_on(evening.bot.app, row.id, dice, ledger, 6)
            await shown(evening, ledger)
            assert onlooker.too_early == []
            assert len([one for one in evening.person("Anna").messages(evening.channel) if _offers(one)]) == 1
        return Counter({"killed": 1})


def _offers(message: Any) -> bool:
    return message.by_bot and not message.ephemeral and bool(Evening.of_a_game(message))


def test_a_game_survives_a_kill_at_every_request(tmp_path: Path) -> None:
    passed = asyncio.run(killed_at(tmp_path / "first", None, Random("send")))
    assert len(passed) >= 6, passed
    every, killed = sorted(passed), 0
    chosen = every if FULL else Random(3).sample(every, 3)
    for at, point in enumerate(chosen):
        for again in range(EACH):
            with schedule("send", point, again) as dice:
                die_at = (point, 1 + again % passed[point])
                seed = Random("send") if again < passed[point] else dice
                came = asyncio.run(killed_at(tmp_path / f"{at}-{again}", die_at, seed))
                killed += came["killed"]
    print(len(every), "points,", killed, "kills")
    assert killed >= len(chosen)
