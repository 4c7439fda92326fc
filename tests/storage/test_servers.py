"""Tests settings of servers, greetings, and servers that removed the bot."""

from __future__ import annotations

from datetime import timedelta

import pytest

from storage import Database, ServerSettings
from storage.dsn import Dsn, Place
from tests.storage.table import NOON, open_lobby

HERE, ELSEWHERE = 7, 8


async def test_a_server_without_settings_has_the_defaults(db: Database) -> None:
    assert await db.servers.get(HERE) == ServerSettings()


async def test_settings_are_kept_for_their_server(db: Database, path: Place) -> None:
    wanted = ServerSettings(
        language="cs", channels=(11, 12), kind="some_game", pace="live", hints=True, openers="role", opener_role=13,
        log_channel=15, lobbies=5, call_role=16, channel_lobbies=9, puzzle_channel=17,
    )  # fmt: skip
    changes = {name: getattr(wanted, name) for name in ServerSettings.__slots__}
    assert await db.servers.change(HERE, changes) == wanted
    await db.close()
    async with Database.opened(path) as later:
        assert await later.servers.get(HERE) == wanted
        assert await later.servers.get(ELSEWHERE) == ServerSettings()


async def test_a_change_leaves_the_other_settings_as_they_are(db: Database) -> None:
    await db.servers.change(HERE, {"language": "cs", "lobbies": 2})
    assert await db.servers.change(HERE, {"hints": True}) == ServerSettings(language="cs", hints=True, lobbies=2)
    assert await db.servers.change(HERE, {"language": None}) == ServerSettings(hints=True, lobbies=2)


async def test_unknown_settings_are_not_changed(db: Database) -> None:
    with pytest.raises(KeyError):
        await db.servers.change(HERE, {"greeted_at": None})
    assert await db.servers.known() == {}


@pytest.mark.parametrize("changes", [{"openers": "bots"}, {"lobbies": 0}, {"lobbies": 11}, {"channel_lobbies": 26}])
async def test_the_database_refuses_impossible_settings(db: Database, changes: dict[str, object]) -> None:
    with pytest.raises(Exception, match=r"(?i)check"):
        await db.servers.change(HERE, {"language": "cs", **changes})
    assert await db.servers.get(HERE) == ServerSettings()


async def test_a_change_by_one_process_is_read_by_another_at_once(db: Database, path: Place) -> None:
    if not isinstance(path, Dsn):
        pytest.skip("a file belongs to one process")
    async with Database.opened(path) as other:
        assert (await other.servers.get(HERE)).language is None
        await db.servers.change(HERE, {"language": "sk"})
        assert (await other.servers.get(HERE)).language == "sk"


async def test_a_server_is_greeted_once(db: Database) -> None:
    assert await db.servers.claim_greeting(HERE)
    assert not await db.servers.claim_greeting(HERE)
    assert await db.servers.claim_greeting(ELSEWHERE)


async def test_a_server_that_has_had_a_table_is_not_greeted(db: Database) -> None:
    game = await open_lobby(db)
    guild = (await db.games.get(game)).guild
    assert guild is not None
    assert not await db.servers.claim_greeting(guild)


async def test_a_removal_counts_from_its_first_report_until_the_return(db: Database) -> None:
    await db.servers.set_removed(HERE, NOON)
    await db.servers.set_removed(HERE, NOON + timedelta(days=1))
    assert await db.servers.known() == {HERE: NOON}
    await db.servers.set_back(HERE)
    assert await db.servers.known() == {HERE: None}
    await db.servers.forget(HERE)
    assert await db.servers.known() == {}
