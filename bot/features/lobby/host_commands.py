"""The lobby's buttons for its host (settings, invite, remove), and Fair shuffle for everyone."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot import views
from bot.background import Background
from bot.features.hand.service import Hands
from bot.features.lobby import host_view
from bot.interactions.component_context import UNKNOWN, ComponentContext
from bot.interactions.handlers import modal, press
from bot.messages.api import shown
from bot.tables.hosting import Hosting
from bot.tables.live import LiveTable
from bot.tables.people import People
from bot.tables.refusals import Refused
from bot.tables.registry import Tables
from bot.texts import translator_for


@dataclass(frozen=True)
class HostHandlers:
    """Handlers of what the host of a lobby does."""

    tables: Tables
    people: People
    hosting: Hosting
    hands: Hands
    background: Background

    async def _here(self, press: ComponentContext) -> LiveTable:
        """The table of a button that was pressed on its own server; raises Refused."""
        live = await self.tables.get(press.custom.game)
        if live.row.guild != press.interaction.guild_id:
            raise Refused(UNKNOWN)
        return live

    @press("settings")
    async def _settings_button(self, press: ComponentContext) -> None:
        live = await self._here(press)
        await self.hosting.check(live, press.user)
        await press.ask(host_view.settings_form(live.facts, press.words))

    @modal("set_up")
    async def _settings_form(self, press: ComponentContext) -> None:
        await press.ack()
        kind = (await self._here(press)).row.kind
        picked = {name: press.selected(name) for name in host_view.fields_of(kind, press.words)}
        wished = host_view.settings_of(picked, kind, press.words)
        await self.hosting.change(press.custom.game, press.user, wished)

    @press("invite")
    async def _invite_select(self, press: ComponentContext) -> None:
        await press.ack()
        await self._here(press)
        guest = press.member
        live = await self.hosting.invite(press.custom.game, press.user, guest)
        text = translator_for(live.row.language)(
            "{player}, {host} invites you to this table. Press Join in the lobby.",
            player=f"<@{guest}>", host=f"<@{press.user}>",
        )  # fmt: skip
        only = discord.AllowedMentions(users=[discord.Object(guest)], everyone=False, roles=False, replied_user=False)
        await press.interaction.followup.send(view=shown(views.say(text)), allowed_mentions=only)

    @press("remove")
    async def _remove_button(self, press: ComponentContext) -> None:
        live = await self._here(press)
        await self.hosting.check(live, press.user)
        await press.show(host_view.removal(live.facts, press.words))

    @press("remove_sure")
    async def _remove_select(self, press: ComponentContext) -> None:
        live, guest = await self._here(press), press.chosen_user
        await self.hosting.remove(live.id, press.user, guest)
        await press.say(press.words("<@{player}> no longer sits at this table.", player=guest))
        said = await self.people.words_for(guest, live.row.language)
        text = said("The host has removed you from the table.")
        self.background.run(self.hands.retire(live.id, guest, text), f"a farewell of table {live.id}")

    @press("shuffle")
    async def _shuffle_button(self, press: ComponentContext) -> None:
        await press.show(host_view.seal((await self._here(press)).facts, press.words))
