"""Saves the world as JSON and restores it. Messages and DMs stay; ephemeral ones are dropped, as in a reloaded
client."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from pydantic import Base64Bytes, BaseModel, ValidationError

from bot.emulator.clock import Clock
from bot.emulator.errors import Json
from bot.emulator.limits import Limits
from bot.emulator.objects import EPHEMERAL, AppEmoji, Channel, Guild, Message, User
from bot.emulator.world.world import World

VERSION = 2
MAX_MESSAGES = 300
"""The number of each channel's newest messages that are kept over a restart; a page shows fewer."""
Draft = Callable[[], str]
"""A function that builds a text and returns it; it may be called in any thread."""


class UnreadableState(Exception):
    """The error that the saved state cannot be read; the message names the file and the remedy."""


class State(BaseModel):
    """The part of the world that is kept over a restart, as its file contains it."""

    version: Literal[2]
    last_id: int
    bot: int
    token: str
    privileged: int
    cdn: str
    users: dict[int, User]
    guilds: dict[int, Guild]
    channels: dict[int, Channel]
    commands: list[tuple[int | None, list[Json]]]
    files: dict[int, Base64Bytes]
    emojis: dict[int, AppEmoji] = {}

    @classmethod
    def of(cls, world: World) -> State:
        """Returns the state of a world, without files that no message shows any more."""
        channels = {number: replace(one, messages=_kept(one)) for number, one in world.channels.items()}
        shown = {int(one["id"]) for c in channels.values() for m in c.messages.values() for one in m.files}
        return cls.model_construct(
            version=VERSION,
            last_id=world.last_id,
            bot=world.bot.id,
            token=world.token,
            privileged=world.privileged,
            cdn=world.cdn,
            users=world.users,
            guilds=world.guilds,
            channels=channels,
            emojis=world.emojis,
            commands=[(home, list(known.values())) for home, known in world.commands.items()],
            files={number: held for number, held in world.files.items() if number in shown},
        )

    def woken(self, *, clock: Clock | None, limits: Limits | None) -> World:
        """Returns a new world with the contents of this state."""
        world = World(clock=clock, limits=limits)
        world.users, world.guilds, world.channels, world.files = self.users, self.guilds, self.channels, self.files
        world.emojis = self.emojis
        world.bot, world.app_id = self.users[self.bot], self.bot
        world.token, world.last_id, world.privileged, world.cdn = self.token, self.last_id, self.privileged, self.cdn
        world.commands = {home: {int(one["id"]): one for one in known} for home, known in self.commands}
        return world


def _kept(channel: Channel) -> dict[int, Message]:
    lasting = [(number, one) for number, one in channel.messages.items() if not one.flags & EPHEMERAL]
    return dict(lasting[-MAX_MESSAGES:])


def _upgraded(data: Json) -> Json:
    """Returns data of version 1, which kept everything in lists, in the current form."""
    if data["version"] != 1:
        return data
    for guild in data["guilds"]:
        guild["roles"] = {role["id"]: role for role in guild["roles"]}
        guild["members"] = {member["user_id"]: member for member in guild["members"]}
    for channel in data["channels"]:
        channel["messages"] = {message["id"]: message for message in channel["messages"]}
        channel["overwrites"] = {who: pair for who, *pair in channel["overwrites"]}
    lists = {name: {one["id"]: one for one in data[name]} for name in ("users", "guilds", "channels")}
    return {**data, **lists, "version": VERSION}


def save(world: World, file: Path) -> None:
    """Writes the world to a file atomically: a crash leaves the old file."""
    write(drafted(world), file)


def drafted(world: World) -> Draft:
    """Returns a function that returns the file's text for the world as it is now.

    The function may run in another thread: it encodes the attached files, which takes the longest.
    """
    state = State.of(world)
    rest, files = state.model_dump_json(exclude={"files"}), state.files
    return lambda: rest[:-1] + ',"files":{' + ",".join(f'"{n}":"{_encoded(held)}"' for n, held in files.items()) + "}}"


def _encoded(held: bytes) -> str:
    return base64.b64encode(held).decode()


def write(text: Draft, file: Path) -> None:
    """Replaces a file's content by the text atomically and durably; only the owner can read the file."""
    draft = file.with_name(file.name + ".new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
        out.write(text())
        out.flush()
        os.fsync(out.fileno())
    draft.replace(file)


def load(file: Path, *, clock: Clock | None = None, limits: Limits | None = None) -> World:
    """Reads a world from a file; raises UnreadableState, whose message says what to do."""
    try:
        data: Any = json.loads(file.read_text(encoding="utf-8"))
        return State.model_validate(_upgraded(data)).woken(clock=clock, limits=limits)
    except ValidationError as wrong:
        # Only the place of the error, never the value: it contains the token.
        said = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['type']}" for one in wrong.errors()[:3])
        raise UnreadableState(_unreadable(file, said)) from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as wrong:
        raise UnreadableState(_unreadable(file, str(wrong))) from wrong


def _unreadable(file: Path, why: str) -> str:
    return f"{file} holds no readable state of the local Discord ({why}); move it away to start over"


def rehome(world: World, root: str) -> None:
    """Replaces the server's address in the links to files of stored messages by the present address."""
    before, world.cdn = world.cdn, root
    if before == root or not world.files:
        return
    for channel in world.channels.values():
        for message in channel.messages.values():
            kept = json.dumps([message.data, message.files]).replace(f'"{before}/', f'"{root}/')
            message.data, message.files = json.loads(kept)
