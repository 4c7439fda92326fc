"""Fixtures: register the game, and check after each test that the record of every table replays to the same table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules import GAMES
from rules.star_wars_destiny import STAR_WARS_DESTINY

from .table import TABLES


@pytest.fixture(autouse=True)
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, STAR_WARS_DESTINY.name, STAR_WARS_DESTINY)


@pytest.fixture(autouse=True)
def every_record_replays(listed: None) -> Iterator[None]:
    TABLES.clear()
    yield
    for table in TABLES:
        table.replays()
