"""Discord's permission bits, and the computation of a member's permissions in a channel."""

from __future__ import annotations

from collections.abc import Iterable

from bot.emulator.objects import Channel, Guild

BITS: dict[str, int] = {
    "create_instant_invite": 1 << 0,
    "administrator": 1 << 3,
    "manage_channels": 1 << 4,
    "manage_guild": 1 << 5,
    "add_reactions": 1 << 6,
    "view_audit_log": 1 << 7,
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "mention_everyone": 1 << 17,
    "use_external_emojis": 1 << 18,
    "change_nickname": 1 << 26,
    "manage_nicknames": 1 << 27,
    "manage_roles": 1 << 28,
    "use_application_commands": 1 << 31,
    "manage_threads": 1 << 34,
    "create_public_threads": 1 << 35,
    "create_private_threads": 1 << 36,
    "send_messages_in_threads": 1 << 38,
    "pin_messages": 1 << 51,
}
ALL = (1 << 53) - 1


def bits(*names: str) -> int:
    """Returns the bit field of the named permissions."""
    field = 0
    for name in names:
        field |= BITS[name]
    return field


WRITING = (
    "view_channel",
    "send_messages",
    "embed_links",
    "attach_files",
    "read_message_history",
    "add_reactions",
    "use_external_emojis",
    "use_application_commands",
)
"""The usual permissions of a member in a text channel."""
EVERYONE = bits(*WRITING, "create_public_threads", "send_messages_in_threads", "change_nickname")
IN_DM = bits(*WRITING, "pin_messages")


def in_guild(guild: Guild, user_id: int) -> int:
    """Returns a user's permission bits in the guild as a whole: all for its owner and administrators, none for users
    who are not members."""
    if guild.owner_id == user_id:
        return ALL
    member = guild.members.get(user_id)
    if member is None:
        return 0
    field = guild.roles[guild.id].permissions
    for role_id in member.roles:
        field |= guild.roles[role_id].permissions
    return ALL if field & BITS["administrator"] else field


def _overlay(field: int, pairs: Iterable[tuple[int, int]]) -> int:
    allowed = denied = 0
    for allow, deny in pairs:
        allowed |= allow
        denied |= deny
    return (field & ~denied) | allowed


def in_channel(guild: Guild, channel: Channel, user_id: int) -> int:
    """Returns a user's permission bits in a channel; none without the permission to view it.

    They are the guild's, changed by the overwrites for @everyone, for the member's roles and for the member.
    """
    field = in_guild(guild, user_id)
    if field == ALL or user_id not in guild.members:
        return field
    written = channel.overwrites
    if guild.id in written:
        field = _overlay(field, [written[guild.id]])
    field = _overlay(field, [written[role] for role in guild.members[user_id].roles if role in written])
    if user_id in written:
        field = _overlay(field, [written[user_id]])
    if not field & BITS["view_channel"]:
        return 0
    return field
