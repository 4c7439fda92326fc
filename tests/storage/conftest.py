from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "krupier.sqlite3"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    async with Store.opened(path) as opened:
        yield opened
