"""The public message of each tournament: edited in place, posted again with each round."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final
from weakref import WeakValueDictionary

import discord
from cachetools import LRUCache
from discord.ui import LayoutView

from bot.background import Background
from bot.features.tournaments import view
from bot.features.tournaments.standings import chance_of
from bot.messages.api import SILENT, Interaction
from bot.messages.live_message import LiveMessage, Rendered
from bot.messages.outcomes import Outcome, safe_call
from bot.messages.reconciler import Reconciler, Storage
from bot.tables.live import LiveTable
from bot.texts import translator_for
from storage import Database, PostSlot, TournamentState

log = logging.getLogger(__name__)

REMEMBERED: Final = 2_000
"""Tables whose phase is remembered, so that only a new one is looked at."""
MINUTES: Final = 1_440
"""The minutes of silence after which a table's thread is archived."""


class TournamentMessages(Storage[LiveMessage]):
    """All tournaments' messages."""

    def __init__(self, db: Database, background: Background, reconciler: Reconciler) -> None:
        self._db = db
        self._background = background
        self._reconciler = reconciler
        self._phases: LRUCache[int, str] = LRUCache(REMEMBERED)
        self._messages: WeakValueDictionary[int, LiveMessage] = WeakValueDictionary()
        """Those that are being shown."""

    async def view(self, state: TournamentState) -> LayoutView:
        """The public message as it is to be now."""
        chance = chance_of(state.row.id, await self._db.seeds.of_tournament(state.row.id))
        # Only here the seed leaves the store: once nothing will be drawn from it any more.
        seed = chance.reveal() if state.row.phase in ("over", "ended") else ""
        return view.tournament(state, chance.commitment, seed, translator_for(state.row.language))

    def changed(self, live: LiveTable) -> None:
        """A table may belong to a tournament, whose message then follows it from phase to phase."""
        if self._phases.get(live.id) != live.row.phase:
            self._phases[live.id] = live.row.phase
            self._background.run(self._follow(live.id), f"the tournament of table {live.id}")

    async def answer(self, interaction: Interaction, state: TournamentState) -> None:
        """The tournament as the public answer to the command that has opened it, acknowledged for everybody before."""
        sent = await interaction.edit_original_response(view=await self.view(state), allowed_mentions=SILENT)
        message = LiveMessage(PostSlot("tournament", state.row.id))
        message.is_at(state.row.channel, sent.id)
        await self.store(message)

    async def show(self, number: int, *, afresh: bool = False) -> None:
        """Updates the message of a tournament (`afresh`: as a new message, the old one loses its buttons)."""
        slot = PostSlot("tournament", number)
        message = self._messages.setdefault(number, LiveMessage(slot))
        async with message.lock:
            state, row = await self._db.tournaments.get(number), await self._db.messages.get(slot)
            if row is not None:
                message.load(row)
            message.channel, message.pending = state.row.channel, message.pending and not afresh
            closed = view.closed(state, translator_for(state.row.language))
            rendered = Rendered(await self.view(state), closed=closed, afresh=afresh)
            await self._reconciler.show(self, message, rendered)

    async def store(self, message: LiveMessage) -> None:
        """Stores which message shows the tournament."""
        await self._db.messages.put(message.row, posted=True)

    async def wake(self, owns: Callable[[int | None], bool]) -> None:
        """After a start: what a crash has swallowed is shown, in the servers that this process looks after."""
        for number in await self._db.tournaments.running():
            try:
                if owns((await self._db.tournaments.get(number)).row.guild):
                    await self.show(number)
            except Exception as error:
                # One that a disk has spoilt hinders no other one; what it holds is not for the log.
                log.error("the message of tournament %s stays as it is (%s)", number, type(error).__name__)  # noqa: TRY400

    # Inside

    async def _follow(self, game: int) -> None:
        number = await self._db.tournaments.of_game(game)
        if number is not None:
            await self.show(number)


async def thread_for(interaction: Interaction, name: str) -> int | None:
    """Returns a new public thread at the pressed message; None without the permission, or in another kind of
    channel."""
    channel, may = interaction.channel, interaction.app_permissions
    if not isinstance(channel, discord.TextChannel):
        return None
    if not (may.create_public_threads and may.send_messages_in_threads):
        return None
    thread = await safe_call(
        channel.create_thread(name=name, type=discord.ChannelType.public_thread, auto_archive_duration=MINUTES)
    )
    return None if thread.outcome is Outcome.FORBIDDEN else thread.unwrap().id
