"""The keeper of boards: one edit at a time, always of the newest state, at the lowest price.

A press on the board that was acknowledged by a deferred update lends its token: for fourteen minutes the board is
edited through it, which costs nothing of Discord's global limit.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

import discord
from discord.ui import LayoutView

from bot import showing
from bot.discords import ARCHIVED, GONE, SILENT, Client, Interaction, edit, forbidden, picture, post, shown
from bot.errands import Errands
from bot.refusals import Known, Refused
from bot.tables import LiveTable, Tables
from bot.texts import words
from storage import BoardRow, OldBoard, Store

log = logging.getLogger(__name__)

LENT_FOR: Final = timedelta(minutes=14)
TOO_OLD: Final = timedelta(minutes=55)
"""Older messages can hardly be edited."""
FINISHED: Final = ("over", "ended")
TRIES: Final = 3
WAIT: Final = 5.0
"""Seconds between two tries while Discord itself is in trouble."""

Trouble = Callable[[int, str], Awaitable[None]]


@dataclass(slots=True)
class Handle:
    """A lent token: the interaction whose original response is the board."""

    interaction: Interaction
    message: int
    until: datetime


@dataclass(slots=True)
class Keeper:
    """What is known of one table's board."""

    game: int
    known: bool = False
    row: BoardRow | None = None
    mark: str | None = None
    last: Any = None
    """What the board shows now, for sparing edits that change nothing."""
    handle: Handle | None = None
    wanted: bool = False
    afresh: bool = False
    task: asyncio.Task[Any] | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Publisher:
    """All boards."""

    def __init__(self, client: Client, store: Store, tables: Tables, now: Callable[[], datetime], errands: Errands):
        self._client = client
        self._store = store
        self._tables = tables
        self._now = now
        self._errands = errands
        self._keepers: dict[int, Keeper] = {}
        self.trouble: Trouble | None = None
        """Called with the table and what is wrong (`forbidden`, `gone`) when its board cannot be shown."""

    def changed(self, game: int, *, afresh: bool = False) -> None:
        """The table has changed: its board follows soon (`afresh`: as a new message)."""
        keeper = self._keeper(game)
        keeper.wanted = True
        keeper.afresh |= afresh
        if keeper.task is None or keeper.task.done():
            keeper.task = self._errands.run(self._keep(keeper), f"board of table {game}")

    def lend(self, game: int, interaction: Interaction) -> None:
        """A press on a message was acknowledged by a deferred update: its token serves to edit that message."""
        if interaction.message is not None:
            until = self._now() + LENT_FOR
            self._keeper(game).handle = Handle(interaction, interaction.message.id, until)

    def has_handle(self, game: int) -> bool:
        """Whether a lent token lives for the present board; then a press need not lend another."""
        keeper = self._keeper(game)
        handle = keeper.handle
        row = keeper.row
        return bool(handle and row and handle.message == row.message and handle.until > self._now())

    async def open(self, live: LiveTable, interaction: Interaction) -> None:
        """A lobby as the public answer to the command that has opened it."""
        keeper, view = self._keeper(live.id), board_of(live)
        async with keeper.lock:
            message, lent = await _sent(interaction, view)
            keeper.known, keeper.mark = True, live.mark()
            if message is None:
                return
            keeper.last = picture(view)
            keeper.row = BoardRow(live.row.channel, message, self._now())
            keeper.handle = Handle(interaction, message, self._now() + LENT_FOR) if lent else None
            await self._store.set_board(live.id, live.row.channel, message, self._now())

    def moved(self, game: int) -> None:
        """The table stands in another channel now: its board is posted there."""
        keeper = self._keeper(game)
        keeper.known, keeper.row, keeper.handle, keeper.last = True, None, None, None
        self.changed(game)

    def pressed(self, game: int, interaction: Interaction) -> None:
        """A public message was pressed: where it is not the board (any more), its buttons go."""
        message, keeper = interaction.message, self._keepers.get(game)
        if message is None or interaction.guild_id is None or message.flags.ephemeral:
            return
        if keeper is None or keeper.row is None or keeper.row.message != message.id:
            stray = OldBoard(game, message.channel.id, message.id)
            self._errands.run(self.close(stray), f"an old board of table {game}")

    async def close(self, stray: OldBoard) -> None:
        """A message with buttons of a table is no longer its board: the buttons go; the board itself stays."""
        keeper = self._keeper(stray.game)
        try:
            async with keeper.lock:
                await self._know(keeper)
                if keeper.row is None or keeper.row.message != stray.message:
                    await self._close(keeper, stray)
        except Known as error:
            log.info("an old board of table %s stays as it is (%s)", stray.game, type(error).__name__)
        if keeper.mark is None and keeper.task is None:
            self._keepers.pop(stray.game, None)

    # Inside

    def _keeper(self, game: int) -> Keeper:
        return self._keepers.setdefault(game, Keeper(game))

    async def _know(self, keeper: Keeper) -> None:
        if not keeper.known:
            row = await self._store.board(keeper.game)
            if not keeper.known:
                keeper.row, keeper.known = row, True

    async def _keep(self, keeper: Keeper) -> None:
        tries = 0
        while keeper.wanted:
            keeper.wanted = False
            try:
                async with keeper.lock:
                    await self._show(keeper)
                tries = 0
            except Refused:
                return
            except discord.HTTPException as error:
                if not await self._may_try_again(keeper, error, tries):
                    return
                tries += 1
            except (TimeoutError, OSError) as error:
                log.warning("table %s: Discord cannot be reached (%s)", keeper.game, type(error).__name__)
                tries += 1
                if tries >= TRIES:
                    return
                keeper.wanted = True
                await asyncio.sleep(WAIT)

    async def _may_try_again(self, keeper: Keeper, error: discord.HTTPException, tries: int) -> bool:
        """Whether showing the newest state once more can help; what cannot succeed is never repeated."""
        keeper.last = None
        log.warning("table %s: Discord refused the board (%s, code %s)", keeper.game, error.status, error.code)
        if error.code == 10008 and keeper.row is not None and tries < TRIES:
            keeper.row, keeper.handle = None, None
            await self._store.clear_board(keeper.game)
            keeper.wanted = True
            return True
        if error.code == ARCHIVED and not tries:
            # A new message opens the thread again, where it is not locked.
            keeper.wanted = keeper.afresh = True
            return True
        if error.code == ARCHIVED:
            if self.trouble is not None:
                await self.trouble(keeper.game, "locked")
            return False
        if error.code in GONE or forbidden(error):
            await self._no_place(keeper, "forbidden" if forbidden(error) else "gone")
            return False
        if error.status < 500 and error.status != 429:
            return False
        if tries + 1 >= TRIES:
            return False
        keeper.wanted = True
        await asyncio.sleep(WAIT)
        return True

    async def _no_place(self, keeper: Keeper, what: str) -> None:
        if what == "gone":
            await self._store.set_end_told(keeper.game)
        if self.trouble is not None:
            await self.trouble(keeper.game, what)

    async def _show(self, keeper: Keeper) -> None:
        await self._know(keeper)
        live = await self._tables.get(keeper.game)
        # Taken together, before anything waits: what is shown, and what is noted as shown.
        view, mark, told = board_of(live), live.mark(), len(live.game.told) if live.game is not None else live.row.told
        afresh, keeper.afresh = keeper.afresh, False
        if keeper.row is None or afresh or self._is_due(keeper, live, keeper.row):
            await self._post(keeper, live, view)
        elif picture(view) != keeper.last:
            await self._edit(keeper, keeper.row, view)
        keeper.mark, keeper.last = mark, picture(view)
        if told != live.row.told:
            await self._store.set_told(live.id, told)
        if mark in FINISHED:
            await self._end(keeper)

    async def _end(self, keeper: Keeper) -> None:
        """The end stands where everybody sees it, and no button anywhere else."""
        await self._close_old(keeper)
        await self._store.set_end_told(keeper.game)
        if not keeper.wanted:
            self._keepers.pop(keeper.game, None)

    def _is_due(self, keeper: Keeper, live: LiveTable, row: BoardRow) -> bool:
        """A new phase, or a board too old to be edited; after a restart and at the end it is edited where it stands."""
        if self._now() - row.posted >= TOO_OLD:
            return True
        return live.row.phase == "running" and keeper.mark is not None and keeper.mark != live.mark()

    async def _post(self, keeper: Keeper, live: LiveTable, view: LayoutView) -> None:
        message = await post(self._client, live.row.channel, view)
        keeper.row = BoardRow(live.row.channel, message, self._now())
        await self._store.set_board(live.id, live.row.channel, message, self._now())
        await self._close_old(keeper)
        keeper.handle = None

    async def _close_old(self, keeper: Keeper) -> None:
        for old in await self._store.old_boards(keeper.game):
            await self._close(keeper, old)

    async def _close(self, keeper: Keeper, old: OldBoard) -> None:
        live = await self._tables.get(keeper.game)
        view = closed_board_of(live, in_lobby=keeper.mark == "lobby")
        try:
            await self._edit(keeper, old, view)
        except discord.HTTPException as error:
            log.info("table %s: the old board stays as it is (%s, code %s)", live.id, error.status, error.code)
            if error.status >= 500 or error.status == 429 or forbidden(error):
                return
        await self._store.set_closed(live.id, old.message)

    async def _edit(self, keeper: Keeper, row: BoardRow | OldBoard, view: LayoutView) -> None:
        handle = keeper.handle
        if handle is not None and handle.message == row.message and handle.until > self._now():
            try:
                await handle.interaction.edit_original_response(view=shown(view), allowed_mentions=SILENT)
            except discord.HTTPException as error:
                log.info("table %s: a lent token no longer serves (%s, code %s)", keeper.game, error.status, error.code)
                keeper.handle = None
            else:
                return
        await edit(self._client, row.channel, row.message, view)


async def _sent(interaction: Interaction, view: LayoutView) -> tuple[int | None, bool]:
    """The public answer (late: behind an acknowledgement), and whether the interaction's token edits it."""
    if not interaction.response.is_done():
        sent = await interaction.response.send_message(view=shown(view), allowed_mentions=SILENT)
        return sent.message_id, True
    late = await interaction.followup.send(view=shown(view), allowed_mentions=SILENT, wait=True)
    return late.id, interaction.message is None


def board_of(live: LiveTable) -> LayoutView:
    """The table's public message as it should be now."""
    said, facts = words(live.row.language), live.facts
    if live.row.phase == "lobby":
        return showing.lobby(facts, said)
    if live.game is None:
        return showing.closed_lobby(facts, said, said("This table was closed before the game began."))
    if live.row.phase == "running":
        return showing.board(facts, live.game, said)
    return showing.ended(facts, live.game, said)


def closed_board_of(live: LiveTable, *, in_lobby: bool) -> LayoutView:
    """What stays of a message that is no longer the present board."""
    said = words(live.row.language)
    if in_lobby or live.game is None:
        return showing.closed_lobby(live.facts, said, said("The table stands in a newer message below."))
    return showing.closed_board(live.facts, live.game, said)
