"""Changes of the world by owners, moderators and members, and outages of a server; each emits Discord's event.

No function checks whether anyone has the permission.
"""

from __future__ import annotations

from bot.emulator.objects import PRIVATE_THREAD, PUBLIC_THREAD, TEXT, Channel, Guild, Member, Role, User
from bot.emulator.world import permissions, wire
from bot.emulator.world.world import World

LONGEST_NAME = 20

# --- guilds and their members ------------------------------------------------------------------------------------


def add_guild(world: World, name: str, *, locale: str = "en-US", bot: bool = True) -> Guild:
    """Creates a guild whose members are all people, owned by the first of them; also invites the bot if `bot`."""
    world.last_id = ((world.last_id >> 22) + 1) << 22
    people = [user for user in world.users.values() if not user.bot]
    guild = Guild(world.snowflake(), name, people[0].id if people else world.bot.id, locale)
    guild.roles[guild.id] = Role(guild.id, "@everyone", permissions.EVERYONE)
    world.guilds[guild.id] = guild
    for user in people:
        guild.members[user.id] = Member(user.id, joined=world.clock())
    if bot:
        invite_bot(world, guild)
    return guild


def invite_bot(world: World, guild: Guild, granted: int = permissions.EVERYONE, by: int = 0) -> None:
    """Adds the bot to a guild, with a role of its own that has these permissions, and emits GUILD_CREATE.

    `by`: the ID of the user who adds it, for the audit log.
    """
    guild.installer_id = by
    role = Role(world.snowflake(), world.bot.display, granted, 1, world.bot.id)
    guild.roles[role.id] = role
    guild.members[world.bot.id] = Member(world.bot.id, roles=[role.id], joined=world.clock())
    # A guild that is new to the bot is sent without this field, one that was unavailable with it.
    described = {key: value for key, value in wire.full_guild(world, guild).items() if key != "unavailable"}
    world.emit("GUILD_CREATE", described, guild_id=guild.id)


def join(world: World, guild: Guild, user_id: int) -> None:
    """Adds a user to a guild and emits GUILD_MEMBER_ADD."""
    guild.members[user_id] = Member(user_id, joined=world.clock())
    data = {**wire.member(world, guild, user_id), "guild_id": str(guild.id)}
    world.emit("GUILD_MEMBER_ADD", data, guild_id=guild.id)


def rename(world: World, user: User, name: str) -> None:
    """Gives a user another display name and emits GUILD_MEMBER_UPDATE in each of their guilds.

    Raises ValueError if the name is empty, too long, unprintable or taken.
    """
    shown = " ".join(name.split())
    others = {
        one for other in world.users.values() if other is not user for one in (other.display.casefold(), other.name)
    }
    if not 1 <= len(shown) <= LONGEST_NAME or not shown.isprintable() or shown.casefold() in others:
        raise ValueError("that name cannot be taken")
    user.display = shown
    for guild in world.guilds.values():
        if user.id in guild.members:
            data = {**wire.member(world, guild, user.id), "guild_id": str(guild.id)}
            world.emit("GUILD_MEMBER_UPDATE", data, guild_id=guild.id)


# --- channels and threads ----------------------------------------------------------------------------------------


def add_channel(world: World, name: str, guild: Guild | None = None, *, kind: int = TEXT) -> Channel:
    """Creates a channel of that kind in a guild (by default the first one) and emits CHANNEL_CREATE."""
    home = guild or next(iter(world.guilds.values()))
    place = sum(1 for known in world.channels.values() if known.guild_id == home.id)
    channel = Channel(world.snowflake(), kind, name, home.id, position=place, created=world.clock())
    world.channels[channel.id] = channel
    world.emit("CHANNEL_CREATE", wire.channel(world, channel), channel=channel)
    return channel


def add_thread(
    world: World, parent: Channel, name: str, *, owner: int | None = None, private: bool = False, of: int | None = None
) -> Channel:  # fmt: skip
    """Creates a thread in a text channel and emits THREAD_CREATE; its owner (by default the bot) is its first member.

    `of`: the message that starts it, whose id is also the thread's.
    """
    kind = PRIVATE_THREAD if private else PUBLIC_THREAD
    thread = Channel(of or world.snowflake(), kind, name, parent.guild_id, parent.id, created=world.clock())
    thread.owner_id = owner or world.bot.id
    thread.thread_members.append(thread.owner_id)
    world.channels[thread.id] = thread
    world.emit("THREAD_CREATE", {**wire.channel(world, thread), "newly_created": True}, channel=thread)
    return thread


def archive(world: World, thread: Channel, *, archived: bool = True, locked: bool | None = None) -> None:
    """Archives a thread, or unarchives it, and emits THREAD_UPDATE.

    `locked`: whether only moderators can unarchive it; None: unchanged.
    """
    thread.archived = archived
    thread.locked = thread.locked if locked is None else locked
    world.emit("THREAD_UPDATE", wire.channel(world, thread), channel=thread)
