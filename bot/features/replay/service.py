"""Access to finished games, and their frames for the replay."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

import discord
from cachetools import LRUCache

from bot.games.replay_frames import ReplayFrames
from bot.messages.api import Interaction
from bot.messages.outcomes import safe_call
from bot.tables.live import LiveTable
from bot.tables.refusals import Refused
from bot.tables.registry import Tables
from bot.texts import N_
from storage import Database, GameRow, UnknownGame

CACHE_SIZE: Final = 32
NO_FILES: Final = N_("I may not send files here. Someone who manages the channel can allow it.")
TOO_EARLY: Final = N_("You can replay a game after it ends. Until then, the board shows everything public.")
NO_SUCH_GAME: Final = N_("There is no finished game with that number here. Choose one of the suggestions.")


class Replays:
    """A cache of the frames of recently replayed games."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._frames: LRUCache[int, ReplayFrames] = LRUCache(CACHE_SIZE)

    async def get(self, number: int) -> tuple[LiveTable, ReplayFrames]:
        """Returns a finished game with its frames; raises UnknownGame, Unreadable, or Refused if it is not finished."""
        live = await self._tables.get(number)
        game = live.game
        if game is None or not live.row.finished_yet:
            raise Refused(TOO_EARLY)
        if number not in self._frames:
            self._frames[number] = await asyncio.to_thread(ReplayFrames, game)
        return live, self._frames[number]


@dataclass(frozen=True)
class FinishedGames:
    """A service that finds the finished games that a user may see."""

    db: Database

    async def get(self, interaction: Interaction, number: int) -> GameRow:
        """Returns the finished game with that number, if the user may see it; raises Refused.

        A running game elsewhere, one of another server and a missing one get the same refusal, so that no one learns
        which it is.
        """
        try:
            row = await self.db.games.get(number)
        except UnknownGame:
            raise Refused(NO_SUCH_GAME) from None
        if not (row.finished_yet and row.started is not None and await self.may_see(interaction, row)):
            running = row.phase == "running" and row.guild is not None and row.channel == interaction.channel_id
            raise Refused(TOO_EARLY if running else NO_SUCH_GAME)
        return row

    async def may_see(self, interaction: Interaction, row: GameRow) -> bool:
        """Returns whether the user may see the game: as the holder of a seat, or because it was played on this server
        in a channel open to them. On another server, no one may.
        """
        if interaction.guild_id is not None and row.guild != interaction.guild_id:
            return False
        if await self.db.seats.of_user(row.id, interaction.user.id) is not None:
            return True
        return interaction.guild_id is not None and await _fetched_is_open_to(interaction, row.channel)


def is_open_to(interaction: Interaction, number: int) -> bool:
    """Returns whether a channel of this server is open to the user; False if it is not known."""
    channel = None if interaction.guild is None else interaction.guild.get_channel_or_thread(number)
    return number == interaction.channel_id or (channel is not None and _is_open(interaction, channel))


async def _fetched_is_open_to(interaction: Interaction, number: int) -> bool:
    """Returns whether a channel is open to the user, as `is_open_to` does, but also checks archived threads.

    Games whose channel was deleted are open to their players only.
    """
    guild = interaction.guild
    if guild is None or number == interaction.channel_id or guild.get_channel_or_thread(number) is not None:
        return is_open_to(interaction, number)
    fetched = await safe_call(guild.fetch_channel(number))
    return fetched.value is not None and _is_open(interaction, fetched.value)


def _is_open(interaction: Interaction, channel: discord.abc.GuildChannel | discord.Thread) -> bool:
    member = interaction.user
    if not isinstance(member, discord.Member) or (isinstance(channel, discord.Thread) and channel.is_private()):
        return False
    return channel.permissions_for(member).view_channel
