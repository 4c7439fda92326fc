"""A Discord with a server in each shard, whatever time it is."""

from __future__ import annotations

from bot.emulator.people import crowd
from bot.emulator.world import acts
from bot.emulator.world.world import World


def a_server_in_each(shards: int, *names: str) -> World:
    """A world of these people with one server in each of so many shards, in their order; each has a channel table-1."""
    world = crowd.with_people(*names, guilds=0)
    world.last_id += 1000 << 22  # ids follow the clock; a second of them is ours
    for shard in range(shards):
        while ((world.last_id >> 22) + 1) % shards != shard:
            world.last_id += 1 << 22
        guild = acts.add_guild(world, f"Guild {shard + 1}")
        assert (guild.id >> 22) % shards == shard
        acts.add_channel(world, "table-1", guild)
    return world
