"""Routes for channels, their threads and their messages."""

from __future__ import annotations

from typing import Final

from bot.emulator.checks.fields import Fields, one_of, text
from bot.emulator.checks.messages import IN_CHANNEL, IN_EDIT, Form, check_message
from bot.emulator.errors import Json, Refused, invalid, refused
from bot.emulator.objects import EPHEMERAL, PUBLIC_THREAD, TEXT, Channel, Message
from bot.emulator.rest.call import Call, Reply, Routes
from bot.emulator.world import acts, messages, wire
from bot.emulator.world.messages import NewMessage


def the_channel(call: Call) -> Channel:
    """Returns the channel of a call; raises Refused (10003) if there is none, (50001) if the bot may not see it."""
    channel = call.world.get_channel(call.id("channel_id"))
    messages.see(call.world, channel)
    return channel


def the_message(call: Call) -> Message:
    """Returns the message of a call; raises Refused (10008) if there is none, or if it is ephemeral."""
    channel = the_channel(call)
    message = call.world.get_message(channel.id, call.id("message_id"))
    if message.flags & EPHEMERAL:
        raise refused(10008)
    return message


def channel(call: Call) -> Json:
    """Returns the channel of a call as a JSON object of Discord's API."""
    return wire.channel(call.world, the_channel(call))


def latest(call: Call) -> list[Json]:
    """Returns the last messages of a channel (by default 50, at most 100), newest first, without ephemeral ones.

    Returns nothing without the permission to read the history; raises Refused for a search by message.
    """
    it = the_channel(call)
    if not call.world.may(it, call.world.bot.id, "read_message_history"):
        return []
    limit = min(int(call.query.get("limit", 50)), 100)
    for unknown in ("around", "before", "after"):
        if unknown in call.query:
            raise invalid((unknown,), "LOCAL_DISCORD_UNSUPPORTED", "The Discord on this machine knows no such search")
    shown = [m for m in it.messages.values() if not m.flags & EPHEMERAL]
    return [m.data for m in reversed(shown[-limit:])]


def message(call: Call) -> Json:
    """Returns the message of a call as JSON; raises Refused (50013) without the permission to read the history."""
    found = the_message(call)
    if not call.world.may(the_channel(call), call.world.bot.id, "read_message_history"):
        raise refused(50013)
    return found.data


def write(call: Call) -> Json:
    """Checks a message of the bot, writes it and returns it.

    If an enforced nonce was used before, the message posted with it is returned instead.
    """
    world = call.world
    it = world.get_channel(call.id("channel_id"))
    messages.sendable(world, it, call.files)
    check_message(Form(call.form, call.files, IN_CHANNEL, emojis=call.world.emojis))
    same = messages.same_nonce(world, it, call.form)
    if same is not None:
        return same.data
    return messages.write(world, NewMessage(it, world.bot.id, call.form, call.files)).data


def edit(call: Call) -> Json:
    """Edits the bot's own message and returns it; raises Refused for another author's message or an archived thread.

    Edits of messages older than an hour are limited to a few per hour.
    """
    world, found = call.world, the_message(call)
    if found.author_id != world.bot.id:
        raise refused(50005)
    if the_channel(call).archived:
        raise refused(50083)
    check_message(Form(call.form, call.files, IN_EDIT, found, emojis=call.world.emojis))
    if world.clock() - found.created > messages.OLD:
        _old_edit(call, found.channel_id)
    messages.edit(world, found, call.form, call.files)
    return found.data


def _old_edit(call: Call, channel_id: int) -> None:
    """Limits edits of messages older than an hour: 429 with code 30046."""
    most, seconds = call.world.limits.old_edits
    now = call.world.clock()
    edits = call.world.old_edits.setdefault(channel_id, [])
    edits[:] = [when for when in edits if now - when < seconds]
    if len(edits) >= most:
        wait = round(seconds - (now - edits[0]), 3)
        known = refused(30046)
        raise Refused(known.status, known.code, known.message, {"retry_after": wait, "global": False})
    edits.append(now)


def delete(call: Call) -> None:
    """Deletes a message; raises Refused for one of another author without the permission to manage messages."""
    found = the_message(call)
    if found.author_id != call.world.bot.id and not manages(call):
        raise refused(50003 if found.guild_id is None else 50013)
    messages.delete(call.world, found)


def manages(call: Call, permission: str = "manage_messages") -> bool:
    """Returns whether the bot has a permission in the channel of a call."""
    return call.world.may(the_channel(call), call.world.bot.id, permission)


THREAD: Final[Fields] = {
    "name": text(100, least=1, required=True),
    "auto_archive_duration": one_of((60, 1_440, 4_320, 10_080)),
}
"""The fields of a request for a new thread, which is archived after that many minutes without a message."""
LASTING: Final[Fields] = {"auto_archive_duration": one_of((60, 1_440, 4_320, 10_080))}


def create_thread(call: Call) -> Reply:
    """Creates a public thread in a text channel; raises Refused (50024) elsewhere, (50013) without the permission."""
    parent, form = _parent(call), call.form
    if form.get("type") != PUBLIC_THREAD:
        raise invalid(("type",), "LOCAL_DISCORD_UNSUPPORTED", "The Discord on this machine makes public threads only")
    return _begun(call, acts.add_thread(call.world, parent, form["name"]))


def start_thread(call: Call) -> Reply:
    """Starts a public thread from a message, whose ID the thread gets; raises Refused (160004) if it has a thread."""
    starter, parent = the_message(call), _parent(call)
    if starter.id in call.world.channels:
        raise refused(160004)
    return _begun(call, acts.add_thread(call.world, parent, call.form["name"], of=starter.id))


def _parent(call: Call) -> Channel:
    """Returns the text channel in which a call begins a thread; raises Refused if it may not, or has a wrong field."""
    parent = the_channel(call)
    if parent.type != TEXT:
        raise refused(50024)
    if not manages(call, "create_public_threads"):
        raise refused(50013)
    call.check(THREAD)
    return parent


def _begun(call: Call, thread: Channel) -> Reply:
    thread.auto_archive = call.form.get("auto_archive_duration") or thread.auto_archive
    return Reply(201, wire.channel(call.world, thread))


def change(call: Call) -> Json:
    """Changes after how many minutes a thread is archived, by its owner or a moderator, and emits THREAD_UPDATE.

    Raises Refused for any other change of a channel, which this emulator does not support.
    """
    thread = the_channel(call)
    if not thread.is_thread or set(call.form) != {"auto_archive_duration"}:
        raise invalid((), "LOCAL_DISCORD_UNSUPPORTED", "The Discord on this machine changes no channel so")
    if thread.owner_id != call.world.bot.id and not manages(call, "manage_threads"):
        raise refused(50013)
    if thread.archived:
        raise refused(50083)
    call.check(LASTING)
    thread.auto_archive = call.form["auto_archive_duration"]
    call.world.emit("THREAD_UPDATE", wire.channel(call.world, thread), channel=thread)
    return wire.channel(call.world, thread)


_AT = "/channels/{channel_id}"
ROUTES: Routes = {
    _AT: {"GET": channel, "PATCH": change},
    f"{_AT}/messages": {"GET": latest, "POST": write},
    f"{_AT}/messages/{{message_id}}": {"GET": message, "PATCH": edit, "DELETE": delete},
    f"{_AT}/messages/{{message_id}}/threads": {"POST": start_thread},
    f"{_AT}/threads": {"POST": create_thread},
}
