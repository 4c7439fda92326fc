"""Tests sharded gateways: where events arrive, when a shard may identify, and shards that do not exist."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import hikari

from bot.emulator import LocalDiscord, World
from bot.emulator.objects import Channel, Guild
from bot.emulator.people import crowd
from bot.emulator.world import wire
from tests.emulator.croupier import Croupier, running
from tests.emulator.driven_clock import DrivenClock
from tests.emulator.test_gateway import closes_with, identify

Json = dict[str, Any]
INVALID = {"op": 9, "d": False, "s": None, "t": None}


class Shard:
    """A client of the gateway as one shard, which reads the events that it gets."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws

    async def next(self, name: str) -> Json:
        """Waits for the next event of that name and returns its data; events before it are dropped."""
        while True:
            payload = await self.ws.receive_json(timeout=10)
            if payload["t"] == name:
                data: Json = payload["d"]
                return data

    async def after_hello(self) -> Json:
        """Returns the first message after HELLO."""
        assert (await self.ws.receive_json(timeout=10))["op"] == 10
        said: Json = await self.ws.receive_json(timeout=10)
        return said

    async def silent(self) -> bool:
        """Sends a heartbeat; returns whether its acknowledgement is the next message, so that no event came before."""
        await self.ws.send_str('{"op": 1, "d": null}')
        return bool((await self.ws.receive_json(timeout=10))["op"] == 11)


@asynccontextmanager
async def shard(served: LocalDiscord, number: int, count: int) -> AsyncIterator[Shard]:
    """Connects to the gateway for a block and identifies as shard `number` of `count`, without waiting for the
    result.
    """
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{served.gateway_url}?v=10&encoding=json") as ws,
    ):
        await ws.send_str(json.dumps(identify(served.token, shard=[number, count])))
        yield Shard(ws)


def home(world: World, number: int, count: int) -> Guild:
    """Returns the only guild of a shard; fails if it has none or several."""
    (guild,) = (guild for guild in world.guilds.values() if (guild.id >> 22) % count == number)
    return guild


def pressed(world: World, where: Channel) -> dict[str, Any]:
    """Returns the parts of a press in this channel that the gateway needs for its event."""
    return {"channel": wire.partial_channel(world, where, crowd.person(world, "Anna").id), "data": {}}


async def test_a_press_arrives_on_the_shard_of_its_guild_and_nowhere_else() -> None:
    world = crowd.with_people("Anna", guilds=2, clock=DrivenClock())
    async with LocalDiscord(world) as served, shard(served, 0, 2) as first, shard(served, 1, 2) as second:
        for one in (first, second):
            await one.next("READY")
        for number, (here, there) in enumerate(((first, second), (second, first))):
            guild = home(world, number, 2)
            where = world.channel("table-1", guild)
            world.emit("INTERACTION_CREATE", pressed(world, where) | {"guild_id": str(guild.id)}, channel=where)
            assert (await here.next("INTERACTION_CREATE"))["guild_id"] == str(guild.id)
            assert await there.silent()


async def test_direct_messages_arrive_only_on_shard_0() -> None:
    world = crowd.with_people("Anna", guilds=2, clock=DrivenClock())
    async with LocalDiscord(world) as served, shard(served, 0, 2) as first, shard(served, 1, 2) as second:
        for one in (first, second):
            await one.next("READY")
        told = pressed(world, crowd.person(world, "Anna").dm())
        world.emit("INTERACTION_CREATE", told, channel=crowd.person(world, "Anna").dm())
        assert await first.next("INTERACTION_CREATE") == told
        assert await second.silent()


async def test_each_shard_is_ready_with_its_own_guilds() -> None:
    world = crowd.with_people("Anna", guilds=4, clock=DrivenClock())
    async with LocalDiscord(world) as served:
        seen = []
        for number in range(3):
            async with shard(served, number, 3) as one:
                ready = await one.next("READY")
                assert ready["shard"] == [number, 3]
                seen += [int(guild["id"]) for guild in ready["guilds"]]
                assert all((int(guild["id"]) >> 22) % 3 == number for guild in ready["guilds"])
        assert sorted(seen) == sorted(world.guilds)


async def test_a_bucket_lets_one_shard_identify_in_five_seconds() -> None:
    clock = DrivenClock()
    world = crowd.with_people("Anna", guilds=2, clock=clock)
    async with LocalDiscord(world) as served:
        sessions = served.gateway.sessions
        sessions.max_concurrency, sessions.identify_every = 2, 5.0
        told = []
        for number in (0, 1, 2):
            async with shard(served, number, 4) as one:
                told.append((await one.after_hello())["t"] or "refused")
        assert told == ["READY", "READY", "refused"]
        clock.advance(4.9)
        async with shard(served, 2, 4) as one:
            assert await one.after_hello() == INVALID
        clock.advance(0.1)
        async with shard(served, 2, 4) as one:
            assert (await one.after_hello())["t"] == "READY"
        assert sessions.identifies_left == 995


async def test_a_client_that_came_too_early_may_identify_again_on_the_same_connection() -> None:
    clock = DrivenClock()
    world = crowd.with_people("Anna", clock=clock)
    async with LocalDiscord(world) as served:
        served.gateway.sessions.max_concurrency, served.gateway.sessions.identify_every = 1, 5.0
        async with shard(served, 0, 1), shard(served, 0, 1) as late:
            assert await late.after_hello() == INVALID
            clock.advance(5.0)
            await late.ws.send_str(json.dumps(identify(served.token)))
            await late.next("READY")


async def test_the_start_limits_are_reported() -> None:
    world = crowd.with_people("Anna")
    async with LocalDiscord(world) as served, aiohttp.ClientSession() as session:
        served.gateway.sessions.shards, served.gateway.sessions.max_concurrency = 4, 2
        async with session.get(
            f"{served.api_url}/gateway/bot", headers={"Authorization": f"Bot {served.token}"}
        ) as answer:
            said = await answer.json()
    assert said["shards"] == 4
    assert said["session_start_limit"] == {
        "total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 2
    }  # fmt: skip


async def test_shards_that_there_are_not_are_refused() -> None:
    world = crowd.with_people("Anna")
    for wrong in ([4, 4], [-1, 4], [0, 0], [0], [True, 2], ["0", "1"], "0/1", None):
        assert await closes_with(world, identify(world.token, shard=wrong)) == 4010


async def test_a_shard_with_too_many_guilds_is_refused() -> None:
    world = crowd.with_people("Anna", guilds=3, clock=DrivenClock())
    async with LocalDiscord(world) as served:
        served.gateway.sessions.most_guilds = 2
        async with shard(served, 0, 1) as one:
            async for _ in one.ws:
                pass
            assert one.ws.close_code == 4011
        async with shard(served, 0, 3) as one:
            await one.next("READY")


async def test_discord_py_with_shards_of_its_own_hears_only_those_guilds() -> None:
    world = crowd.with_people("Anna", guilds=4, clock=DrivenClock())
    async with LocalDiscord(world) as served:
        bot = Croupier(shards=4)
        bot.shard_ids = [1, 3]
        async with running(served, bot):
            assert sorted(bot.shards) == [1, 3]
            assert {guild.shard_id for guild in bot.guilds} == {1, 3}
            for guild in bot.guilds:
                where = world.channel("table-1", world.guilds[guild.id])
                assert (await crowd.person(world, "Anna").slash(where, "game new")).acknowledged


async def test_discord_py_comes_again_if_it_identified_too_early() -> None:
    class Hasty(Croupier):
        async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
            if world.clock() > begun:
                return
            if shard_id == 1:
                asyncio.get_running_loop().call_later(0.2, clock.advance, 5.0)

    clock = DrivenClock()
    begun = clock()
    world = crowd.with_people("Anna", guilds=2, clock=clock)
    async with LocalDiscord(world) as served:
        sessions = served.gateway.sessions
        sessions.max_concurrency, sessions.identify_every = 1, 5.0
        async with running(served, Hasty(discord.Intents(guilds=True), 2)) as bot:
            await world.until(lambda: len(bot.guilds) == 2)
            assert sorted(known.shard for known in sessions.known.values()) == [(0, 2), (1, 2)]


async def test_hikari_drives_two_shards() -> None:
    world = crowd.with_people("Anna", guilds=2, clock=DrivenClock())
    async with LocalDiscord(world) as served:
        served.gateway.sessions.shards = 2
        bot = hikari.GatewayBot(
            served.token, rest_url=served.api_url, banner=None, logs=None, intents=hikari.Intents.GUILDS
        )
        seen: dict[int, int] = {}

        @bot.listen()
        async def found(event: hikari.GuildAvailableEvent) -> None:
            seen[int(event.guild_id)] = event.shard.id

        await bot.start(check_for_updates=False)
        try:
            await world.until(lambda: len(seen) == 2)
        finally:
            await bot.close()
        assert seen == {guild.id: (guild.id >> 22) % 2 for guild in world.guilds.values()}
