"""Fixtures for the tests of the rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules import GAMES
from tests.rules.toy import TOY


@pytest.fixture(scope="module")
def toy_registered() -> Iterator[None]:
    """Adds the toy game to `GAMES` while a module's tests run, and removes it afterwards."""
    GAMES[TOY.name] = TOY
    yield
    del GAMES[TOY.name]
