from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from storage.dsn import Dsn
from tests.postgres import Server
from tests.simulation.postgres.driver import installed
from tests.simulation.postgres.server import SimulatedServer

ALSO_SIMULATED = ("test_claims", "test_coordination", "test_workers")
"""The files whose tests the simulated server of tests/simulation must pass as well."""
REAL_ONLY = (
    # Transactions on different tables overlap: the simulated server has one that writes at a time.
    "test_a_late_commit_is_not_overlooked",
    # The simulation has no threads.
    "test_a_turn_that_was_taken_before_its_caller_was_cancelled_is_given_back",
    "test_a_worker_whose_event_loop_is_busy_keeps_its_claims",
    "test_a_worker_whose_event_loop_hangs_loses_its_claims",
    # Statements that only these tests use.
    "test_anyone_who_stands_still_with_a_lock_in_hand_loses_it",
    "test_database_errors_do_not_show_values",
    "test_nothing_that_is_kept_is_emptied",
    "test_sealed_seeds_are_not_emptied",
    "test_a_seed_and_an_answer_are_not_altered",
)
"""Tests that run only on a real server, because they need what the simulated one does not have."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "server" in metafunc.fixturenames and metafunc.module.__name__.rpartition(".")[2] in ALSO_SIMULATED:
        servers = ["postgres"] if metafunc.function.__name__ in REAL_ONLY else ["postgres", "simulated"]
        metafunc.parametrize("server", servers, indirect=True)


@pytest.fixture
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    """Yields a real PostgreSQL server, or the simulated one if the test's parameter says so."""
    if getattr(request, "param", "postgres") == "simulated":
        simulated = SimulatedServer(tmp_path)
        with installed(simulated):
            yield simulated
        return
    yield request.getfixturevalue("server")


@pytest.fixture
def path(server: Server) -> Iterator[Dsn]:
    dsn = server.fresh()
    yield dsn
    server.drop(dsn)
