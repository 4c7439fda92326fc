"""What every test shares."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator

import pytest

import rules
from tests import postgres

LONGEST = ("tests/wire/test_whole", "tests/page/test_round", "tests/wire/")
"""Where the longest tests are: begun first, so that in the end no process is left alone with one of them."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests come first; all others keep their order, and those of a file stay together."""
    items.sort(key=lambda item: next((at for at, start in enumerate(LONGEST) if item.nodeid.startswith(start)), 9))


def pytest_configure() -> None:
    """No loop is current before the first test: pytest-asyncio would lose the one Python makes."""
    asyncio.set_event_loop(None)


@pytest.fixture(scope="session")
def server() -> Iterator[postgres.Server]:
    """PostgreSQL, one server for each process that runs tests."""
    programs = postgres.programs()
    if programs is None and os.environ.get("CI"):
        pytest.fail(postgres.MISSING)
    if programs is None:
        pytest.skip(postgres.MISSING)
    with postgres.running(programs) as running:
        yield running


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Nobody overlooks that half of the storage tests did not run."""
    if postgres.programs() is None:
        terminalreporter.section("PostgreSQL", red=True, bold=True)
        terminalreporter.line(postgres.MISSING, red=True)


@pytest.fixture(autouse=True)
def _as_installed() -> Iterator[None]:
    """What one test sets as an operator, no other test plays with."""
    yield
    rules.install({})
