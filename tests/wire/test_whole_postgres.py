"""Each game on the wire with a server's database: played to its winner through two kills, and its record checked."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules import GAMES
from storage.check import check
from storage.dsn import Dsn
from tests.postgres import Server
from tests.wire import whole
from tests.wire.test_whole_games import AT_MOST


@pytest.fixture
def dsn(server: Server) -> Iterator[Dsn]:
    fresh = server.fresh(template=None)
    yield fresh
    server.drop(fresh)


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_is_kept_on_a_server(
    game: str, dsn: Dsn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with capsys.disabled():
        await whole.played(tmp_path, game, (GAMES[game].seats[0],), AT_MOST, KRUPIER_DATABASE=dsn.url)
    assert not [name for name in os.listdir(tmp_path) if "sqlite" in name], "nothing is kept in a file"
    assert [finding.trouble async for finding in check(dsn) if finding.trouble] == []
