"""What a message is filled with: files, components with their ids and media, mentions."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Sequence

from bot.emulator.errors import Json
from bot.emulator.objects import EPHEMERAL, Message, Upload
from bot.emulator.world.world import World

_USER, _ROLE = re.compile(r"<@!?(\d+)>"), re.compile(r"<@&(\d+)>")
_PNG = b"\x89PNG\r\n\x1a\n"


def fill(world: World, message: Message, body: Json, files: Sequence[Upload]) -> None:
    """Set attachments, components and mentions from a body; what it leaves out stays."""
    data = message.data
    _attach(world, message, body, files)
    if "components" in body:
        data["components"] = [_settled(message, part) for part in body["components"] or ()]
        _number(data["components"])
    _mention(world, message, body.get("allowed_mentions"))


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


def walk(components: Sequence[Json]) -> list[Json]:
    """All components of a message in reading order, nested ones after the one that holds them."""
    found = []
    for part in components:
        found.append(part)
        if "components" in part:
            found += walk(part["components"])
        if "accessory" in part:
            found.append(part["accessory"])
    return found


def _number(components: Sequence[Json]) -> None:
    """Every component gets a numeric id; those given stay."""
    parts = walk(components)
    taken = {part["id"] for part in parts if part.get("id")}
    number = 0
    for part in parts:
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
