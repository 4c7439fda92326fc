"""The actions of a page, each only as the person it is open for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from bot.emulator.errors import Json
from bot.emulator.objects import Channel
from bot.emulator.page import scene
from bot.emulator.people.modals import Modal
from bot.emulator.people.person import Person
from bot.emulator.people.seen import NotVisible, Seen
from bot.emulator.world import acts
from bot.emulator.world.world import World

Act = Callable[["World", "Person", Json], Awaitable[Json]]


def channel_of(world: World, person: Person, asked: Json) -> Channel:
    """The channel an act is about: one that the person can see; NotVisible otherwise."""
    channel = world.channels.get(int(asked["channel"]))
    if channel is None or not world.may(channel, person.id, "view_channel"):
        raise NotVisible(f"{person} sees no such channel")
    return channel


def message_of(world: World, person: Person, asked: Json) -> Seen:
    """The message an act is about, if the person sees it; NotVisible otherwise."""
    found = person.message(channel_of(world, person, asked).id, int(asked["message"]))
    if found is None:
        raise NotVisible(f"{person} sees no such message")
    return found


async def read(world: World, person: Person, asked: Json) -> Json:
    """Open a channel."""
    return {"messages": scene.messages(world, person, channel_of(world, person, asked))}


async def press(world: World, person: Person, asked: Json) -> Json:
    """Press a button."""
    return scene.outcome(await person.press(message_of(world, person, asked), str(asked["id"])))


async def select(world: World, person: Person, asked: Json) -> Json:
    """Choose from a select."""
    values = [str(value) for value in asked["values"]]
    return scene.outcome(await person.select(message_of(world, person, asked), str(asked["id"]), values))


async def submit(world: World, person: Person, asked: Json) -> Json:
    """Send a modal that the bot has opened for this person."""
    it = world.interactions.get(int(asked["interaction"]))
    if it is None or it.modal is None or it.user_id != person.id:
        raise NotVisible(f"{person} has no such modal open")
    return scene.outcome(await person.submit(Modal(it.modal, it), dict(asked["values"])))


async def slash(world: World, person: Person, asked: Json) -> Json:
    """Call a command."""
    channel, path = channel_of(world, person, asked), str(asked["path"])
    return scene.outcome(await person.slash(channel, path, **_values(asked)))


async def complete(world: World, person: Person, asked: Json) -> Json:
    """Type into an option that autocompletes."""
    channel, path, option = channel_of(world, person, asked), str(asked["path"]), str(asked["option"])
    given = {name: value for name, value in _values(asked).items() if name != option}
    return scene.outcome(await person.autocomplete(channel, path, option, str(asked["typed"]), **given))


def _values(asked: Json) -> dict[str, Any]:
    return {str(name): value for name, value in dict(asked.get("values") or {}).items()}


async def commands(world: World, person: Person, asked: Json) -> Json:
    """Type a slash."""
    return {"commands": scene.commands(person, channel_of(world, person, asked))}


async def say(world: World, person: Person, asked: Json) -> Json:
    """Write a plain message."""
    text = str(asked["text"]).strip()
    if not 1 <= len(text) <= 2000:
        raise NotVisible("a message has 1 to 2000 characters")
    return {"message": str(person.say(channel_of(world, person, asked), text).id)}


async def rename(world: World, person: Person, asked: Json) -> Json:
    """Give oneself another name, which stays in the state; the page's address stays the same."""
    acts.rename(world, person.user, str(asked["to"]))
    return {}


async def dismiss(world: World, person: Person, asked: Json) -> Json:
    """Dismiss one's own ephemeral message."""
    person.dismiss(message_of(world, person, asked))
    return {}


ACTS: dict[str, Act] = {
    "read": read, "press": press, "select": select, "submit": submit, "slash": slash, "complete": complete,
    "commands": commands, "say": say, "dismiss": dismiss, "rename": rename,
}  # fmt: skip
