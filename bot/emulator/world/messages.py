"""Writing, editing and deleting messages, and the bot's permissions to do so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.emulator.errors import Json, refused
from bot.emulator.objects import COMPONENTS_V2, DEFAULTS, EPHEMERAL, LOADING, Channel, Message, Upload, stamp
from bot.emulator.world import acts, wire
from bot.emulator.world.content import fill
from bot.emulator.world.world import World

OLD = 3600.0
NONCE_MEMORY = 300.0
"""Seconds for which an enforced nonce is remembered; Discord documents "the past few minutes"."""


@dataclass(slots=True, frozen=True)
class NewMessage:
    """A message to be written: channel, author, content, and its only reader if it is ephemeral."""

    channel: Channel
    author_id: int
    body: Json
    files: Sequence[Upload] = ()
    only_for: int | None = None
    kind: int = 0
    flags: int = 0
    extra: Json | None = None


def write(world: World, new: NewMessage) -> Message:
    """Adds a message, which has been checked, to its channel, emits MESSAGE_CREATE and returns the message."""
    channel, body = new.channel, new.body
    number = world.snowflake()
    now = world.clock()
    message = Message(number, channel.id, channel.guild_id, new.author_id, {}, new.only_for, now)
    nonce = body.get("nonce")
    message.nonce = str(nonce) if nonce is not None else None
    message.data = {
        **DEFAULTS["message"],
        "id": str(number),
        "channel_id": str(channel.id),
        "author": world.users[new.author_id].wire(),
        "type": new.kind,
        "content": _trimmed(body.get("content")),
        "timestamp": stamp(now),
        "tts": bool(body.get("tts")),
        "flags": (body.get("flags") or 0) | new.flags | (EPHEMERAL if new.only_for else 0),
        **(new.extra or {}),
    }
    if nonce is not None:
        message.data["nonce"] = nonce
    fill(world, message, body, new.files)
    channel.messages[number] = message
    channel.last_message_id = number
    _tell(world, "MESSAGE_CREATE", message)
    return message


def edit(world: World, message: Message, body: Json, files: Sequence[Upload] = (), *, silently: bool = False) -> None:
    """Carries out an edit, which has been checked, and emits MESSAGE_UPDATE.

    `silently`: fills a "thinking" message, which then does not count as edited.
    """
    data = message.data
    if "content" in body:
        data["content"] = _trimmed(body["content"])
    if body.get("flags") is not None:
        kept = message.flags & (EPHEMERAL | COMPONENTS_V2)
        data["flags"] = kept | (body["flags"] & ~LOADING)
    if silently:
        data["flags"] = message.flags & ~LOADING
    else:
        data["edited_timestamp"] = stamp(world.clock())
    fill(world, message, body, files)
    _tell(world, "MESSAGE_UPDATE", message)


def delete(world: World, message: Message) -> None:
    """Deletes a message with its files and emits MESSAGE_DELETE; an enforced nonce of it is still remembered."""
    channel = world.channels[message.channel_id]
    channel.messages.pop(message.id, None)
    if message.nonce is not None and message.author_id == world.bot.id:
        since = world.clock() - NONCE_MEMORY
        kept = {key: posted for key, posted in world.deleted_nonces.items() if posted >= since}
        world.deleted_nonces = {**kept, (channel.id, message.nonce): message.created}
    for known in message.files:
        world.remove_file(int(known["id"]))
    _tell_of_going(world, channel, message)


def dismiss(world: World, message: Message) -> None:
    """Hides an ephemeral message from its reader and emits MESSAGE_DELETE for them. The bot can still edit it."""
    message.dismissed = True
    _tell_of_going(world, world.channels[message.channel_id], message)


def _tell_of_going(world: World, channel: Channel, message: Message) -> None:
    data: Json = {"id": str(message.id), "channel_id": str(channel.id)}
    if channel.guild_id:
        data["guild_id"] = str(channel.guild_id)
    only_for = message.only_for if message.flags & EPHEMERAL else None
    world.emit("MESSAGE_DELETE", data, channel=channel, only_for=only_for)


def _trimmed(content: Any) -> str:
    return content.strip() if isinstance(content, str) else ""


def _tell(world: World, name: str, message: Message) -> None:
    if message.dismissed:
        return
    only_for = message.only_for if message.flags & EPHEMERAL else None
    channel = world.channels[message.channel_id]
    world.emit(name, wire.gateway_message(world, message), channel=channel, only_for=only_for)


def same_nonce(world: World, channel: Channel, body: Json) -> Message | None:
    """Returns the bot's message that was posted under the same enforced nonce within `NONCE_MEMORY`, if any.

    Raises Refused (10008) if that message was deleted: Discord does not post it a second time.
    """
    if not body.get("enforce_nonce") or body.get("nonce") is None:
        return None
    wanted, since = str(body["nonce"]), world.clock() - NONCE_MEMORY
    for message in reversed(list(channel.messages.values())[-50:]):
        if message.nonce == wanted and message.author_id == world.bot.id and message.created >= since:
            return message
    if world.deleted_nonces.get((channel.id, wanted), -1.0) >= since:
        raise refused(10008)
    return None


def sendable(world: World, channel: Channel, files: Sequence[Upload]) -> None:
    """Raises Refused if the bot may not send a message with these files to a channel; unarchives an archived thread.

    The codes are 50001, 50013, 50007, 50278 and 50083.
    """
    if channel.recipient_id is not None:
        if not world.shared_guilds(channel.recipient_id):
            raise refused(50278)
        if not world.users[channel.recipient_id].dms_open:
            raise refused(50007)
        return
    wanted = ["send_messages_in_threads" if channel.is_thread else "send_messages"]
    if files:
        wanted.append("attach_files")
    see(world, channel)
    if not world.may(channel, world.bot.id, *wanted):
        raise refused(50013)
    if channel.archived and channel.locked and not world.may(channel, world.bot.id, "manage_threads"):
        raise refused(50083)
    if channel.archived:
        acts.archive(world, channel, archived=False)


def see(world: World, channel: Channel) -> None:
    """Raises Refused (50001) if the bot may not view the channel."""
    if not world.may(channel, world.bot.id, "view_channel"):
        raise refused(50001)
