"""Saving the world to JSON and waking it again: messages and DMs stay; ephemeral ones go, as on a reloaded client."""

from __future__ import annotations

import base64
import json
import mimetypes
import os
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bot.emulator.clock import Clock
from bot.emulator.errors import Json
from bot.emulator.limits import Limits
from bot.emulator.objects import EPHEMERAL, Channel, Guild, Member, Message, Role, User
from bot.emulator.world.world import World

VERSION = 1
MOST_MESSAGES = 300
"""So many of each channel's newest messages outlive a restart; a page shows fewer."""
Draft = Callable[[], str]
"""A text that is still to be put together, in any thread."""


class UnreadableState(Exception):
    """The saved state cannot be read; the message says which file and what to do."""


def to_json(world: World) -> Json:
    """All of the world that outlives a restart."""
    return {**_without_files(world), "files": {str(n): _encoded(held) for n, held in _files(world).items()}}


def _without_files(world: World) -> Json:
    return {
        "version": VERSION,
        "last_id": world.last_id,
        "bot": world.bot.id,
        "token": world.token,
        "privileged": world.privileged,
        "cdn": world.cdn,
        "users": [asdict(user) for user in world.users.values()],
        "guilds": [_guild(guild) for guild in world.guilds.values()],
        "channels": [_channel(channel) for channel in world.channels.values()],
        "commands": [[home, list(known.values())] for home, known in world.commands.items()],
    }


def _kept(channel: Channel) -> list[Message]:
    return [message for message in channel.messages.values() if not message.flags & EPHEMERAL][-MOST_MESSAGES:]


def _files(world: World) -> dict[int, bytes]:
    """The files that what is kept shows."""
    shown = {int(one["id"]) for c in world.channels.values() for m in _kept(c) for one in m.data["attachments"]}
    return {number: held for number, held in world.files.items() if number in shown}


def _encoded(held: bytes) -> str:
    return base64.b64encode(held).decode()


def _guild(guild: Guild) -> Json:
    return {**asdict(guild), "roles": [asdict(r) for r in guild.roles.values()], "members": _members(guild)}


def _members(guild: Guild) -> list[Json]:
    return [asdict(member) for member in guild.members.values()]


def _channel(channel: Channel) -> Json:
    kept = [_message(message) for message in _kept(channel)]
    overwrites = [[who, *pair] for who, pair in channel.overwrites.items()]
    data: Json = {name: getattr(channel, name) for name in Channel.__slots__}
    return {**data, "messages": kept, "overwrites": overwrites}


def _message(message: Message) -> Json:
    return {name: getattr(message, name) for name in Message.__slots__}


def from_json(data: Json, *, clock: Clock | None = None, limits: Limits | None = None) -> World:
    """The world as it was saved."""
    if data.get("version") != VERSION:
        raise UnreadableState(f"the state is of version {data.get('version')}, this program reads {VERSION}")
    world = World(clock=clock, limits=limits)
    world.users = {user["id"]: User(**user) for user in data["users"]}
    world.bot = world.users[data["bot"]]
    world.app_id, world.token, world.last_id = world.bot.id, data["token"], data["last_id"]
    world.privileged, world.cdn = data["privileged"], data["cdn"]
    world.guilds = {guild["id"]: _woken_guild(guild) for guild in data["guilds"]}
    world.channels = {channel["id"]: _woken_channel(channel) for channel in data["channels"]}
    world.commands = {home: {int(one["id"]): one for one in known} for home, known in data["commands"]}
    world.files = {int(number): base64.b64decode(held) for number, held in data["files"].items()}
    return world


def _woken_guild(data: Json) -> Guild:
    roles = {role["id"]: Role(**role) for role in data["roles"]}
    members = {member["user_id"]: Member(**member) for member in data["members"]}
    return Guild(**{**data, "roles": roles, "members": members})


def _woken_channel(data: Json) -> Channel:
    messages = {message["id"]: Message(**message) for message in data["messages"]}
    overwrites = {who: (allow, deny) for who, allow, deny in data["overwrites"]}
    return Channel(**{**data, "messages": messages, "overwrites": overwrites})


def save(world: World, file: Path) -> None:
    """Write the world to a file; a crash half-way leaves the old one."""
    write(drafted(world), file)


def drafted(world: World) -> Draft:
    """The world as it is now, for its file; what takes longest, the files, is encoded when it is written."""
    rest = json.dumps(_without_files(world), ensure_ascii=False, separators=(",", ":"))
    files = _files(world)
    return lambda: rest[:-1] + ',"files":{' + ",".join(f'"{n}":"{_encoded(held)}"' for n, held in files.items()) + "}}"


def write(text: Draft, file: Path) -> None:
    """Put a text in a file's place at once and for good, readable by its owner alone."""
    draft = file.with_name(file.name + ".new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
        out.write(text())
        out.flush()
        os.fsync(out.fileno())
    draft.replace(file)


def load(file: Path, *, clock: Clock | None = None, limits: Limits | None = None) -> World:
    """Read a world from a file; UnreadableState says what to do if it cannot be."""
    try:
        data: Any = json.loads(file.read_text(encoding="utf-8"))
        return from_json(data, clock=clock, limits=limits)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, UnreadableState) as wrong:
        said = f"{file} holds no readable state of the local Discord ({wrong}); move it away to begin anew"
        raise UnreadableState(said) from wrong


def rehome(world: World, root: str) -> None:
    """Let the links to files in kept messages lead to where the files are served now."""
    before, world.cdn = world.cdn, root
    if before == root or not world.files:
        return
    for channel in world.channels.values():
        for message in channel.messages.values():
            message.data = json.loads(json.dumps(message.data).replace(f'"{before}/', f'"{root}/'))


def content_type(name: str) -> str:
    """The media type of a file by its name."""
    return mimetypes.guess_type(name)[0] or "application/octet-stream"
