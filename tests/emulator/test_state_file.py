"""Tests the state file, by which the world survives a restart of the local Discord, and the program itself."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
from pathlib import Path

import pytest

from bot.emulator import LocalDiscord
from bot.emulator.__main__ import main, make_world
from bot.emulator.errors import Json
from bot.emulator.people import crowd
from bot.emulator.world import acts, state_file
from tests.emulator import moderation
from tests.emulator.croupier import Croupier, picture, running
from tests.emulator.driven_clock import DrivenClock
from tests.emulator.test_messages import room


async def test_messages_dms_commands_and_files_are_kept_and_ephemeral_ones_are_not(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    world = crowd.with_people("Anna", "Bert", guilds=2)
    acts.add_thread(world, world.channel("table-1"), "thread")
    moderation.forbid(world, world.channel("thread"), "attach_files")
    anna, here = crowd.person(world, "Anna"), world.channel("table-1")
    anna.locale = "cs"
    async with LocalDiscord(world, state=file) as served, running(served, Croupier()) as bot:
        await anna.slash(here, "game new")
        await anna.slash(here, "game peek", player=anna)
        await (await bot.fetch_user(anna.id)).send("hand", file=picture())
        assert len(anna.messages(here)) == 2
    woken = state_file.load(file)
    again = crowd.person(woken, "Anna")
    assert [seen.text for seen in again.messages(woken.channel("table-1"))] == ["A table for 3, beginners"]
    assert [seen.text for seen in again.dms()] == ["hand\nThe city"]
    assert again.download(again.dms()[0].attachments[0]) == picture().fp.read()
    assert (again.locale, woken.token, woken.snowflake() > world.last_id) == ("cs", world.token, True)
    assert [command.path for command in again.commands(woken.channel("table-1"), "game n")] == ["game new"]
    assert state_file.State.of(woken).channels == state_file.State.of(world).channels
    async with LocalDiscord(woken) as served, running(served, Croupier()) as bot:
        board = again.messages(woken.channel("table-1"))[0]
        assert await bot.http.get_from_cdn(again.dms()[0].attachments[0]["url"]) == picture().fp.read()
        message = await room(bot, woken.channel("table-1")).fetch_message(board.id)
        await message.edit(content="still mine")
        assert board.text == "still mine"


def test_an_unreadable_state_says_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    for words in ("{", "[]", "{}", '{"version": 99}'):
        file.write_text(words, encoding="utf-8")
        with pytest.raises(state_file.UnreadableState, match="move it away"):
            state_file.load(file)


OLD: Json = {
    "version": 1, "last_id": 900, "bot": 1, "token": "local.1.secret", "privileged": 0, "cdn": "http://127.0.0.1:1",
    "users": [
        {"id": 1, "name": "krupier", "display": "Krupier", "locale": "en-US", "bot": True, "dms_open": True},
        {"id": 2, "name": "anna", "display": "Anna", "locale": "cs", "bot": False, "dms_open": True},
    ],
    "guilds": [{
        "id": 10, "name": "Guild 1", "owner_id": 1, "locale": "en-US", "unavailable": False,
        "roles": [{"id": 10, "name": "@everyone", "permissions": 0, "position": 0, "managed_by": None}],
        "members": [{"user_id": user, "nick": None, "roles": [], "joined": 0.0} for user in (1, 2)],
    }],
    "channels": [{
        "id": 20, "type": 0, "name": "table-1", "guild_id": 10, "parent_id": None, "position": 0, "recipient_id": None,
        "owner_id": None, "topic": None, "archived": False, "locked": False, "auto_archive": 1440, "created": 0.0,
        "thread_members": [], "overwrites": [[2, 1024 | 65536, 0]], "last_message_id": 30,
        "messages": [{
            "id": 30, "channel_id": 20, "guild_id": 10, "author_id": 1, "only_for": None, "created": 5.0,
            "nonce": None, "pinned_at": None, "dismissed": False,
            "data": {
                "content": "The board", "flags": 0, "components": [], "embeds": [], "edited_timestamp": None,
                "attachments": [{"id": "40", "url": "http://127.0.0.1:1/attachments/20/40/a.png"}],
            },
        }],
    }],
    "emojis": {}, "commands": [[None, [{"id": "50", "type": 1, "name": "game", "options": []}]]],
    "files": {"40": "+/8="},
}  # fmt: skip
"""The state file of an older version."""


def test_a_state_of_the_version_before_is_still_read(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    file.write_text(json.dumps(OLD), encoding="utf-8")
    for _ in range(2):
        world = state_file.load(file)
        anna = crowd.person(world, "Anna")
        (board,) = anna.messages(world.channel("table-1"))
        assert (board.text, anna.locale, world.token) == ("The board", "cs", "local.1.secret")
        assert anna.download(board.attachments[0]) == b"\xfb\xff"
        assert [command.path for command in anna.commands(world.channel("table-1"))] == ["game"]
        assert world.snowflake() > 900
        state_file.save(world, file)


@pytest.mark.parametrize(
    ("place", "wrong"), [("users", []), ("guilds", [{"id": 1}]), ("last_id", "many"), ("files", {"1": 2})]
)
def test_a_state_with_something_wrong_in_it_says_where_and_not_what(tmp_path: Path, place: str, wrong: object) -> None:
    file = tmp_path / "state.json"
    file.write_text(json.dumps({**OLD, place: wrong}), encoding="utf-8")
    with pytest.raises(state_file.UnreadableState, match="move it away") as said:
        state_file.load(file)
    assert "secret" not in str(said.value)


async def test_a_long_evening_is_kept_by_its_newest_messages_and_their_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state_file, "MAX_MESSAGES", 2)
    world = crowd.with_people("Anna")
    anna, here = crowd.person(world, "Anna"), world.channel("table-1")
    async with LocalDiscord(world) as served, running(served, Croupier()) as bot:
        for number in range(3):
            await (await bot.fetch_user(anna.id)).send(f"hand {number}", file=picture())
    for text in ("one", "two", "three"):
        anna.say(here, text)
    state_file.save(world, tmp_path / "state.json")
    woken = state_file.load(tmp_path / "state.json")
    again = crowd.person(woken, "Anna")
    assert [seen.content for seen in again.messages(woken.channel("table-1"))] == ["two", "three"]
    assert [seen.content for seen in again.dms()] == ["hand 1", "hand 2"]
    assert len(woken.files) == 2
    assert all(again.download(seen.attachments[0]) == picture().fp.read() for seen in again.dms())


def test_ids_only_grow_and_carry_the_time() -> None:
    clock = DrivenClock(1_700_000_000.0)
    world = crowd.with_people("Anna", clock=clock)
    first = world.snowflake()
    assert (first >> 22) + 1_420_070_400_000 >= 1_700_000_000_000
    assert world.snowflake() == first + 1
    clock.advance(5)
    assert world.snowflake() > first + (4000 << 22)


def test_the_same_steps_make_the_same_world() -> None:
    one, other = (crowd.with_people("Anna", "Bert", guilds=2, clock=DrivenClock()) for _ in range(2))
    assert state_file.State.of(one).model_copy(update={"token": ""}) == state_file.State.of(other).model_copy(
        update={"token": ""}
    )
    assert one.token != other.token


def test_a_port_that_is_taken_is_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["--port", str(taken.getsockname()[1])]) == 1
    assert "already in use" in capsys.readouterr().err


async def test_the_program_prints_what_the_bot_needs_and_keeps_its_state(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    command = (sys.executable, "-m", "bot.emulator", "--state", str(file), "--people", "Anna", "Bert")
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout
    try:
        async with asyncio.timeout(20):
            lines = [(await process.stdout.readline()).decode().strip().partition("=") for _ in range(3)]
        assert [name for name, _, _ in lines] == ["DISCORD_API_URL", "DISCORD_GATEWAY_URL", "DISCORD_TOKEN"]
        assert lines[0][2].startswith("http://127.0.0.1:")
        assert lines[1][2].startswith("ws://127.0.0.1:")
    finally:
        os.kill(process.pid, signal.SIGTERM)
        await asyncio.wait_for(process.wait(), 30)
    assert process.returncode == 0
    assert [person.name for person in crowd.people(make_world(file, ("Nobody",)))] == ["Anna", "Bert"]
