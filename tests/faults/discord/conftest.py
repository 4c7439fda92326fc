"""What the tests of Discord's faults share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

SHORT = 0.002


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> Callable[[], float]:
    """Nobody waits between two tries, neither the bot nor its library; returns how long they would have waited."""
    sleep, waited = asyncio.sleep, [0.0]

    async def briefly(delay: float, result: Any = None) -> Any:
        waited[0] += delay
        return await sleep(min(delay, SHORT), result)

    monkeypatch.setattr(asyncio, "sleep", briefly)
    return lambda: waited[0]
