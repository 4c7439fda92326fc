"""Tests the judge of outages: it notices a silence that comes too early, and a record that changes."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from storage.timestamps import written
from tests.simulation.outages import Outages

NOW = datetime(2026, 1, 1, tzinfo=UTC)
SCHEMA = """
CREATE TABLE games (id, phase, paused_at);
CREATE TABLE deadlines (game, number, due);
CREATE TABLE entries (game, sequence, number, seat, keys);
INSERT INTO games VALUES (1, 'running', NULL);
"""
ANSWER = "INSERT INTO entries VALUES (1, ?, ?, ?, ?)"


class Evening:
    """A stand-in for an evening with one table, whose decision 7 has 60 seconds."""

    def __init__(self, file: Path) -> None:
        self.file, self.wrong, self.served = file, list[str](), True
        self.outages = Outages(file, lambda _table: (lambda: NOW) if self.served else None, self.wrong)
        self.execute("INSERT INTO deadlines VALUES (1, 7, ?)", written(NOW + timedelta(seconds=60)))

    def execute(self, sql: str, *values: object) -> None:
        """Executes a statement in the file."""
        with closing(sqlite3.connect(self.file)) as db:
            db.execute(sql, values)
            db.commit()

    def passes(self, seconds: int) -> None:
        """Lets the judge look once for each second."""
        for _ in range(seconds):
            self.outages.look()

    def silence(self) -> None:
        """Lets the clock answer the decision."""
        self.execute(ANSWER, 0, 7, "clock", "")
        self.execute("DELETE FROM deadlines")
        self.outages.look()


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    file = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(file)) as db:
        db.executescript(SCHEMA)
    return Evening(file)


def test_a_silence_at_its_time_is_right(evening: Evening) -> None:
    evening.passes(61)
    evening.silence()
    assert evening.wrong == []


def test_a_silence_long_before_its_time_is_noticed(evening: Evening) -> None:
    evening.passes(30)
    evening.silence()
    assert evening.wrong == ["decision 7 of table 1 ended 31.0 seconds too early"]


def test_seconds_of_an_outage_do_not_count(evening: Evening) -> None:
    evening.passes(11)
    evening.served = False
    evening.passes(60)
    evening.served = True
    evening.passes(2)
    evening.silence()
    (wrong,) = evening.wrong
    assert wrong == "decision 7 of table 1 ended 33.0 seconds too early"


def test_a_stored_answer_that_changes_is_noticed(evening: Evening) -> None:
    evening.execute(ANSWER, 0, 6, "a", "x")
    evening.passes(1)
    evening.execute("UPDATE entries SET keys = 'y'")
    evening.passes(1)
    assert evening.wrong == ["the record of table 1 has changed"]
