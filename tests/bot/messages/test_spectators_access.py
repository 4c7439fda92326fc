"""Tests that a spectator who may no longer view the table's channel gets no further messages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.features.spectate.test_service import FOUR, THREE, place, sentence, shown
from tests.bot.table import Evening
from tests.emulator import moderation

NO_LONGER = "Kanál tohoto stolu už nevidíš"


async def watched(evening: Evening) -> str:
    """Lets Dora watch a game of others, in which a move is made; returns its sentence, which she has not seen yet."""
    await evening.sit_down(*THREE, pace="untimed")
    await evening.slash("Dora", "game watch")
    await place(evening)
    return sentence(evening)


def last_dm(evening: Evening) -> str:
    return evening.person("Dora").dms()[-1].text


async def test_a_user_who_has_left_the_server_is_sent_nothing_more(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        told = await watched(evening)
        guild = evening.world.guilds[evening.channel.guild_id or 0]
        moderation.leave(evening.world, guild, evening.person("Dora").id)
        await evening.pass_time(31)
        assert told not in last_dm(evening)
        assert NO_LONGER in last_dm(evening)
        assert await evening.bot.app.db.spectators.of() == []


@pytest.mark.parametrize("how", ["overwrite of the member", "role of everyone"])
async def test_a_user_who_loses_the_channel_stops_watching_at_once(database: Path, how: str) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        moderation.allow(evening.world, evening.channel, "view_channel", "send_messages", who=evening.world.bot.id)
        told = await watched(evening)
        if how == "role of everyone":
            guild = evening.world.guilds[evening.channel.guild_id or 0]
            moderation.change_role(evening.world, guild, guild.roles[guild.id], deny=("view_channel",))
        else:
            moderation.forbid(evening.world, evening.channel, "view_channel", who=evening.person("Dora").id)
        await evening.noticed(lambda: NO_LONGER in last_dm(evening))
        assert told not in last_dm(evening)
        assert await evening.bot.app.db.spectators.of() == []


async def test_a_watcher_with_access_by_a_role_stops_watching_when_the_role_is_deleted(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        world, guild = evening.world, evening.world.guilds[evening.channel.guild_id or 0]
        role = moderation.add_role(world, guild, "Onlookers", "view_channel", "read_message_history")
        moderation.give_roles(world, guild, evening.person("Dora").id, role)
        moderation.allow(world, evening.channel, "view_channel", "send_messages", who=world.bot.id)
        told = await watched(evening)
        moderation.change_role(world, guild, guild.roles[guild.id], deny=("view_channel",))
        await evening.pass_time(31)
        assert told in shown(evening).text, "the role still lets her see the channel"
        moderation.delete_role(world, guild, role)
        await evening.noticed(lambda: NO_LONGER in last_dm(evening))
        assert await evening.bot.app.db.spectators.of() == []


async def test_each_delivery_asks_again_even_if_the_user_was_just_asked_about(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        told = await watched(evening)
        await evening.pass_time(20)
        guild = evening.world.guilds[evening.channel.guild_id or 0]
        await evening.bot.app.spectators.permissions_changed(guild.id)
        moderation.leave(evening.world, guild, evening.person("Dora").id)
        await evening.pass_time(11)
        assert told not in last_dm(evening)
        assert NO_LONGER in last_dm(evening)


async def test_the_end_of_the_game_is_not_shown_either(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await watched(evening)
        guild = evening.world.guilds[evening.channel.guild_id or 0]
        moderation.leave(evening.world, guild, evening.person("Dora").id)
        await evening.end("Anna")
        assert NO_LONGER in last_dm(evening)


async def test_a_watcher_who_may_still_view_the_channel_follows_it(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        told = await watched(evening)
        moderation.forbid(evening.world, evening.channel, "attach_files", who=evening.person("Dora").id)
        await evening.pass_time(31)
        assert told in shown(evening).text
        evening.clean()
