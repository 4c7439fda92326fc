"""Fixtures that set up the log as a bot's process does."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest

from bot.monitoring.logs import set_up_logging

SetUp = Callable[[bool], None]


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> SetUp:
    """Returns a function that sets up the log as a start does, until the test ends: in JSON if its argument is True,
    or else as text.
    """

    def set_up(structured: bool) -> None:
        monkeypatch.setattr(logging.getLogger(), "handlers", [])
        for name in ("bot", "storage", "rules", "discord"):
            logger = logging.getLogger(name)
            monkeypatch.setattr(logger, "handlers", [])
            monkeypatch.setattr(logger, "propagate", True)
            monkeypatch.setattr(logger, "level", logging.NOTSET)
        set_up_logging(logging.INFO, structured=structured)

    return set_up
