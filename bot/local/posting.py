"""Messages: writing, editing and deleting them, with files, mentions and the parts' ids and media."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.local import shapes
from bot.local.errors import Json, refused
from bot.local.things import COMPONENTS_V2, EPHEMERAL, LOADING, Channel, Message, Upload, stamp

if TYPE_CHECKING:
    from bot.local.world import World

_USER, _ROLE = re.compile(r"<@!?(\d+)>"), re.compile(r"<@&(\d+)>")
_PNG = b"\x89PNG\r\n\x1a\n"
OLD = 3600.0


@dataclass(slots=True, frozen=True)
class Letter:
    """A message to be written: where, by whom, what, and for whom alone if it is ephemeral."""

    channel: Channel
    author_id: int
    body: Json
    files: Sequence[Upload] = ()
    only_for: int | None = None
    kind: int = 0
    flags: int = 0
    extra: Json | None = None


def write(world: World, letter: Letter) -> Message:
    """Put a message that has been checked into its channel and tell of it."""
    channel, body = letter.channel, letter.body
    number = world.snowflake()
    now = world.clock()
    message = Message(number, channel.id, channel.guild_id, letter.author_id, {}, letter.only_for, now)
    nonce = body.get("nonce")
    message.nonce = str(nonce) if nonce is not None else None
    message.data = {
        "id": str(number),
        "channel_id": str(channel.id),
        "author": world.users[letter.author_id].wire(),
        "type": letter.kind,
        "content": _trimmed(body.get("content")),
        "timestamp": stamp(now),
        "edited_timestamp": None,
        "tts": bool(body.get("tts")),
        "flags": (body.get("flags") or 0) | letter.flags | (EPHEMERAL if letter.only_for else 0),
        "embeds": [],
        "attachments": [],
        "components": [],
        "mentions": [],
        "mention_roles": [],
        "mention_everyone": False,
        "pinned": False,
        **(letter.extra or {}),
    }
    if nonce is not None:
        message.data["nonce"] = nonce
    fill(world, message, body, letter.files)
    channel.messages[number] = message
    channel.last_message_id = number
    _tell(world, "MESSAGE_CREATE", message)
    return message


def edit(world: World, message: Message, body: Json, files: Sequence[Upload] = (), *, silently: bool = False) -> None:
    """Carry out an edit that has been checked and tell of it; `silently` fills a thinking message, no edit."""
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
    """Take a message away and tell of it."""
    channel = world.channels[message.channel_id]
    channel.messages.pop(message.id, None)
    for known in message.data["attachments"]:
        world.files.pop(int(known["id"]), None)
    data: Json = {"id": str(message.id), "channel_id": str(channel.id)}
    if channel.guild_id:
        data["guild_id"] = str(channel.guild_id)
    only_for = message.only_for if message.flags & EPHEMERAL else None
    world.emit("MESSAGE_DELETE", data, channel=channel, only_for=only_for)


def fill(world: World, message: Message, body: Json, files: Sequence[Upload]) -> None:
    """Set attachments, embeds, components and mentions from a body; what it leaves out stays."""
    data = message.data
    _attach(world, message, body, files)
    if "embeds" in body:
        data["embeds"] = [_embed(message, embed) for embed in body["embeds"] or ()]
    if "components" in body:
        data["components"] = [_settled(message, part) for part in body["components"] or ()]
        _number(data["components"])
    if body.get("poll"):
        data["poll"] = body["poll"]
    _mention(world, message, body.get("allowed_mentions"))


def _trimmed(content: Any) -> str:
    return content.strip() if isinstance(content, str) else ""


def _tell(world: World, name: str, message: Message) -> None:
    only_for = message.only_for if message.flags & EPHEMERAL else None
    channel = world.channels[message.channel_id]
    world.emit(name, shapes.gateway_message(world, message), channel=channel, only_for=only_for)


def _attach(world: World, message: Message, body: Json, files: Sequence[Upload]) -> None:
    kept = {int(known["id"]): known for known in message.data["attachments"]}
    sent = {upload.number: upload for upload in files}
    listed = body.get("attachments")
    everything = [{"id": number} for number in (*kept, *sent)]
    wanted = everything if listed is None else listed
    result: list[Json] = []
    for one in wanted:
        number = int(one["id"])
        if number in sent:
            result.append(_stored(world, message, sent[number], one))
        else:
            known = kept.pop(number)
            if one.get("description") is not None:
                known = {**known, "description": one["description"]}
            result.append(known)
    if listed is not None:
        for number in kept:
            world.files.pop(number, None)
    message.data["attachments"] = result


def _stored(world: World, message: Message, upload: Upload, said: Json) -> Json:
    number = world.snowflake()
    name = re.sub(r"[^\w.\-]", "_", said.get("filename") or upload.filename) or "unknown"
    world.files[number] = upload.content
    where = "ephemeral-attachments" if message.flags & EPHEMERAL else "attachments"
    url = world.cdn + world.signed(f"/{where}/{message.channel_id}/{number}/{name}")
    data: Json = {
        "id": str(number),
        "filename": name,
        "size": len(upload.content),
        "url": url,
        "proxy_url": url,
        "content_type": mimetypes.guess_type(name)[0] or "application/octet-stream",
    }
    if said.get("description"):
        data["description"] = said["description"]
    if message.flags & EPHEMERAL:
        data["ephemeral"] = True
    if upload.content.startswith(_PNG):
        data["width"] = int.from_bytes(upload.content[16:20], "big")
        data["height"] = int.from_bytes(upload.content[20:24], "big")
    return data


def _media(message: Message, media: Json) -> Json:
    url = media["url"]
    for known in message.data["attachments"]:
        if url in (f"attachment://{known['filename']}", known["url"]):
            found = {key: known[key] for key in ("url", "proxy_url", "content_type", "width", "height") if key in known}
            return {**found, "attachment_id": known["id"], "loading_state": 2, "flags": 0}
    return {"url": url, "proxy_url": url, "loading_state": 2, "flags": 0}


def _embed(message: Message, embed: Json) -> Json:
    data = {key: value for key, value in embed.items() if value is not None}
    data["type"] = "rich"
    for part in ("image", "thumbnail"):
        if part in data:
            data[part] = _media(message, data[part])
    return data


def _settled(message: Message, part: Json) -> Json:
    """A component as Discord keeps it: no nulls, media resolved, children too."""
    data = {key: value for key, value in part.items() if value is not None}
    for key in ("media", "file"):
        if key in data:
            data[key] = _media(message, data[key])
    for key in ("components", "items"):
        if key in data:
            data[key] = [_settled(message, child) for child in data[key]]
    if "accessory" in data:
        data["accessory"] = _settled(message, data["accessory"])
    return data


def walk(components: Sequence[Json]) -> Iterator[Json]:
    """All components of a message in reading order, nested ones after the one that holds them."""
    for part in components:
        yield part
        yield from walk(part.get("components", ()))
        if "accessory" in part:
            yield part["accessory"]


def _number(components: Sequence[Json]) -> None:
    """Every component gets a numeric id; those given stay."""
    taken = {part["id"] for part in walk(components) if part.get("id")}
    number = 0
    for part in walk(components):
        if part.get("id"):
            continue
        number += 1
        while number in taken:
            number += 1
        part["id"] = number


def words(data: Json) -> str:
    """The text in which mentions count: the content and the text displays."""
    texts = [data["content"], *(part["content"] for part in walk(data["components"]) if part["type"] == 10)]
    return "\n".join(texts)


def _mention(world: World, message: Message, allowed: Json | None) -> None:
    """Whom the message pings: the mentioned, as far as allowed_mentions lets it."""
    said = words(message.data)
    users = list(dict.fromkeys(int(found) for found in _USER.findall(said)))
    roles = list(dict.fromkeys(_ROLE.findall(said)))
    everyone = "@everyone" in said or "@here" in said
    if allowed is not None:
        parse = allowed.get("parse") or []
        if "users" not in parse:
            users = [user for user in users if str(user) in {str(one) for one in allowed.get("users") or ()}]
        if "roles" not in parse:
            roles = [role for role in roles if role in {str(one) for one in allowed.get("roles") or ()}]
        everyone = everyone and "everyone" in parse
    known = [user for user in users if user in world.users]
    if message.data["edited_timestamp"] is None:
        world.pings += [(user, message.id) for user in known]
    message.data["mentions"] = [world.users[user].wire() for user in known]
    message.data["mention_roles"] = roles
    message.data["mention_everyone"] = everyone


def same_nonce(channel: Channel, body: Json, author_id: int) -> Message | None:
    """The message already written under the same enforced nonce within the last minutes."""
    if not body.get("enforce_nonce") or body.get("nonce") is None:
        return None
    wanted = str(body["nonce"])
    for message in reversed(list(channel.messages.values())[-50:]):
        if message.nonce == wanted and message.author_id == author_id:
            return message
    return None


def sendable(world: World, channel: Channel, body: Json, files: Sequence[Upload]) -> None:
    """Whether the bot may send this there: 50001, 50013, 50007, 50278, 50083 otherwise."""
    if channel.recipient_id is not None:
        if not world.shared_guilds(channel.recipient_id):
            raise refused(50278)
        if not world.users[channel.recipient_id].dms_open:
            raise refused(50007)
        return
    wanted = ["send_messages_in_threads" if channel.is_thread else "send_messages"]
    if body.get("embeds"):
        wanted.append("embed_links")
    if files:
        wanted.append("attach_files")
    if body.get("message_reference"):
        wanted.append("read_message_history")
    see(world, channel)
    if not world.may(channel, world.bot.id, *wanted):
        raise refused(50013)
    if channel.archived and channel.locked and not world.may(channel, world.bot.id, "manage_threads"):
        raise refused(50083)
    if channel.archived:
        world.archive(channel, archived=False)


def see(world: World, channel: Channel) -> None:
    """Whether the bot may see the channel: 50001 otherwise."""
    if not world.may(channel, world.bot.id, "view_channel"):
        raise refused(50001)
