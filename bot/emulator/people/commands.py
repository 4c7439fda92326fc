"""Slash commands and context menus from the user's side: which are offered, their localised names, and the data of a
call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.emulator.errors import Json
from bot.emulator.objects import Channel, Member, Message, User
from bot.emulator.people.seen import NotVisible
from bot.emulator.world.world import World

SUBCOMMAND, GROUP, TEXT, WHOLE, TRUTH, USER = range(1, 7)
TYPED, ON_A_USER, ON_A_MESSAGE = 1, 2, 3
"""The types of commands: slash commands, and those in the context menus of users and messages."""


@dataclass(slots=True, frozen=True)
class Command:
    """A command that can be called: its path in English and in the person's language, and its options."""

    path: str
    name: str
    description: str
    options: list[Json] = field(default_factory=list)
    root: Json = field(default_factory=dict)
    chain: tuple[Json, ...] = ()


def said(thing: Json, what: str, locale: str) -> str:
    """Returns a name or description in a language, or in English if the bot gave no translation."""
    words = thing.get(f"{what}_localizations") or {}
    return str(words.get(locale) or thing.get(what) or "")


def listed(world: World, user: User, channel: Channel, prefix: str = "") -> list[Command]:
    """Returns the commands that a user is offered in a channel and whose names begin with the prefix."""
    wanted = prefix.casefold().lstrip("/")
    found = [c for root in _roots(world, user, channel, TYPED) for c in _leaves(root, (root,), user.locale)]
    return [c for c in found if c.name.casefold().startswith(wanted) or c.path.startswith(wanted)]


def menu(world: World, user: User, channel: Channel, kind: int) -> dict[str, Json]:
    """Returns the commands in the context menu of users or messages by their names in the user's language."""
    return {said(one, "name", user.locale): one for one in _roots(world, user, channel, kind)}


def chosen(world: World, user: User, channel: Channel, name: str, target: User | Message) -> Json:
    """Returns the data of a command that was chosen in the context menu of a user or message; raises NotVisible.

    `name`: its name in English or in the user's language.
    """
    kind = ON_A_USER if isinstance(target, User) else ON_A_MESSAGE
    offered = menu(world, user, channel, kind)
    command = next((one for label, one in offered.items() if name in (label, one["name"])), None)
    if command is None:
        raise NotVisible(f"the menu has no {name!r}, but {[*offered]}")
    data: Json = {"id": command["id"], "name": command["name"], "type": kind, "target_id": str(target.id)}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    if isinstance(target, User):
        return {**data, "resolved": resolved(world, channel, [target.id])}
    return {**data, "resolved": {"messages": {str(target.id): target.data}}}


def _roots(world: World, user: User, channel: Channel, kind: int) -> Iterator[Json]:
    scopes = [world.commands.get(None, {})]
    if channel.guild_id:
        scopes.insert(0, world.commands.get(channel.guild_id, {}))
    taken: set[str] = set()
    for scope in scopes:
        for command in scope.values():
            if command["type"] == kind and command["name"] not in taken and _offered(world, user, channel, command):
                taken.add(command["name"])
                yield command


def _offered(world: World, user: User, channel: Channel, command: Json) -> bool:
    if channel.guild_id and world.bot.id not in world.guilds[channel.guild_id].members:
        return False
    contexts = command.get("contexts")
    here = 0 if channel.guild_id else 1
    if contexts is not None and here not in contexts:
        return False
    if here == 1 and contexts is None and command.get("dm_permission") is False:
        return False
    needed = command.get("default_member_permissions")
    if needed is None or not channel.guild_id:
        return True
    theirs = world.permissions(channel, user.id)
    return bool(theirs & 8) or (int(needed) != 0 and theirs & int(needed) == int(needed))


def _leaves(thing: Json, chain: tuple[Json, ...], locale: str) -> Iterator[Command]:
    options = thing.get("options") or []
    inner = [option for option in options if option["type"] in (SUBCOMMAND, GROUP)]
    if inner:
        for option in inner:
            yield from _leaves(option, (*chain, option), locale)
        return
    path = " ".join(one["name"] for one in chain)
    name = " ".join(said(one, "name", locale) for one in chain)
    yield Command(path, name, said(thing, "description", locale), options, chain[0], chain)


def called(
    world: World, user: User, channel: Channel, path: str, values: dict[str, Any], focused: str | None = None
) -> Json:
    """Returns the data of a command's interaction; raises NotVisible for what is not offered or not allowed."""
    offered = listed(world, user, channel)
    wanted = path.lstrip("/")
    command = next((one for one in offered if wanted in (one.path, one.name)), None)
    if command is None:
        raise NotVisible(f"there is no /{wanted}, but {[one.path for one in offered]}")
    users: list[int] = []
    sent = _options(command, values, user.locale, users, focused)
    for step in reversed(command.chain[1:]):
        sent = [{"type": step["type"], "name": step["name"], "options": sent}]
    data: Json = {"id": command.root["id"], "name": command.root["name"], "type": 1}
    if sent:
        data["options"] = sent
    if "guild_id" in command.root:
        data["guild_id"] = command.root["guild_id"]
    if users:
        data["resolved"] = resolved(world, channel, users)
    return data


def _options(
    command: Command, values: dict[str, Any], locale: str, users: list[int], focused: str | None
) -> list[Json]:
    left = dict(values)
    sent: list[Json] = []
    for option in command.options:
        names = (option["name"], said(option, "name", locale))
        key = next((name for name in names if name in left), None)
        if key is None:
            if option.get("required") and focused is None:
                raise NotVisible(f"/{command.path} needs {option['name']!r}")
            continue
        value = left.pop(key)
        one: Json = {"name": option["name"], "type": option["type"]}
        if focused in names:
            sent.append({**one, "value": str(value), "focused": True})
        else:
            sent.append({**one, "value": _value(option, value, users)})
    if left:
        raise NotVisible(f"/{command.path} has no option {sorted(left)}, but {[o['name'] for o in command.options]}")
    return sent


def _value(option: Json, value: Any, users: list[int]) -> Any:
    kind = option["type"]
    if kind == USER:
        number = int(getattr(value, "id", value))
        users.append(number)
        return str(number)
    choices = option.get("choices") or []
    if choices:
        for choice in choices:
            shown = (choice["value"], choice["name"], *(choice.get("name_localizations") or {}).values())
            if value in shown:
                return choice["value"]
        raise NotVisible(f"{option['name']!r} offers no {value!r}, but {[c['value'] for c in choices]}")
    types: dict[int, tuple[type, ...]] = {TEXT: (str,), WHOLE: (int,), TRUTH: (bool,)}
    if not isinstance(value, types.get(kind, ())) or (kind != TRUTH and isinstance(value, bool)):
        raise NotVisible(f"{option['name']!r} does not take {value!r}")
    _in_range(option, value)
    return value


def _in_range(option: Json, value: Any) -> None:
    size = len(value) if isinstance(value, str) else value
    low, high = ("min_length", "max_length") if isinstance(value, str) else ("min_value", "max_value")
    if option.get(low) is not None and size < option[low]:
        raise NotVisible(f"{option['name']!r} takes no less than {option[low]}")
    if option.get(high) is not None and size > option[high]:
        raise NotVisible(f"{option['name']!r} takes no more than {option[high]}")


def resolved(world: World, channel: Channel, users: Iterable[int]) -> Json:
    """Returns the users named in options or in a select, in the form that interactions contain.

    Raises NotVisible for the ID of a user that does not exist.
    """
    found: Json = {"users": {}, "members": {}}
    guild = world.guilds.get(channel.guild_id or 0)
    for number in users:
        if number not in world.users:
            raise NotVisible(f"there is no user with the id {number}")
        found["users"][str(number)] = world.users[number].wire()
        if guild and number in guild.members:
            theirs = str(world.permissions(channel, number))
            found["members"][str(number)] = {**_partial(guild.members[number]), "permissions": theirs}
    return {key: known for key, known in found.items() if known}


def _partial(member: Member) -> Json:
    """Returns a member as in an interaction: without the fields about voice."""
    return {key: value for key, value in member.wire().items() if key not in ("deaf", "mute")}
