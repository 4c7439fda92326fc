"""Tests /server: settings apply at once, only managers change them, and hostile input changes nothing."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any

import pytest

from bot.emulator.people.outcome import Outcome
from bot.emulator.world import acts, interactions
from bot.features.server.commands import FIELDS, ServerHandlers
from bot.features.server.settings import CHECKS, MAX_FILE_SIZE
from storage import ServerSettings
from tests.bot.table import Evening
from tests.emulator import moderation

TWO = ("Anna", "Bert")
"""The players' names; Anna owns the server."""


async def panel(evening: Evening, name: str = "Anna") -> Outcome:
    return await evening.slash(name, "server")


async def fill_in(evening: Evening, verb: str, name: str = "Anna", **values: Any) -> Outcome:
    """Opens a form of the panel of /server, changes some fields and sends it; returns the outcome."""
    await panel(evening, name)
    shown = evening.private(name)
    opened = await evening.person(name).press(shown, Evening.part(shown, verb))
    assert opened.modal is not None, opened.text
    outcome = await evening.person(name).submit(opened.modal, values)
    await outcome.done()
    await evening.settled()
    return outcome


async def settings(evening: Evening) -> ServerSettings:
    return await evening.bot.app.db.servers.get(evening.channel.guild_id or 0)


def file(**values: object) -> bytes:
    return json.dumps({"format": "krupier-server-settings", "version": 1, "settings": values}).encode()


async def test_members_neither_see_the_command_nor_may_press_its_buttons(database: Path) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        offered = {name: {one.path for one in evening.person(name).commands(evening.channel)} for name in TWO}
        assert "server" in offered["Anna"]
        assert "server" not in offered["Bert"]
        board = await evening.open("Bert", host="Bert")
        for verb in (
            "sv_settings", "sv_set_tables", "sv_set_people", "sv_set_limits", "sv_set_quiet", "sv_load", "sv_export",
        ):  # fmt: skip
            outcome = await evening.person("Bert").forge(board, f"kr:0:{verb}")
            await outcome.done()
            assert "Manage Server" in outcome.text
        assert await settings(evening) == ServerSettings()
        evening.clean()


def test_every_setting_is_checked_and_every_handler_needs_the_permission() -> None:
    assert CHECKS.keys() == set(ServerSettings.__slots__)
    named = {name for names in FIELDS.values() for name in names}
    assert named | {"zone", "quiet"} == set(ServerSettings.__slots__)  # the form of quiet hours has texts
    handlers = re.split(r"\n    @(?:press|modal|command)\(", inspect.getsource(ServerHandlers))[1:]
    # Each handler asks for the permission itself, or lets one of these two do it.
    assert [one for one in handlers if not re.search(r"_managed\(|self\._change\(|self\._applied\(", one)] == []


async def test_defaults_of_tables_apply_at_once(database: Path) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        await fill_in(evening, "sv_set_tables", language="sk", kind="mafia_city", pace="untimed", hints="on")
        assert "Slovenčina" in evening.private("Anna").text
        await evening.slash("Bert", "game new")
        row = evening.live.row
        assert (row.language, row.kind, row.pace, row.hints) == ("sk", "mafia_city", "untimed", True)
        evening.clean()


async def test_deleted_roles_and_channels_are_shown_as_such_and_not_applied(database: Path) -> None:
    async with Evening.of(*TWO, database=database, channels=3, locale="en-US") as evening:
        guild, gone = evening.channel.guild_id or 0, 999_999_999_999
        stored = {
            "channels": (gone,), "openers": "role", "opener_role": gone, "call_role": gone, "log_channel": gone,
            "puzzle_channel": gone,
        }  # fmt: skip
        await evening.bot.app.db.servers.change(guild, stored)
        shown = (await panel(evening)).text
        assert str(gone) not in shown
        assert shown.count("⚠") == 5
        assert "only deleted channels, so all channels" in shown
        refused = await evening.slash("Bert", "game new", game="mafia_city")
        assert "only people who may manage channels or the server open tables" in refused.text
        await evening.slash("Anna", "game new", game="mafia_city")
        assert evening.live.row.host == evening.person("Anna").id
        await fill_in(evening, "sv_set_limits", channel_lobbies=["4"])
        await fill_in(evening, "sv_set_people", threads=["off"])
        now = await settings(evening)
        assert now == ServerSettings(openers="managers", channel_lobbies=4)
        assert "⚠" not in (await panel(evening)).text
        evening.clean()


async def test_an_export_leaves_out_what_was_deleted_and_can_be_imported(database: Path) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        guild, gone, here = evening.channel.guild_id or 0, 999_999_999_999, evening.channel.id
        stored = {"channels": (gone, here), "openers": "role", "opener_role": gone, "lobbies": 2}
        await evening.bot.app.db.servers.change(guild, stored)
        await panel(evening)
        shown = evening.private("Anna")
        outcome = await evening.press("Anna", shown, Evening.part(shown, "sv_export"))
        content = evening.person("Anna").download(outcome.followups[0].attachments[0])
        await fill_in(evening, "sv_load", file=content)
        assert await settings(evening) == ServerSettings(channels=(here,), openers="managers", lobbies=2)


async def test_the_hosts_choice_overrides_the_servers_defaults(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await fill_in(evening, "sv_set_tables", language="sk", kind="kralovske_rosady", pace="untimed", hints="on")
        await evening.slash("Bert", "game new", game="mafia_city", pace="live", hints=False, language="en")
        row = evening.live.row
        assert (row.language, row.kind, row.pace, row.hints) == ("en", "mafia_city", "live", False)


async def test_tables_are_opened_only_in_allowed_channels_and_categories(database: Path) -> None:
    async with Evening.of(*TWO, database=database, channels=3, locale="en-US") as evening:
        world, here = evening.world, evening.channel
        other, third = world.channel("table-2"), world.channel("table-3")
        category = moderation.add_category(world, "games", third)
        await fill_in(evening, "sv_set_people", channels=[str(other.id), str(category.id)])
        refused = await evening.slash("Anna", "game new", game="mafia_city")
        assert f"<#{other.id}>, <#{category.id}>" in refused.text
        thread = acts.add_thread(world, other, "evening")
        for place in (other, third, thread):
            opened = await evening.slash("Anna", "game new", channel=place, game="mafia_city")
            assert "Mafia City" in opened.text
        await fill_in(evening, "sv_set_people", channels=[])
        assert (await settings(evening)).channels == ()
        assert await evening.bot.app.db.games.in_channel(here.id) is None


async def test_a_role_or_only_managers_may_open_tables(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database, channels=3, locale="en-US") as evening:
        world, guild = evening.world, next(iter(evening.world.guilds.values()))
        role = moderation.add_role(world, guild, "hosts")
        moderation.give_roles(world, guild, evening.person("Bert").id, role)
        none = await fill_in(evening, "sv_set_people", openers="role")
        assert "Choose the role" in none.text
        await fill_in(evening, "sv_set_people", openers="role", opener_role=[str(role.id)])
        refused = await evening.slash("Cyril", "game new", game="mafia_city")
        assert f"<@&{role.id}>" in refused.text
        await evening.slash("Bert", "game new", game="mafia_city", channel=world.channel("table-2"))
        await fill_in(evening, "sv_set_people", openers="managers")
        refused = await evening.slash("Bert", "game new", game="mafia_city", channel=world.channel("table-3"))
        assert "may manage channels or the server" in refused.text
        assert "Mafia City" in (await evening.slash("Anna", "game new", game="mafia_city")).text


async def test_the_picker_s_button_follows_the_rules_of_the_moment(database: Path) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        await evening.slash("Bert", "game new")
        picker = evening.private("Bert")
        await fill_in(evening, "sv_set_people", openers="managers")
        outcome = await evening.press("Bert", picker, Evening.part(picker, "new"))
        assert "may manage channels or the server" in outcome.text


async def test_open_lobbies_of_a_host_are_limited_by_the_setting(database: Path) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        await fill_in(evening, "sv_set_tables", lobbies="1")
        await evening.slash("Bert", "game new", game="mafia_city")
        refused = await evening.slash("Bert", "game new", game="mafia_city", channel=evening.world.channel("table-2"))
        assert f"Your open lobbies: 1 (<#{evening.channel.id}>)." in refused.text


async def test_open_lobbies_of_a_channel_and_its_threads_are_limited_by_the_setting(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database, locale="en-US") as evening:
        world, here, there = evening.world, evening.channel, evening.world.channel("table-2")
        await fill_in(evening, "sv_set_limits", channel_lobbies="2")
        threads = [acts.add_thread(world, here, f"thread {number}") for number in range(2)]
        elsewhere = acts.add_thread(world, there, "elsewhere")
        for name, place in (("Anna", here), ("Bert", threads[0]), ("Cyril", elsewhere)):
            assert "Mafia City" in (await evening.slash(name, "game new", place, game="mafia_city")).text
        refused = await evening.slash("Cyril", "game new", threads[1], game="mafia_city")
        assert "Open tables in this channel and its threads: 2." in refused.text
        assert "/tables" in refused.text
        assert await evening.bot.app.db.games.in_channel(threads[1].id) is None
        await evening.slash("Bert", "game leave", threads[0])
        assert "Mafia City" in (await evening.slash("Cyril", "game new", threads[1], game="mafia_city")).text
        evening.clean()


async def test_a_role_that_the_bot_may_not_ping_is_refused(database: Path) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        guild = next(iter(evening.world.guilds.values()))
        quiet = moderation.add_role(evening.world, guild, "quiet")
        loud = moderation.add_role(evening.world, guild, "loud", mentionable=True)
        for role in (str(quiet.id), str(guild.id), "1"):
            refused = await fill_in(evening, "sv_load", file=file(call_role=role))
            assert "Nothing has changed" in refused.text
        assert await settings(evening) == ServerSettings()
        await fill_in(evening, "sv_set_limits", call_role=[str(loud.id)])
        assert await settings(evening) == ServerSettings(call_role=loud.id)
        await fill_in(evening, "sv_set_limits", call_role=[])
        assert await settings(evening) == ServerSettings()
        evening.clean()


async def test_moderators_see_who_opened_removed_and_ended_what(database: Path) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        place = evening.world.channel("table-2")
        await fill_in(evening, "sv_set_people", log_channel=[str(place.id)])
        await evening.open(*TWO)
        await evening.press_board("Anna", "remove")
        removal = evening.private("Anna")
        bert = evening.person("Bert").id
        await evening.person("Anna").select(removal, Evening.part(removal, "remove_sure"), str(bert))
        await evening.settled()
        await evening.end("Anna")
        await evening.settled()
        said = [seen.text for seen in evening.person("Anna").messages(place)]
        assert [f"<@{evening.person('Anna').id}> has {verb}" in one for verb, one in zip(
            ("opened", "removed", "ended"), said, strict=True
        )] == [True] * 3  # fmt: skip
        assert f"<@{bert}>" in said[1]
        assert evening.world.pings == []


async def test_a_log_channel_in_which_the_bot_may_not_write_is_refused(database: Path) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        place = evening.world.channel("table-2")
        moderation.forbid(evening.world, place, "send_messages")
        await evening.settled()
        refused = await fill_in(evening, "sv_set_people", log_channel=[str(place.id)])
        assert "Send Messages" in refused.text
        assert await settings(evening) == ServerSettings()


async def test_exported_settings_can_be_imported_again(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await fill_in(evening, "sv_set_tables", language="sk", pace="relaxed", hints="on", lobbies="7")
        await fill_in(evening, "sv_set_people", channels=[str(evening.channel.id)], openers="managers")
        guild = next(iter(evening.world.guilds.values()))
        role = moderation.add_role(evening.world, guild, "players", mentionable=True)
        await fill_in(evening, "sv_set_limits", channel_lobbies="25", call_role=[str(role.id)])
        wanted = await settings(evening)
        await panel(evening)
        shown = evening.private("Anna")
        outcome = await evening.press("Anna", shown, Evening.part(shown, "sv_export"))
        content = evening.person("Anna").download(outcome.followups[0].attachments[0])
        await evening.bot.app.db.servers.forget(evening.channel.guild_id or 0)
        await fill_in(evening, "sv_load", file=content)
        assert await settings(evening) == wanted
        evening.clean()


HOSTILE = {
    "no JSON": b"\xff\xfe{",
    "no object": b"[]",
    "deep": b"[" * 10_000,
    "too long": file(language="cs") + b" " * MAX_FILE_SIZE,
    "another format": json.dumps({"format": "x", "version": 1, "settings": {}}).encode(),
    "no settings": json.dumps({"format": "krupier-server-settings", "version": 1, "settings": 3}).encode(),
    "unknown name": file(language="cs", greeted_at="2020"),
    "unknown language": file(language="xx"),
    "list for a text": file(language=["cs"]),
    "number for a truth": file(language="cs", hints=1),
    "truth for a number": file(language="cs", lobbies=True),
    "too many lobbies": file(language="cs", lobbies=99),
    "too many lobbies of a channel": file(language="cs", channel_lobbies=26),
    "strange channel": file(language="cs", channels=["123"]),
    "endless id": file(language="cs", channels=["9" * 400]),
    "number for an id": file(language="cs", opener_role=5),
    "role without a role": file(language="cs", openers="role"),
    "another server's role": file(language="cs", openers="role", opener_role="77"),
    "endless number": b'{"format": "krupier-server-settings", "version": 1, "settings": {"lobbies": '
    + b"9" * 5_000
    + b"}}",
    "no number": file(language="cs", lobbies=float("nan")),
    "text for a truth": file(language="cs", threads="on"),
    "another version": json.dumps({"format": "krupier-server-settings", "version": 2, "settings": {}}).encode(),
    "object for a text": file(language={"cs": 1}),
    "null for a list": file(language="cs", channels=None),
    "signs for an id": file(language="cs", log_channel="-1"),
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE.keys())
async def test_a_hostile_file_changes_nothing(database: Path, content: bytes) -> None:
    async with Evening.of("Anna", database=database, locale="en-US", channels=1) as evening:
        outcome = await fill_in(evening, "sv_load", file=content)
        assert "Nothing has changed" in outcome.text
        assert await settings(evening) == ServerSettings()


async def test_a_file_with_the_ids_of_another_server_changes_nothing(database: Path) -> None:
    async with Evening.of("Anna", database=database, locale="en-US", channels=1) as evening:
        away = acts.add_guild(evening.world, "Elsewhere")
        channel, role = acts.add_channel(evening.world, "away", away), moderation.add_role(evening.world, away, "hosts")
        await evening.settled()
        for hostile in (
            {"channels": [str(channel.id)]}, {"log_channel": str(channel.id)},
            {"openers": "role", "opener_role": str(role.id)},
        ):  # fmt: skip
            outcome = await fill_in(evening, "sv_load", file=file(language="cs", **hostile))
            assert "Nothing has changed" in outcome.text
            assert await settings(evening) == ServerSettings()
        evening.clean()


@pytest.mark.parametrize(
    ("verb", "sent_as", "values"),
    [
        ("sv_set_tables", "sv_tables", {"language": "sk"}), ("sv_set_people", "sv_people", {"openers": "managers"}),
        ("sv_set_limits", "sv_limits", {"channel_lobbies": "2"}), ("sv_set_people", "sv_import", {}),
        ("sv_set_quiet", "sv_quiet", {"quiet": "22:00-07:00", "zone": "UTC"}),
    ],
)  # fmt: skip
async def test_a_member_who_sends_a_manager_s_form_changes_nothing(
    database: Path, verb: str, sent_as: str, values: dict[str, str]
) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US", channels=1) as evening:
        await panel(evening)
        shown = evening.private("Anna")
        opened = await evening.person("Anna").press(shown, Evening.part(shown, verb))
        assert opened.modal is not None
        board = await evening.open("Bert", host="Bert")
        forged = await evening.person("Bert").forge(board, "kr:0:help")
        sent = opened.modal.filled(values) | {"custom_id": f"kr:0:{sent_as}"}
        it = interactions.submit(evening.world, forged.interaction, sent)
        await evening.until(lambda: it.state != "pending")
        await evening.settled()
        assert "Manage Server" in evening.private("Bert").text
        assert await settings(evening) == ServerSettings()


@pytest.mark.parametrize(
    ("verb", "forged"),
    [
        ("sv_set_tables", {"language": ["xx"]}), ("sv_set_tables", {"kind": ["../x"]}),
        ("sv_set_tables", {"pace": []}), ("sv_set_tables", {"lobbies": ["²"]}), ("sv_set_tables", {"hints": "on"}),
        ("sv_set_people", {"channels": ["1"]}), ("sv_set_people", {"openers": ["bots"]}),
        ("sv_set_people", {"threads": ["maybe"]}), ("sv_set_people", {"threads": ["on", "on"]}),
        ("sv_set_people", {"openers": []}), ("sv_set_people", {"log_channel": ["1", "2"]}),
        ("sv_set_limits", {"call_role": ["5"]}), ("sv_set_limits", {"channel_lobbies": ["0"]}),
        ("sv_set_quiet", {"quiet": "00:00-23:59"}), ("sv_set_quiet", {"quiet": "in the night"}),
        ("sv_set_quiet", {"zone": "../../etc/passwd"}), ("sv_set_quiet", {"quiet": ["22:00-07:00"]}),
    ],
)  # fmt: skip
async def test_a_forged_form_changes_nothing(database: Path, verb: str, forged: dict[str, object]) -> None:
    async with Evening.of("Anna", database=database, channels=1) as evening:
        await panel(evening)
        shown = evening.private("Anna")
        opened = await evening.person("Anna").press(shown, Evening.part(shown, verb))
        assert opened.modal is not None
        sent = opened.modal.filled({})
        for row in sent["components"]:
            field = row["component"]
            content = "value" if "value" in field else "values"
            field[content] = forged.get(field["custom_id"], field[content])
        before = await settings(evening)
        it = interactions.submit(evening.world, opened.interaction, sent)
        await evening.until(lambda: it.state != "pending")
        await evening.settled()
        after = await settings(evening)
        assert after == before, "a pace that is left out is the host's choice"
