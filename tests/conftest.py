"""What every test shares."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

import rules


def pytest_configure() -> None:
    """No loop is current before the first test: pytest-asyncio would lose the one Python makes."""
    asyncio.set_event_loop(None)


@pytest.fixture(autouse=True)
def _as_installed() -> Iterator[None]:
    """What one test sets as an operator, no other test plays with."""
    yield
    rules.install({})
