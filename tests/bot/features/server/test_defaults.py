"""Tests the defaults of a server for new tables."""

from __future__ import annotations

from bot.features.server.service import with_defaults
from bot.tables.lobby import Lobby
from bot.tables.wishes import Wishes
from storage import ServerSettings


def test_stored_defaults_that_this_version_lacks_are_ignored() -> None:
    wishes = with_defaults(Wishes(), ServerSettings(kind="chess", pace="glacial"), hints=None)
    assert (wishes.kind, wishes.pace) == (None, None)
    Lobby.agreed(wishes)


def test_known_defaults_are_applied_unless_the_host_chooses() -> None:
    settings = ServerSettings(kind="mafia_city", pace="untimed")
    assert with_defaults(Wishes(), settings, hints=None) == Wishes("mafia_city", pace="untimed")
    chosen = Wishes("kralovske_rosady", pace="live")
    assert with_defaults(chosen, settings, hints=None) == chosen
