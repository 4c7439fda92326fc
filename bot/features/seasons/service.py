"""Finds the season that a user has typed."""

from __future__ import annotations

from dataclasses import dataclass

from discord import app_commands

from bot.features.league.view import season_choices
from bot.interactions.fuzzy_search import fits, folded
from bot.messages.api import Interaction
from bot.tables.refusals import Refused
from bot.texts import N_
from storage import Database, SeasonRow, UnknownSeason


@dataclass(frozen=True)
class Seasons:
    """A service that finds the seasons of a server."""

    db: Database

    async def matching(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Returns the server's seasons whose name contains the typed text, as choices; none outside a server."""
        guild = interaction.guild_id
        found = [] if guild is None else await self.db.seasons.in_guild(guild)
        return season_choices([one for one in found if fits(typed, one.name)])

    async def find(self, guild: int, typed: str | None) -> SeasonRow:
        """Returns the server's season with that number or name; without one, the open season, else the latest closed
        one.

        Raises Refused if several seasons are open and none was typed, and UnknownSeason if there is none.
        """
        seasons = await self.db.seasons.in_guild(guild)
        if typed is not None:
            found = [one for one in seasons if typed in {str(one.id), one.name} or folded(one.name) == folded(typed)]
            if not found:
                raise UnknownSeason
            return found[0]
        opened = [one for one in seasons if one.closed is None]
        if len(opened) > 1:
            raise Refused(N_("Several seasons are open here. Choose one of the suggestions."))
        if not seasons:
            raise UnknownSeason
        return seasons[0]
