"""Changes of the world that only tests make, as owners and moderators do, and outages of a server.

Each emits Discord's event. No function checks whether anyone has the permission.
"""

from __future__ import annotations

from bot.emulator.objects import CATEGORY, Channel, Guild, Role
from bot.emulator.world import permissions, wire
from bot.emulator.world.acts import add_channel
from bot.emulator.world.world import World


def leave(world: World, guild: Guild, user_id: int) -> None:
    """Removes a user from a guild and emits GUILD_MEMBER_REMOVE; for the bot itself, GUILD_DELETE."""
    guild.members.pop(user_id, None)
    if user_id == world.bot.id:
        world.emit("GUILD_DELETE", {"id": str(guild.id)}, guild_id=guild.id)
        return
    data = {"guild_id": str(guild.id), "user": world.users[user_id].wire()}
    world.emit("GUILD_MEMBER_REMOVE", data, guild_id=guild.id)


def outage(world: World, guild: Guild) -> None:
    """Makes a server unavailable and emits GUILD_DELETE; new sessions do not get it until it is back."""
    guild.unavailable = True
    world.emit("GUILD_DELETE", {"id": str(guild.id), "unavailable": True}, guild_id=guild.id)


def recovery(world: World, guild: Guild) -> None:
    """Makes an unavailable server available again and emits GUILD_CREATE."""
    guild.unavailable = False
    world.emit("GUILD_CREATE", wire.full_guild(world, guild), guild_id=guild.id)


def add_category(world: World, name: str, *inside: Channel) -> Channel:
    """Creates a category in the first guild and moves these channels into it; emits an event for each of them."""
    category = add_channel(world, name, kind=CATEGORY)
    for channel in inside:
        channel.parent_id = category.id
        world.emit("CHANNEL_UPDATE", wire.channel(world, channel), channel=channel)
    return category


def delete_channel(world: World, channel: Channel) -> None:
    """Deletes a channel or thread, with its threads and all their messages, and emits an event for each of them."""
    for thread in [t for t in world.channels.values() if t.is_thread and t.parent_id == channel.id]:
        delete_channel(world, thread)
    data = wire.channel(world, channel)
    del world.channels[channel.id]
    if channel.is_thread:
        # Discord sends only these fields of a deleted thread.
        data = {part: data[part] for part in ("id", "guild_id", "parent_id", "type")}
    world.emit("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", data, channel=channel)


def overwrite(world: World, channel: Channel, who: int, *, allow: int = 0, deny: int = 0) -> None:
    """Replaces a channel's permission overwrite for a role or member (`who`), and emits CHANNEL_UPDATE.

    `allow` and `deny` are permission bits.
    """
    channel.overwrites[who] = (allow, deny)
    world.emit("CHANNEL_UPDATE", wire.channel(world, channel), channel=channel)


def forbid(world: World, channel: Channel, *names: str, who: int | None = None) -> None:
    """Denies the named permissions in a channel to the bot (or to the role or member `who`).

    Replaces the whole earlier overwrite.
    """
    overwrite(world, channel, who or world.bot.id, deny=permissions.bits(*names))


def allow(world: World, channel: Channel, *names: str, who: int | None = None) -> None:
    """Grants the named permissions in a channel to the bot (or to the role or member `who`).

    Replaces the whole earlier overwrite, with all that it denied.
    """
    overwrite(world, channel, who or world.bot.id, allow=permissions.bits(*names))


def add_role(world: World, guild: Guild, name: str, *granted: str, mentionable: bool = False) -> Role:
    """Creates a role with these permissions, which no member has yet, and emits GUILD_ROLE_CREATE."""
    role = Role(world.snowflake(), name, permissions.bits(*granted), len(guild.roles), mentionable=mentionable)
    guild.roles[role.id] = role
    world.emit("GUILD_ROLE_CREATE", {"guild_id": str(guild.id), "role": role.wire()}, guild_id=guild.id)
    return role


def change_role(
    world: World, guild: Guild, role: Role, *, grant: tuple[str, ...] = (), deny: tuple[str, ...] = ()
) -> None:
    """Adds permissions to a role (`grant`) or removes them from it (`deny`), and emits GUILD_ROLE_UPDATE."""
    role.permissions = (role.permissions | permissions.bits(*grant)) & ~permissions.bits(*deny)
    world.emit("GUILD_ROLE_UPDATE", {"guild_id": str(guild.id), "role": role.wire()}, guild_id=guild.id)


def delete_role(world: World, guild: Guild, role: Role) -> None:
    """Deletes a role and emits GUILD_ROLE_DELETE; its members keep their other roles."""
    del guild.roles[role.id]
    for member in guild.members.values():
        member.roles = [one for one in member.roles if one != role.id]
    world.emit("GUILD_ROLE_DELETE", {"guild_id": str(guild.id), "role_id": str(role.id)}, guild_id=guild.id)


def give_roles(world: World, guild: Guild, user_id: int, *roles: Role) -> None:
    """Replaces the roles of a member by these and emits GUILD_MEMBER_UPDATE."""
    guild.members[user_id].roles = [role.id for role in roles]
    data = {**wire.member(world, guild, user_id), "guild_id": str(guild.id)}
    world.emit("GUILD_MEMBER_UPDATE", data, guild_id=guild.id)
