"""Tests fields that Discord fills in, leaves out, or adds, according to its reference."""

from __future__ import annotations

import asyncio
from base64 import b64decode, b64encode
from typing import Any

import aiohttp
import discord

from bot.emulator import LocalDiscord, World
from bot.emulator.objects import Message, Upload
from bot.emulator.people import crowd
from bot.emulator.world import acts, messages, wire
from bot.emulator.world.messages import NewMessage
from tests.emulator.croupier import lobby, picture, table
from tests.emulator.parts import box, button, row, select, v2, words
from tests.emulator.parts import picture as shown
from tests.emulator.reconnecting import invalidate

Json = dict[str, Any]


def written(world: World, body: Json, *files: Upload) -> Message:
    return messages.write(world, NewMessage(world.channel("table-1"), world.bot.id, body, files))


def file(number: int, name: str) -> Upload:
    return Upload(number, name, picture().fp.read())


def test_components_say_what_a_bot_left_open() -> None:
    message = written(
        crowd.with_people("Anna"),
        v2(
            box({"type": 14}, {"type": 12, "items": [shown(), shown(description="A", spoiler=True)]}),
            box({"type": 14, "spacing": 2, "divider": False}, accent_color=7, spoiler=True),
            {"type": 9, "components": [words()], "accessory": {"type": 11, **shown()}},
            row(select(2)),
            row({"type": 5, "custom_id": "who", "min_values": 0, "max_values": 3}),
        ),
    )
    plain, coloured, section, choice, people = message.data["components"]
    line, gallery = plain["components"]
    assert (plain["accent_color"], plain["spoiler"]) == (None, False)
    assert (line["spacing"], line["divider"]) == (1, True)
    assert [(item["description"], item["spoiler"]) for item in gallery["items"]] == [(None, False), ("A", True)]
    assert (coloured["accent_color"], coloured["spoiler"]) == (7, True)
    assert (coloured["components"][0]["spacing"], coloured["components"][0]["divider"]) == (2, False)
    assert (section["accessory"]["description"], section["accessory"]["spoiler"]) == (None, False)
    assert [(one["min_values"], one["max_values"]) for one in (choice["components"][0], people["components"][0])] == [
        (1, 1),
        (0, 3),
    ]
    ids = [item["media"]["id"] for item in gallery["items"]]
    assert all(number.isdigit() for number in ids)
    assert len(set(ids)) == 2


def test_nothing_is_said_of_what_is_not_there() -> None:
    options = [{"label": "o", "value": "v", "description": None, "emoji": {"id": None, "name": "🎲"}}]
    parts = row(button(emoji={"id": None, "name": "🎲"})), row(select(options=options, required=True))
    message = written(crowd.with_people("Anna"), {"content": "x", "components": list(parts)})
    pressed, chosen = (one["components"][0] for one in message.data["components"])
    assert pressed["emoji"] == {"name": "🎲"}
    assert "required" not in chosen
    assert chosen["options"] == [{"label": "o", "value": "v", "emoji": {"name": "🎲"}}]


def test_files_that_components_or_embeds_show_are_no_attachments() -> None:
    world = crowd.with_people("Anna")
    body = v2({"type": 12, "items": [shown("attachment://a.png")]}, {"type": 13, "file": {"url": "attachment://b.txt"}})
    message = written(world, body, file(0, "a.png"), file(1, "b.txt"), file(2, "c.png"))
    assert [one["filename"] for one in message.data["attachments"]] == ["c.png"]
    assert [one["filename"] for one in message.files] == ["a.png", "b.txt", "c.png"]
    gallery, listed = message.data["components"]
    assert gallery["items"][0]["media"]["attachment_id"] == message.files[0]["id"]
    assert (listed["name"], listed["size"], listed["spoiler"]) == ("b.txt", len(picture().fp.read()), False)
    messages.edit(world, message, {"components": [words()]})
    assert [one["filename"] for one in message.data["attachments"]] == ["a.png", "b.txt", "c.png"]


async def test_a_member_named_in_a_command_has_no_voice_fields() -> None:
    async with table() as (world, _, _bot):
        anna, bert = crowd.person(world, "Anna"), crowd.person(world, "Bert")
        out = await anna.slash(world.channel("table-1"), "game peek", player=bert)
        (member,) = out.interaction.data["resolved"]["members"].values()
        assert not {"deaf", "mute", "user"} & set(member)
        assert int(member["permissions"]) > 0


async def test_the_answer_to_a_modal_says_what_opened_it() -> None:
    async with table() as (world, _, _bot):
        anna, here = crowd.person(world, "Anna"), world.channel("table-1")
        asked = await anna.slash(here, "game ask")
        answer = await anna.submit(asked.modal, {"amount": "3"})
        assert answer.message is not None
        told = answer.message.data["interaction_metadata"]
        assert (told["id"], told["type"], told["user"]["id"]) == (str(answer.interaction.id), 5, str(anna.id))
        opener = told["triggering_interaction_metadata"]
        assert (opener["id"], opener["type"], opener["user"]["id"]) == (str(asked.interaction.id), 2, str(anna.id))
        assert "interacted_message_id" not in told


async def test_an_answer_says_which_command_and_a_follow_up_which_answer_it_follows() -> None:
    async with table() as (world, _, bot):

        async def twice(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("first")
            await interaction.followup.send("second")

        bot.presses["join"] = twice
        board = await lobby(world)
        assert board.data["interaction"]["name"] == "game new"
        assert board.data["interaction_metadata"]["type"] == 2
        out = await (await crowd.person(world, "Anna").press(board, "Join")).done()
        await world.until(lambda: out.followups, 5)
        assert out.message is not None
        first, second = (one.data["interaction_metadata"] for one in (out.message, out.followups[0]))
        assert (first["type"], first["interacted_message_id"]) == (3, str(board.id))
        assert "original_response_message_id" not in first
        assert second["original_response_message_id"] == str(out.message.id)


async def test_a_deferral_names_its_message_without_content() -> None:
    async with table() as (world, _, bot):
        answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        async def later(interaction: discord.Interaction) -> None:
            answered.set_result(await interaction.response.defer(thinking=True))

        bot.presses["join"] = later
        out = await crowd.person(world, "Anna").press(await lobby(world), "Join")
        told = await asyncio.wait_for(answered, 20)
        assert out.message is not None
        assert (told.message_id, told.resource) == (out.message.id, None)


async def test_commands_have_where_they_are_installed_as_a_list() -> None:
    async with table() as (world, _, _bot):
        (command,) = world.commands[None].values()
        assert command["integration_types"] == [0]
        assert command["contexts"] is None


def test_a_thread_says_whose_membership_it_shows() -> None:
    world = crowd.with_people("Anna")
    (guild,) = world.guilds.values()
    thread = acts.add_thread(world, world.channel("table-1"), "aside")
    mine = wire.channel(world, thread)["member"]
    assert (mine["id"], mine["user_id"]) == (str(thread.id), str(world.bot.id))
    assert sorted(wire.full_guild(world, guild)["threads"][0]["member"]) == ["flags", "join_timestamp"]


def test_the_application_says_all_that_clients_read() -> None:
    told = wire.application(crowd.with_people("Anna"))
    assert told["flags_new"] == str(told["flags"])
    assert told["role_connections_verification_url"] is None
    assert (told["approximate_user_authorization_count"], told["explicit_content_filter"]) == (0, 0)


def test_the_token_begins_with_the_applications_id() -> None:
    world = crowd.with_people("Anna")
    first, middle, secret = world.token.split(".")
    assert b64encode(str(world.app_id).encode()).decode().rstrip("=") == first
    assert b64decode(first + "==").decode() == str(world.app_id)
    assert middle == "local"
    assert len(secret) > 30


async def hello(served: LocalDiscord, session: aiohttp.ClientSession) -> aiohttp.ClientWebSocketResponse:
    ws = await session.ws_connect(f"{served.gateway_url}?v=10&encoding=json")
    assert (await ws.receive_json())["op"] == 10
    return ws


async def ready(served: LocalDiscord, ws: aiohttp.ClientWebSocketResponse) -> Json:
    """Identifies on a gateway connection, waits for READY and the server, and returns READY."""
    await ws.send_json({"op": 2, "d": {"token": served.token, "intents": 1, "properties": {}}})
    told: Json = await ws.receive_json()
    assert told["t"] == "READY"
    assert (await ws.receive_json())["t"] == "GUILD_CREATE"
    return told


async def test_an_invalid_session_that_may_be_resumed_is_resumed_on_any_connection() -> None:
    """Events during the interruption are delivered only when the client resumes, on the same or on another
    connection.
    """
    world = crowd.with_people("Anna")
    async with LocalDiscord(world) as served, aiohttp.ClientSession() as session:
        ws = await hello(served, session)
        told = await ready(served, ws)
        seq = 2
        for other in (False, True):
            invalidate(served.gateway, resumable=True)
            assert await ws.receive_json() == {"op": 9, "d": True, "s": None, "t": None}
            acts.add_channel(world, "another")
            ws = await hello(served, session) if other else ws
            back = {"token": served.token, "session_id": told["d"]["session_id"], "seq": seq}
            await ws.send_json({"op": 6, "d": back})
            heard = [await ws.receive_json() for _ in range(2)]
            assert [(one["t"], one["s"]) for one in heard] == [("CHANNEL_CREATE", seq + 1), ("RESUMED", seq + 2)]
            seq += 2
        assert served.gateway.sessions.identifies_left == 999


async def test_after_an_invalid_session_a_connection_gets_nothing_until_it_identifies() -> None:
    world = crowd.with_people("Anna")
    async with LocalDiscord(world) as served, aiohttp.ClientSession() as session:
        ws = await hello(served, session)
        first = await ready(served, ws)
        invalidate(served.gateway)
        assert (await ws.receive_json())["d"] is False
        acts.add_channel(world, "another")
        again = await ready(served, ws)
        assert again["d"]["session_id"] != first["d"]["session_id"]
        invalidate(served.gateway)
        assert (await ws.receive_json())["op"] == 9
        await ws.send_json({"op": 3, "d": {}})
        assert (await ws.receive()).type == aiohttp.WSMsgType.CLOSE
        assert ws.close_code == 4003


async def test_a_connection_left_behind_does_not_silence_the_one_that_has_resumed() -> None:
    world = crowd.with_people("Anna")
    async with LocalDiscord(world) as served, aiohttp.ClientSession() as session:
        old = await hello(served, session)
        told = await ready(served, old)
        new = await hello(served, session)
        back = {"token": served.token, "session_id": told["d"]["session_id"], "seq": 2}
        await new.send_json({"op": 6, "d": back})
        assert (await new.receive_json())["t"] == "RESUMED"
        await old.close(code=1000)
        acts.add_channel(world, "another")
        assert (await new.receive_json(timeout=5))["t"] == "CHANNEL_CREATE"
