"""Channels, members and guilds in the form in which the bot receives them."""

from __future__ import annotations

from bot.emulator.errors import Json
from bot.emulator.objects import DEFAULTS, DM, Channel, Guild, Message, stamp
from bot.emulator.world.world import World


def _thread(channel: Channel) -> Json:
    return {
        "parent_id": str(channel.parent_id),
        "owner_id": str(channel.owner_id),
        "message_count": len(channel.messages),
        "total_message_sent": len(channel.messages),
        "member_count": len(channel.thread_members),
        "thread_metadata": {
            "archived": channel.archived,
            "auto_archive_duration": channel.auto_archive,
            "archive_timestamp": stamp(channel.created),
            "create_timestamp": stamp(channel.created),
            "locked": channel.locked,
        },
    }


def _overwrites(guild: Guild, channel: Channel) -> list[Json]:
    return [
        {"id": str(who), "type": 0 if who in guild.roles else 1, "allow": str(allow), "deny": str(deny)}
        for who, (allow, deny) in channel.overwrites.items()
    ]


def thread_member(thread: Channel, user_id: int) -> Json:
    """Returns a user's membership of a thread as a JSON object of Discord's API."""
    return {"id": str(thread.id), "user_id": str(user_id), "join_timestamp": stamp(thread.created), "flags": 0}


def channel(world: World, it: Channel) -> Json:
    """Returns a text channel, thread or DM as a JSON object of Discord's API."""
    last = str(it.last_message_id) if it.last_message_id else None
    data: Json = {"id": str(it.id), "type": it.type, "last_message_id": last, "flags": 0}
    if it.type == DM:
        data["recipients"] = [world.users[it.recipient_id or 0].wire()]
        return data
    data.update(guild_id=str(it.guild_id), name=it.name, rate_limit_per_user=0)
    if it.is_thread:
        data.update(_thread(it))
        if world.bot.id in it.thread_members:
            data["member"] = thread_member(it, world.bot.id)
        return data
    data.update(
        position=it.position,
        parent_id=str(it.parent_id) if it.parent_id else None,
        topic=it.topic,
        nsfw=False,
        permission_overwrites=_overwrites(world.guilds[it.guild_id or 0], it),
    )
    return data


def partial_channel(world: World, it: Channel, user_id: int) -> Json:
    """Returns a channel as in an interaction: with the user's permissions in it."""
    return {**channel(world, it), "permissions": str(world.permissions(it, user_id))}


def member(world: World, guild: Guild, user_id: int) -> Json:
    """Returns a member of a guild, with its user, as a JSON object of Discord's API."""
    return {**guild.members[user_id].wire(), "user": world.users[user_id].wire()}


def _shown_thread(world: World, it: Channel) -> Json:
    """Returns a thread as in GUILD_CREATE: its member object has neither the thread's nor the user's id."""
    data = channel(world, it)
    if "member" in data:
        data["member"] = {key: data["member"][key] for key in ("join_timestamp", "flags")}
    return data


def full_guild(world: World, guild: Guild, *, members: bool = False) -> Json:
    """Returns a guild as in GUILD_CREATE. With `members` it has all members, otherwise only the bot."""
    mine = [c for c in world.channels.values() if c.guild_id == guild.id]
    threads = [c for c in mine if c.is_thread and not c.archived and world.may(c, world.bot.id, "view_channel")]
    shown = list(guild.members) if members else [world.bot.id]
    return {
        **guild.wire(),
        **DEFAULTS["guild in GUILD_CREATE"],
        "joined_at": stamp(guild.members[world.bot.id].joined),
        "member_count": len(guild.members),
        "channels": [channel(world, c) for c in mine if not c.is_thread],
        "threads": [_shown_thread(world, c) for c in threads],
        "members": [member(world, guild, user_id) for user_id in shown],
    }


def gateway_message(world: World, message: Message) -> Json:
    """Returns a message as in MESSAGE_CREATE and MESSAGE_UPDATE: with guild and member."""
    if message.guild_id is None:
        return {**message.data, "channel_type": DM}
    data = {**message.data, "guild_id": str(message.guild_id)}
    writer = world.guilds[message.guild_id].members.get(message.author_id)
    if writer is not None:
        data["member"] = writer.wire()
    return data


def application(world: World) -> Json:
    """Returns the bot's application as a JSON object of Discord's API, with all fields that the client requests at its
    start."""
    owner = next((user for user in world.users.values() if not user.bot), world.bot)
    return {
        **DEFAULTS["application"],
        "id": str(world.app_id),
        "name": world.bot.display,
        "bot": world.bot.wire(),
        "owner": owner.wire(),
        "approximate_guild_count": len(world.guilds),
    }
