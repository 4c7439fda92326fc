"""Tests a full or failing disk: presses are refused with a message, reading works, and play continues afterwards."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from bot.app import App
from bot.games import GAME_UIS
from bot.games.pre_orders import PreOrders
from rules.engine import Game
from storage.errors import DiskTrouble
from tests.bot.table import Evening
from tests.bot.tables.backend import Backend
from tests.faults import disk
from tests.faults.backends import a_game
from tests.faults.judge import Ledger, goes_on, judged, played_to_the_end, shown, some_keys
from tests.faults.scale import often
from tests.storage.table import in_file

THREE = ("Anna", "Bert", "Cyril")


async def test_a_full_disk_refuses_presses_with_a_message_and_play_resumes_by_itself(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game, ledger, app, table = evening.game, Ledger(), evening.bot.app, evening.table
        number, name = game.number, evening.holder(game.waiting[0])
        await evening.press_board(name, "move")
        panel = evening.private(name)
        choose = panel.selects[0]
        with disk.full(database):
            await evening.person(name).select(panel, choose.custom_id, [choose.options[0].value])
            await evening.settled()
            assert "nemůžu nic uložit" in evening.private(name).text
            assert await _number(app, table) == number
            hand = await evening.slash(name, "game hand")
            assert "nemůžu" not in hand.text
            with pytest.raises(DiskTrouble):
                await evening.pass_time(91)
            assert await _number(app, table) == number
        await evening.pass_time(10)
        live = await app.tables.get(table)
        assert live.deadline is not None
        assert live.deadline.due > evening.now(), "ten seconds after there was room, the clock goes on"
        await evening.pass_time(91)
        assert await _number(app, table) > number
        await goes_on(app, table, Random(2), ledger, 5)
        await shown(evening, ledger)
        tracebacks = [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR and one.exc_info]
        assert tracebacks == []
        evening.clean()


async def test_a_stored_answer_is_shown_although_its_consequences_cannot_be_written(database: Path) -> None:
    """An answer or silence counts and is shown even if the write that follows fails: an absence or a standing order."""
    async with Backend.opened(database) as backend:
        table = await a_game(backend, "mafia_city")

        async def done_though(statement: str, action: Callable[[], Awaitable[object]]) -> None:
            number, told = (await backend.game(table)).number, len(backend.told)
            genuine = in_file(backend.db).inside
            failing = disk.Failing(lambda point: point[0] == "before" and statement in point[1])
            failing.watch(backend.db)
            await action()
            in_file(backend.db).inside = genuine
            assert failing.failed
            assert (await judged(backend.db, table)).number > number
            assert len(backend.told) > told, "everyone sees it"

        async def time_is_up() -> None:
            await backend.pass_time(100)

        async def until(condition: Callable[[Game], bool]) -> Game:
            for _ in range(200):
                game = await backend.game(table)
                if condition(game):
                    return game
                await goes_on(backend, table, dice, Ledger(), 1)
            raise AssertionError("nobody is asked so")

        def may_pass_for_good(game: Game) -> bool:
            assert game.decision is not None
            may = GAME_UIS["mafia_city"].get(PreOrders).may_stay_out_after(game.decision.kind, "pass")
            return may and len(game.waiting) == 1 and "pass" in game.keys(game.waiting[0])

        def is_asked_again(game: Game) -> bool:
            return list(game.waiting) == [late]

        dice = Random(1)
        await goes_on(backend, table, dice, Ledger(), 6)
        for _ in range(5):
            if not backend.prolonged:
                await time_is_up()
        assert backend.prolonged
        await done_though("SET absences", time_is_up)
        late = str((await backend.game(table)).waiting[0])
        while not (await backend.live(table)).seat(late).absences:
            await time_is_up()
        game = await until(is_asked_again)
        keys = some_keys(game, late, dice)
        await done_though("SET absences", lambda: backend.answers(table, late, *keys))
        seat = (await until(may_pass_for_good)).waiting[0]
        await done_though("staying_out", lambda: backend.answers(table, seat, "pass"))


async def test_a_start_of_which_half_could_be_written_is_pressed_again(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open()
        db, genuine, table = evening.bot.app.db, in_file(evening.bot.app.db).inside, evening.table
        disk.Failing(lambda point: point[0] == "before" and "INTO entries" in point[1]).watch(db)
        refused = await evening.press_board("Anna", "start")
        assert "nemůžu nic uložit" in refused.text
        assert await db.record.entries(table) == []
        in_file(db).inside = genuine
        await evening.press_board("Anna", "start")
        assert await db.record.entries(table)
        assert (await evening.bot.app.tables.get(table)).deadline is not None
        await shown(evening)
        again = await evening.slash("Anna", "game start")
        assert "nemůžu" not in again.text
        ledger = Ledger()
        await goes_on(evening.bot.app, evening.table, Random(5), ledger, 5)
        await shown(evening, ledger)
        evening.clean()


async def _number(app: App, table: int) -> int:
    live = await app.tables.get(table)
    assert live.game is not None
    return live.game.number


@contextmanager
def small(folder: Path) -> Iterator[Path]:
    """Mounts a file system of two megabytes for a block; skips the test if that is not possible."""
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "krupier", str(folder)], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip("no file system can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="mounting is root's business")
def test_play_continues_after_a_small_file_system_was_full(tmp_path: Path) -> None:
    with small(tmp_path / "small") as folder:
        asyncio.run(_filled_and_emptied(folder))


async def _filled_and_emptied(folder: Path) -> None:
    async with Backend.opened(folder / "games") as backend:
        table, ledger, dice = await a_game(backend, "mafia_city"), Ledger(), Random(3)
        await goes_on(backend, table, dice, ledger, 5)
        ballast = folder / "ballast"
        with ballast.open("wb") as file:
            file.write(bytes(max(0, shutil.disk_usage(folder).free - 8192)))
        with pytest.raises(DiskTrouble):
            await goes_on(backend, table, dice, ledger, 1000)
        await judged(backend.db, table, ledger)
        ballast.unlink()
        await goes_on(backend, table, dice, ledger, 20)
        await judged(backend.db, table, ledger)


async def test_a_game_survives_a_disk_that_is_full_every_other_moment(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table, ledger, dice = await a_game(backend, "kralovske_rosady"), Ledger(), Random(4)
        refused = 0
        for _ in range(often(15, 200)):
            with disk.full(database):
                try:
                    await goes_on(backend, table, dice, ledger, 3)
                except DiskTrouble:
                    refused += 1
            await judged(backend.db, table, ledger)
            await goes_on(backend, table, dice, ledger, 2)
        assert refused
        await played_to_the_end(backend, table, dice, ledger)
