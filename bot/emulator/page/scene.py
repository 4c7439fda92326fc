"""The data of the page: people, channels, messages and commands, with only the fields that it draws."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from bot.emulator.errors import Json
from bot.emulator.objects import EPHEMERAL, LOADING, Channel
from bot.emulator.people.commands import GROUP, SUBCOMMAND, Command, said
from bot.emulator.people.outcome import Outcome
from bot.emulator.people.person import Person
from bot.emulator.world.world import World

MAX_MESSAGES = 60
TEXT: Final = 10
"""The type of a component with text."""
MENTION: Final = "<@"
OF_A_TABLE: Final = re.compile(r"kr:[1-9]")
"""Matches components that belong to an unfinished game."""
ANSWERS: Final = re.compile(r"kr:[1-9][0-9]*:(?:move|react|pass)\b")
"""Matches components of a running game's board that begin an answer."""
FILE_FIELDS = ("id", "filename", "size", "url", "content_type", "width", "height", "description")


def packed(world: World, told: Json) -> str:
    """Returns data as JSON. Links to the local Discord's files become relative to the page's own address."""
    return json.dumps(told, separators=(",", ":"), ensure_ascii=False).replace(f'"{world.cdn}/', '"/')


def message(world: World, data: Json) -> Json:
    """Returns a message for the page. Everyone who may see the message may see all of this."""
    shown: Json = {
        "id": data["id"],
        "channel": data["channel_id"],
        "by": data["author"]["id"],
        "at": data["timestamp"],
        "content": data["content"],
        "files": [{key: one[key] for key in FILE_FIELDS if key in one} for one in data["attachments"]],
        "parts": data["components"],
        "pings": "*" if data["mention_everyone"] else [one["id"] for one in data["mentions"]],
    }
    flags = data["flags"]
    for name, holds in (
        ("private", flags & EPHEMERAL),
        ("thinking", flags & LOADING),
        ("edited", data["edited_timestamp"]),
    ):
        if holds:
            shown[name] = True
    if data["type"] == 20:
        shown["called"] = _called(world, data["interaction_metadata"])
    return shown


def _called(world: World, metadata: Json) -> Json:
    """Returns the user and the text of the command that was called."""
    it = world.interactions.get(int(metadata["id"]))
    locale = world.users[int(metadata["user"]["id"])].locale
    offered = [one for home in world.commands.values() for one in home.values()]
    step: Json = it.data if it else {}
    words: list[str] = []
    while step:
        known: Json = next((one for one in offered if one["name"] == step["name"]), {})
        words.append(said(known, "name", locale) or step["name"])
        offered = known.get("options") or []
        step = next((one for one in step.get("options", ()) if one["type"] in (SUBCOMMAND, GROUP)), {})
    return {"by": metadata["user"]["id"], "path": " ".join(words)}


def messages(world: World, person: Person, channel: Channel) -> list[Json]:
    """Returns the last messages of a channel that a person sees, oldest first."""
    return [message(world, seen.data) for seen in person.messages(channel)[-MAX_MESSAGES:]]


def channels(world: World, person: Person) -> list[Json]:
    """Returns the channels and threads that a person can open."""
    return [
        {
            "id": str(one.id),
            "name": one.name,
            "guild": world.guilds[one.guild_id or 0].name,
            "thread": one.is_thread,
            "last": _last(person, one),
        }
        for one in person.channels()
    ]


def first_channel(person: Person, asked: str) -> str | None:
    """Returns the id of the channel that a page opens first: the one whose table changed last.

    First come tables that wait for the user of the mention `asked` (empty: for anyone), then other running games, then
    lobbies. None if no channel has a table.
    """
    found = ((*_table(person, one, asked), str(one.id)) for one in person.channels())
    interest, _changed, channel = max(found, default=(0, "", ""))
    return channel if interest else None


def _table(person: Person, channel: Channel, asked: str) -> tuple[int, str]:
    """Returns how much a channel's newest table is of interest (0: no table there), and when it last changed."""
    for seen in reversed(person.messages(channel)):
        ids = [] if seen.ephemeral or not seen.by_bot else [part.custom_id for part in seen.usable]
        if any(OF_A_TABLE.match(one) for one in ids):
            runs = any(ANSWERS.match(one) for one in ids)
            last = [seen.content, *(part.text for part in seen.parts if part.type == TEXT)][-1]
            return 1 + runs + (runs and MENTION in last and asked in last), seen.data["edited_timestamp"] or seen.data[
                "timestamp"
            ]
    return 0, ""


def _last(person: Person, channel: Channel) -> str:
    """Returns the id of the newest message that this person sees in a channel; 0 without one."""
    return next(
        (
            str(one.id)
            for one in reversed(channel.messages.values())
            if not one.flags & EPHEMERAL or one.only_for == person.id
        ),
        "0",
    )


def people(world: World, person: Person) -> list[Json]:
    """Returns the people and bots whose names the person can meet: the members of the same guilds."""
    near = {user_id for guild in world.guilds.values() if person.id in guild.members for user_id in guild.members}
    return [
        {"id": str(user.id), "name": user.display, "slug": user.name, "bot": user.bot}
        for user in world.users.values()
        if user.id in near or user.id == person.id
    ]


def commands(person: Person, channel: Channel) -> list[Json]:
    """Returns the commands offered in a channel, in the person's language."""
    return [_command(one, person.locale) for one in person.commands(channel)]


def _command(command: Command, locale: str) -> Json:
    options = [_option(option, locale) for option in command.options]
    return {"path": command.path, "name": command.name, "about": command.description, "options": options}


def _option(option: Json, locale: str) -> Json:
    kept = ("name", "type", "required", "autocomplete", "min_value", "max_value", "min_length", "max_length")
    shown: Json = {key: option[key] for key in kept if option.get(key) is not None}
    shown["label"], shown["about"] = said(option, "name", locale), said(option, "description", locale)
    shown["choices"] = [
        {"label": said(one, "name", locale), "value": one["value"]} for one in option.get("choices", ())
    ]
    return shown


def outcome(found: Outcome) -> Json:
    """Returns the outcome of an action as JSON, for the page of the person who did it."""
    told: dict[str, Any] = {"kind": found.kind}
    reply = found.message
    if reply is not None:
        told["message"] = str(reply.id)
    modal = found.modal
    if modal is not None:
        told["modal"] = {**modal.data, "interaction": str(modal.interaction.id)}
    if found.kind == "choices":
        told["choices"] = [{"label": name, "value": value} for name, value in found.choices]
    return told
