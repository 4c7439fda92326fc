"""Routes about channels and their messages."""

from __future__ import annotations

from bot.emulator.checks import fields
from bot.emulator.checks.messages import IN_CHANNEL, IN_EDIT, Form, check_message
from bot.emulator.errors import Findings, Json, Refused, refused
from bot.emulator.objects import DM, EPHEMERAL, Channel, Message
from bot.emulator.rest.call import Call, Routes
from bot.emulator.world import acts, messages, wire
from bot.emulator.world.messages import Letter


def the_channel(call: Call) -> Channel:
    """The channel of a call: 10003 if there is none, 50001 if the bot may not see it."""
    channel = call.world.get_channel(call.id("channel_id"))
    messages.see(call.world, channel)
    return channel


def the_message(call: Call) -> Message:
    """A message within reach of the channel routes; ephemeral ones are not."""
    channel = the_channel(call)
    message = call.world.get_message(channel.id, call.id("message_id"))
    if message.flags & EPHEMERAL:
        raise refused(10008)
    return message


def channel(call: Call) -> Json:
    """A channel."""
    return wire.channel(call.world, the_channel(call))


def edit_channel(call: Call) -> Json:
    """Rename a channel; archive or unarchive a thread."""
    it = the_channel(call)
    if it.type == DM:
        raise refused(50003)
    needed = "manage_threads" if it.is_thread else "manage_channels"
    own = it.is_thread and it.owner_id == call.world.bot.id
    if not own and not call.world.may(it, call.world.bot.id, needed):
        raise refused(50013)
    found = Findings()
    fields.text(found, call.form, ("name",), 100, least=1)
    fields.text(found, call.form, ("topic",), 1024)
    fields.truth(found, call.form, ("archived",), ("locked",))
    found.settle()
    it.name = call.form.get("name") or it.name
    it.topic = call.form.get("topic", it.topic)
    it.archived = bool(call.form.get("archived", it.archived))
    it.locked = bool(call.form.get("locked", it.locked))
    data = wire.channel(call.world, it)
    call.world.emit("THREAD_UPDATE" if it.is_thread else "CHANNEL_UPDATE", data, channel=it)
    return data


def delete_channel(call: Call) -> Json:
    """Delete a channel or thread, or close a DM."""
    it = the_channel(call)
    data = wire.channel(call.world, it)
    if it.type == DM:
        return data
    if not call.world.may(it, call.world.bot.id, "manage_threads" if it.is_thread else "manage_channels"):
        raise refused(50013)
    acts.delete_channel(call.world, it)
    return data


def latest(call: Call) -> list[Json]:
    """The messages of a channel, newest first."""
    it = the_channel(call)
    if not call.world.may(it, call.world.bot.id, "read_message_history"):
        return []
    limit = min(int(call.query.get("limit", 50)), 100)
    shown = [m for m in it.messages.values() if not m.flags & EPHEMERAL]
    if "around" in call.query:
        shown.sort(key=lambda m: abs(m.id - int(call.query["around"])))
        shown = sorted(shown[:limit], key=lambda m: m.id)
    if "before" in call.query:
        shown = [m for m in shown if m.id < int(call.query["before"])]
    if "after" in call.query:
        return [m.data for m in reversed([m for m in shown if m.id > int(call.query["after"])][:limit])]
    return [m.data for m in reversed(shown[-limit:])]


def message(call: Call) -> Json:
    """One message."""
    found = the_message(call)
    if not call.world.may(the_channel(call), call.world.bot.id, "read_message_history"):
        raise refused(50013)
    return found.data


def write(call: Call) -> Json:
    """Write a message; an enforced nonce that was used already gives the message it made."""
    world = call.world
    it = world.get_channel(call.id("channel_id"))
    messages.sendable(world, it, call.form, call.files)
    check_message(Form(call.form, call.files, IN_CHANNEL, world.emojis))
    same = messages.same_nonce(it, call.form, world.bot.id)
    if same is not None:
        return same.data
    reference = call.form.get("message_reference")
    kind, extra = 0, {}
    if reference:
        source = _referenced(it, reference)
        kind, extra = 19, {"message_reference": {"type": 0, **source}}
    return messages.write(world, Letter(it, world.bot.id, call.form, call.files, kind=kind, extra=extra)).data


def _referenced(it: Channel, reference: Json) -> Json:
    number = int(reference["message_id"])
    if number not in it.messages and reference.get("fail_if_not_exists", True) is not False:
        found = Findings()
        found.add(("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
        found.settle()
    return {"channel_id": str(it.id), "message_id": str(number)}


def edit(call: Call) -> Json:
    """Edit the bot's own message; old ones only a few times an hour."""
    world, found = call.world, the_message(call)
    if found.author_id != world.bot.id:
        raise refused(50005)
    if the_channel(call).archived:
        raise refused(50083)
    check_message(Form(call.form, call.files, IN_EDIT, world.emojis, found))
    if world.clock() - found.created > messages.OLD:
        _old_edit(call, found.channel_id)
    messages.edit(world, found, call.form, call.files)
    return found.data


def _old_edit(call: Call, channel_id: int) -> None:
    """Discord lets messages older than an hour be edited only so many times: 429 with code 30046."""
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
    """Delete a message; others' only with the permission to manage messages."""
    found = the_message(call)
    if found.author_id != call.world.bot.id and not manages(call):
        raise refused(50003 if found.guild_id is None else 50013)
    messages.delete(call.world, found)


def manages(call: Call, permission: str = "manage_messages") -> bool:
    """Whether the bot has a permission in the channel of a call."""
    return call.world.may(the_channel(call), call.world.bot.id, permission)


def bulk_delete(call: Call) -> None:
    """Delete 2 to 100 messages of a guild's channel at once."""
    it = the_channel(call)
    if it.type == DM:
        raise refused(50003)
    if not manages(call):
        raise refused(50013)
    listed = call.form.get("messages")
    if not isinstance(listed, list) or not 2 <= len(listed) <= 100:
        raise refused(50016)
    for number in listed:
        found = it.messages.get(int(number)) if fields.snowflake(number) else None
        if found is not None and not found.flags & EPHEMERAL:
            messages.delete(call.world, found)


def typing(call: Call) -> None:
    """Show that the bot is typing."""
    it = the_channel(call)
    messages.sendable(call.world, it, {}, ())
    data: Json = {"channel_id": str(it.id), "user_id": str(call.world.bot.id), "timestamp": int(call.world.clock())}
    call.world.emit("TYPING_START", data, channel=it)


_AT = "/channels/{channel_id}"
ROUTES: Routes = {
    _AT: {"GET": channel, "PATCH": edit_channel, "DELETE": delete_channel},
    f"{_AT}/messages": {"GET": latest, "POST": write},
    f"{_AT}/messages/{{message_id}}": {"GET": message, "PATCH": edit, "DELETE": delete},
    f"{_AT}/messages/bulk-delete": {"POST": bulk_delete},
    f"{_AT}/typing": {"POST": typing},
}
