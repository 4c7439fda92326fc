"""Fixtures of all tests."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator

import pytest

import rules
from tests import postgres, scratch

pytest_plugins = ("tests.tiers",)
LONGEST = ("tests/wire/test_whole", "tests/page/test_round", "tests/wire/")
"""The longest tests, which start first so that no process still runs one of them when all others have finished."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Moves long tests to the front; all others keep their order, and tests of a file stay together."""
    items.sort(key=lambda item: next((at for at, start in enumerate(LONGEST) if item.nodeid.startswith(start)), 9))


def pytest_configure() -> None:
    """Removes the current event loop, because pytest-asyncio would lose the one that Python creates, and sets the
    folder of tmp_path.
    """
    asyncio.set_event_loop(None)
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(scratch.folder()))  # where pytest creates tmp_path


@pytest.fixture(scope="session")
def server() -> Iterator[postgres.Server]:
    """Starts PostgreSQL, one server for each process that runs tests, and yields it.

    Without an installed PostgreSQL the test is skipped; in CI it fails.
    """
    programs = postgres.programs()
    if programs is None and os.environ.get("CI"):
        pytest.fail(postgres.MISSING)
    if programs is None:
        pytest.skip(postgres.MISSING)
    with postgres.running(programs) as running:
        yield running


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Prints a clear notice if the tests that need PostgreSQL did not run, except in `make check`."""
    if postgres.programs() is None and config.getoption("tier") != "check":
        terminalreporter.section("PostgreSQL", red=True, bold=True)
        terminalreporter.line(postgres.MISSING, red=True)


@pytest.fixture(autouse=True)
def _as_installed() -> Iterator[None]:
    """Resets the rules to their default settings after each test, as if the operator had set none."""
    yield
    rules.install({})
