"""Sends reminders to players: first a DM, then one public ping if the player wants it. Also announces seat changes.

`tables/clock.py` decides when. Reminders are deleted when their decision is over, even after a crash.
"""

from __future__ import annotations

import logging
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any, Final

from bot import views
from bot.features.play.service import Publisher
from bot.features.reminders import view
from bot.features.reminders.call import Call, is_over, pings
from bot.messages.api import SILENT, Client, delete, post
from bot.messages.live_message import Rendered
from bot.messages.outcomes import Outcome, Result, safe_call
from bot.messages.reconciler import Owner, Reconciler
from bot.tables import day_clock
from bot.tables.keyed_locks import KeyedLocks
from bot.tables.live import LiveTable
from bot.tables.people import People
from bot.tables.referee import Now
from bot.tables.refusals import EXPECTED_ERRORS
from bot.tables.registry import Tables
from bot.tables.times import PING
from bot.texts import Translator
from storage import Database, MessageRow, PostSlot

log = logging.getLogger(__name__)

PING_EACH_TIME: Final = "always"
PING_NEVER: Final = "never"
KINDS: Final = ("ping", "word")


@dataclass(eq=False, repr=False)
class Reminders(Owner[Call]):
    """The owner of the live messages of all reminders."""

    _client: Client
    _db: Database
    _tables: Tables
    _people: People
    _publisher: Publisher
    _reconciler: Reconciler
    _now: Now
    _calls: dict[int, list[Call]] = field(default_factory=dict, init=False)
    """Tables -> their reminders, for tables whose reminders were read from the database."""
    _postponed: dict[tuple[int, int], datetime] = field(default_factory=dict, init=False)
    """(table, user) -> the end of the quiet hours, for pings that were due in them."""
    _locks: KeyedLocks = field(default_factory=KeyedLocks, init=False)
    """Tables -> the lock under which their reminders are changed."""

    def follow(self, live: LiveTable) -> Iterator[tuple[str, Coroutine[Any, Any, None]]]:
        """Yields background tasks with their names, after a decision was asked or answered or the game has ended.

        Usually there are none: no reminder is open, and no user who must answer wants a ping each time.
        """
        if live.row.finished_yet or self._calls.get(live.id) != [] or self._locks.of(live.id).locked():
            yield f"deleting outdated reminders at table {live.id}", self.went_on(live.id)
        calls = live.row.phase == "running" and not live.solo
        if calls and any(self._people.may_want(user, PING_EACH_TIME) for user in live.waited_for):
            yield f"notifying the players of their turn at table {live.id}", self.turn(live)

    def changed(self, game: int) -> None:
        """Requests an update of the board of a table whose deadline has changed."""
        self._publisher.changed(game)

    async def word(self, game: int, user: int) -> None:
        """Sends the player a DM that the table is waiting for their answer, unless they want no DMs."""
        async with self._locks.of(game):
            live = await self._tables.get(game)
            if live.facts.due is not None and user in live.waited_for and await self._takes_words(user):
                await self._forget(game, [call for call in await self._known(game) if call.is_late])
                await self._tell(live, user, view.waits(live, await self._words(live, user)))
        await self._over_meanwhile(game)

    async def ping(self, game: int, user: int) -> None:
        """Pings the player in the channel once for a decision, unless they want no pings. In quiet hours, postpones the
        ping to their end, when `look` sends it.
        """
        async with self._locks.of(game):
            await self._ping(game, user)
        await self._over_meanwhile(game)

    async def turn(self, live: LiveTable) -> None:
        """Pings the players who must answer and want a ping for each decision."""
        for user in live.waited_for:
            if (await self._people.person(user)).ping == PING_EACH_TIME:
                await self.ping(live.id, user)

    async def late(self, game: int, seat: str) -> None:
        """Notifies a player by DM that their time is up, and which answer counts for them; not in quiet hours."""
        async with self._locks.of(game):
            live = await self._tables.get(game)
            user = live.seat(seat).user
            if live.row.phase != "running" or not await self._takes_words(user) or await self._quiet_until(live, user):
                return
            said = await self._words(live, user)
            which = next((one for one in reversed(live.running().silences) if one.seat == seat), None)
            if which is None:
                return
            await self._tell(live, user, view.time_is_up(live, which, said), late=True)

    async def prolonged(self, game: int, seat: str) -> None:
        """Notifies a player of the extended deadline by DM, and pings them unless they want no pings.

        Deletes the table's earlier pings. In quiet hours, sends no DM and postpones the ping to their end.
        """
        async with self._locks.of(game):
            live = await self._tables.get(game)
            user = live.seat(seat).user
            if user not in live.waited_for:
                return
            await self._publisher.followed(game)
            await self._forget(game, [call for call in await self._known(game) if call.is_ping])
            if await self._postpones(live, user):
                return
            if await self._takes_words(user):
                await self._tell(live, user, view.waits(live, await self._words(live, user)))
            await self._ping(game, user)
        await self._over_meanwhile(game)

    async def went_on(self, game: int) -> None:
        """Deletes the reminders of decisions that are over."""
        async with self._locks.of(game):
            await self._publisher.followed(game)
            live = await self._tables.get(game)
            await self._forget(game, [call for call in await self._known(game) if is_over(live, call)])
            if live.row.finished_yet:
                self._calls.pop(game, None)

    async def tidy(self) -> None:
        """Deletes outdated reminders after a start of the process."""
        rows = [row for kind in KINDS for row in await self._db.messages.of(kind, old=None) if row.message]
        for game in sorted({row.slot.subject for row in rows}):
            try:
                if (await self._tables.get(game)).ours:
                    await self.went_on(game)
            except EXPECTED_ERRORS as error:
                log.info("table %s: cannot delete its reminders (%s)", game, type(error).__name__)

    def leave(self, game: int) -> None:
        """Forgets the reminders of a table that another process owns now."""
        for call in self._calls.pop(game, ()):
            call.withdraw()
        for key in [key for key in self._postponed if key[0] == game]:
            del self._postponed[key]

    async def look(self, now: datetime) -> None:
        """Sends the pings that were due in quiet hours and whose quiet hours are over, if they still apply."""
        for key in [key for key, until in self._postponed.items() if until <= now]:
            del self._postponed[key]
            with suppress(*EXPECTED_ERRORS):
                await self.ping(*key)

    async def resume(self, live: LiveTable) -> None:
        """Sends or postpones the pings of a loaded table that were due but not sent before a restart."""
        if live.row.phase != "running" or live.row.paused_at is not None or live.game is None or live.solo:
            return
        if live.deadline is None or live.deadline.reminded != PING:
            await self.turn(live)
            return
        for user in live.waited_for:
            await self.ping(live.id, user)

    async def invite(self, live: LiveTable, seat: str, user: int) -> None:
        """Announces in the channel that the table offers a seat to a user (0: to anyone)."""
        await self._say(live, user, view.seat_offered(live, seat, user))

    async def seat_changed(self, live: LiveTable, seat: str) -> None:
        """Announces in the channel the latest change of a seat's player, without a ping."""
        await self._say(live, 0, view.seat_changed(live, seat))

    async def _known(self, game: int) -> list[Call]:
        if game not in self._calls:
            rows = [row for kind in KINDS for row in await self._db.messages.of(kind, game, old=None) if row.message]
            self._calls[game] = sorted(map(Call.of, rows), key=lambda call: call.message)
        return self._calls[game]

    async def _takes_words(self, user: int) -> bool:
        return user > 0 and (await self._people.person(user)).dms

    async def _quiet_until(self, live: LiveTable, user: int) -> datetime | None:
        """Returns until when the user gets no reminder, because of quiet hours, or a break at a table by the day."""
        return await day_clock.quiet_until(self._db, live, [user], self._now())

    async def _postpones(self, live: LiveTable, user: int) -> bool:
        """Returns whether the user gets no ping now because of quiet hours; if so, notes the ping for their end."""
        until = await self._quiet_until(live, user)
        if until is not None:
            self._postponed[live.id, user] = until
        return until is not None

    async def _words(self, live: LiveTable, user: int) -> Translator:
        return await self._people.words_for(user, live.row.language)

    async def _over_meanwhile(self, game: int) -> None:
        """Deletes a reminder if its decision was answered while the reminder was being sent."""
        live = await self._tables.get(game)
        if any(is_over(live, call) for call in await self._known(game)):
            await self.went_on(game)

    async def _ping(self, game: int, user: int) -> None:
        await self._publisher.followed(game)
        live = await self._tables.get(game)
        if live.game is None or user not in live.waited_for or (await self._people.person(user)).ping == PING_NEVER:
            return
        if await self._postpones(live, user):
            return
        if any(call.is_ping and call.number == live.game.number for call in await self._known(game)):
            return
        await self._call(live, Call(PostSlot("ping", game, user), live.row.channel), view.ping(live, user))

    async def _tell(self, live: LiveTable, user: int, text: str, *, late: bool = False) -> None:
        """Sends a DM, or edits the present one."""
        slot = PostSlot("word", live.id, user)
        known = (call for call in await self._known(live.id) if call.slot == slot and not call.old)
        await self._call(live, next(known, None) or Call(slot), text, late=late)

    async def _call(self, live: LiveTable, call: Call, text: str, *, late: bool = False) -> None:
        """Posts a reminder, or edits its text."""
        seat = live.seat_of(call.slot.user).seat
        call.text, call.about = text, f"{'late ' if late else ''}{live.running().number} {seat}"
        if call not in (calls := await self._known(live.id)):
            calls.append(call)
        await self._reconciler.want(self, call)

    async def _forget(self, game: int, calls: list[Call]) -> None:
        for call in calls:
            call.withdraw()
            deleted = await safe_call(delete(self._client, call.channel, call.message)) if call.message else None
            if deleted is not None and not deleted.ok:
                log.info("table %s: cannot delete a reminder (%s)", game, deleted)
                if deleted.outcome is Outcome.LOST or not deleted.was_sent:
                    continue
            if call.old:
                await self._db.messages.remove_old(call.slot, call.message)
            elif call.message:
                await self._db.messages.remove(call.slot)
            self._calls[game] = [one for one in await self._known(game) if one is not call]

    # Methods for the reconciler

    async def render(self, call: Call) -> Rendered | None:
        """Returns the present content of a reminder; None if it is withdrawn."""
        if not call.text:
            return None
        mentions = pings(call.slot.user) if call.is_ping else SILENT
        return Rendered(
            views.say(call.text), mentions=mentions, retires=False, then=partial(self._shown, call, call.row)
        )  # fmt: skip

    async def store(self, call: Call) -> None:
        """Stores the channel and ID of a reminder. The reminder that it replaces is deleted by `_shown`."""
        await self._db.messages.put(call.row, posted=call.pending)

    async def failed(self, call: Call, result: Result[None]) -> bool:
        """Forgets a reminder without a (pending) post; returns whether the reconciler should retry."""
        log.info("table %s: cannot send a reminder (%s)", call.slot.subject, result)
        if not call.message and not call.pending:
            calls = self._calls.get(call.slot.subject, [])
            self._calls[call.slot.subject] = [one for one in calls if one is not call]
        return call.message != 0 or call.pending

    async def _shown(self, call: Call, before: MessageRow) -> None:
        """Deletes the player's other reminders of that kind at this table, which the shown one replaces."""
        game = call.slot.subject
        others = [one for one in await self._known(game) if one.slot == call.slot and one is not call]
        for other in others:
            other.old = True
        if before.message not in {0, call.message}:
            others.append(Call.of(replace(before, old=True)))
        await self._forget(game, others)

    async def _say(self, live: LiveTable, user: int, text: str) -> None:
        """Posts a message in the channel that pings only that user (0: no one), and no one during quiet hours."""
        if await day_clock.server_quiet_until(self._db, live.row.guild, self._now()) is not None:
            user = 0
        sent = await safe_call(post(self._client, live.row.channel, views.say(text), mentions=pings(user)))
        if not sent.ok:
            log.info("table %s: cannot send an announcement (%s)", live.id, sent)
