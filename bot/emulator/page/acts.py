"""The actions that a page requests; each is done by the person who has the page open."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Awaitable, Callable
from typing import Any

from bot.emulator.errors import Json
from bot.emulator.objects import Channel, Upload
from bot.emulator.page import scene
from bot.emulator.people.modals import Modal
from bot.emulator.people.person import Person
from bot.emulator.people.seen import UPLOAD, NotVisible, Seen
from bot.emulator.world import acts
from bot.emulator.world.world import World

Act = Callable[["World", "Person", Json], Awaitable[Json]]


def channel_of(world: World, person: Person, asked: Json) -> Channel:
    """Returns the channel of a request; raises NotVisible if the person cannot see it."""
    channel = world.channels.get(int(asked["channel"]))
    if channel is None or not world.may(channel, person.id, "view_channel"):
        raise NotVisible(f"{person} sees no such channel")
    return channel


def message_of(world: World, person: Person, asked: Json) -> Seen:
    """Returns the message of a request; raises NotVisible if the person cannot see it."""
    found = person.message(channel_of(world, person, asked).id, int(asked["message"]))
    if found is None:
        raise NotVisible(f"{person} sees no such message")
    return found


async def read(world: World, person: Person, asked: Json) -> Json:
    """Returns the messages of a channel that the person opens."""
    return {"messages": scene.messages(world, person, channel_of(world, person, asked))}


async def press(world: World, person: Person, asked: Json) -> Json:
    """Presses a button; returns the outcome."""
    return scene.outcome(await person.press(message_of(world, person, asked), str(asked["id"])))


async def select(world: World, person: Person, asked: Json) -> Json:
    """Chooses options of a select; returns the outcome."""
    values = [str(value) for value in asked["values"]]
    return scene.outcome(await person.select(message_of(world, person, asked), str(asked["id"]), values))


async def submit(world: World, person: Person, asked: Json) -> Json:
    """Submits a modal that the bot has opened for this person; returns the outcome."""
    it = world.interactions.get(int(asked["interaction"]))
    if it is None or it.modal is None or it.user_id != person.id:
        raise NotVisible(f"{person} has no such modal open")
    modal = Modal(it.modal, it)
    values = dict(asked["values"])
    for field in modal.fields:
        if field.part.type == UPLOAD and field.custom_id in values:
            values[field.custom_id] = [_upload(one) for one in values[field.custom_id]]
    return scene.outcome(await person.submit(modal, values))


def _upload(told: Json) -> Upload:
    """Returns a file that the page sent as its name and its bytes in base64."""
    return Upload(0, str(told["name"]), b64decode(str(told["content"]), validate=True))


async def slash(world: World, person: Person, asked: Json) -> Json:
    """Calls a slash command; returns the outcome."""
    channel, path = channel_of(world, person, asked), str(asked["path"])
    return scene.outcome(await person.slash(channel, path, **_values(asked)))


async def complete(world: World, person: Person, asked: Json) -> Json:
    """Types into an option with autocompletion, and returns the outcome with the bot's suggestions."""
    channel, path, option = channel_of(world, person, asked), str(asked["path"]), str(asked["option"])
    given = {name: value for name, value in _values(asked).items() if name != option}
    return scene.outcome(await person.autocomplete(channel, path, option, str(asked["typed"]), **given))


def _values(asked: Json) -> dict[str, Any]:
    return {str(name): value for name, value in dict(asked.get("values") or {}).items()}


async def commands(world: World, person: Person, asked: Json) -> Json:
    """Returns the commands that the person sees after typing a slash."""
    return {"commands": scene.commands(person, channel_of(world, person, asked))}


async def say(world: World, person: Person, asked: Json) -> Json:
    """Writes a plain message into a channel as the person; returns its ID."""
    text = str(asked["text"]).strip()
    if not 1 <= len(text) <= 2000:
        raise NotVisible("a message has 1 to 2000 characters")
    return {"message": str(person.say(channel_of(world, person, asked), text).id)}


async def rename(world: World, person: Person, asked: Json) -> Json:
    """Gives the person another name, which is saved. The page's address stays the same."""
    acts.rename(world, person.user, str(asked["to"]))
    return {}


async def dismiss(world: World, person: Person, asked: Json) -> Json:
    """Dismisses an ephemeral message of the person."""
    person.dismiss(message_of(world, person, asked))
    return {}


ACTS: dict[str, Act] = {
    "read": read, "press": press, "select": select, "submit": submit, "slash": slash, "complete": complete,
    "commands": commands, "say": say, "dismiss": dismiss, "rename": rename,
}  # fmt: skip
