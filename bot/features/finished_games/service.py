"""Finds a user's finished games, and shows their hand at the end of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.features.finished_games import view as post_game_view
from bot.interactions.component_context import ComponentContext
from bot.interactions.resolvers import begun
from bot.messages.api import Interaction
from bot.messages.illustrator import Illustrator
from bot.messages.reply import Replies, ack
from bot.tables.live import LiveTable
from bot.tables.refusals import NotHere, NotSeatedHere, Refused
from bot.tables.registry import Tables
from bot.texts import N_, Translator
from rules.engine import Game
from storage import Database, GameRow

ELSEWHERE: Final = N_("Do that in the channel where the game was played.")
TOO_EARLY: Final = N_("The record is available after the game. Until then it would reveal the hands.")


@dataclass(frozen=True)
class OwnFinishedGames:
    """A service for the finished games of a user."""

    db: Database
    tables: Tables
    illustrator: Illustrator
    replies: Replies

    async def last_played(self, interaction: Interaction) -> GameRow:
        """Returns the user's latest finished game (on a server: in this channel); raises NotHere or NotSeatedHere."""
        here = None if interaction.guild_id is None else interaction.channel_id
        for row in await self.db.games.of_user(interaction.user.id):
            if row.started is not None and row.finished_yet and here in (None, row.channel):
                await self.check_seated(row.id, interaction.user.id)
                return row
        if await self.db.games.latest_in(interaction.channel_id or 0) is None:
            raise NotHere
        raise NotSeatedHere

    async def last_hand(self, interaction: Interaction, said: Translator) -> None:
        """Shows the user privately their hand at the end of their latest game; raises NotHere or NotSeatedHere."""
        row = await self.last_played(interaction)
        await ack(interaction)
        live, game, seat = await self.end_of(row.id, interaction.user.id)
        here = row.channel == interaction.channel_id
        sketch = self.illustrator.hand(game, seat, seat, said)
        await self.replies.answer(
            interaction, post_game_view.last_hand(live.facts, game, seat, said, here=here), sketch)  # fmt: skip

    async def table_of(self, press: ComponentContext) -> LiveTable:
        """Acknowledges a press on a finished board and returns its table; raises Refused elsewhere or too early."""
        await ack(press.interaction)
        row = await self.db.games.get(press.finished)
        check_ended_here(press.interaction, row)
        return await self.tables.get(row.id)

    async def check_seated(self, game: int, user: int) -> None:
        """Raises NotSeatedHere if the user holds no seat of that game, also if they have lost it before the end."""
        if await self.db.seats.of_user(game, user) is None:
            raise NotSeatedHere

    async def end_of(self, number: int, user: int) -> tuple[LiveTable, Game, str]:
        """Returns the table with that number, its game and the user's seat; raises NotSeatedHere."""
        live = await self.tables.get(number)
        return live, begun(live), live.seat_of(user).seat


def check_ended_here(interaction: Interaction, row: GameRow) -> None:
    """Raises Refused unless the game was played to its end in this channel."""
    if row.channel != interaction.channel_id:
        raise Refused(ELSEWHERE)
    if row.started is None or not row.finished_yet:
        raise Refused(TOO_EARLY)
