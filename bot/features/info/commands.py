"""The commands `/game hand`, `/game board` and `/record log`, their buttons and *Peek*, which change no game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import discord
from discord import app_commands, ui

from bot import views
from bot.features.finished_games.service import OwnFinishedGames
from bot.features.hand import view as hand_view
from bot.features.info import view as info_view
from bot.features.play.service import Publisher
from bot.interactions.component_context import UNKNOWN, ComponentContext
from bot.interactions.handlers import command, option, press
from bot.interactions.resolvers import Resolver, begun, seat_named
from bot.messages.api import Client
from bot.messages.illustrator import Illustrator
from bot.messages.reply import Replies, ack
from bot.tables.live import LiveTable
from bot.tables.refusals import NotHere, Refused
from bot.texts import N_, Translator
from rules.engine import Game
from storage import Database

NOT_TO_SEE: Final = N_("You may not see that hand now. `/learn rules` explains when you may.")


@dataclass(frozen=True)
class InfoHandlers:
    """Handlers that show information and change no game."""

    db: Database
    client: Client
    illustrator: Illustrator
    replies: Replies
    publisher: Publisher
    resolver: Resolver
    finished_games: OwnFinishedGames

    @command(N_("/game hand"), N_("My hand and my possible moves"))
    async def _hand(self, interaction: discord.Interaction) -> None:
        said = await self.resolver.words_for(interaction)
        try:
            live, game, seat = await self.resolver.own_seat(interaction)
        except NotHere:
            await self.finished_games.last_hand(interaction, said)
            return
        sketch = self.illustrator.hand(game, seat, seat, said)
        where = views.place(self.client, live.row.channel, live.row.guild)
        view = hand_view.hand(live.facts, game, seat, said, place=where, now=True)
        await self.replies.answer(interaction, view, sketch)

    @command(N_("/game board"), N_("Post the board again"))
    async def _board(self, interaction: discord.Interaction) -> None:
        await ack(interaction)
        row = await self.db.games.latest_in(interaction.channel_id or 0)
        if row is None:
            raise NotHere
        self.publisher.changed(row.id, repost=True)
        said = await self.resolver.words_for(interaction)
        await self.replies.reply(interaction, views.say(said("The board will appear at the bottom of the channel.")))

    @command("", N_("Now a button of your panel"), formerly=N_("/game peek"))
    @option(N_("option player"), N_("Which player's hand"), complete=Resolver.seats_matching)
    async def _peek(self, interaction: discord.Interaction, player: str) -> None:
        said = await self.resolver.words_for(interaction)
        live, game, seat = await self.resolver.own_seat(interaction)
        other = seat_named(live, player)
        view = _other_hand(live, game, seat, other, said)
        await self.replies.answer(interaction, view, self.illustrator.hand(game, seat, other, said))

    @command(N_("/record log"), N_("What has happened so far"), formerly=N_("/game log"))
    @option(N_("option page"), N_("Page number; default: the last page"))
    async def _log(self, interaction: discord.Interaction, page: app_commands.Range[int, 1, 999] | None = None) -> None:
        said = await self.resolver.words_for(interaction)
        live = await self.resolver.latest_here(interaction)
        number = None if page is None else page - 1
        await self.replies.reply(interaction, info_view.log_page(live.facts, begun(live), number, said))

    # Buttons

    @press("hand")
    async def _hand_button(self, press: ComponentContext) -> None:
        live = await press.table()
        game, seat = live.running(), live.holder(press.user).seat
        sketch = self.illustrator.hand(game, seat, seat, press.words)
        where = views.place(self.client, live.row.channel, live.row.guild)
        await press.show(hand_view.hand(live.facts, game, seat, press.words, place=where, now=True), sketch)

    @press("peek")
    async def _peek_button(self, press: ComponentContext) -> None:
        live = await press.table()
        game, seat = live.running(), live.holder(press.user).seat
        other = dict(enumerate(game.seats)).get(press.custom.number or 0)
        if other is None:
            raise Refused(UNKNOWN)
        await self.replies.aside(press.interaction, _other_hand(live, game, seat, other, press.words))

    @press("log")
    async def _log_button(self, press: ComponentContext) -> None:
        if press.custom.game:
            live, page = await press.board_here(), press.custom.number
        else:
            live = await self.finished_games.table_of(press)
            page = next(iter(press.custom.path), None)
        await press.show(info_view.log_page(live.facts, begun(live), page, press.words))


def _other_hand(live: LiveTable, game: Game, seat: str, other: str, said: Translator) -> ui.LayoutView:
    """Returns the message with another seat's hand; raises Refused if this seat may not see it now."""
    view = hand_view.peek(live.facts, game, seat, other, said)
    if view is None:
        raise Refused(NOT_TO_SEE, rule=live.game_ui.rule("peek"))
    return view
