"""Registers commands with Discord, but only if they differ from the registered ones."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import app_commands
from discord.http import Route

from bot.background import pauses
from bot.interactions.handlers import spoken_path
from bot.messages.api import Client
from bot.messages.outcomes import Outcome, safe_call
from bot.texts import FALLBACK, language_of, translator_for

log = logging.getLogger(__name__)

FIRST_BACKOFF: Final = 60.0
MAX_BACKOFF: Final = 3_600.0
"""The maximum seconds between two attempts; each pause is twice as long as the last one."""
REGISTRATION_TIMEOUT: Final = 30.0
"""The seconds for one attempt. Discord may ask for a wait of hours, and the start must not wait for that."""
AGAIN: Final = "registering commands again"

Fields = Mapping[str, object]
"""Fields that Discord stores, with their default values."""
NAMED: Final[Fields] = {"name": "", "name_localizations": {}}
DESCRIBED: Final[Fields] = {"description": "", "description_localizations": {}, "options": []}
CHOICE: Final[Fields] = {**NAMED, "value": None}
OPTION: Final[Fields] = {
    **NAMED, **DESCRIBED, "type": None, "required": False, "choices": [], "channel_types": [], "autocomplete": False,
    "min_value": None, "max_value": None, "min_length": None, "max_length": None,
}  # fmt: skip
ANYWHERE: Final[Fields] = {"contexts": None, "integration_types": [0]}
"""Fields that only global commands have."""
COMMAND: Final[Fields] = {
    **NAMED, **DESCRIBED, **ANYWHERE, "type": 1, "default_member_permissions": None, "nsfw": False
}  # fmt: skip
Payload = list[dict[str, Any]]


class CommandTranslator(app_commands.Translator):
    """The translator of names and descriptions of commands into each registered language that Discord has."""

    def __init__(self) -> None:
        # discord.py requests each text in each of its thirty locales.
        languages = {locale: language_of(locale.value) for locale in discord.Locale}
        self._words = {locale: translator_for(code) for locale, code in languages.items() if code != FALLBACK}

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Returns the text in that locale; None if it stays in English."""
        said = self._words.get(locale)
        if said is None:
            return None
        key, path = string.extras.get("words", string.message), string.extras.get("path")
        if path is not None:
            return said(key, command=spoken_path(path, said))
        text = said(key)
        # With an incomplete catalogue, a key such as "/game new" must not become the name.
        return None if text == key != string.message else text


class Registration:
    """A service that registers the tree's commands, globally or only in some servers; retries with growing pauses."""

    def __init__(self, client: Client, tree: app_commands.CommandTree[Any], guilds: Sequence[int]) -> None:
        self._client = client
        self._tree = tree
        self._guilds = guilds
        self._again: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Makes the first attempt. If it fails, the bot still serves its tables and retries later."""
        if not await self._attempt():
            self._again = asyncio.create_task(self._try_again(), name=AGAIN)

    async def stop(self) -> None:
        """Cancels further attempts."""
        if self._again is not None:
            self._again.cancel()
            await asyncio.wait({self._again})

    async def _try_again(self) -> None:
        for pause in pauses(FIRST_BACKOFF, MAX_BACKOFF):
            log.info("sending the commands again in %.0f seconds", pause)
            await asyncio.sleep(pause)
            if await self._attempt():
                return

    async def _attempt(self) -> bool:
        """Tries to register the commands; returns whether that succeeded."""
        done = await safe_call(asyncio.wait_for(self._register(), REGISTRATION_TIMEOUT))
        if done.was_answered:
            log.error("Discord refuses the commands: status %s, code %s: %s", done.status, done.code, done.said)
        elif not done.ok:
            log.error("commands could not be sent (%s)", done)
        return done.ok

    async def _payload(self) -> Payload:
        into = CommandTranslator()
        payload = [await command.get_translated_payload(self._tree, into) for command in self._tree.get_commands()]
        for command in payload:
            # `dm_permission` is the older, coarser form of `contexts`; Discord computes it from them.
            command.pop("dm_permission", None)
        return payload

    async def _register(self) -> None:
        payload = await self._payload()
        if not self._guilds:
            await self._put(payload, "/applications/{application_id}/commands")
            return
        await self._put([], "/applications/{application_id}/commands")
        local = [{key: value for key, value in command.items() if key not in ANYWHERE} for command in payload]
        for guild in self._guilds:
            put = await safe_call(self._put(local, "/applications/{application_id}/guilds/{guild_id}/commands", guild))
            if put.outcome is Outcome.FORBIDDEN:
                log.warning("the bot is not in server %s of KRUPIER_GUILDS: invite it, or remove the number", guild)
            else:
                put.unwrap()

    async def _put(self, payload: Payload, path: str, guild: int | None = None) -> None:
        got = Route("GET", path, application_id=self._client.application_id, guild_id=guild)
        present = await self._client.http.request(got, params={"with_localizations": "true"})
        if guild is not None:
            present = [{key: value for key, value in command.items() if key not in ANYWHERE} for command in present]
        if same(payload, present):
            log.info("commands registered: Discord already has all %s", len(payload))
            return
        put = Route("PUT", path, application_id=self._client.application_id, guild_id=guild)
        await self._client.http.request(put, json=payload)
        log.info("commands registered: %s were sent to Discord", len(payload))


def same(ours: Payload, theirs: Payload) -> bool:
    """Returns whether Discord has the same commands as `ours`, in any order, with the options in the same order."""
    return _stored(ours) == _stored(theirs)


def _stored(commands: Payload) -> Payload:
    """Returns the commands as Discord stores them, without IDs, sorted by type and name."""
    return sorted((_filled(command, COMMAND) for command in commands), key=lambda one: (one["type"], one["name"]))


def _filled(thing: Mapping[str, Any], fields: Fields) -> dict[str, Any]:
    """Returns all these fields of a command, option or choice, with defaults for missing ones."""
    given = {name: thing.get(name) for name in fields}
    return {name: _plain(name, default if given[name] is None else given[name]) for name, default in fields.items()}


def _plain(name: str, value: Any) -> Any:
    """Returns a field's value in a normal form, for comparison with the value that Discord stores."""
    match name:
        case "options":
            return [_filled(option, OPTION) for option in value]
        case "choices":
            return [_filled(choice, CHOICE) for choice in value]
        case "name_localizations" | "description_localizations":
            return {str(locale): text for locale, text in value.items()}
        case "contexts" | "integration_types" | "channel_types":
            return None if value is None else sorted(value)
        case "default_member_permissions":
            return None if value is None else str(value)
    return value
