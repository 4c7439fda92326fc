"""The keeper of boards: one edit at a time, always of the newest state, at the lowest price.

A press on the board that was acknowledged by a deferred update lends its token: for fourteen minutes the board is
edited through it, which costs nothing of Discord's global limit.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

import discord

from bot.background import Background
from bot.drawing import Sketch
from bot.messages.api import ARCHIVED, GONE, Client, Interaction, forbidden, may_attach
from bot.messages.board_post import (
    UNKNOWN,
    UNKNOWN_MESSAGE,
    BoardPost,
    Face,
    Handle,
    Keeper,
    answered,
    board_of,
    closed_board_of,
)  # fmt: skip
from bot.messages.breaker import Waited
from bot.messages.illustrator import Illustrator
from bot.messages.keepers import Keepers
from bot.messages.requests import LOST, OLD_EDITS
from bot.messages.sequences import Sequences, Story
from bot.tables.live import LiveTable
from bot.tables.refusals import Known, Refused
from bot.tables.registry import Tables
from storage import BoardRow, OldBoard, Store

log = logging.getLogger(__name__)

LENT_FOR: Final = timedelta(minutes=14)
TOO_OLD: Final = timedelta(minutes=55)
"""Older messages can hardly be edited."""
FINISHED: Final = ("over", "ended")
TRIES: Final = 3
WAIT: Final = 5.0
"""Seconds between two tries while Discord itself is in trouble."""
LATER: Final = 60.0
"""Seconds until a board is tried again that has waited for its turn in vain; twice as long each time, up to:"""
LATEST: Final = 480.0
CLAIMED: Final = timedelta(seconds=8)
"""So long whoever has claimed a board that is gone may take to post the next one; two waits are longer."""

Trouble = Callable[[int, str], Awaitable[None]]


class PostedElsewhere(Exception):
    """Another process posts the board that this one was about to."""


class Publisher:
    """All boards."""

    def __init__(  # noqa: PLR0913, PLR0917 - one for each neighbour
        self, client: Client, store: Store, tables: Tables, now: Callable[[], datetime], background: Background,
        illustrator: Illustrator, trouble: Trouble,
    ) -> None:  # fmt: skip
        self._client = client
        self._store = store
        self._tables = tables
        self._now = now
        self._background = background
        self._illustrator = illustrator
        self._board_post = BoardPost(client, now)
        self.sequences = Sequences(self._board_post, illustrator, now)
        self.keepers = Keepers(store, now, background)
        self._trouble = trouble
        """Called with the table and what is wrong (`forbidden`, `gone`) when its board cannot be shown."""

    def changed(self, game: int, *, afresh: bool = False) -> None:
        """The table has changed: its board follows soon (`afresh`: as a new message)."""
        keeper = self.keepers.of(game)
        keeper.wanted = True
        keeper.afresh |= afresh
        if keeper.task is None or keeper.task.done():
            keeper.task = self._background.run(self._keep(keeper), f"board of table {game}")

    def leave(self, game: int) -> None:
        """Another process looks after the table: nothing more of it is shown here, and nothing of it is known."""
        keeper = self.keepers.get(game)
        self.keepers.forget(game)
        if keeper is not None:
            keeper.wanted = False
            self.sequences.leave_table(game)

    async def followed(self, game: int) -> None:
        """Wait until the board shows how the table stands now, or cannot: what is said beside it comes after it."""
        keeper = self.keepers.get(game)
        if keeper is not None and keeper.task is not None:
            await asyncio.wait({keeper.task})

    def lend(self, game: int, interaction: Interaction) -> None:
        """A press on a message was acknowledged by a deferred update: its token serves to edit that message."""
        # Only for a board that is kept already: a forged number keeps none.
        keeper = self.keepers.get(game)
        if keeper is not None and interaction.message is not None:
            until = min(self._now(), interaction.created_at) + LENT_FOR
            keeper.handles[interaction.message.id] = Handle(interaction, until)

    def has_handle(self, game: int) -> bool:
        """Whether a lent token lives for the present board; then a press need not lend another."""
        keeper = self.keepers.get(game)
        handle = keeper.handles.get(keeper.row.message) if keeper is not None and keeper.row is not None else None
        return handle is not None and handle.until > self._now()

    def rests(self, live: LiveTable) -> bool:
        """Whether the board shows the table as it stands, and nothing of it is left to be done."""
        keeper = self.keepers.get(live.id)
        if keeper is None or keeper.row is None or keeper.last is None or keeper.mark != live.mark():
            return False
        busy = keeper.lock.locked() or (keeper.task is not None and not keeper.task.done())
        unfinished = keeper.wanted or keeper.afresh or keeper.unclosed or keeper.plain or bool(keeper.nonce)
        return not (busy or unfinished or self.sequences.runs(keeper.row.message))

    async def open(self, live: LiveTable, interaction: Interaction) -> None:
        """A lobby as the public answer to the command that has opened it."""
        keeper, view = self.keepers.of(live.id), board_of(live)
        async with keeper.lock:
            message, lent = await answered(interaction, view)
            keeper.known, keeper.mark = True, live.mark()
            if message is None:
                return
            keeper.digest = None
            # One moment for memory and database: by it the board is claimed.
            row = keeper.row = BoardRow(live.row.channel, message, self._now())
            keeper.handles = {message: Handle(interaction, row.posted + LENT_FOR)} if lent else {}
            await self._store.set_board(live.id, row.channel, row.message, row.posted)
            self.keepers.shows(keeper, Face(view).looks, live.mark())

    def moved(self, game: int) -> None:
        """The table stands in another channel now: its board is posted there."""
        keeper = self.keepers.of(game)
        keeper.known, keeper.row, keeper.handles, keeper.last, keeper.plain = True, None, {}, None, False
        self.changed(game)

    def stray(self, game: int, interaction: Interaction) -> OldBoard | None:
        """The pressed message, where it is public and not the board (any more): its buttons should go."""
        message, keeper = interaction.message, self.keepers.get(game)
        if message is None or interaction.guild_id is None or message.flags.ephemeral:
            return None
        if keeper is not None and keeper.row is not None and keeper.row.message == message.id:
            return None
        return OldBoard(game, message.channel.id, message.id)

    async def close(self, stray: OldBoard) -> None:
        """A message with buttons of a table is no longer its board: the buttons go; the board itself stays."""
        kept, keeper = stray.game in self.keepers, self.keepers.of(stray.game)
        try:
            async with keeper.lock:
                await self.keepers.know(keeper)
                if stray.message not in (keeper.closed, keeper.row.message if keeper.row is not None else None):
                    await self._close(keeper, stray)
        except Known as error:
            log.info("an old board of table %s stays as it is (%s)", stray.game, type(error).__name__)
        if not kept and keeper.task is None:
            self.keepers.pop(stray.game, None)

    # Inside

    async def _keep(self, keeper: Keeper) -> None:
        """Shows the newest state as long as it changes; of a table that has ended unseen nothing is kept."""
        if not await self._shown(keeper) and await self._tables.over(keeper.game):
            self.keepers.forget(keeper.game)

    async def _shown(self, keeper: Keeper) -> bool:
        """Whether the newest state could be shown."""
        tries = 0
        while keeper.wanted:
            keeper.wanted = False
            try:
                async with keeper.lock:
                    await self._show(keeper)
                tries, keeper.pause = 0, 0.0
            except Refused:
                return False
            except PostedElsewhere:
                tries += 1
                if not await self._leave_to_others(keeper, tries):
                    return False
            except discord.HTTPException as error:
                if not await self._may_try_again(keeper, error, tries):
                    return False
                tries += 1
            except Waited:
                keeper.last, keeper.digest = None, UNKNOWN
                self._try_later(keeper)
                return False
            except LOST as error:
                keeper.last, keeper.digest = None, UNKNOWN
                log.warning("table %s: Discord cannot be reached (%s)", keeper.game, type(error).__name__)
                tries += 1
                if tries >= TRIES:
                    return False
                keeper.wanted = True
                await asyncio.sleep(WAIT)
        return True

    def _try_later(self, keeper: Keeper) -> None:
        """Discord was not even asked: whatever becomes of the table, its board follows after a pause."""
        keeper.pause = min(max(2 * keeper.pause, LATER), LATEST)
        log.info("table %s: too many requests wait; its board follows in %.0f s", keeper.game, keeper.pause)
        if keeper.later is not None:
            keeper.later.cancel()
        keeper.later = asyncio.get_running_loop().call_later(keeper.pause, self._now_again, keeper)

    def _now_again(self, keeper: Keeper) -> None:
        keeper.later = None
        if self.keepers.get(keeper.game) is keeper:
            self.changed(keeper.game)

    async def _may_try_again(self, keeper: Keeper, error: discord.HTTPException, tries: int) -> bool:
        """Whether showing the newest state once more can help; what cannot succeed is never repeated."""
        keeper.last, keeper.digest = None, UNKNOWN
        log.warning("table %s: Discord refused the board (%s, code %s)", keeper.game, error.status, error.code)
        if error.code == OLD_EDITS and not keeper.afresh:
            keeper.wanted = keeper.afresh = True
            return tries < TRIES
        if error.code == UNKNOWN_MESSAGE and keeper.row is not None and tries < TRIES:
            return await self._post_anew(keeper, keeper.row, tries)
        if error.code == ARCHIVED and not tries:
            # A new message opens the thread again, where it is not locked.
            keeper.wanted = keeper.afresh = True
            return True
        if error.code == ARCHIVED:
            await self._trouble(keeper.game, "locked")
            return False
        if error.code in GONE or forbidden(error):
            await self._no_place(keeper, "forbidden" if forbidden(error) else "gone")
            return False
        if (error.status < 500 and error.status != 429) or tries + 1 >= TRIES:
            return False
        keeper.wanted = True
        await asyncio.sleep(WAIT)
        return True

    async def _post_anew(self, keeper: Keeper, gone: BoardRow, tries: int) -> bool:
        """Somebody has deleted the board: one process alone posts another one."""
        keeper.row, keeper.handles, keeper.wanted = None, {}, True
        if not self._store.shared:
            await self._store.clear_board(keeper.game)
            return True
        now = self._now()
        if abs(now - gone.posted) < CLAIMED or not await self._store.claim_board(keeper.game, gone, now):
            return await self._leave_to_others(keeper, tries + 1)
        return True

    async def _leave_to_others(self, keeper: Keeper, tries: int) -> bool:
        """Another process posts the board: a little later it is looked for where the database says."""
        log.info("table %s: another process posts its board", keeper.game)
        keeper.known, keeper.row, keeper.handles, keeper.mark = False, None, {}, None
        keeper.last, keeper.digest = None, UNKNOWN
        if tries >= TRIES:
            return False
        keeper.wanted = True
        await asyncio.sleep(WAIT)
        return True

    async def _no_place(self, keeper: Keeper, what: str) -> None:
        if what == "gone":
            await self._store.set_end_told(keeper.game)
        await self._trouble(keeper.game, what)

    async def _show(self, keeper: Keeper) -> None:
        await self.keepers.know(keeper)
        live = await self._tables.get(keeper.game)
        if not live.ours:
            self.leave(keeper.game)
            return
        # Taken together, before anything waits: what is shown, and what is noted as shown.
        mark, told = live.mark(), len(live.game.told) if live.game is not None else live.told
        face = Face(board_of(live), self._sketch(keeper, live))
        if self._stands(keeper, face, mark):
            live.told = told
            return
        story = self.sequences.story(live, live.told) if face.sketch is not None else None
        # What changes while it is drawn is shown next; it may not even be committed.
        if face.sketch is not None:
            face.drawn = await self._illustrator.picture(face.sketch, lambda: keeper.hurried or not keeper.wanted)
            keeper.hurried = face.drawn is None and keeper.wanted and not keeper.hurried
            if keeper.hurried:
                return
        story = story if face.drawn is not None else None
        if keeper.row is None or keeper.afresh or self._is_due(keeper, mark, keeper.row):
            await self._post(keeper, live, face, story)
        elif mark in FINISHED and story is not None:
            # Until the last picture stands, the end is not noted as told: after a restart it is shown whole.
            await self.sequences.end(keeper, keeper.row, story, face, partial(self._store.set_end_told, live.id))
        elif face.looks != keeper.last:
            await self._board_post.change(keeper, keeper.row, face)
        live.told = told
        self.keepers.shows(keeper, face.looks, mark)
        if mark in FINISHED:
            await self._end(keeper, told, slowly=self.sequences.runs(keeper.row.message if keeper.row else 0))
        elif keeper.unclosed:
            await self._close_old(keeper)

    async def _end(self, keeper: Keeper, told: int, *, slowly: bool) -> None:
        """The end stands where everybody sees it, and no button anywhere else."""
        await self._store.set_told(keeper.game, told)
        await self._close_old(keeper)
        for _ in range(TRIES - 1):
            if keeper.unclosed:
                await asyncio.sleep(WAIT)
                await self._close_old(keeper)
        if not slowly:
            await self._store.set_end_told(keeper.game)
        if not keeper.wanted:
            self.keepers.forget(keeper.game)

    def _stands(self, keeper: Keeper, face: Face, mark: str) -> bool:
        """Whether the board stands as it should already, so that there is nothing to do."""
        if keeper.row is None or keeper.afresh or keeper.unclosed or mark in FINISHED or keeper.mark != mark:
            return False
        return face.wished.hardly_differs(keeper.last, self._now())

    def _sketch(self, keeper: Keeper, live: LiveTable) -> Sketch | None:
        """What is to be drawn, where a picture can be sent."""
        sendable = self._illustrator.draws and not keeper.plain and may_attach(self._client, live.row.channel)
        return self._illustrator.board(live) if sendable else None

    def _is_due(self, keeper: Keeper, mark: str, row: BoardRow) -> bool:
        """A new phase, or a board too old to be edited; after a restart and at the end it is edited where it stands."""
        if self._now() - row.posted >= TOO_OLD:
            return True
        return mark not in (*FINISHED, "lobby") and keeper.mark is not None and keeper.mark != mark

    async def _post(self, keeper: Keeper, live: LiveTable, face: Face, story: Story | None) -> None:
        left, due, keeper.afresh = keeper.row, keeper.afresh, False
        if left is not None and self._store.shared:
            await self._claim(keeper, left)
        try:
            row = keeper.row = await self._board_post.post(keeper, live.row.channel, face)
        except BaseException:
            keeper.afresh |= due
            raise
        await self._store.set_board(live.id, row.channel, row.message, row.posted)
        if story and left is not None and self._now() - left.posted < TOO_OLD and left.message not in keeper.worn:
            done = partial(self._store.set_closed, live.id, left.message)
            await self.sequences.leave(keeper, left, story, done)
        await self._close_old(keeper)
        keeper.handles = {message: handle for message, handle in keeper.handles.items() if message == row.message}

    async def _claim(self, keeper: Keeper, left: BoardRow) -> None:
        """Of several processes that believe to look after a table one alone posts what follows a board."""
        now = self._now()
        if not await self._store.claim_board(keeper.game, left, now):
            raise PostedElsewhere
        keeper.row = replace(left, posted=now)

    async def _close_old(self, keeper: Keeper) -> None:
        keeper.unclosed = False
        for old in await self._store.old_boards(keeper.game):
            if not self.sequences.runs(old.message):
                await self._close(keeper, old)

    async def _close(self, keeper: Keeper, old: OldBoard) -> None:
        live = await self._tables.get(keeper.game)
        self.sequences.forget(old.message)
        view = closed_board_of(live, in_lobby=keeper.mark == "lobby")
        try:
            await self._board_post.close(keeper, old, view)
        except discord.HTTPException as error:
            log.info("table %s: the old board stays as it is (%s, code %s)", live.id, error.status, error.code)
            if error.status >= 500 or error.status == 429 or forbidden(error):
                keeper.unclosed = not forbidden(error)
                return
        except LOST as error:
            log.info("table %s: the old board stays as it is (%s)", live.id, type(error).__name__)
            keeper.unclosed = True
            return
        else:
            keeper.closed = old.message
        await self._store.set_closed(live.id, old.message)
