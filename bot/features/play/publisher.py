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

from bot.background import Background
from bot.drawing import Sketch
from bot.features.play.board import Board, Face, answered, board_of, closed_board_of, face_of
from bot.features.play.board_states import MessageStates
from bot.features.play.fingerprint import Fingerprint
from bot.features.play.sequences import Sequences, Story
from bot.messages.api import Client, Interaction, may_attach
from bot.messages.illustrator import Illustrator
from bot.messages.live_message import Token
from bot.messages.outcomes import ARCHIVED, UNKNOWN_MESSAGE, Outcome, Result, safe_call
from bot.messages.posts import PostedElsewhere
from bot.messages.reconciler import Reconciler
from bot.tables.live import LiveTable
from bot.tables.refusals import EXPECTED_ERRORS, Refused
from bot.tables.registry import Tables
from bot.tables.wakeups import Wakeups
from storage import Database, MessageRow, PostSlot

log = logging.getLogger(__name__)

LENT_FOR: Final = timedelta(minutes=14)
FINISHED: Final = ("over", "ended")
TRIES: Final = 3
WAIT: Final = 5.0
"""Seconds between two tries while Discord itself is in trouble."""
FIRST_BACKOFF: Final = 60.0
"""Seconds until a board is tried again that has waited for its turn in vain; twice as long each time, up to:"""
MAX_BACKOFF: Final = 480.0
CLAIMED: Final = timedelta(seconds=8)
"""So long whoever has claimed a board that is gone may take to post the next one; two waits are longer."""

Trouble = Callable[[int, str], Awaitable[None]]


class Publisher:
    """All boards."""

    def __init__(  # noqa: PLR0913, PLR0917 - one for each neighbour
        self, client: Client, db: Database, tables: Tables, now: Callable[[], datetime], background: Background,
        illustrator: Illustrator, reconciler: Reconciler, trouble: Trouble, wakeups: Wakeups,
    ) -> None:  # fmt: skip
        self._client = client
        self._db = db
        self._tables = tables
        self._now = now
        self._background = background
        self._illustrator = illustrator
        self._reconciler = reconciler
        self.sequences = Sequences(reconciler, illustrator, now, wakeups)
        self.keepers = MessageStates(db, now, background)
        self._trouble = trouble
        """Called with the table and what is wrong (`forbidden`, `gone`) when its board cannot be shown."""

    def changed(self, game: int, *, afresh: bool = False) -> None:
        """The table has changed: its board follows soon (`afresh`: as a new message)."""
        keeper = self.keepers.of(game)
        keeper.wanted = True
        keeper.afresh |= afresh
        if keeper.task is None or keeper.task.done():
            keeper.task = self._background.run(self._keep(keeper), f"board of table {game}")

    async def present_board(self, game: int) -> MessageRow | None:
        """Returns the table's board message; waits while a board is being posted."""
        keeper = self.keepers.get(game)
        if keeper is None:
            row = await self._db.messages.get(PostSlot("board", game))
            return row if row is not None and row.message else None
        async with keeper.lock:
            await self.keepers.know(keeper)
            return keeper.row if keeper.message else None

    def deleted(self, game: int, message: int) -> None:
        """Posts a new board, because this message was deleted."""
        self.keepers.of(game).deleted = message
        self.changed(game)

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
            keeper.tokens[interaction.message.id] = Token(interaction, until)

    def has_handle(self, game: int) -> bool:
        """Whether a lent token lives for the present board; then a press need not lend another."""
        keeper = self.keepers.get(game)
        return keeper is not None and self._reconciler.lives(keeper.tokens.get(keeper.message))

    def rests(self, live: LiveTable) -> bool:
        """Whether the board shows the table as it stands, and nothing of it is left to be done."""
        keeper = self.keepers.get(live.id)
        if keeper is None or not keeper.message or not keeper.fingerprint or keeper.about != live.epoch():
            return False
        busy = keeper.lock.locked() or (keeper.task is not None and not keeper.task.done())
        unfinished = keeper.wanted or keeper.afresh or keeper.unclosed or keeper.plain or keeper.pending
        return not (busy or unfinished or self.sequences.runs(keeper.message))

    async def open(self, live: LiveTable, interaction: Interaction) -> None:
        """A lobby as the public answer to the command that has opened it."""
        keeper, view = self.keepers.of(live.id), board_of(live)
        async with keeper.lock:
            message, lent = await answered(interaction, view)
            keeper.known, keeper.about = True, live.epoch()
            if message is None:
                return
            # One moment for memory and database: by it the board is claimed.
            now = self._now()
            keeper.is_at(live.row.channel, message, now)
            keeper.picture, keeper.tokens = None, {}
            if lent:
                keeper.tokens[message] = Token(interaction, now + LENT_FOR)
            await self._db.messages.put(keeper.row, posted=True)
            self.keepers.shows(keeper, Face(view).looks.written, live.epoch())

    def moved(self, game: int) -> None:
        """The table stands in another channel now: its board is posted there."""
        keeper = self.keepers.of(game)
        keeper.is_lost()
        keeper.known, keeper.plain = True, False
        self.changed(game)

    def stray(self, game: int, interaction: Interaction) -> MessageRow | None:
        """The pressed message, where it is public and not the board (any more): its buttons should go."""
        message, keeper = interaction.message, self.keepers.get(game)
        if message is None or interaction.guild_id is None or message.flags.ephemeral:
            return None
        if keeper is not None and keeper.message == message.id:
            return None
        return MessageRow(PostSlot("board", game), message.channel.id, message.id)

    async def close(self, stray: MessageRow) -> None:
        """A message with buttons of a table is no longer its board: the buttons go; the board itself stays."""
        game = stray.slot.subject
        kept, keeper = game in self.keepers, self.keepers.of(game)
        try:
            async with keeper.lock:
                await self.keepers.know(keeper)
                if stray.message not in (keeper.closed, keeper.message):
                    await self._close(keeper, stray)
        except EXPECTED_ERRORS as error:
            log.info("an old board of table %s stays as it is (%s)", game, type(error).__name__)
        if not kept and keeper.task is None:
            self.keepers.pop(game, None)

    # Inside

    async def _keep(self, keeper: Board) -> None:
        """Shows the newest state as long as it changes; of a table that has ended unseen nothing is kept."""
        if not await self._shown(keeper) and await self._tables.over(keeper.game):
            self.keepers.forget(keeper.game)

    async def _shown(self, keeper: Board) -> bool:
        """Whether the newest state could be shown."""
        tries = 0
        while keeper.wanted:
            keeper.wanted = False
            try:
                async with keeper.lock:
                    await self.keepers.know(keeper)
                    row = keeper.row if keeper.message else None
                    shown = await safe_call(self._show(keeper))
            except Refused:
                return False
            except PostedElsewhere:
                tries += 1
                if not await self._leave_to_others(keeper, tries):
                    return False
                continue
            if shown.ok:
                tries, keeper.pause = 0, 0.0
            elif await self._may_try_again(keeper, row, shown, tries):
                tries += 1
            else:
                return False
        return True

    def _try_later(self, keeper: Board) -> None:
        """Discord was not even asked: whatever becomes of the table, its board follows after a pause."""
        keeper.pause = min(max(2 * keeper.pause, FIRST_BACKOFF), MAX_BACKOFF)
        log.info("table %s: too many requests wait; its board follows in %.0f s", keeper.game, keeper.pause)
        if keeper.later is not None:
            keeper.later.cancel()
        keeper.later = asyncio.get_running_loop().call_later(keeper.pause, self._now_again, keeper)

    def _now_again(self, keeper: Board) -> None:
        keeper.later = None
        if self.keepers.get(keeper.game) is keeper:
            self.changed(keeper.game)

    async def _may_try_again(self, keeper: Board, gone: MessageRow | None, failed: Result[None], tries: int) -> bool:
        """Whether showing the newest state once more can help; what cannot succeed is never repeated."""
        keeper.is_unknown()
        if gone is not None and not keeper.message and failed.code != UNKNOWN_MESSAGE:
            keeper.is_at(gone.channel, gone.message, gone.posted)
        if not failed.was_sent:
            self._try_later(keeper)
            return False
        log.warning("table %s: the board cannot be shown (%s)", keeper.game, failed)
        if failed.outcome is Outcome.TOO_OLD and not keeper.afresh:
            keeper.wanted = keeper.afresh = True
            return tries < TRIES
        if failed.code == UNKNOWN_MESSAGE and gone is not None and tries < TRIES:
            return await self._post_anew(keeper, gone, tries)
        if failed.code == ARCHIVED and not tries:
            # A new message opens the thread again, where it is not locked.
            keeper.wanted = keeper.afresh = True
            return True
        if failed.code == ARCHIVED:
            await self._trouble(keeper.game, "locked")
            return False
        if failed.outcome in {Outcome.GONE, Outcome.FORBIDDEN}:
            await self._no_place(keeper, "forbidden" if failed.outcome is Outcome.FORBIDDEN else "gone")
            return False
        if failed.is_final or tries + 1 >= TRIES:
            return False
        keeper.wanted = True
        await asyncio.sleep(WAIT)
        return True

    async def _post_anew(self, keeper: Board, gone: MessageRow, tries: int) -> bool:
        """Somebody has deleted the board: one process alone posts another one."""
        keeper.is_at(gone.channel, 0)
        keeper.tokens, keeper.wanted = {}, True
        if not self._db.shared:
            await self._db.messages.remove(keeper.slot)
            return True
        now = self._now()
        if _just_posted(gone, now) or not await self._db.messages.claim(gone, now):
            return await self._leave_to_others(keeper, tries + 1)
        return True

    async def _leave_to_others(self, keeper: Board, tries: int) -> bool:
        """Another process posts the board: a little later it is looked for where the database says."""
        log.info("table %s: another process posts its board", keeper.game)
        keeper.known = False
        keeper.is_lost()
        if tries >= TRIES:
            return False
        keeper.wanted = True
        await asyncio.sleep(WAIT)
        return True

    async def _no_place(self, keeper: Board, what: str) -> None:
        if what == "gone":
            await self._db.archive.set_end_told(keeper.game)
        await self._trouble(keeper.game, what)

    async def _show(self, keeper: Board) -> None:
        live = await self._tables.get(keeper.game)
        if not live.ours:
            self.leave(keeper.game)
            return
        if keeper.message and keeper.message == keeper.deleted:
            await self._post_anew(keeper, keeper.row, 0)
            return
        # Taken together, before anything waits: what is shown, and what is noted as shown.
        mark, told = live.epoch(), len(live.game.told) if live.game is not None else live.told
        face = face_of(live, self._sketch(keeper, live))
        if self._stands(keeper, face, mark):
            live.told = told
            return
        story = self.sequences.story(live, live.told) if face.sketch is not None else None
        # What changes while it is drawn is shown next; it may not even be committed.
        if face.sketch is not None and not await self._draw(keeper, face, face.sketch):
            return
        story = story if face.drawn is not None else None
        if not keeper.message or keeper.afresh or keeper.pending or self._is_due(keeper, mark):
            await self._post(keeper, live, face, story)
        elif mark in FINISHED and story is not None:
            # Until the last picture stands, the end is not noted as told: after a restart it is shown whole.
            await self.sequences.end(keeper, keeper.row, story, face, partial(self._db.archive.set_end_told, live.id))
            keeper.fingerprint = face.looks.written
        else:
            (await self._reconciler.show(self, keeper, face.rendered(), reposts=())).unwrap()
        live.told = told
        if face.drawn is not None and face.sketch is not None:
            keeper.shows_picture(face.sketch)
        self.keepers.shows(keeper, keeper.fingerprint, mark)
        if mark in FINISHED:
            await self._end(keeper, told, slowly=self.sequences.runs(keeper.message))
        elif keeper.unclosed:
            await self._close_old(keeper)

    async def _draw(self, keeper: Board, face: Face, sketch: Sketch) -> bool:
        """Draws the board's picture; returns False if this state is skipped because a newer one follows.

        A picture that is late is added by another edit once it is drawn.
        """
        face.drawn = await self._illustrator.picture(sketch, lambda: keeper.hurried or not keeper.wanted)
        keeper.hurried = face.drawn is None and keeper.wanted and not keeper.hurried
        if face.drawn is None and not keeper.hurried:
            self._illustrator.when_drawn(sketch, partial(self.changed, keeper.game))
        return not keeper.hurried

    async def _end(self, keeper: Board, told: int, *, slowly: bool) -> None:
        """The end stands where everybody sees it, and no button anywhere else."""
        await self._db.games.set_told(keeper.game, told)
        await self._close_old(keeper)
        for _ in range(TRIES - 1):
            if keeper.unclosed:
                await asyncio.sleep(WAIT)
                await self._close_old(keeper)
        if not slowly:
            await self._db.archive.set_end_told(keeper.game)
        if not keeper.wanted:
            self.keepers.forget(keeper.game)

    def _stands(self, keeper: Board, face: Face, mark: str) -> bool:
        """Returns whether the board is up to date already."""
        unfinished = keeper.afresh or keeper.pending or keeper.unclosed
        if not keeper.message or unfinished or mark in FINISHED or keeper.about != mark:
            return False
        return face.wished.hardly_differs(Fingerprint.read(keeper.fingerprint), self._now())

    def _sketch(self, keeper: Board, live: LiveTable) -> Sketch | None:
        """What is to be drawn, where a picture can be sent."""
        sendable = self._illustrator.draws and not keeper.plain and may_attach(self._client, live.row.channel)
        sketch = self._illustrator.board(live) if sendable else None
        return None if sketch is None else keeper.outlined(sketch)

    def _is_due(self, keeper: Board, mark: str) -> bool:
        """A new phase, or a board too old to be edited; after a restart and at the end it is edited where it stands."""
        if keeper.is_too_old(self._now()):
            return True
        return mark not in (*FINISHED, "lobby") and keeper.about not in {"", mark}

    async def _post(self, keeper: Board, live: LiveTable, face: Face, story: Story | None) -> None:
        left, due, keeper.afresh = keeper.row, keeper.afresh, False
        too_old = keeper.is_too_old(self._now())
        if left.message and self._db.shared:
            await self._claim(keeper, left)
        keeper.channel = live.row.channel
        try:
            (await self._reconciler.show(self, keeper, face.rendered(afresh=True), reposts=())).unwrap()
        except BaseException:
            keeper.afresh |= due
            raise
        if story and left.message and not too_old and left.message not in keeper.worn:
            done = partial(self._db.messages.remove_old, keeper.slot, left.message)
            await self.sequences.leave(keeper, left, story, done)
        await self._close_old(keeper)
        keeper.tokens = {number: token for number, token in keeper.tokens.items() if number == keeper.message}

    async def store(self, keeper: Board) -> None:
        """Stores which message is the board; what an edit shows is stored soon (`message_states.py`)."""
        if keeper.pending:
            await self._db.messages.put(replace(keeper.row, fingerprint="", about=""), posted=True)

    async def _claim(self, keeper: Board, left: MessageRow) -> None:
        """Of several processes that believe to look after a table one alone posts what follows a board."""
        now = self._now()
        if not await self._db.messages.claim(left, now):
            raise PostedElsewhere
        keeper.posted = now

    async def _close_old(self, keeper: Board) -> None:
        keeper.unclosed = False
        for old in await self._db.messages.of("board", keeper.game, old=True):
            if not self.sequences.runs(old.message):
                await self._close(keeper, old)

    async def _close(self, keeper: Board, old: MessageRow) -> None:
        live = await self._tables.get(keeper.game)
        self.sequences.forget(old.message)
        view = closed_board_of(live, in_lobby=keeper.about == "lobby")
        closed = await self._reconciler.close(keeper, old.channel, old.message, view)
        if closed.ok:
            keeper.closed = old.message
        else:
            log.info("table %s: the old board stays as it is (%s)", live.id, closed)
        if not closed.is_final and not closed.ok:
            keeper.unclosed = True
            return
        if closed.outcome is Outcome.FORBIDDEN:
            return
        await self._db.messages.remove_old(keeper.slot, old.message)


def _just_posted(board: MessageRow, now: datetime) -> bool:
    """Whether another process may be posting what follows a board."""
    return board.posted is not None and abs(now - board.posted) < CLAIMED
