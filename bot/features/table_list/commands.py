"""The command `/tables`: the open tables of a server with *Join* buttons, and the user's own tables."""

from __future__ import annotations

from dataclasses import dataclass

import discord
from discord.ui import LayoutView

from bot.features.table_list import view as list_view
from bot.features.table_list.service import TableLists
from bot.interactions.component_context import ComponentContext
from bot.interactions.handlers import command, option, press
from bot.interactions.resolvers import Resolver
from bot.messages.api import Interaction
from bot.messages.reply import Replies
from bot.texts import N_, Translator


@dataclass(frozen=True)
class TableListHandlers:
    """Handlers of the lists of tables, which only the user who asks sees."""

    lists: TableLists
    replies: Replies
    resolver: Resolver

    @command(N_("/tables"), N_("Open tables on this server, and my own tables"))
    @option(N_("option mine"), N_("Only my own tables, those where it is my turn first"))
    async def _tables(self, interaction: discord.Interaction, mine: bool = False) -> None:
        said = await self.resolver.words_for(interaction)
        listing = self._own_list(interaction, said) if mine else self._list(interaction, 0, said)
        await self.replies.reply(interaction, await listing)

    @press("tables")
    async def _page(self, press: ComponentContext) -> None:
        await press.show(await self._list(press.interaction, press.custom.number or 0, press.words))

    @press("my_tables")
    async def _own(self, press: ComponentContext) -> None:
        await press.show(await self._own_list(press.interaction, press.words))

    async def _list(self, interaction: Interaction, page: int, said: Translator) -> LayoutView:
        """Returns the open tables of this server; in a direct message, the user's own tables."""
        if interaction.guild_id is None:
            return await self._own_list(interaction, said)
        return list_view.open_tables(await self.lists.open_on(interaction), page, said)

    async def _own_list(self, interaction: Interaction, said: Translator) -> LayoutView:
        own = await self.lists.own(interaction.user.id)
        return list_view.own_tables(own, said, on_server=interaction.guild_id is not None)
