"""Tests the defaults of a server for new tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.features.server.service import with_defaults
from bot.tables.lobby import Lobby
from bot.tables.wishes import Wishes
from storage import ServerSettings
from tests.bot.table import Evening


def test_stored_defaults_that_this_version_lacks_are_ignored() -> None:
    wishes = with_defaults(Wishes(), ServerSettings(kind="chess", pace="glacial"), hints=None)
    assert (wishes.kind, wishes.pace) == (None, None)
    Lobby.agreed(wishes)


def test_known_defaults_are_applied_unless_the_host_chooses() -> None:
    settings = ServerSettings(kind="mafia_city", pace="untimed")
    assert with_defaults(Wishes(), settings, hints=None) == Wishes("mafia_city", pace="untimed")
    chosen = Wishes("kralovske_rosady", pace="live")
    assert with_defaults(chosen, settings, hints=None) == chosen


@pytest.mark.parametrize(
    ("clock", "server", "host", "expected"),
    [
        (True, None, None, ("live", 90)),
        (False, None, None, ("untimed", None)),
        (False, "relaxed", None, ("relaxed", 600)),
        (False, None, "live", ("live", 90)),
    ],
)
async def test_without_a_clock_tables_are_untimed_unless_someone_chooses(
    database: Path, clock: bool, server: str | None, host: str | None, expected: tuple[str, int | None]
) -> None:
    async with Evening.of("Anna", database=database, locale="en-US") as evening:
        evening.bot.settings.clock = clock
        (guild,) = evening.world.guilds
        await evening.bot.app.db.servers.change(guild, {"pace": server})
        await evening.open(game="mafia_city", **({} if host is None else {"pace": host}))
        assert (evening.live.row.pace, evening.live.row.turn_seconds) == expected
