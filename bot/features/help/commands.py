"""The commands `/help` and `/learn rules`, and their buttons."""

from __future__ import annotations

from dataclasses import dataclass

import discord
from discord import app_commands
from discord.ui import LayoutView

from bot.features.help import view as help_view
from bot.features.help.tutorial import Tutorial
from bot.features.lessons.service import Lessons
from bot.features.server import view as server_view
from bot.games import GAME_UIS
from bot.interactions.component_context import UNKNOWN, ComponentContext
from bot.interactions.fuzzy_search import topic_named, topics_named
from bot.interactions.handlers import command, option, press
from bot.interactions.resolvers import OFFERED, Resolver
from bot.messages.api import Interaction
from bot.messages.illustrator import Illustrator
from bot.messages.reply import Replies
from bot.tables.live import LiveTable
from bot.tables.refusals import EXPECTED_ERRORS, Refused
from bot.tables.registry import Tables
from bot.texts import N_, Translator
from storage import Database
from storage.settings import Settings


@dataclass(frozen=True)
class RulesHandlers:
    """Handlers of the rules help and the tutorial."""

    db: Database
    illustrator: Illustrator
    replies: Replies
    tutorial: Tutorial
    lessons: Lessons
    resolver: Resolver
    tables: Tables
    settings: Settings

    async def topics_matching(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Returns the topics of the rules help whose title, in any language, or group contains the typed text."""
        said = await self.resolver.words_for(interaction)
        found = topics_named(GAME_UIS[await self.kind_here(interaction)], typed, said, OFFERED)
        return [app_commands.Choice(name=topic.title[:100], value=topic.key) for topic in found]

    @command(N_("/help"), N_("What I do, and what to type"))
    async def _help(self, interaction: discord.Interaction) -> None:
        said = await self.resolver.words_for(interaction)
        await self.replies.reply(interaction, await self._overview(interaction, said))

    async def _overview(self, interaction: Interaction, said: Translator) -> LayoutView:
        """Returns the help with what the user can do next in this place; in a direct message, at their own table."""
        in_dm = interaction.guild_id is None
        try:
            if in_dm:
                live: LiveTable | None = await self.resolver.own_table(interaction)
            else:
                live = await self.tables.get((await self.resolver.unfinished_here(interaction)).id)
        except EXPECTED_ERRORS:  # Help is given without a table, too, or with one that cannot be loaded.
            live = None
        facts, game = (None, None) if live is None else (live.facts, live.game)
        here, buttons = help_view.next_step(facts, game, interaction.user.id, said)
        links = [server_view.invitation(interaction.application_id, said), *server_view.links(self.settings, said)]
        return help_view.overview(here, [*buttons, *links], said)

    @command(N_("/learn rules"), N_("The rules, topic by topic"), formerly=N_("/game rules"))
    @option(N_("option topic"), N_("A card, location, phase or symbol"), complete=topics_matching)
    async def _rules(self, interaction: discord.Interaction, topic: str | None = None) -> None:
        said = await self.resolver.words_for(interaction)
        kind = await self.kind_here(interaction)
        key = topic_named(GAME_UIS[kind], topic, said) if topic else None
        found = help_view.rules_topic(GAME_UIS[kind], key, said, kind) if key else None
        sketch = self.illustrator.topic(kind, key, said, interaction.user.id) if key else None
        await self.replies.answer(interaction, found or help_view.rules_overview(GAME_UIS[kind], said, kind), sketch)

    async def kind_here(self, interaction: Interaction) -> str:
        """Returns the game of the channel's latest table; otherwise the first game in the list."""
        row = await self.db.games.latest_in(interaction.channel_id or 0)
        return row.kind if row is not None and row.kind in GAME_UIS else next(iter(GAME_UIS))

    # Buttons

    @press("help")
    async def _help_button(self, press: ComponentContext) -> None:
        await press.show(await self._overview(press.interaction, press.words))

    @press("topic")
    async def _topic_select(self, press: ComponentContext) -> None:
        boards = list(GAME_UIS.items())
        number = press.custom.number or 0
        if number >= len(boards):
            raise Refused(UNKNOWN)
        kind, board = boards[number]
        view = help_view.rules_topic(board, press.value, press.words, kind)
        sketch = self.illustrator.topic(kind, press.value, press.words, press.user) if view else None
        await press.show(view or help_view.rules_overview(board, press.words, kind), sketch)

    @press("learn")
    async def _learn_button(self, press: ComponentContext) -> None:
        if press.custom.number is not None:
            at = next(iter(press.custom.path), 0)
            await self.tutorial.turn(press.interaction, at, press.custom.number, press.words)
            return
        kind = (await self.db.games.get(press.custom.game)).kind
        if self.lessons.teaches(kind):
            await self.lessons.open_for(press.interaction, kind, press.words)
        else:
            await self.replies.aside(press.interaction, help_view.rules_overview(GAME_UIS[kind], press.words, kind))
