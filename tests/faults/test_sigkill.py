"""Tests real SIGKILLs at random writes: every acknowledged answer is stored."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rules import GAMES
from tests.bot.tables.backend import Backend
from tests.faults.judge import Ledger, judged
from tests.faults.scale import often, schedule
from tests.storage.sqlite.test_one_process import ROOT

LIVES = often(2, 90)


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
