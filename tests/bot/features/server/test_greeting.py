"""Tests the greeting of a server: sent once, in a channel where the bot may write, with the missing permissions."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.emulator.objects import Channel, Guild
from bot.emulator.people.seen import Seen
from bot.emulator.world import acts, permissions
from bot.emulator.world.world import World
from bot.features.server.greeting import Greetings
from storage.servers import Servers
from tests.bot.table import Evening
from tests.emulator import moderation


def new_server(evening: Evening, *granted: str, by: str | None = None) -> tuple[Guild, Channel]:
    """Creates a server of all people with one channel, which the bot joins with these permissions only; returns both.

    `by`: the person who adds it, as the audit log says.
    """
    guild = acts.add_guild(evening.world, "New Server", bot=False)
    guild.roles[guild.id].permissions = permissions.bits("view_channel", "read_message_history")
    channel = acts.add_channel(evening.world, "lounge", guild)
    acts.invite_bot(evening.world, guild, permissions.bits(*granted), by=evening.person(by).id if by else 0)
    return guild, channel


def seen_in(evening: Evening, channel: Channel) -> list[Seen]:
    return [seen for seen in evening.person("Anna").messages(channel) if seen.by_bot and not seen.ephemeral]


async def test_a_new_server_is_greeted_with_what_fails_without_a_permission(database: Path) -> None:
    async with Evening.of("Anna", database=database, locale="en-US") as evening:
        _, channel = new_server(evening, "send_messages")
        await evening.until(lambda: seen_in(evening, channel))
        await evening.settled()
        (greeting,) = seen_in(evening, channel)
        assert "Attach Files" in greeting.text
        assert "boards and hands have no pictures" in greeting.text
        assert "View Channel" not in greeting.text
        assert Evening.verbs(greeting) == {"open", "sv_settings", "help", "privacy", "terms"}
        evening.clean()


async def test_the_greeting_s_buttons_open_the_picker_the_settings_and_help(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, locale="en-US") as evening:
        _, channel = new_server(
            evening, "send_messages", "attach_files", "send_messages_in_threads", "create_public_threads"
        )
        await evening.until(lambda: seen_in(evening, channel))
        await evening.settled()
        (greeting,) = seen_in(evening, channel)
        assert "lack" not in greeting.text
        texts = {}
        for verb in ("open", "sv_settings", "help", "privacy", "terms"):
            outcome = await evening.person("Anna").press(greeting, Evening.part(greeting, verb))
            await outcome.done()
            await evening.settled()
            texts[verb] = outcome.text
        assert "Which game?" in texts["open"]
        assert "Settings of this server" in texts["sv_settings"]
        assert "There is no table here" in texts["help"]
        assert "`/privacy export`" in texts["privacy"]
        assert "no warranty" in texts["terms"]
        refused = await evening.person("Bert").press(greeting, Evening.part(greeting, "sv_settings"))
        assert "Manage Server" in (await refused.done()).text


async def test_the_greeting_names_what_is_missing_in_its_own_channel(database: Path) -> None:
    async with Evening.of("Anna", database=database, locale="en-US") as evening:
        evening.clock.advance(60)
        guild = acts.add_guild(evening.world, "New Server", bot=False)
        channel = acts.add_channel(evening.world, "lounge", guild)
        moderation.forbid(evening.world, channel, "attach_files")
        acts.invite_bot(evening.world, guild)
        await evening.until(lambda: seen_in(evening, channel))
        await evening.settled()
        assert "Attach Files" in seen_in(evening, channel)[0].text
        evening.clean()


async def test_the_owner_gets_the_greeting_if_the_bot_may_write_in_no_channel(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, locale="en-US") as evening:
        _, channel = new_server(evening, "view_channel")
        await evening.until(lambda: evening.person("Anna").dms())
        await evening.settled()
        (told,) = evening.person("Anna").dms()
        assert "I may not write in any channel of New Server" in told.text
        assert Evening.verbs(told) == {"open", "sv_settings", "help", "privacy", "terms"}
        for verb, command in (("open", "/game new"), ("sv_settings", "/server")):
            outcome = await evening.person("Anna").press(told, Evening.part(told, verb))
            assert command in (await outcome.done()).text
        assert seen_in(evening, channel) == []
        assert evening.person("Bert").dms() == []
        evening.clean()


async def test_the_installer_gets_it_instead_if_the_audit_log_names_them(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, locale="en-US") as evening:
        new_server(evening, "view_channel", "view_audit_log", by="Bert")
        await evening.until(lambda: evening.person("Bert").dms())
        await evening.settled()
        (told,) = evening.person("Bert").dms()
        assert "I may not write in any channel of New Server" in told.text
        assert evening.person("Anna").dms() == []
        evening.clean()


@pytest.mark.parametrize("granted", [(), ("view_audit_log",)])
async def test_the_owner_gets_it_if_the_audit_log_is_hidden_or_says_nothing(
    database: Path, granted: tuple[str, ...]
) -> None:
    async with Evening.of("Anna", "Bert", database=database, locale="en-US") as evening:
        new_server(evening, "view_channel", *granted, by=None if granted else "Bert")
        await evening.until(lambda: evening.person("Anna").dms())
        await evening.settled()
        assert evening.person("Bert").dms() == []
        evening.clean()


async def test_a_server_that_invites_the_bot_while_it_is_off_is_greeted_at_the_start(database: Path) -> None:
    async with Evening.of("Anna", database=database, locale="en-US") as evening:
        await evening.stop()
        evening.clock.advance(60)
        _, channel = new_server(evening, "send_messages")
        evening.clock.advance(60)
        await evening.start()
        await evening.until(lambda: seen_in(evening, channel))
        await evening.restart()
        await evening.settled()
        assert len(seen_in(evening, channel)) == 1
        assert seen_in(evening, evening.channel) == []
        evening.clean()


async def test_a_server_whose_invitation_no_event_has_named_is_greeted_when_it_appears(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Evening.of("Anna", database=database, locale="en-US") as evening:
        evening.clock.advance(60)
        with monkeypatch.context() as unheard:
            unheard.setattr(World, "emit", lambda *_event, **_to: None)
            guild, channel = new_server(evening, "send_messages")
        moderation.recovery(evening.world, guild)
        await evening.until(lambda: seen_in(evening, channel))
        await evening.settled()
        assert len(seen_in(evening, channel)) == 1


async def test_a_server_is_never_greeted_again(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        guild, channel = new_server(evening, "send_messages")
        await evening.until(lambda: seen_in(evening, channel))
        moderation.outage(evening.world, guild)
        moderation.recovery(evening.world, guild)
        moderation.leave(evening.world, guild, evening.world.bot.id)
        acts.invite_bot(evening.world, guild)
        await evening.restart()
        assert len(seen_in(evening, channel)) == 1


async def test_a_server_from_before_is_not_greeted_at_a_start(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        await evening.restart()
        assert seen_in(evening, evening.channel) == []
        assert evening.person("Anna").dms() == []


async def test_a_refused_greeting_is_sent_in_the_next_channel(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        evening.world.faults.demand(403, "POST /channels/{channel_id}/messages", code=50001)
        guild = acts.add_guild(evening.world, "New Server", bot=False)
        channels = [acts.add_channel(evening.world, name, guild) for name in ("first", "second")]
        acts.invite_bot(evening.world, guild, permissions.bits("view_channel", "send_messages"))
        await evening.until(lambda: [seen for place in channels for seen in seen_in(evening, place)])
        await evening.settled()
        assert [len(seen_in(evening, place)) for place in channels] == [0, 1]
        assert evening.person("Anna").dms() == []


async def test_an_interrupted_greeting_is_sent_once_after_the_start(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed(_self: Greetings, _guild: object) -> None:
        """Sends nothing, like a process that is killed at that moment."""

    async with Evening.of("Anna", database=database) as evening:
        with monkeypatch.context() as interrupted:
            interrupted.setattr(Greetings, "_send", killed)
            _, channel = new_server(evening, "send_messages")
            await evening.noticed(lambda: evening.bot.get_channel(channel.id) is not None)
            await evening.settled()
        assert seen_in(evening, channel) == []
        for _ in range(2):
            await evening.restart()
            await evening.until(lambda: seen_in(evening, channel))
            await evening.settled()
        assert len(seen_in(evening, channel)) == 1
        evening.clean()


async def test_a_greeting_whose_answer_is_lost_is_not_sent_twice(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        evening.world.faults.demand(500, "POST /channels/{channel_id}/messages", after=True)
        _, channel = new_server(evening, "send_messages")
        await evening.until(lambda: seen_in(evening, channel))
        await evening.settled()
        await evening.restart()
        await evening.settled()
        assert len(seen_in(evening, channel)) == 1


async def test_an_interrupted_greeting_that_has_arrived_is_not_sent_again_however_late(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unanswered(_self: object, _guild: int, _at: object) -> None:
        """Stores nothing, like a process that is killed at that moment."""

    async with Evening.of("Anna", database=database) as evening:
        with monkeypatch.context() as interrupted:
            interrupted.setattr(Servers, "end_greeting", unanswered)
            _, channel = new_server(evening, "view_channel", "send_messages", "read_message_history")
            await evening.until(lambda: seen_in(evening, channel))
            await evening.settled()
        await evening.stop()
        evening.clock.advance(24 * 3600)
        await evening.start()
        await evening.settled()
        assert len(seen_in(evening, channel)) == 1
        assert await evening.bot.app.db.servers.begun_greetings() == frozenset()
        evening.clean()
