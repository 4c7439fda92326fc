"""The content of a message: files, components with their ids and media, mentions."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Iterator, Sequence
from typing import Any

from bot.emulator.errors import Json
from bot.emulator.objects import EPHEMERAL, Message, Upload
from bot.emulator.world.world import World

_USER, _ROLE = re.compile(r"<@!?(\d+)>"), re.compile(r"<@&(\d+)>")
SHOWN_OF_MEDIA = ("url", "proxy_url", "content_type", "width", "height")
OF_MEDIA: Json = {"description": None, "spoiler": False}
OF_SELECT: Json = {"min_values": 1, "max_values": 1}
DEFAULTS: dict[int, Json] = {
    **dict.fromkeys((3, 5, 6, 7, 8), OF_SELECT),
    11: OF_MEDIA,
    13: {"spoiler": False},
    14: {"spacing": 1, "divider": True},
    17: {"accent_color": None, "spoiler": False},
}
"""Discord's default fields, by the component's type."""
_PNG = b"\x89PNG\r\n\x1a\n"


def fill(world: World, message: Message, body: Json, files: Sequence[Upload]) -> None:
    """Sets a message's files, components and mentions from the body of a request.

    Files and components that are missing in the body stay as they are.
    """
    data = message.data
    _attach(world, message, body, files)
    if "components" in body:
        data["components"] = [_settled(world, message, part) for part in body["components"] or ()]
        _number(data["components"])
    data["attachments"] = [known for known in message.files if known["url"] not in set(_shown(data))]
    _mention(world, message, body.get("allowed_mentions"))


def _attach(world: World, message: Message, body: Json, files: Sequence[Upload]) -> None:
    kept = {int(known["id"]): known for known in message.files}
    sent = {upload.number: upload for upload in files}
    listed = body.get("attachments")
    everything = [{"id": number} for number in (*kept, *sent)]
    wanted = everything if listed is None else listed
    result: list[Json] = []
    for one in wanted:
        number = int(one["id"])
        if number in sent:
            ephemeral = bool(message.flags & EPHEMERAL)
            result.append(stored(world, message.channel_id, sent[number], one, ephemeral=ephemeral))
        else:
            known = kept.pop(number)
            if one.get("description") is not None:
                known = {**known, "description": one["description"]}
            result.append(known)
    if listed is not None:
        for number in kept:
            world.remove_file(number)
    message.files = result


def _shown(data: Json) -> Iterator[str]:
    """Yields the addresses of all files that a message's components show."""
    for part in walk(data["components"]):
        yield from (held["url"] for held in (part.get("media"), part.get("file")) if held)
        yield from (item["media"]["url"] for item in part.get("items", ()))


def stored(world: World, channel: int, upload: Upload, said: Json, *, ephemeral: bool) -> Json:
    """Stores a file of a message or of a submitted form; returns its attachment object with a signed link.

    `said`: the attachment in the request, with an optional filename and description.
    """
    number = world.snowflake()
    name = re.sub(r"[^\w.\-]", "_", said.get("filename") or upload.filename) or "unknown"
    world.files[number] = upload.content
    where = "ephemeral-attachments" if ephemeral else "attachments"
    url = world.cdn + world.signed(f"/{where}/{channel}/{number}/{name}")
    data: Json = {
        "id": str(number),
        "filename": name,
        "size": len(upload.content),
        "url": url,
        "proxy_url": url,
        "content_type": content_type(name),
    }
    if said.get("description"):
        data["description"] = said["description"]
    if ephemeral:
        data["ephemeral"] = True
    if upload.content.startswith(_PNG):
        data["width"] = int.from_bytes(upload.content[16:20], "big")
        data["height"] = int.from_bytes(upload.content[20:24], "big")
    return data


def content_type(name: str) -> str:
    """Returns the media type of a file by its name."""
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def _found(message: Message, url: str) -> Json | None:
    """Returns the file of a message with that address; None if it has none."""
    for known in message.files:
        if url in (f"attachment://{known['filename']}", known["url"]):
            return known
    return None


def _media(world: World, message: Message, url: str) -> Json:
    """Returns a picture or file as components show it. External files have no size before they are fetched."""
    known = _found(message, url)
    told: Json = {"id": str(world.snowflake()), "url": url, "proxy_url": url, "width": None, "height": None}
    if known is None:
        return {**told, "loading_state": 2, "flags": 0}
    found: Json = {key: known[key] for key in SHOWN_OF_MEDIA if key in known}
    return {**told, **found, "attachment_id": known["id"], "loading_state": 2, "flags": 0}


def _without_nulls(thing: Any) -> Any:
    """Returns a value without fields that are null, at any depth."""
    if isinstance(thing, dict):
        return {key: _without_nulls(value) for key, value in thing.items() if value is not None}
    return [_without_nulls(one) for one in thing] if isinstance(thing, list) else thing


def _settled(world: World, message: Message, part: Json) -> Json:
    """Returns a component as Discord stores it: without nulls, with default values, and with its media and children."""
    data: Json = {**DEFAULTS.get(part["type"], {}), **_without_nulls(part)}
    # Clients send it with every select, but only modals have it.
    data.pop("required", None)
    if "media" in data:
        data["media"] = _media(world, message, data["media"]["url"])
    if "file" in data:
        known = _found(message, data["file"]["url"]) or {}
        data["file"] = _media(world, message, data["file"]["url"])
        data.update(name=known.get("filename"), size=known.get("size"))
    if "items" in data:
        pictures = [_media(world, message, item["media"]["url"]) for item in data["items"]]
        data["items"] = [{**OF_MEDIA, **item, "media": one} for item, one in zip(data["items"], pictures, strict=True)]
    for shown in (data, *data.get("options", ())):
        if (shown.get("emoji") or {}).get("id") is not None:
            shown["emoji"] = {**shown["emoji"], "id": str(shown["emoji"]["id"])}
    if "components" in data:
        data["components"] = [_settled(world, message, child) for child in data["components"]]
    if "accessory" in data:
        data["accessory"] = _settled(world, message, data["accessory"])
    return data


def walk(components: Sequence[Json]) -> list[Json]:
    """Returns all components of a message in reading order, nested ones after their parent."""
    found = []
    for part in components:
        found.append(part)
        if "components" in part:
            found += walk(part["components"])
        if "accessory" in part:
            found.append(part["accessory"])
    return found


def _number(components: Sequence[Json]) -> None:
    """Gives every component without an id the next free one."""
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
    """Returns the text of a message in which mentions count: the content and the text displays."""
    texts = [data["content"], *(part["content"] for part in walk(data["components"]) if part["type"] == 10)]
    return "\n".join(texts)


def _mention(world: World, message: Message, allowed: Json | None) -> None:
    """Sets the mentions of a message, as far as allowed_mentions lets them ping, and logs the pings of a new one."""
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
