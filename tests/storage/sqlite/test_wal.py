"""Tests that a log torn by a crash is normal, and that one damaged in the middle is reported."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from random import Random

import pytest

from storage import Database
from storage.wal import commits_dropped
from tests.storage.table import answer, begin, in_file

HEADER, FRAME = 32, 24
ANSWERS = 12


@pytest.fixture
def left(path: Path) -> Path:
    """Returns the path of a database file as a killed process leaves it: all answers of its game are only in the
    write-ahead log next to it.
    """

    async def played() -> Path:
        async with Database.opened(path) as db:
            game = await begin(db)
            await in_file(db).db.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
            for number in range(1, ANSWERS + 1):
                await db.record.append(game, [answer(number, "a", "x")])
            copy = path.with_name("left")
            for beside in ("", "-wal"):
                shutil.copy(path.with_name(path.name + beside), copy.with_name(copy.name + beside))
            return copy

    return asyncio.run(played())


def test_a_sound_log_drops_nothing(left: Path) -> None:
    assert commits_dropped(left) == 0
    assert commits_dropped(left.with_name("nothing")) == 0


def test_every_torn_end_drops_one_commit_at_most(left: Path) -> None:
    log = left.with_name("left-wal")
    whole = log.read_bytes()
    for length in {*range(0, len(whole), 997), len(whole) - 1, 10, HEADER, HEADER + FRAME}:
        log.write_bytes(whole[:length])
        assert commits_dropped(left) <= 1


def test_every_flip_that_loses_answers_is_counted(left: Path) -> None:
    log, dice = left.with_name("left-wal"), Random(1)
    whole = log.read_bytes()
    page = int.from_bytes(whole[8:12])
    for _ in range(60):
        spoilt = bytearray(whole)
        # A kill can also tear the last commit. Damage in the log's header would concern the whole log.
        at = dice.randrange(HEADER, len(whole) - 6 * (FRAME + page))
        spoilt[at] ^= 1 << dice.randrange(8)
        log.write_bytes(bytes(spoilt))
        assert commits_dropped(left) > 1


async def test_a_sound_log_causes_no_message(left: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with Database.opened(left) as db:
        assert len(await db.record.entries(1)) == ANSWERS
    assert "damaged in the middle" not in caplog.text


def test_a_damaged_log_is_reported_at_the_start(left: Path, caplog: pytest.LogCaptureFixture) -> None:
    log = left.with_name("left-wal")
    spoilt = bytearray(log.read_bytes())
    spoilt[HEADER + FRAME + 100] ^= 4
    log.write_bytes(bytes(spoilt))

    async def opened() -> int:
        async with Database.opened(left) as db:
            return len(await db.record.entries(1))

    assert asyncio.run(opened()) < ANSWERS
    assert f"{ANSWERS} commits" in caplog.text
    assert "damaged in the middle" in caplog.text


def content(file: Path) -> bytes:
    return file.read_bytes()


def test_a_checkpoint_that_was_cut_off_is_made_again_from_the_log(path: Path) -> None:
    """A database file that was cut off during a checkpoint, with its log still there, opens with all answers: the last
    pages are taken from the log.
    """
    count, cut = 400, path.with_name("cut")

    async def played() -> int:
        async with Database.opened(path) as db:
            game = await begin(db)
            connection = in_file(db).db
            for pragma in ("wal_checkpoint(TRUNCATE)", "wal_autocheckpoint = 0"):
                await connection.execute_fetchall(f"PRAGMA {pragma}")
            short = len(content(path))
            for number in range(1, count + 1):
                await db.record.append(game, [answer(number, "a", "x")])
            shutil.copy(path.with_name(path.name + "-wal"), cut.with_name("cut-wal"))
            await connection.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
            whole = content(path)
            assert len(whole) > short
            cut.write_bytes(whole[:short])
            return game

    async def found(game: int) -> int:
        async with Database.opened(cut) as db:
            return len(await db.record.entries(game))

    assert asyncio.run(found(asyncio.run(played()))) == count
