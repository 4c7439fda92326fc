"""What goes wrong with a whole server, and what its moderators change about the bot's roles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.emulator.objects import Role
from bot.emulator.world import permissions, wire

if TYPE_CHECKING:
    from bot.emulator.objects import Guild
    from bot.emulator.world.world import World


def outage(world: World, guild: Guild) -> None:
    """Discord loses a server: its bots are told, and until it comes back it is in no new connection either."""
    guild.unavailable = True
    world.emit("GUILD_DELETE", {"id": str(guild.id), "unavailable": True}, guild_id=guild.id)


def recovery(world: World, guild: Guild) -> None:
    """A lost server is there again."""
    guild.unavailable = False
    world.emit("GUILD_CREATE", wire.full_guild(world, guild), guild_id=guild.id)


def add_role(world: World, guild: Guild, name: str, *granted: str) -> Role:
    """A new role with these permissions, which nobody has yet."""
    role = Role(world.snowflake(), name, permissions.bits(*granted), len(guild.roles))
    guild.roles[role.id] = role
    world.emit("GUILD_ROLE_CREATE", {"guild_id": str(guild.id), "role": role.wire()}, guild_id=guild.id)
    return role


def change_role(
    world: World, guild: Guild, role: Role, *, grant: tuple[str, ...] = (), deny: tuple[str, ...] = ()
) -> None:
    """Give a role permissions, or take them away from it."""
    role.permissions = (role.permissions | permissions.bits(*grant)) & ~permissions.bits(*deny)
    world.emit("GUILD_ROLE_UPDATE", {"guild_id": str(guild.id), "role": role.wire()}, guild_id=guild.id)


def give_roles(world: World, guild: Guild, user_id: int, *roles: Role) -> None:
    """A member has these roles from now on, and no others."""
    guild.members[user_id].roles = [role.id for role in roles]
    data = {**wire.member(world, guild, user_id), "guild_id": str(guild.id)}
    world.emit("GUILD_MEMBER_UPDATE", data, guild_id=guild.id)
