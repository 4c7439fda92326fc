"""Tests each game with a real process on a server that has changed every setting.

The other whole games are played on servers that have changed none.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.emulator import LocalDiscord, Person
from bot.emulator.objects import Channel
from bot.emulator.people import crowd
from bot.emulator.people.seen import Seen
from bot.emulator.world.world import World
from bot.features.server.service import OPENED, OVER
from bot.games import GAME_UIS
from bot.texts import translator_for
from rules import GAMES
from storage import ServerSettings
from storage.database import Database
from tests.emulator import moderation
from tests.wire import whole
from tests.wire.bot_process import BotProcess
from tests.wire.robot import Power
from tests.wire.tables import Table

AT_MOST = 600.0
SAID = translator_for("cs")


def part(message: Seen, verb: str) -> str:
    return next(one.custom_id for one in message.usable if one.custom_id.split(":")[2:3] == [verb])


async def change(owner: Person, channel: Channel, verb: str, **values: object) -> None:
    """Opens a form of `/server` by the button of that verb and submits these values."""
    shown = (await (await owner.slash(channel, "server")).done()).message
    assert shown is not None
    opened = await owner.press(shown, part(shown, verb))
    assert opened.modal is not None, opened.text
    await (await owner.submit(opened.modal, values)).done()


async def change_everything(world: World, owner: Person, kind: str, log: Channel) -> None:
    guild = next(iter(world.guilds.values()))
    role, here = moderation.add_role(world, guild, "hosts", mentionable=True), world.channel("table-1")
    moderation.give_roles(world, guild, owner.id, role)
    await change(owner, here, "sv_set_quiet", quiet="22:00-07:00", zone="Europe/Prague")
    await change(
        owner, here, "sv_set_limits", channel_lobbies="2", call_role=[str(role.id)], puzzle_channel=[str(here.id)],
    )  # fmt: skip
    await change(owner, here, "sv_set_tables", language="cs", kind=kind, pace="bank", hints="on", lobbies="1")
    await change(
        owner, here, "sv_set_people", channels=[str(here.id)], openers="role", opener_role=[str(role.id)],
        log_channel=[str(log.id)], threads="on",
    )  # fmt: skip


async def everyone_sits_down(world: World, people: list[Person]) -> Channel:
    """Opens a table with the server's default settings, and lets everyone join; returns its thread."""
    here = world.channel("table-1")
    await (await people[0].slash(here, "game new")).done()
    (thread,) = (one for one in world.channels.values() if one.is_thread)
    for person in people[1:]:
        await press_lobby(person, here, "join")
    return thread


async def press_lobby(person: Person, channel: Channel, verb: str) -> None:
    """Waits up to 10 seconds for the button of that verb in the channel, and presses it as this user."""

    def offers() -> list[Seen]:
        return [
            seen for seen in person.messages(channel)
            if any(one.custom_id.split(":")[2:3] == [verb] for one in seen.usable)
        ]  # fmt: skip

    await person.until(offers, 10.0)
    (lobby,) = offers()
    await (await person.press(lobby, part(lobby, verb))).done()


@pytest.mark.parametrize("kind", GAMES)
async def test_a_server_that_changed_every_setting_plays_to_the_end(tmp_path: Path, kind: str) -> None:
    size = GAMES[kind].seats[0]
    world = whole.world_of((size, 1))
    log, people = world.channel("table-2"), crowd.people(world)[:size]
    async with asyncio.timeout(AT_MOST), LocalDiscord(world) as discord:
        guild = next(iter(world.guilds))
        async with BotProcess(discord, tmp_path, KRUPIER_GUILDS=str(guild)) as bot:
            await change_everything(world, people[0], kind, log)
            thread = await everyone_sits_down(world, people)
            table = Table(discord, thread, people, 100, Power())
            await press_lobby(people[0], world.channel("table-1"), "start")
            await table.host.until(lambda: table.watch.board(table.host) and table.asks(), 10.0)
            await table.play()
            record = await whole.the_end(table, kind)
            facts = {"game": 1, "kind": GAME_UIS[kind].title, "channel": f"<#{thread.id}>"}
            wanted = [SAID(OPENED, user=f"<@{people[0].id}>", **facts), SAID(OVER, **facts)]
            await people[0].until(lambda: len(people[0].messages(log)) == len(wanted), 10.0)
            assert [seen.text for seen in people[0].messages(log)] == wanted, "the log names no card"
            assert await bot.stop() == 0
        async with Database.snapshot(bot.database) as db:
            changed = await db.servers.get(guild)
            assert (await db.games.get(1)).channel == thread.id
    default = ServerSettings()
    assert [name for name in default.__slots__ if getattr(changed, name) == getattr(default, name)] == []
    assert record
    assert thread.auto_archive == 60
    assert world.refusals == []
    assert "Traceback" not in bot.log
    assert [text for robot in table.robots for text in (*robot.done.failures, *robot.done.unanswered)] == []
