"""The commands `/privacy export` and `forget`, which send or delete what is stored about the user who asks."""

from __future__ import annotations

import gzip
import io
from dataclasses import dataclass
from typing import Final

import discord

from bot import views
from bot.features.privacy import view as privacy_view
from bot.features.privacy.service import PersonalData
from bot.interactions.component_context import ComponentContext
from bot.interactions.handlers import command, press
from bot.interactions.resolvers import Resolver
from bot.messages.api import SILENT, Client
from bot.messages.outcomes import safe_call
from bot.messages.reply import Replies, ack
from bot.tables.refusals import Refused
from bot.texts import N_

MAX_PLAIN: Final = 5_000_000
"""The maximum size of an uncompressed file in bytes; Discord refuses files from 10 MB on."""


@dataclass(frozen=True)
class PrivacyHandlers:
    """Handlers of a user's personal data. Each is about the user who asks, and no one else."""

    client: Client
    data: PersonalData
    replies: Replies
    resolver: Resolver

    @command(N_("/privacy export"), N_("Sends you everything that is stored about you, as a file"))
    async def _export(self, interaction: discord.Interaction) -> None:
        await ack(interaction)
        said, user = await self.resolver.words_for(interaction), interaction.user.id
        text = said("Everything that is stored about you.")
        content, name = await self.data.export(user), "krupier-data.json"
        if len(content) > MAX_PLAIN:
            content, name = gzip.compress(content), f"{name}.gz"
        file = discord.File(io.BytesIO(content), filename=name)

        async def sending() -> None:
            there = await self.client.create_dm(discord.Object(user))
            await there.send(text, file=file, allowed_mentions=SILENT)

        if not (await safe_call(sending())).ok:
            raise Refused(N_("I cannot send you direct messages. Allow them for this server, then ask again."))
        await self.replies.reply(interaction, views.say(said("The file is in your direct messages.")))

    @command(N_("/privacy forget"), N_("Deletes everything that is stored about you"))
    async def _forget(self, interaction: discord.Interaction) -> None:
        said = await self.resolver.words_for(interaction)
        await self.replies.reply(interaction, privacy_view.forget(said))

    # Buttons

    @press("privacy")
    async def _privacy_button(self, press: ComponentContext) -> None:
        await self.replies.aside(press.interaction, privacy_view.privacy(press.words))

    @press("terms")
    async def _terms_button(self, press: ComponentContext) -> None:
        await self.replies.aside(press.interaction, privacy_view.terms(press.words))

    @press("forget_me")
    async def _forget_me(self, press: ComponentContext) -> None:
        await ack(press.interaction)
        await self.data.forget(press.user, press.words)
        await press.show(
            views.say(
                press.words(
                    "Everything about you is deleted. If you use me again, I store again what is necessary for that."
                )
            )
        )
