"""Fixtures of the storage tests: every test in this folder runs on both engines; subfolders are for one of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from storage import Database, seal
from storage.dsn import Place
from tests import databases


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.tier("test"))])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Yields the place of the database (or of the future file)."""
    if request.param == "sqlite":
        yield tmp_path / "krupier.sqlite3"
        return
    server = request.getfixturevalue("server")
    dsn = server.fresh()
    yield dsn
    server.drop(dsn)


@pytest.fixture
async def db(path: Place) -> AsyncIterator[Database]:
    if isinstance(path, Path):
        databases.create(path)
    async with Database.opened(path) as opened:
        yield opened


@pytest.fixture
def no_key() -> Iterator[None]:
    """Removes the operator's key before and after a test."""
    seal.install("")
    yield
    seal.install("")
