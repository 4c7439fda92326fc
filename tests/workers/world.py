"""Creates a Discord with a server in each shard."""

from __future__ import annotations

from bot.emulator.clock import Clock
from bot.emulator.limits import Limits
from bot.emulator.people import crowd
from bot.emulator.world import acts
from bot.emulator.world.world import World


def a_server_in_each(shards: int, *names: str) -> World:
    """Returns a world of these people with one server in each shard, in their order; each has a channel table-1."""
    return servers(shards, shards, 1, *names)


def servers(
    count: int, shards: int, channels: int, *names: str, clock: Clock | None = None, limits: Limits | None = None
) -> World:
    """Returns a world of these people with that many servers, each in the next shard; each has channels table-1, …"""
    world = crowd.with_people(*names, guilds=0, clock=clock, limits=limits)
    world.last_id += 1000 * count << 22  # ids follow the clock; some seconds of them are ours
    for number in range(count):
        shard = number % shards
        while ((world.last_id >> 22) + 1) % shards != shard:
            world.last_id += 1 << 22
        guild = acts.add_guild(world, f"Guild {number + 1}")
        assert (guild.id >> 22) % shards == shard
        for room in range(1, channels + 1):
            acts.add_channel(world, f"table-{room}", guild)
    return world
