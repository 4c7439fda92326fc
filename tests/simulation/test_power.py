"""Tests the simulated losses of power: SQLite recovers all but the commit that may be lost, and that one as a whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from tests.faults.failpoints import taken_away
from tests.simulation.power import CHECKPOINT, LIE, LOG, Files, PowerCut, entries, log_of, read

COMMITTED = ("after", "COMMIT")
SEEDS = 40
BEFORE = 30
"""The number of answers that were stored before the transaction during which the power goes."""
Cut = tuple[str, PowerCut, Path, Path]
"""The damage, the loss of power, the damaged file, and a copy of it from before the damage."""


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    """Yields a database with answers, most of them in the log; it is open, because its end would be a checkpoint."""
    file = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA wal_autocheckpoint = 0")
        db.execute("CREATE TABLE entries (game, sequence, number, seat, keys)")
        for number in range(BEFORE):
            _answers(db, number)
            if number == BEFORE // 3:
                db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        yield file


def _answers(db: sqlite3.Connection, number: int) -> None:
    db.execute("INSERT INTO entries VALUES (1, ?, ?, 'a', ?)", (number, number, "x" * 700))


def cut(file: Path, how: str, seed: int, *, checkpoint: bool = False) -> Cut:
    """Stores one more answer, lets the power go, and returns what is left; `checkpoint`: the commit makes one."""
    power = PowerCut(Random(seed), how)
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        power.passes(("before", "BEGIN IMMEDIATE"), file)
        _answers(db, BEFORE + seed)
        if checkpoint:
            db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        while not power.comes(COMMITTED, 0):
            pass
        image = taken_away(file)
    whole = image.with_name("whole")
    read(image).write(whole)
    return power.damages(image), power, image, whole


def _is_sound(file: Path) -> bool:
    with closing(sqlite3.connect(file)) as db:
        return bool(db.execute("PRAGMA integrity_check").fetchone() == ("ok",))


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_torn_log_loses_the_last_commit_or_nothing(file: Path, seed: int) -> None:
    damage, _, image, whole = cut(file, LOG, seed)
    assert damage == LOG
    left, stored = entries(image), entries(whole)
    assert left in (stored, stored[:-1])
    assert _is_sound(image)


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("checkpoint", [False, True])
def test_a_torn_checkpoint_loses_nothing(file: Path, seed: int, *, checkpoint: bool) -> None:
    damage, _, image, whole = cut(file, CHECKPOINT, seed, checkpoint=checkpoint)
    assert damage == CHECKPOINT
    assert image.read_bytes() != file.read_bytes() or not checkpoint
    assert entries(image) == entries(whole)
    assert _is_sound(image)


def test_a_torn_checkpoint_without_its_log_is_noticed(file: Path) -> None:
    """The database file itself is really damaged: without the log, some of these files are not readable or short."""
    sound = 0
    for seed in range(SEEDS):
        _, _, image, whole = cut(file, CHECKPOINT, seed)
        stored = entries(whole)
        Files(image.read_bytes(), b"").write(image)
        with suppress(sqlite3.DatabaseError):
            sound += _is_sound(image) and entries(image) == stored
    assert sound < SEEDS / 4


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_pretended_sync_loses_one_whole_commit_at_most(file: Path, seed: int) -> None:
    damage, power, image, whole = cut(file, LIE, seed)
    assert damage == LIE
    left, stored = entries(image), entries(whole)
    before = power.entries_before(image.with_name("before"))
    assert before == stored[:-1]
    assert left in (stored, before)
    assert _is_sound(image)


def test_a_pretended_sync_loses_a_commit_in_some_evenings(file: Path) -> None:
    lost = 0
    for seed in range(SEEDS):
        _, _, image, whole = cut(file, LIE, seed)
        lost += entries(image) != entries(whole)
    assert lost > SEEDS / 4


def test_a_later_sync_makes_a_pretended_one_true(file: Path) -> None:
    damage, _, image, whole = cut(file, LIE, 1, checkpoint=True)
    assert damage == ""
    assert read(image) == read(whole)


def test_power_goes_before_the_next_commit_after_a_pretended_sync(file: Path) -> None:
    power = PowerCut(Random(1), LIE)
    power.passes(("before", "BEGIN IMMEDIATE"), file)
    assert not power.comes(COMMITTED, 0)
    assert power.comes(("before", "COMMIT"), 0)


def test_the_log_that_begins_again_keeps_its_new_header(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("PRAGMA wal_checkpoint(RESTART)")
    header = log_of(file).read_bytes()[:32]
    for seed in range(SEEDS):
        _, _, image, whole = cut(file, LOG, seed)
        assert log_of(image).read_bytes()[:32] != header
        assert entries(image) in (entries(whole), entries(whole)[:-1])
        assert _is_sound(image)
        with closing(sqlite3.connect(file, isolation_level=None)) as db:
            db.execute("PRAGMA wal_checkpoint(RESTART)")
        header = log_of(file).read_bytes()[:32]
