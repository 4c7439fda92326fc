from __future__ import annotations

from collections.abc import Iterator

import pytest

from storage.dsn import Dsn
from tests.postgres import Server


@pytest.fixture
def path(server: Server) -> Iterator[Dsn]:
    dsn = server.fresh()
    yield dsn
    server.drop(dsn)
