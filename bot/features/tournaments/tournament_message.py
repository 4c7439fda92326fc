"""The live message of each tournament, which is posted again with each round and at the end."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
from bot.messages.outcomes import Outcome, Result, safe_call
from bot.messages.reconciler import Owner, Reconciler
from bot.tables.live import LiveTable
from bot.texts import translator_for
from storage import Database, PostSlot, TournamentState

log = logging.getLogger(__name__)

REMEMBERED: Final = 2_000
"""The maximum number of tables whose phase is remembered, so that only a new phase causes an update."""
MINUTES: Final = 1_440
"""The minutes without a message after which Discord archives a table's thread."""


@dataclass(eq=False, slots=True)
class TournamentMessage(LiveMessage):
    """The live message of one tournament."""

    repost: bool = False
    """Whether the tournament is to be posted as a new message."""

    async def is_shown(self) -> None:
        """Notes that the requested new message was posted, so that later updates edit it."""
        self.repost = False


class TournamentMessages(Owner[TournamentMessage]):
    """The owner of the live messages of all tournaments: posts, updates and reposts them through the reconciler."""

    def __init__(self, db: Database, background: Background, reconciler: Reconciler) -> None:
        self._db = db
        self._background = background
        self._reconciler = reconciler
        self._phases: LRUCache[int, str] = LRUCache(REMEMBERED)
        self._messages: WeakValueDictionary[int, TournamentMessage] = WeakValueDictionary()
        """Tournaments -> their live messages."""

    async def view(self, state: TournamentState) -> LayoutView:
        """Returns the present content of a tournament's public message; only after the end it contains the seed."""
        chance = chance_of(state, await self._db.seeds.of_tournament(state.row.id))
        # The seed is published once nothing more will be drawn from it.
        seed = chance.reveal() if state.row.phase in ("over", "ended") else ""
        return view.tournament(state, chance.commitment, seed, translator_for(state.row.language))

    def changed(self, live: LiveTable) -> None:
        """Updates the message of the table's tournament, if there is one, after a change of the table's phase."""
        if self._phases.get(live.id) != live.row.phase:
            self._phases[live.id] = live.row.phase
            self._background.run(self._follow(live.id), f"updating the tournament of table {live.id}")

    def forgotten(self, tournaments: Sequence[int]) -> None:
        """Updates the messages of tournaments, in the background, because they name a user who was forgotten."""
        for number in tournaments:
            self._background.run(
                self.show(number), f"removing a forgotten user from the message of tournament {number}"
            )

    async def answer(self, interaction: Interaction, state: TournamentState) -> None:
        """Posts a tournament's message as the public answer to an acknowledged command, and stores its ID."""
        sent = await interaction.edit_original_response(view=await self.view(state), allowed_mentions=SILENT)
        message = TournamentMessage(PostSlot("tournament", state.row.id))
        message.is_at(state.row.channel, sent.id)
        await self.store(message)

    async def show(self, number: int, *, repost: bool = False) -> None:
        """Updates a tournament's message, and waits for that; with `repost`, posts a new one."""
        message = self._messages.setdefault(number, TournamentMessage(PostSlot("tournament", number)))
        message.repost |= repost
        await self._reconciler.want(self, message)

    async def wake(self, owns: Callable[[int | None], bool]) -> None:
        """Updates the messages of all unfinished tournaments of this process after its start, in case a crash has
        prevented an update.

        `owns` returns whether this process serves a server.
        """
        for number in await self._db.tournaments.unfinished():
            try:
                if owns((await self._db.tournaments.get(number)).row.guild):
                    await self.show(number)
            except Exception as error:
                # A damaged tournament does not stop the others; its content is not logged.
                log.error("cannot update the message of tournament %s (%s)", number, type(error).__name__)  # noqa: TRY400

    # Methods for the reconciler

    async def render(self, message: TournamentMessage) -> Rendered:
        """Returns the present content; first reads the channel and ID, which another process may have changed."""
        number = message.slot.subject
        state, row = await self._db.tournaments.get(number), await self._db.messages.get(message.slot)
        if row is not None:
            message.load(row)
        repost = message.repost
        message.channel, message.pending = state.row.channel, message.pending and not repost
        closed = view.closed(state, translator_for(state.row.language))
        return Rendered(await self.view(state), closed=closed, repost=repost, then=message.is_shown)

    async def store(self, message: TournamentMessage) -> None:
        """Stores the channel and the ID of the message."""
        await self._db.messages.put(message.row, posted=True)

    async def failed(self, _message: TournamentMessage, _result: Result[None]) -> bool:
        """Returns True: a failed update is always retried."""
        return True

    async def _follow(self, game: int) -> None:
        number = await self._db.tournaments.of_game(game)
        if number is not None:
            await self.show(number)


async def thread_for(interaction: Interaction, name: str) -> int | None:
    """Creates a public thread in the channel of the pressed message and returns its ID.

    Returns None if the bot may not create one there; raises the exceptions of other failed requests.
    """
    channel, may = interaction.channel, interaction.app_permissions
    if not isinstance(channel, discord.TextChannel):
        return None
    if not (may.create_public_threads and may.send_messages_in_threads):
        return None
    thread = await safe_call(
        channel.create_thread(name=name, type=discord.ChannelType.public_thread, auto_archive_duration=MINUTES)
    )
    return None if thread.outcome is Outcome.FORBIDDEN else thread.unwrap().id
