"""Checks after every test that each table's record replays to the same table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .table import TABLES, replays


@pytest.fixture(autouse=True)
def _every_record_replays() -> Iterator[None]:
    TABLES.clear()
    yield
    for table in TABLES:
        replays(table)
