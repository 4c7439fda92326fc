"""Tests *Notify me*: subscribers get a direct message about new tables that they may join, and no one else."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.emulator.people.seen import Seen
from bot.emulator.world.permissions import bits
from bot.features.lobby import new_tables
from bot.features.lobby.new_tables import NewTables
from bot.features.profile.commands import ON_A_SERVER
from bot.tables.limits import MAX_NOTICES
from storage.schedules import Schedule
from tests.bot.features.lobby.test_guests import has_played, set_up_guests
from tests.bot.refused import CZECH
from tests.bot.table import Evening
from tests.emulator.moderation import overwrite

TWO = ("Anna", "Bert")


async def subscribe(evening: Evening, name: str, *kinds: str) -> None:
    """Subscribes a user to new tables of these games by *Notify me* in `/profile`; without games, ends the
    subscription.
    """
    place = evening.world.channel("table-2")
    await evening.slash(name, "profile", place)
    panel = evening.person(name).latest(place)
    await evening.press(name, panel, Evening.part(panel, "notify"))
    panel = evening.person(name).latest(place)
    await evening.person(name).select(panel, Evening.part(panel, "set_notify"), list(kinds))
    await evening.settled()


async def opened(evening: Evening) -> None:
    """Opens a table, and lets the bot finish what follows its answer."""
    await evening.open("Anna")
    await evening.slash("Anna", "help")
    await evening.settled()


def news(evening: Evening, name: str) -> list[Seen]:
    return [seen for seen in evening.person(name).dms() if "🔔" in seen.text]


async def test_subscribers_of_the_game_are_notified_of_a_new_table_on_that_server(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await subscribe(evening, "Bert", "mafia_city")
        await subscribe(evening, "Cyril", "kralovske_rosady")
        await subscribe(evening, "Anna", "mafia_city")
        await opened(evening)
        (told,) = news(evening, "Bert")
        assert f"<#{evening.channel.id}>" in told.text
        assert news(evening, "Cyril") == []
        assert news(evening, "Anna") == []
        assert evening.world.pings == []
        evening.clean()


async def test_subscribers_are_notified_of_a_rematch_too(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", "Dora", database=database, pictures=False) as evening:
        await evening.sit_down("Anna", "Bert", "Cyril")
        await subscribe(evening, "Dora", "mafia_city")
        await evening.end("Anna")
        await evening.press_board("Anna", "rematch")
        await evening.settled()
        assert len(news(evening, "Dora")) == 1
        evening.clean()


async def test_a_full_rematch_is_not_announced(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", "Dora", "Emil", "Fero", database=database, pictures=False) as evening:
        await evening.sit_down(*TWO, "Cyril", "Dora", "Emil")
        await subscribe(evening, "Fero", "mafia_city")
        await evening.end("Anna")
        await evening.press_board("Anna", "rematch")
        await evening.settled()
        assert len(evening.live.seats) == 5
        assert news(evening, "Fero") == []
        evening.clean()


async def test_choosing_nothing_ends_the_notifications(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await subscribe(evening, "Bert", "mafia_city")
        await subscribe(evening, "Bert")
        await opened(evening)
        assert news(evening, "Bert") == []
        evening.clean()


async def test_blocks_in_either_direction_silence_the_notifications(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        for name in ("Bert", "Cyril"):
            await subscribe(evening, name, "mafia_city")
        await evening.slash("Anna", "profile", block=evening.person("Bert"))
        await evening.slash("Cyril", "profile", block=evening.person("Anna"))
        await opened(evening)
        assert news(evening, "Bert") == news(evening, "Cyril") == []
        evening.clean()


async def test_a_table_in_a_hidden_channel_notifies_no_one(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await subscribe(evening, "Bert", "mafia_city")
        overwrite(evening.world, evening.channel, evening.person("Bert").id, deny=bits("view_channel"))
        await evening.noticed(lambda: evening.bot.get_channel(evening.channel.id).overwrites)  # type: ignore[union-attr]
        await opened(evening)
        assert news(evening, "Bert") == []


async def test_quiet_hours_and_no_direct_messages_are_respected(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        for name in ("Bert", "Cyril"):
            await subscribe(evening, name, "mafia_city")
        app = evening.bot.app
        await app.db.schedules.set(evening.person("Bert").id, Schedule(days_off=frozenset(range(7))))
        await app.people.change(evening.person("Cyril").id, dms=False)
        await opened(evening)
        assert news(evening, "Bert") == news(evening, "Cyril") == []
        evening.clean()


async def test_notifications_of_a_user_are_limited(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await subscribe(evening, "Bert", "mafia_city")
        for _ in range(MAX_NOTICES + 2):
            await opened(evening)
            await evening.press_board("Anna", "leave")
        assert len(news(evening, "Bert")) == MAX_NOTICES
        evening.clean()


async def test_subscribers_who_may_not_be_notified_take_no_one_s_place(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new_tables, "MAX_NOTIFIED", 1)
    async with Evening.of(*TWO, "Cyril", "Dora", database=database) as evening:
        for name in ("Bert", "Cyril", "Dora"):
            await subscribe(evening, name, "mafia_city")
        for name in ("Bert", "Dora"):
            await evening.bot.app.people.change(evening.person(name).id, dms=False)
        for _ in range(2):
            await opened(evening)
            await evening.press_board("Anna", "leave")
        assert len(news(evening, "Cyril")) == 2
        evening.clean()


async def test_of_too_many_subscribers_each_table_notifies_others(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new_tables, "MAX_NOTIFIED", 1)
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        for name in ("Bert", "Cyril"):
            await subscribe(evening, name, "mafia_city")
        for _ in range(2):
            await opened(evening)
            await evening.press_board("Anna", "leave")
        assert [len(news(evening, name)) for name in ("Bert", "Cyril")] == [1, 1]
        evening.clean()


async def test_a_forged_game_and_a_direct_message_change_nothing(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        bert = evening.person("Bert")
        await evening.slash("Bert", "profile")
        await bert.forge(evening.private("Bert"), "kr:0:set_notify", component_type=3, values=["chess"])
        await evening.settled()
        assert await evening.bot.app.db.subscriptions.of(bert.id, evening.channel.guild_id or 0) == []
        outcome = await evening.slash("Bert", "profile", bert.dm())
        assert outcome.message is not None
        refused = await evening.press("Bert", outcome.message, Evening.part(outcome.message, "notify"))
        assert CZECH(ON_A_SERVER) in refused.text
        evening.clean()


async def test_a_subscriber_who_does_not_meet_the_tables_requirements_is_not_notified(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await has_played(evening, "Bert", 20, finished=10, seconds=40)
        await has_played(evening, "Cyril", 20, finished=20, seconds=40, before=20)
        await evening.open("Anna")
        await set_up_guests(evening, "Anna", share="90")
        for name in ("Bert", "Cyril"):
            await subscribe(evening, name, "mafia_city")
        evening.bot.app.services.get(NewTables).announce(evening.live)
        await evening.settled()
        assert news(evening, "Bert") == []
        assert len(news(evening, "Cyril")) == 1
        evening.clean()
