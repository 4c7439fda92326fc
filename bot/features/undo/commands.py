"""The command `/game undo`, and the buttons of the players who must agree."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot import views
from bot.features.play.service import MovePanels
from bot.features.undo.service import Undos
from bot.interactions.component_context import ComponentContext
from bot.interactions.handlers import command, press
from bot.interactions.resolvers import Resolver
from bot.messages.reply import Replies, ack
from bot.texts import N_


@dataclass(frozen=True)
class UndoHandlers:
    """Handlers of taking a move back."""

    undos: Undos
    panels: MovePanels
    replies: Replies
    resolver: Resolver

    @command(N_("/game undo"), N_("Take back my last move"))
    async def _undo(self, interaction: discord.Interaction) -> None:
        await ack(interaction)
        said = await self.resolver.words_for(interaction)
        live = await self.resolver.own_table(interaction)
        text = await self.undos.ask(live.id, interaction.user.id, said)
        await self.replies.reply(interaction, views.say(text))

    @press("take_back")
    async def _take_back(self, press: ComponentContext) -> None:
        """Takes back the answer that the panel has just confirmed, and asks the question again in the same panel."""
        said = await self.undos.ask(press.custom.game, press.user, press.words, press.custom.number or 0)
        live, help_ = await self.panels.with_help(press)
        await self.panels.show(press, live, help_, note=f"↩️ {said}")

    @press("agree_undo")
    async def _agree(self, press: ComponentContext) -> None:
        await press.ack()
        await press.say(await self.undos.agree(press.custom.game, press.user, press.custom.number, press.words))

    @press("refuse_undo")
    async def _refuse(self, press: ComponentContext) -> None:
        await press.ack()
        await press.say(await self.undos.refuse(press.custom.game, press.user, press.custom.number, press.words))
