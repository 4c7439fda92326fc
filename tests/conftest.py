"""What every test shares."""

from __future__ import annotations

import asyncio


def pytest_configure() -> None:
    """No loop is current before the first test: pytest-asyncio would keep and lose the one that Python makes unasked."""
    asyncio.set_event_loop(None)
