"""What every test shares."""

from __future__ import annotations

import asyncio


def pytest_configure() -> None:
    """No loop is current before the first test: pytest-asyncio would lose the one Python makes."""
    asyncio.set_event_loop(None)
