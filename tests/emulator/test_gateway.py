"""Tests the gateway: login, intents, shards, heartbeats, reconnecting and resuming, compression."""

from __future__ import annotations

import asyncio
import json
import zlib
from typing import Any

import aiohttp
import discord
import pytest

from bot.emulator import LocalDiscord, World
from bot.emulator.gateway.connection import ZstdStored
from bot.emulator.people import crowd
from bot.emulator.world import acts
from tests.emulator import moderation
from tests.emulator.croupier import Croupier, running, table
from tests.emulator.reconnecting import ask_reconnect, invalidate

Json = dict[str, Any]


def identify(token: str, intents: int = 0, **more: Any) -> Json:
    return {"op": 2, "d": {"token": token, "intents": intents, "properties": {}, **more}}


async def closes_with(world: World, *payloads: Json | str, version: str = "10") -> int | None:
    """Sends payloads to the gateway of a world; returns the code with which it closes the connection."""
    async with (
        LocalDiscord(world) as served,
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{served.gateway_url}?v={version}&encoding=json") as ws,
    ):
        for payload in payloads:
            await ws.send_str(payload if isinstance(payload, str) else json.dumps(payload))
        async for _ in ws:
            pass
        return ws.close_code


async def test_invalid_payloads_close_the_gateway() -> None:
    world = crowd.with_people("Anna")
    good = identify(world.token)
    assert await closes_with(world, identify("wrong")) == 4004
    assert await closes_with(world, identify(world.token, 1 << 15)) == 4014
    assert await closes_with(world, identify(world.token, 1 << 40)) == 4013
    assert await closes_with(world, identify(world.token, shard=[2, 2])) == 4010
    assert await closes_with(world, good, good) == 4005
    assert await closes_with(world, {"op": 3, "d": {}}) == 4003
    assert await closes_with(world, {"op": 99}) == 4001
    assert await closes_with(world, "nonsense") == 4002
    assert await closes_with(world, good, version="7") == 4012
    assert await closes_with(world, *[{"op": 1, "d": None}] * 121) == 4008


async def test_a_wrong_token_is_refused_at_login() -> None:
    world = crowd.with_people("Anna")
    async with LocalDiscord(world) as served:
        stranger = LocalDiscord(crowd.with_people("Zoe"), port=served.port)
        stranger.world.token = "nonsense"
        with pytest.raises(discord.LoginFailure):
            async with running(stranger, Croupier()):
                pass
        assert [(one.status, one.code, one.message) for one in world.refusals] == [(401, 0, "401: Unauthorized")]


async def test_privileged_intents_must_be_granted() -> None:
    world = crowd.with_people("Anna")
    intents = discord.Intents.default()
    intents.message_content = True
    async with LocalDiscord(world) as served:
        with pytest.raises(discord.PrivilegedIntentsRequired):
            async with running(served, Croupier(intents)):
                pass
    world.privileged = 1 << 15
    async with table(world, Croupier(intents)) as (_, _served, bot):
        crowd.person(world, "Anna").say(world.channel("table-1"), "read me")
        await bot.hears(1)
        assert bot.said[0].content == "read me"


async def test_content_is_hidden_from_those_without_the_intent() -> None:
    async with table() as (world, _, bot):
        anna = crowd.person(world, "Anna")
        anna.say(world.channel("table-1"), "secret")
        anna.say(world.channel("table-1"), f"<@{world.bot.id}> hello")
        anna.say(anna.dm(), "private")
        await bot.hears(3)
        assert [message.content for message in bot.said] == ["", f"<@{world.bot.id}> hello", "private"]


async def test_each_shard_serves_its_guilds_and_their_channels() -> None:
    world = crowd.with_people("Anna", guilds=3, channels=2)
    acts.add_thread(world, world.channel("table-1"), "thread")
    async with LocalDiscord(world) as served:
        served.gateway.sessions.shards = 2
        async with running(served, Croupier()) as bot:
            assert bot.shard_count == 2
            assert {guild.id for guild in bot.guilds} == set(world.guilds)
            assert {guild.shard_id for guild in bot.guilds} == {0, 1}
            assert sorted(len(guild.text_channels) for guild in bot.guilds) == [2, 2, 2]
            assert [thread.name for guild in bot.guilds for thread in guild.threads] == ["thread"]
            for guild in world.guilds.values():
                out = await crowd.person(world, "Anna").slash(world.channel("table-2", guild), "game new")
                assert out.acknowledged


async def test_a_dropped_connection_resumes_and_misses_nothing() -> None:
    async with table() as (world, served, bot):
        anna, here = crowd.person(world, "Anna"), world.channel("table-1")
        await served.gateway.drop()
        out = await anna.slash(here, "game new")
        assert out.kind == "message"
        await world.until(lambda: bot.resumed == 1, 30)
        assert served.gateway.sessions.identifies_left == 999


async def test_identifies_are_counted_and_run_out() -> None:
    world = crowd.with_people("Anna")
    async with LocalDiscord(world) as served:
        served.gateway.sessions.identifies_left = 1
        async with running(served, Croupier()) as bot:
            limits = await bot.fetch_session_start_limits()
            assert (limits.total, limits.remaining) == (1000, 0)
        with pytest.raises(discord.ConnectionClosed) as wrong:
            async with running(served, Croupier()):
                pass
        assert wrong.value.code == 4004


async def test_a_request_to_reconnect_is_followed() -> None:
    async with table() as (world, served, bot):
        resumed = asyncio.create_task(bot.wait_for("resumed", timeout=30))
        await asyncio.sleep(0)
        ask_reconnect(served.gateway)
        await resumed
        assert (await crowd.person(world, "Anna").slash(world.channel("table-1"), "game new")).acknowledged


async def test_an_invalid_session_identifies_again() -> None:
    async with table() as (world, served, bot):
        connected = asyncio.create_task(bot.wait_for("shard_connect", timeout=30))
        await asyncio.sleep(0)
        invalidate(served.gateway)
        await connected
        assert served.gateway.sessions.identifies_left == 998
        assert (await crowd.person(world, "Anna").slash(world.channel("table-1"), "game new")).acknowledged


async def test_a_forgotten_session_cannot_be_resumed() -> None:
    world = crowd.with_people("Anna")
    async with (
        LocalDiscord(world) as served,
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{served.gateway_url}?v=10&encoding=json") as ws,
    ):
        assert (await ws.receive_json())["op"] == 10
        await ws.send_json({"op": 6, "d": {"token": world.token, "session_id": "gone", "seq": 1}})
        assert await ws.receive_json() == {"op": 9, "d": False, "s": None, "t": None}


async def test_the_client_ends_its_session_with_1000() -> None:
    world = crowd.with_people("Anna")
    async with LocalDiscord(world) as served:
        async with running(served, Croupier()):
            assert len(served.gateway.sessions.known) == 1
        assert served.gateway.sessions.known == {}


async def test_heartbeats_keep_a_connection_alive_and_their_lack_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    world = crowd.with_people("Anna")
    with monkeypatch.context() as patch:
        patch.setattr("bot.emulator.gateway.connection.HEARTBEAT_SECONDS", 0.1)
        async with (
            LocalDiscord(world) as served,
            aiohttp.ClientSession() as session,
            session.ws_connect(f"{served.gateway_url}?v=10&encoding=json") as ws,
        ):
            async for _ in ws:
                pass
            assert ws.close_code == 4009
    async with (
        LocalDiscord(world) as served,
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{served.gateway_url}?v=10&encoding=json") as ws,
    ):
        assert (await ws.receive_json())["op"] == 10
        (connection,) = served.gateway.connections
        assert connection.watch is not None
        deadline = connection.watch.when()
        await ws.send_json({"op": 1, "d": None})
        assert (await ws.receive_json())["op"] == 11
        assert connection.watch.when() > deadline


async def test_zlib_stream_is_one_stream_of_flushed_messages() -> None:
    world = crowd.with_people("Anna")
    async with (
        LocalDiscord(world) as served,
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{served.gateway_url}?v=10&encoding=json&compress=zlib-stream") as ws,
    ):
        stream = zlib.decompressobj()
        hello = await ws.receive_bytes()
        assert hello.endswith(b"\x00\x00\xff\xff")
        assert json.loads(stream.decompress(hello))["op"] == 10
        await ws.send_json(identify(world.token, 1))
        ready = json.loads(stream.decompress(await ws.receive_bytes()))
        assert (ready["t"], ready["s"], ready["d"]["v"]) == ("READY", 1, 10)
        assert json.loads(stream.decompress(await ws.receive_bytes()))["t"] == "GUILD_CREATE"


def test_zstd_stream_is_a_frame_of_stored_blocks() -> None:
    frame = ZstdStored()
    long = bytes(range(256)) * 600
    out = frame.pack(b"one") + frame.pack(long)
    assert out[:6] == b"\x28\xb5\x2f\xfd\x00\x38"
    rest, read = out[6:], b""
    while rest:
        head = int.from_bytes(rest[:3], "little")
        assert head & 0b111 == 0
        size = head >> 3
        assert size <= 128 * 1024
        read, rest = read + rest[3 : 3 + size], rest[3 + size :]
    assert read == b"one" + long


async def test_members_and_channels_that_change_cause_events() -> None:
    async with table() as (world, _, bot):
        (guild,) = world.guilds.values()
        made = asyncio.create_task(bot.wait_for("guild_channel_create", timeout=30))
        await asyncio.sleep(0)
        acts.add_channel(world, "new-table")
        assert (await made).name == "new-table"
        gone = asyncio.create_task(bot.wait_for("guild_remove", timeout=30))
        await asyncio.sleep(0)
        moderation.leave(world, guild, world.bot.id)
        await gone
        with pytest.raises(discord.Forbidden):
            await bot.http.get_member(guild.id, crowd.person(world, "Anna").id)


async def test_a_member_can_be_asked_for() -> None:
    async with table() as (world, _, bot):
        guild = bot.guilds[0]
        assert (await guild.fetch_member(crowd.person(world, "Anna").id)).name == "anna"
        with pytest.raises(discord.NotFound):
            await guild.fetch_member(1)
        assert world.refusals[-1].code == 10013
