"""Checks the settings of a server, from a form or a file; nothing is stored unless all of them are possible."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

import discord

from bot.features.server.service import CANNOT_MENTION, may_mention
from bot.games import GAME_UIS
from bot.measuring.parsing import parse_int
from bot.permissions import missing
from bot.tables.paces import PACES
from bot.tables.refusals import CANNOT_WRITE, NO_QUIET_HOURS, NO_SUCH_ZONE, Listed, Refused
from bot.texts import LANGUAGES, N_
from storage import ServerSettings
from storage.breaks import quiet_hours, zone_named
from storage.servers import MAX_CHANNEL_LOBBIES, MAX_LOBBIES, Openers
from storage.settings import MAX_ID_DIGITS

MAX_CHANNELS: Final = 25
"""The maximum number of allowed channels: as many as one select offers."""
MAX_FILE_SIZE: Final = 16_384
"""The maximum size of an imported file in bytes."""
FORMAT: Final = "krupier-server-settings"
OUT_OF_DATE: Final = N_("This form is out of date. Type `/server` again.")
NO_FILE_OF_OURS: Final = N_("This file does not contain settings from *Export settings*. Nothing has changed.")
NOT_POSSIBLE: Final = N_("The setting `{name}` has a value that is not possible on this server. Nothing has changed.")


class Impossible(Exception):
    """The error that a setting cannot have this value."""


def checked(values: Mapping[str, object], present: ServerSettings, guild: discord.Guild) -> dict[str, object]:
    """Returns the values in their stored form; raises Refused for an unknown setting or an impossible value."""
    found: dict[str, object] = {}
    for name, value in values.items():
        try:
            found[name] = CHECKS[name](value, guild)
        except (Impossible, KeyError) as wrong:
            raise Refused(NOT_POSSIBLE, name=name if name in CHECKS else "?") from wrong
    openers, role = (found.get(name, getattr(present, name)) for name in ("openers", "opener_role"))
    if openers == "role" and role is None:
        raise Refused(N_("Choose the role whose members may open tables. Nothing has changed."))
    return found


def exported(settings: ServerSettings) -> bytes:
    """Returns the settings as a file; Discord's ids are text, because not every program reads such long numbers."""
    values = {name: _plain(getattr(settings, name)) for name in CHECKS}
    return json.dumps({"format": FORMAT, "version": 1, "settings": values}, indent=2).encode()


def imported(content: bytes) -> Mapping[str, object]:
    """Returns the unchecked values of an uploaded settings file; raises Refused if it is none."""
    try:
        data = json.loads(content.decode())
    except (ValueError, RecursionError) as wrong:
        raise Refused(NO_FILE_OF_OURS) from wrong
    if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("version") != 1:
        raise Refused(NO_FILE_OF_OURS)
    values = data.get("settings")
    if not isinstance(values, dict):
        raise Refused(NO_FILE_OF_OURS)
    return values


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [str(one) for one in value]
    return str(value) if isinstance(value, int) and value > MAX_CHANNEL_LOBBIES else value


Check = Callable[[Any, discord.Guild], object]


def _one_of(*known: object) -> Check:
    def check(value: Any, _guild: discord.Guild) -> object:
        if not isinstance(value, (str, type(None))) or value not in known:
            raise Impossible
        return value

    return check


def _truth(value: Any, _guild: discord.Guild) -> object:
    if not isinstance(value, bool):
        raise Impossible
    return value


def _up_to(most: int) -> Check:
    def check(value: Any, _guild: discord.Guild) -> object:
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
            raise Impossible
        return value

    return check


def _id(value: object) -> int:
    found = parse_int(value, MAX_ID_DIGITS) if isinstance(value, str) else None
    if found is None:
        raise Impossible
    return found


def _channels(value: Any, guild: discord.Guild) -> object:
    if not isinstance(value, list) or len(value) > MAX_CHANNELS:
        raise Impossible
    found = tuple(dict.fromkeys(_id(one) for one in value))
    if any(guild.get_channel(one) is None for one in found):
        raise Impossible
    return found


def _role(value: Any, guild: discord.Guild) -> object:
    if value is None:
        return None
    role = guild.get_role(_id(value))
    if role is None or role.is_default():
        raise Impossible
    return role.id


def _call_role(value: Any, guild: discord.Guild) -> object:
    """Returns the ID of a role (or None); raises Refused if the bot may not ping it, and Impossible if it is none."""
    found = _role(value, guild)
    role = guild.get_role(found) if isinstance(found, int) else None
    if role is not None and not may_mention(role, guild.me.guild_permissions):
        raise Refused(CANNOT_MENTION, role=role.mention)
    return found


def _channel(value: Any, guild: discord.Guild) -> object:
    """Returns the ID of a text channel (or None); raises Refused if the bot may not write in it, or Impossible."""
    if value is None:
        return None
    channel = guild.get_channel(_id(value))
    if not isinstance(channel, discord.TextChannel):
        raise Impossible
    if lacking := missing(channel.permissions_for(guild.me), thread=False):
        raise Refused(CANNOT_WRITE, channel=channel.id, permissions=Listed(lacking))
    return channel.id


def _read_by(read: Callable[[str], str | None], refusal: str) -> Check:
    """Returns a check of a typed text (None: empty), which raises Refused if `read` does not understand it."""

    def check(value: Any, _guild: discord.Guild) -> object:
        if value is None or value == "":
            return None
        found = read(value) if isinstance(value, str) else None
        if found is None:
            raise Refused(refusal)
        return found

    return check


CHECKS: Final[Mapping[str, Check]] = {
    "language": _one_of(None, *LANGUAGES),
    "kind": _one_of(None, *GAME_UIS),
    "pace": _one_of(None, *PACES),
    "hints": _truth,
    "lobbies": _up_to(MAX_LOBBIES),
    "channel_lobbies": _up_to(MAX_CHANNEL_LOBBIES),
    "channels": _channels,
    "openers": _one_of(*get_args(Openers)),
    "opener_role": _role,
    "call_role": _call_role,
    "log_channel": _channel,
    "puzzle_channel": _channel,
    "threads": _truth,
    "zone": _read_by(zone_named, NO_SUCH_ZONE),
    "quiet": _read_by(quiet_hours, NO_QUIET_HOURS),
}
"""The name of each setting that can be changed -> the function that checks a value and returns its stored form."""
