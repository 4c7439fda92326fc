"""The command `/server`: the settings of a server, for people who may manage it."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import discord
from discord import app_commands

from bot.features.server import view as server_view
from bot.features.server.service import without_deleted
from bot.features.server.settings import MAX_FILE_SIZE, NO_FILE_OF_OURS, OUT_OF_DATE, checked, exported, imported
from bot.features.server.view import NONE, ON
from bot.interactions.component_context import ComponentContext
from bot.interactions.handlers import command, modal, press
from bot.interactions.resolvers import Resolver
from bot.measuring.parsing import parse_int
from bot.messages.api import SILENT, Interaction
from bot.messages.outcomes import safe_call
from bot.messages.reply import Replies, ack
from bot.tables.refusals import Refused
from bot.texts import N_
from storage import Database, ServerSettings


@dataclass(frozen=True)
class ServerHandlers:
    """Handlers of the settings of a server. Each of them checks the permission again."""

    db: Database
    replies: Replies
    resolver: Resolver

    @command(N_("/server"), N_("The settings of this server"))
    @app_commands.default_permissions(manage_guild=True)
    async def _server(self, interaction: discord.Interaction) -> None:
        guild = _managed(interaction)
        settings = await self.db.servers.get(guild.id)
        said = await self.resolver.words_for(interaction)
        await self.replies.reply(interaction, server_view.panel(settings, guild, said))

    # Buttons

    @press("sv_settings")
    async def _settings_button(self, press: ComponentContext) -> None:
        guild = _managed(press.interaction)
        settings = await self.db.servers.get(guild.id)
        await press.show(server_view.panel(settings, guild, press.words))

    @press("sv_set_tables", "sv_set_people", "sv_set_limits", "sv_set_quiet")
    async def _form_button(self, press: ComponentContext) -> None:
        settings = await self._applied(press)
        await press.ask(server_view.FORMS[press.custom.verb](settings, press.words))

    @press("sv_load")
    async def _import_button(self, press: ComponentContext) -> None:
        _managed(press.interaction)
        await press.ask(server_view.import_form(press.words))

    @press("sv_export")
    async def _export_button(self, press: ComponentContext) -> None:
        guild = _managed(press.interaction)
        content = exported(await self._applied(press))
        await press.ack()
        file = discord.File(io.BytesIO(content), filename=f"krupier-server-{guild.id}.json")
        await press.interaction.followup.send(file=file, ephemeral=True, allowed_mentions=SILENT)

    # Forms

    @modal("sv_tables", "sv_people", "sv_limits")
    async def _form(self, press: ComponentContext) -> None:
        fields = FIELDS[press.custom.verb]
        await self._change(press, {name: read(press.picked(name)) for name, read in fields.items()})

    @modal("sv_quiet")
    async def _quiet_form(self, press: ComponentContext) -> None:
        await self._change(press, {name: press.typed(name) for name in ("zone", "quiet")})

    @modal("sv_import")
    async def _import_form(self, press: ComponentContext) -> None:
        _managed(press.interaction)
        file = press.attachment("file")
        if file is None or file.size > MAX_FILE_SIZE:
            raise Refused(NO_FILE_OF_OURS)
        await ack(press.interaction)
        content = (await safe_call(file.read())).value
        if content is None or len(content) > MAX_FILE_SIZE:
            raise Refused(NO_FILE_OF_OURS)
        await self._change(press, imported(content))

    async def _applied(self, press: ComponentContext) -> ServerSettings:
        """Returns the settings without deleted channels and roles; raises Refused for users who may not set them."""
        guild = _managed(press.interaction)
        return without_deleted(await self.db.servers.get(guild.id), guild)

    async def _change(self, press: ComponentContext, values: Mapping[str, object]) -> None:
        """Stores these settings, if all of them are possible, and shows the panel; otherwise raises Refused."""
        guild = _managed(press.interaction)
        found = checked(values, without_deleted(await self.db.servers.get(guild.id), guild), guild)
        settings = await self.db.servers.change(guild.id, found)
        await press.show(server_view.panel(settings, guild, press.words))


def _managed(interaction: Interaction) -> discord.Guild:
    """Returns the server of an interaction; raises Refused unless the user may manage it."""
    guild = interaction.guild
    if guild is None:
        raise Refused(N_("These are settings of a server. Type `/server` in one of its channels."))
    if not interaction.permissions.manage_guild:
        raise Refused(N_("You need the Manage Server permission to change the settings of a server."))
    return guild


Read = Callable[[list[str]], object]


def _first(values: list[str]) -> object:
    """Returns the only value of a select; None if nothing or NONE was selected; raises Refused for several values."""
    if len(values) > 1:
        raise Refused(OUT_OF_DATE)
    return None if not values or values[0] == NONE else values[0]


def _number(values: list[str]) -> object:
    """Returns the only value of a select as a number; None if it is not a number."""
    return parse_int(str(_first(values)))


def _is_on(values: list[str]) -> object:
    return _first(values) == ON


FIELDS: Final[Mapping[str, Mapping[str, Read]]] = {
    "sv_tables": {"language": _first, "kind": _first, "pace": _first, "hints": _is_on, "lobbies": _number},
    "sv_people": {
        "channels": lambda values: values,
        "openers": _first,
        "opener_role": _first,
        "log_channel": _first,
        "threads": _is_on,
    },
    "sv_limits": {"channel_lobbies": _number, "call_role": _first, "puzzle_channel": _first},
}
"""The verb of a form -> its settings, each with the function that reads its value from the selected ones."""
