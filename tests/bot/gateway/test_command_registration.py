"""Tests that commands are sent to Discord only when they differ from what it stores; a refusal stops no game."""

from __future__ import annotations

import asyncio
import copy
import logging
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.background import pauses
from bot.gateway import command_registration
from tests.bot.table import Evening

PUT = "PUT /applications/{application_id}/commands"
GUILD, BOT_DM, PRIVATE_CHANNEL = 0, 1, 2
"""Discord's interaction context types."""
GUILD_INSTALL = 0
THREE = ("Anna", "Bert", "Cyril")
Payload = list[dict[str, Any]]


def ours() -> Payload:
    """Returns a command as the bot sends it, with all that an option can have."""
    text = {
        "type": 3, "name": "topic", "description": "Which", "required": False, "min_length": 1, "max_length": 50,
        "autocomplete": True, "name_localizations": {"cs": "téma"}, "description_localizations": {"cs": "Které"},
    }  # fmt: skip
    number = {
        "type": 4, "name": "page", "description": "Page number", "required": True, "min_value": 0, "max_value": 9,
        "choices": [{"name": "first", "value": 0, "name_localizations": {"cs": "první"}}],
    }  # fmt: skip
    place = {"type": 7, "name": "place", "description": "Where", "required": False, "channel_types": [0, 11]}
    inner = {"type": 1, "name": "rules", "description": "The rules", "options": [text, number, place]}
    return [{
        "type": 1, "name": "game", "description": "A game", "options": [inner], "nsfw": False,
        "name_localizations": {"cs": "hra"}, "description_localizations": {"cs": "Hra"},
        "default_member_permissions": None, "contexts": [0, 1], "integration_types": [0],
    }]  # fmt: skip


def theirs() -> Payload:
    """Returns the same command as Discord returns it: with ids, without empty members, with lists in another order."""
    stored = ours()
    stored[0] |= {
        "id": "1", "application_id": "2", "version": "3", "dm_permission": True, "default_permission": True,
        "contexts": [1, 0], "handler": None,
    }  # fmt: skip
    rules = stored[0]["options"][0]
    rules |= {"name_localizations": None, "description_localizations": None}
    del rules["options"][0]["required"]
    rules["options"][2] |= {"channel_types": [11, 0]}
    return stored


def changed(path: str, value: object) -> Payload:
    """Returns our command with another value at a path, such as `0 1 choices name`.

    Words are separated by spaces: a number is an option by position, a name before the last word means the first
    element of that list, and the last word is the member that gets the value.
    """
    payload = ours()
    *way, last = path.split()
    thing: Any = payload[0]
    for step in way:
        thing = thing["options"][int(step)] if step.isdecimal() else thing[step][0]
    thing[last] = value
    return payload


def test_commands_that_discord_has_already_count_as_equal() -> None:
    assert command_registration.same(ours(), theirs())
    assert command_registration.same([], [])


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("contexts", [0]), ("contexts", None), ("integration_types", [0, 1]), ("default_member_permissions", 0),
        ("default_member_permissions", 16), ("nsfw", True), ("type", 2), ("name", "play"), ("description", "Another"),
        ("name_localizations", {}), ("description_localizations", {"cs": "Jiná"}), ("options", []),
        ("0 name", "help"), ("0 description", "Help"), ("0 0 required", True), ("0 0 min_length", None),
        ("0 0 max_length", 100), ("0 0 autocomplete", False), ("0 0 name_localizations", None),
        ("0 1 min_value", None), ("0 1 max_value", 10), ("0 1 required", False), ("0 1 choices", []),
        ("0 1 choices value", 1), ("0 1 choices name", "second"), ("0 1 choices name_localizations", {"cs": "jiná"}),
        ("0 2 channel_types", [0]), ("0 2 type", 8),
    ],
)  # fmt: skip
def test_any_other_command_is_not_the_same(path: str, value: object) -> None:
    assert not command_registration.same(changed(path, value), theirs())
    assert not command_registration.same(theirs(), changed(path, value))


def test_the_order_of_options_counts_and_that_of_commands_does_not() -> None:
    turned, second = ours(), ours()[0] | {"name": "other"}
    turned[0]["options"][0]["options"].reverse()
    assert not command_registration.same(turned, theirs())
    assert command_registration.same([*ours(), second], [second, *theirs()])
    assert not command_registration.same([*ours(), second], theirs())


def requests(evening: Evening, method: str) -> int:
    found = [one for one in evening.discord.requests if one.method == method and one.route.endswith("/commands")]
    return len(found)


async def test_every_member_of_our_commands_is_compared(database: Path) -> None:
    def members(thing: object) -> set[str]:
        if isinstance(thing, list):
            return set().union(*map(members, thing))
        if not isinstance(thing, dict):
            return set()
        inner = [value for key, value in thing.items() if not key.endswith("_localizations")]
        return set(thing).union(*map(members, inner))

    async with Evening.of("Anna", database=database) as evening:
        sent = next(one.body for one in evening.discord.requests if one.method == "PUT")
        assert members(sent) <= set(command_registration.COMMAND) | set(command_registration.OPTION) | set(
            command_registration.CHOICE
        )


async def test_commands_are_for_servers_and_the_bots_own_dms(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        stored = list(evening.world.commands[None].values())
        assert stored
        for command in stored:
            assert sorted(command["contexts"]) == [GUILD, BOT_DM]
            assert command["integration_types"] == [GUILD_INSTALL]


@pytest.mark.parametrize("in_servers", [False, True])
async def test_an_unchanged_set_is_never_sent_again(database: Path, in_servers: bool) -> None:
    async with Evening.of("Anna", database=database) as evening:
        if in_servers:
            evening.guilds = (evening.channel.guild_id or 0,)
            await evening.restart()
        before = requests(evening, "PUT")
        await evening.restart()
        assert requests(evening, "PUT") == before


@pytest.mark.parametrize("spoil", [{"contexts": [0, 1, 2]}, {"default_member_permissions": "32"}, {"nsfw": True}])
async def test_a_set_that_differs_is_sent(database: Path, spoil: dict[str, object]) -> None:
    async with Evening.of("Anna", database=database) as evening:
        command = next(iter(evening.world.commands[None].values()))
        wanted = {key: copy.copy(command[key]) for key in spoil}
        command.update(spoil)
        await evening.restart()
        command = next(iter(evening.world.commands[None].values()))
        assert {key: command[key] for key in spoil} == wanted


@pytest.mark.parametrize("status", [400, 403])
async def test_refused_commands_stop_no_game_and_are_tried_again(
    database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    monkeypatch.setattr(command_registration, "FIRST_BACKOFF", 0.0)
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.stop()
        evening.world.commands[None].clear()
        evening.world.faults.demand(status, on=PUT, times=3)
        with caplog.at_level(logging.INFO, "bot"):
            await evening.start()
            outcome = await evening.press_board("Anna", "hand")
            assert outcome.kind != "failed"
            await evening.noticed(lambda: evening.world.commands[None])
        refused = [
            one.getMessage()
            for one in caplog.records
            if one.name == command_registration.__name__ and one.levelname == "ERROR"
        ]
        assert len(refused) == 3
        assert all(f"status {status}, code" in line for line in refused)
        assert "Discord cannot be reached" not in caplog.text
        await evening.slash("Anna", "learn rules")


async def test_a_refusal_takes_one_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    refused: Any = SimpleNamespace(status=400, reason="Bad Request")
    errors = {"0": {"name": {"_errors": [{"message": "Too long", "code": "BASE_TYPE_MAX_LENGTH"}]}}}
    error = discord.HTTPException(refused, {"code": 50035, "message": "Invalid Form Body", "errors": errors})
    assert "\n" in error.text

    class Refused(command_registration.Registration):
        async def _register(self) -> None:
            raise error

    nobody: Any = None
    registration = Refused(nobody, nobody, ())
    await registration.begin()
    await registration.stop()
    (line,) = [one.getMessage() for one in caplog.records if one.levelname == "ERROR"]
    assert "\n" not in line
    assert "Too long" in line


async def test_a_bot_whose_commands_are_refused_stops_without_waiting(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        evening.world.commands[None].clear()
        evening.world.faults.demand(403, on=PUT)
        await evening.restart()
        assert command_registration.AGAIN in [task.get_name() for task in asyncio.all_tasks()]
        await evening.stop()
        assert command_registration.AGAIN not in [task.get_name() for task in asyncio.all_tasks()]
        await evening.start()
        assert evening.world.commands[None]


def test_the_pause_grows_up_to_an_hour() -> None:
    growing = pauses(command_registration.FIRST_BACKOFF, command_registration.MAX_BACKOFF)
    assert list(islice(growing, 8)) == [60, 120, 240, 480, 960, 1920, 3600, 3600]
