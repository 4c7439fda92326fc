"""The commands `/league open`, `join`, `leave`, `results`, `games` and `close`, and their buttons, for seasons."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Final

import discord
from discord.app_commands import Range

from bot.features.league import view as league
from bot.features.seasons.service import Seasons
from bot.features.statistics.service import Statistics
from bot.interactions.component_context import UNKNOWN, ComponentContext
from bot.interactions.handlers import command, option, press
from bot.interactions.options import game_choices
from bot.interactions.resolvers import Resolver, guild_of
from bot.messages.api import Interaction
from bot.messages.reply import Replies, ack
from bot.permissions import may_organise
from bot.tables.referee import Now
from bot.tables.refusals import Refused
from bot.texts import N_, translator_for
from bot.texts.isolation import isolated
from bot.views import clean, say
from storage import Database, SeasonNameTaken, SeasonRow, UnknownSeason

FOR_MANAGERS: Final = N_("You need the Manage Channels or Manage Server permission to do that.")
WHICH: Final = N_("Which season; default: the open one, or the latest")


@dataclass(frozen=True)
class SeasonHandlers:
    """Handlers of a server's seasons."""

    db: Database
    now: Now
    statistics: Statistics
    seasons: Seasons
    replies: Replies
    resolver: Resolver

    @command(N_("/league open"), N_("Open a season of a game on this server"), public=True)
    @option(N_("option game"), N_("Which game"), choices=game_choices)
    @option(N_("option name"), N_("Name of the season"))
    async def _begin(self, interaction: discord.Interaction, game: str, name: Range[str, 1, 32] | None = None) -> None:
        guild = _manager(interaction)
        public = translator_for(await self.resolver.language_here(interaction))
        season = await self._opened(interaction, guild, game, name)
        await self.replies.publicly(interaction, league.season_opened(season, public), None)

    @command(N_("/league join"), N_("Join a season"))
    @option(N_("option season"), WHICH, complete=Seasons.matching)
    async def _enter(self, interaction: discord.Interaction, season: str | None = None) -> None:
        await ack(interaction)
        await self._joined(interaction, await self.seasons.find(guild_of(interaction), season))

    @command(N_("/league leave"), N_("Leave a season; finished games still count"))
    @option(N_("option season"), WHICH, complete=Seasons.matching)
    async def _go(self, interaction: discord.Interaction, season: str | None = None) -> None:
        await ack(interaction)
        meant = await self.seasons.find(guild_of(interaction), season)
        await self.db.seasons.leave(meant.id, interaction.user.id, self.now())
        said = await self.resolver.words_for(interaction)
        text = said(
            "You have left the season {name}. Games that start from now on do not count.", name=isolated(meant.name)
        )
        await self.replies.reply(interaction, say(text))

    @command(N_("/league results"), N_("The results of a season"))
    @option(N_("option season"), WHICH, complete=Seasons.matching)
    async def _results(self, interaction: discord.Interaction, season: str | None = None) -> None:
        await ack(interaction)
        await self._table(interaction, await self.seasons.find(guild_of(interaction), season), 0)

    @command(N_("/league games"), N_("Games of a season, by number"))
    @option(N_("option season"), WHICH, complete=Seasons.matching)
    async def _games(self, interaction: discord.Interaction, season: str | None = None) -> None:
        await ack(interaction)
        await self._archive(interaction, await self.seasons.find(guild_of(interaction), season), 0)

    @command(N_("/league close"), N_("Close a season and publish its final results"))
    @option(N_("option season"), WHICH, complete=Seasons.matching)
    async def _end(self, interaction: discord.Interaction, season: str | None = None) -> None:
        _manager(interaction)
        await ack(interaction)
        meant = await self.seasons.find(guild_of(interaction), season)
        if meant.closed is not None:
            await self._table(interaction, meant, 0)
            return
        await self.replies.reply(interaction, league.close_season(meant, await self.resolver.words_for(interaction)))

    async def _opened(self, interaction: Interaction, guild: int, kind: str, name: str | None) -> SeasonRow:
        """Opens a season under the given name or the first free default name; raises SeasonOpen or SeasonNameTaken."""
        by, now = interaction.user.id, self.now()
        if name is not None:
            return await self.db.seasons.open(guild, kind, clean(name), by, now)
        title = clean(league.title_of(kind))
        for number in count(1):
            try:
                return await self.db.seasons.open(guild, kind, f"{title} {number}", by, now)
            except SeasonNameTaken:
                continue
        raise AssertionError("numbers never end")

    async def _joined(self, interaction: Interaction, season: SeasonRow) -> None:
        if interaction.user.bot:
            raise Refused(N_("Bot accounts cannot join a season."))
        new = await self.db.seasons.join(season.id, interaction.user.id, self.now())
        said = await self.resolver.words_for(interaction)
        await self.replies.reply(interaction, league.season_joined(season, said, new=new))

    async def _table(self, interaction: Interaction, season: SeasonRow, page: int) -> None:
        lines, said = await self.statistics.season(season.id), await self.resolver.words_for(interaction)
        await self.replies.reply(interaction, league.season_table(season, lines, page, said))

    async def _archive(self, interaction: Interaction, season: SeasonRow, page: int) -> None:
        games, hidden = await self.db.seasons.counted(season.id), await self.db.people.unlisted()
        said = await self.resolver.words_for(interaction)
        await self.replies.reply(interaction, league.season_games(season, games, hidden, page, said))

    # Buttons

    async def _pressed(self, press: ComponentContext) -> tuple[SeasonRow, int]:
        """Acknowledges a press and returns its season and page; raises UnknownSeason elsewhere, or Refused."""
        await ack(press.interaction)
        if press.custom.number is None:
            raise Refused(UNKNOWN)
        season = await self.db.seasons.get(press.custom.number)
        if season.guild != guild_of(press.interaction):
            raise UnknownSeason
        return season, next(iter(press.custom.path), 0)

    @press("s_join")
    async def _join_button(self, press: ComponentContext) -> None:
        season, _ = await self._pressed(press)
        await self._joined(press.interaction, season)

    @press("s_table")
    async def _table_button(self, press: ComponentContext) -> None:
        await self._table(press.interaction, *await self._pressed(press))

    @press("s_games")
    async def _games_button(self, press: ComponentContext) -> None:
        await self._archive(press.interaction, *await self._pressed(press))

    @press("s_close")
    async def _close_button(self, press: ComponentContext) -> None:
        interaction = press.interaction
        _manager(interaction)
        season, _ = await self._pressed(press)
        closed = await self.db.seasons.close(season.id, press.user, self.now())
        public = translator_for(await self.resolver.language_here(interaction))
        lines = await self.statistics.season(closed.id)
        await self.replies.publicly(interaction, league.season_closed(closed, lines, public), None)
        await press.say(press.words("The season {name} is closed.", name=isolated(closed.name)))


def _manager(interaction: Interaction) -> int:
    guild = guild_of(interaction)
    if not may_organise(interaction):
        raise Refused(FOR_MANAGERS)
    return guild
