"""What every test shares."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

import rules

LONGEST = ("tests/wire/test_whole", "tests/page/test_round", "tests/wire/")
"""Where the longest tests are: begun first, so that in the end no process is left alone with one of them."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests come first; all others keep their order, and those of a file stay together."""
    items.sort(key=lambda item: next((at for at, start in enumerate(LONGEST) if item.nodeid.startswith(start)), 9))


def pytest_configure() -> None:
    """No loop is current before the first test: pytest-asyncio would lose the one Python makes."""
    asyncio.set_event_loop(None)


@pytest.fixture(autouse=True)
def _as_installed() -> Iterator[None]:
    """What one test sets as an operator, no other test plays with."""
    yield
    rules.install({})
