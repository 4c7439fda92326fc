"""Interactions: how users' actions reach the bot and what its responses do, within 3 seconds and 15 minutes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from bot.emulator.checks.messages import FILE_LIMIT, IN_EDIT, IN_REPLY, Form, check_message
from bot.emulator.checks.modals import check_choices, check_modal
from bot.emulator.errors import Json, invalid, refused, required
from bot.emulator.objects import EPHEMERAL, LOADING, Channel, Interaction, Message, Upload
from bot.emulator.world import messages, wire
from bot.emulator.world.messages import NewMessage
from bot.emulator.world.world import World

COMMAND, COMPONENT, AUTOCOMPLETE, SUBMIT = 2, 3, 4, 5
MESSAGE, THINKING, DEFERRED, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
ANSWERS = {
    COMMAND: (MESSAGE, THINKING, MODAL),
    COMPONENT: (MESSAGE, THINKING, DEFERRED, UPDATE, MODAL),
    AUTOCOMPLETE: (CHOICES,),
    SUBMIT: (MESSAGE, THINKING, DEFERRED, UPDATE),
}
SECONDS_OF_TOKEN = 900.0


def open_interaction(
    world: World, user_id: int, channel: Channel, kind: int, data: Json, message: Message | None = None
) -> Interaction:
    """Starts a user's interaction and emits INTERACTION_CREATE; it fails if the bot does not acknowledge it in three
    seconds."""
    it = _new(world, user_id, channel, kind, data)
    it.message_id = message.id if message else None
    return _tell(world, it, channel, message)


def submit(world: World, opener: Interaction, data: Json) -> Interaction:
    """Submits a modal that an earlier interaction (`opener`) of the user has opened; returns the new interaction."""
    channel = world.get_channel(opener.channel_id)
    message = channel.messages.get(opener.message_id or 0)
    it = _new(world, opener.user_id, channel, SUBMIT, data)
    it.message_id = message.id if message else None
    it.opened_by = metadata(world, opener)
    return _tell(world, it, channel, message)


def _new(world: World, user_id: int, channel: Channel, kind: int, data: Json) -> Interaction:
    _forget(world)
    number = world.snowflake()
    token = hashlib.sha256(f"{world.token} {number}".encode()).hexdigest()
    return Interaction(number, token, kind, user_id, channel.id, channel.guild_id, world.clock(), data)


def _tell(world: World, it: Interaction, channel: Channel, message: Message | None) -> Interaction:
    world.interactions[it.id] = it
    world.tokens[it.token] = it

    def overdue() -> None:
        if it.state == "pending":
            it.state = "failed"
            world.touch()

    world.clock.later(world.limits.acknowledge, overdue)
    world.emit("INTERACTION_CREATE", _told(world, it, channel, message), channel=channel)
    return it


def _forget(world: World) -> None:
    """Deletes interactions whose tokens expired long ago."""
    end = world.clock() - 2 * SECONDS_OF_TOKEN
    for number, it in list(world.interactions.items()):
        if it.created > end:
            return
        del world.interactions[number]
        del world.tokens[it.token]
        for file in it.data.get("resolved", {}).get("attachments", {}):
            world.remove_file(int(file))


def _told(world: World, it: Interaction, channel: Channel, message: Message | None) -> Json:
    user = world.users[it.user_id]
    data: Json = {
        "id": str(it.id),
        "application_id": str(world.app_id),
        "type": it.kind,
        "token": it.token,
        "version": 1,
        "data": it.data,
        "channel_id": str(channel.id),
        "channel": wire.partial_channel(world, channel, it.user_id),
        "app_permissions": str(world.permissions(channel, world.bot.id)),
        "locale": user.locale,
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(it.guild_id or 0)},
        "context": 0 if it.guild_id else 1,
        "attachment_size_limit": FILE_LIMIT,
    }
    if message is not None:
        data["message"] = message.data
    if it.guild_id is None:
        data["user"] = user.wire()
        return data
    guild = world.guilds[it.guild_id]
    data["guild_id"] = str(guild.id)
    data["guild"] = {"id": str(guild.id), "locale": guild.locale, "features": []}
    data["guild_locale"] = guild.locale
    theirs = str(world.permissions(channel, it.user_id))
    data["member"] = {**wire.member(world, guild, it.user_id), "permissions": theirs}
    return data


def respond(world: World, it: Interaction, body: Json, files: Sequence[Upload]) -> Json:
    """Carries out the bot's first response to an interaction; returns the body for `with_response`.

    Raises Refused (10062) if it is too late, (40060) if there was a response, (50035) if this one is invalid.
    """
    if it.state == "failed":
        raise refused(10062)
    if it.state != "pending":
        raise refused(40060)
    kind = body.get("type")
    if kind is None:
        raise required(("type",))
    allowed = ANSWERS[it.kind]
    if isinstance(kind, bool) or kind not in allowed or (kind in (DEFERRED, UPDATE) and it.message_id is None):
        raise invalid(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {allowed}.")
    message = _carry_out(world, it, kind, body.get("data"), files)
    it.state, it.response = "acknowledged", kind
    if message is not None:
        it.original_id = message.id
    world.touch()
    return _response(it, kind, message)


def _carry_out(world: World, it: Interaction, kind: int, data: Json | None, files: Sequence[Upload]) -> Message | None:
    if kind == CHOICES:
        check_choices(data, _focused_type(it.data))
        it.choices = list((data or {})["choices"])
        return None
    if kind == MODAL:
        check_modal(data, world.emojis)
        it.modal = data
        return None
    if kind == MESSAGE:
        if data is None:
            raise required(("data",))
        return reply(world, it, data, files, ("data",))
    if kind == THINKING:
        hidden = (data or {}).get("flags") or 0
        if not isinstance(hidden, int) or hidden & ~IN_REPLY:
            said = f"Only these flags may be set here: {IN_REPLY}"
            raise invalid(("data", "flags"), "MESSAGE_FLAGS_INVALID", said)
        return _write(world, it, {"flags": hidden & EPHEMERAL}, (), LOADING)
    if kind == DEFERRED:
        return world.get_channel(it.channel_id).messages.get(it.message_id or 0)
    source = world.get_message(it.channel_id, it.message_id or 0)
    form = Form(data or {}, files, IN_EDIT, source, ("data",), world.emojis)
    check_message(form)
    messages.edit(world, source, data or {}, files)
    return source


def _focused_type(data: Json) -> int:
    for option in data.get("options", ()):
        if option.get("focused"):
            return int(option["type"])
        inner = _focused_type(option)
        if inner:
            return inner
    return 0


def _response(it: Interaction, kind: int, message: Message | None) -> Json:
    told: Json = {"id": str(it.id), "type": it.kind}
    if message is None:
        return {"interaction": told}
    told["response_message_id"] = str(message.id)
    told["response_message_loading"] = message.loading
    told["response_message_ephemeral"] = bool(message.flags & EPHEMERAL)
    if kind not in (MESSAGE, UPDATE):
        return {"interaction": told}
    return {"interaction": told, "resource": {"type": kind, "message": message.data}}


def reply(world: World, it: Interaction, body: Json, files: Sequence[Upload], under: tuple[str, ...] = ()) -> Message:
    """Writes a new message in response to an interaction, ephemeral if its flags say so."""
    check_message(Form(body, files, IN_REPLY, under=under, emojis=world.emojis))
    return _write(world, it, body, files)


def _write(world: World, it: Interaction, body: Json, files: Sequence[Upload], flags: int = 0) -> Message:
    extra: Json = {
        "application_id": str(world.app_id),
        "webhook_id": str(world.app_id),
        "interaction_metadata": metadata(world, it),
    }
    if it.original_id is not None:
        extra["interaction_metadata"]["original_response_message_id"] = str(it.original_id)
    if it.kind == COMMAND:
        caller = world.users[it.user_id].wire()
        extra["interaction"] = {"id": str(it.id), "type": it.kind, "name": _called(it.data), "user": caller}
    if it.message_id is not None:
        source = {"channel_id": str(it.channel_id), "message_id": str(it.message_id)}
        extra["message_reference"] = {"type": 0, **source}
    only_for = it.user_id if (body.get("flags") or 0) & EPHEMERAL else None
    channel, kind = world.get_channel(it.channel_id), _kind_of_answer(it)
    return messages.write(world, NewMessage(channel, world.bot.id, body, files, only_for, kind, flags, extra))


def _kind_of_answer(it: Interaction) -> int:
    """Returns the type of a message that answers an interaction."""
    if it.kind == COMMAND:
        return 20 if it.data.get("type", 1) == 1 else 23
    return 19 if it.message_id is not None else 0


def metadata(world: World, it: Interaction) -> Json:
    """Returns a message's data about the interaction that it answers."""
    told: Json = {
        "id": str(it.id),
        "type": it.kind,
        "user": world.users[it.user_id].wire(),
        "authorizing_integration_owners": {"0": str(it.guild_id or 0)},
    }
    target = it.data.get("target_id", "") if it.kind == COMMAND else ""
    if target and it.data["type"] == 2 and int(target) in world.users:
        told["target_user"] = world.users[int(target)].wire()
    if target and it.data["type"] == 3:
        told["target_message_id"] = target
    if it.kind == COMPONENT:
        told["interacted_message_id"] = str(it.message_id)
    if it.kind == SUBMIT:
        told["triggering_interaction_metadata"] = it.opened_by
    return told


def _called(data: Json) -> str:
    """Returns the full name of a command that was called."""
    inner = next((one for one in data.get("options", ()) if one["type"] in (1, 2)), None)
    return " ".join([data["name"], _called(inner)] if inner else [data["name"]])


# --- the interaction's webhook -------------------------------------------------------------------------


def by_token(world: World, token: str) -> Interaction:
    """Returns the acknowledged interaction of a token; raises Refused (10015) if there is none, (50027) after 15
    minutes."""
    it = world.tokens.get(token)
    if it is None or it.state != "acknowledged":
        raise refused(10015)
    if world.clock() - it.created > SECONDS_OF_TOKEN:
        raise refused(50027)
    return it


def follow_up(world: World, it: Interaction, body: Json, files: Sequence[Upload]) -> Message:
    """Writes a further message in response to an interaction and returns it.

    The first one after a "thinking" response replaces that response.
    """
    it.answers += 1
    thinking = world.channels[it.channel_id].messages.get(it.original_id or 0) if it.response == THINKING else None
    if thinking is not None and thinking.loading:
        kept = {**body, "flags": ((body.get("flags") or 0) & ~EPHEMERAL) | (thinking.flags & EPHEMERAL)}
        check_message(Form(kept, files, IN_REPLY, emojis=world.emojis))
        messages.edit(world, thinking, kept, files, silently=True)
        return thinking
    message = reply(world, it, body, files)
    it.followups.append(message.id)
    world.touch()
    return message


def own_message(world: World, it: Interaction, which: str) -> Message:
    """Returns the message that an interaction's token can reach: `@original`, or by ID a followup or the pressed one.

    Raises Refused (10008) if there is none.
    """
    number = it.original_id if which == "@original" else int(which)
    if number is None or number not in (it.original_id, it.message_id, *it.followups):
        raise refused(10008)
    return world.get_message(it.channel_id, number)


def edit_own(world: World, it: Interaction, which: str, body: Json, files: Sequence[Upload]) -> Message:
    """Edits the original response to an interaction, or a followup, and returns it.

    Editing a "thinking" response makes it a real one.
    """
    message = own_message(world, it, which)
    form = Form(body, files, IN_EDIT, message, emojis=world.emojis)
    check_message(form)
    it.answers += 1
    messages.edit(world, message, body, files, silently=message.loading)
    return message


def delete_own(world: World, it: Interaction, which: str) -> None:
    """Deletes the original response to an interaction, or a followup."""
    message = own_message(world, it, which)
    it.answers += 1
    messages.delete(world, message)
