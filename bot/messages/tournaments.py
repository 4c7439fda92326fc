"""The public message of each tournament, kept true: edited in place, posted anew with each round."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from typing import Final
from weakref import WeakValueDictionary

import discord
from cachetools import LRUCache
from discord.ui import LayoutView

from bot.background import Background
from bot.messages.api import GONE, SILENT, Client, Interaction, edit, forbidden, post
from bot.messages.board import TOO_OLD
from bot.messages.requests import LOST, OLD_EDITS
from bot.tables.live import LiveTable
from bot.tables.tournament import chance_of
from bot.texts import words
from bot.views import tournament
from storage import Store, TournamentState

log = logging.getLogger(__name__)

REMEMBERED: Final = 2_000
"""Tables whose phase is remembered, so that only a new one is looked at."""
MINUTES: Final = 1_440
"""A table's thread sleeps after so many minutes of silence."""


class TournamentMessages:
    """All tournaments' messages."""

    def __init__(
        self, client: Client, store: Store, now: Callable[[], datetime], background: Background
    ) -> None:  # fmt: skip
        self._client = client
        self._store = store
        self._now = now
        self._background = background
        self._phases: LRUCache[int, str] = LRUCache(REMEMBERED)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def view(self, state: TournamentState) -> LayoutView:
        """The public message as it is to be now."""
        chance = chance_of(state.row.id, await self._store.tournament_seed(state.row.id))
        # Only here the seed leaves the store: once nothing will be drawn from it any more.
        seed = chance.reveal() if state.row.phase in ("over", "ended") else ""
        return tournament.tournament(state, chance.commitment, seed, words(state.row.language))

    def changed(self, live: LiveTable) -> None:
        """A table may belong to a tournament, whose message then follows it from phase to phase."""
        if self._phases.get(live.id) != live.row.phase:
            self._phases[live.id] = live.row.phase
            self._background.run(self._follow(live.id), f"the tournament of table {live.id}")

    async def answer(self, interaction: Interaction, state: TournamentState) -> None:
        """The tournament as the public answer to the command that has opened it, acknowledged for everybody before."""
        sent = await interaction.edit_original_response(view=await self.view(state), allowed_mentions=SILENT)
        await self._store.set_tournament_message(state.row.id, sent.id)

    async def show(self, number: int, *, afresh: bool = False) -> None:
        """The message follows its tournament (`afresh`: as a new message, the old one loses its buttons)."""
        async with self._locks.setdefault(number, asyncio.Lock()):
            state = await self._store.tournament(number)
            view = await self.view(state)
            if not afresh and not self._too_old(state) and await self._edited(state, view):
                return
            old = state.row.message
            try:
                sent = await post(self._client, state.row.channel, view)
            except (discord.HTTPException, *LOST) as error:
                log.warning("tournament %s cannot be shown (%s)", number, type(error).__name__)
                return
            await self._store.set_tournament_message(number, sent)
            if old is not None:
                await self._edited(state, tournament.closed(state, words(state.row.language)))

    async def wake(self, owns: Callable[[int | None], bool]) -> None:
        """After a start: what a crash has swallowed is shown, in the servers that this process looks after."""
        for number in await self._store.running_tournaments():
            try:
                if owns((await self._store.tournament(number)).row.guild):
                    await self.show(number)
            except Exception as error:
                # One that a disk has spoilt hinders no other one; what it holds is not for the log.
                log.error("the message of tournament %s stays as it is (%s)", number, type(error).__name__)  # noqa: TRY400

    # Inside

    async def _follow(self, game: int) -> None:
        number = await self._store.tournament_of(game)
        if number is not None:
            await self.show(number)

    def _too_old(self, state: TournamentState) -> bool:
        number = state.row.message
        return number is not None and self._now() - discord.utils.snowflake_time(number) > TOO_OLD

    async def _edited(self, state: TournamentState, view: LayoutView) -> bool:
        """Whether the message shows the view, or cannot just now; False where there is none (any more)."""
        if state.row.message is None:
            return False
        try:
            await edit(self._client, state.row.channel, state.row.message, view)
        except discord.HTTPException as error:
            if error.code in GONE or error.code == OLD_EDITS:
                return False
            log.info("the message of tournament %s stays (%s)", state.row.id, error.code)
        except LOST as error:
            log.info("the message of tournament %s stays (%s)", state.row.id, type(error).__name__)
        return True


async def thread_for(interaction: Interaction, name: str) -> int | None:
    """A new public thread beside the pressed message; None where the bot may not make one, or it is no such channel."""
    channel, may = interaction.channel, interaction.app_permissions
    if not isinstance(channel, discord.TextChannel):
        return None
    if not (may.create_public_threads and may.send_messages_in_threads):
        return None
    try:
        thread = await channel.create_thread(
            name=name, type=discord.ChannelType.public_thread, auto_archive_duration=MINUTES
        )
    except discord.HTTPException as error:
        if forbidden(error):
            return None
        raise
    return thread.id
