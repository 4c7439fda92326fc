"""Fixtures of the storage tests: every test of this folder that uses a database runs on both engines; subfolders are
for one of them.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from storage import Database, seal
from storage.dsn import Place
from tests import databases
from tests.simulation.postgres.driver import installed
from tests.simulation.postgres.server import SimulatedServer

ALSO_SIMULATED = (
    "test_consent", "test_heartbeats", "test_listings", "test_posts", "test_record", "test_seats",
    "test_takeover", "test_tournaments", "test_undos", "test_vacancies",
)  # fmt: skip
"""The files whose tests the simulated server of tests/simulation must pass as well."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    package, _, name = metafunc.module.__name__.rpartition(".")
    if "path" in metafunc.fixturenames and package == "tests.storage":
        servers = ["postgres", "simulated"] if name in ALSO_SIMULATED else ["postgres"]
        later = [pytest.param(server, marks=pytest.mark.tier("test")) for server in servers]
        metafunc.parametrize("path", ["sqlite", *later], indirect=True)


@pytest.fixture
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Yields where the test's database is: the path of a file that does not exist yet, or the address of a fresh
    database on a real or a simulated PostgreSQL server.
    """
    if request.param == "sqlite":
        yield tmp_path / "krupier.sqlite3"
        return
    if request.param == "simulated":
        simulated = SimulatedServer(tmp_path)
        with installed(simulated):
            yield simulated.fresh()
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
