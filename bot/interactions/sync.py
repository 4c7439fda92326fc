"""Commands registered with Discord: only where they differ from what is registered, so that restarts cost nothing."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import app_commands
from discord.http import Route

from bot.messages.api import Client
from bot.texts import language_of, words

log = logging.getLogger(__name__)

CZECH: Final = "cs"

COMPARED: Final = (
    "type", "name", "name_localizations", "description", "description_localizations", "options", "required",
    "choices", "value", "min_value", "max_value", "autocomplete",
)  # fmt: skip
Payload = list[dict[str, Any]]


class Czech(app_commands.Translator):
    """Names and descriptions of commands in the languages that Discord has and we speak."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The words for that locale; None: as they are."""
        if language_of(str(locale)) != CZECH:
            return None
        return words(CZECH)(string.extras.get("words", string.message))


async def register(client: Client, tree: app_commands.CommandTree[Any], guilds: Sequence[int]) -> None:
    """The tree's commands, globally or in these servers alone."""
    payload = [await command.get_translated_payload(tree, Czech()) for command in tree.get_commands()]
    if not guilds:
        await _put(client, payload, "/applications/{application_id}/commands")
        return
    await _put(client, [], "/applications/{application_id}/commands")
    for guild in guilds:
        try:
            await _put(client, payload, "/applications/{application_id}/guilds/{guild_id}/commands", guild)
        except discord.Forbidden:
            log.warning("server %s of KRUPIER_GUILDS has not invited the bot; no commands there", guild)


async def _put(client: Client, payload: Payload, path: str, guild: int | None = None) -> None:
    got = Route("GET", path, application_id=client.application_id, guild_id=guild)
    present = await client.http.request(got, params={"with_localizations": "true"})
    if same(payload, present):
        log.info("commands are registered already (%s)", len(payload))
        return
    put = Route("PUT", path, application_id=client.application_id, guild_id=guild)
    await client.http.request(put, json=payload)
    log.info("commands registered (%s)", len(payload))


def same(ours: object, theirs: object) -> bool:
    """Whether what Discord has is what we would register; what either leaves out counts as nothing."""
    if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        if "name" in ours:
            return all(same(ours.get(key), theirs.get(key)) for key in COMPARED)
        return {str(key): value for key, value in ours.items()} == dict(theirs)
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(same, _ordered(ours), _ordered(theirs)))
    return (ours or None) == (theirs or None)


def _ordered(things: list[Any]) -> list[Any]:
    """Top-level commands come in any order; options keep theirs."""
    if all(isinstance(thing, Mapping) and "options" in thing and "required" not in thing for thing in things):
        return sorted(things, key=lambda thing: str(thing.get("name")))
    return things
