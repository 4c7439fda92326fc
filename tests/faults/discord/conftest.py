"""Fixtures of the tests of Discord's faults."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

SHORT = 0.002


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> Callable[[], float]:
    """Shortens every pause of `asyncio.sleep` to 2 ms at most; returns a function with the sum of the requested
    seconds.
    """
    sleep, waited = asyncio.sleep, [0.0]

    async def briefly(delay: float, result: Any = None) -> Any:
        waited[0] += delay
        return await sleep(min(delay, SHORT), result)

    monkeypatch.setattr(asyncio, "sleep", briefly)
    return lambda: waited[0]
