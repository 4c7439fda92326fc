"""Reminders: first a private word, then one public ping, if the player wants them; `tables/clock.py` decides when.

They are deleted when their decision is over, also after a crash: nothing piles up above the hand or in the channel.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final
from weakref import WeakValueDictionary

from bot import views
from bot.features.play.service import Publisher
from bot.features.reminders.call import Call, is_over, pings, waits
from bot.games import log as story
from bot.messages.api import SILENT, Client, delete, post
from bot.messages.live_message import Rendered
from bot.messages.outcomes import Outcome, Result, safe_call
from bot.messages.reconciler import Owner, Reconciler
from bot.tables.live import LiveTable
from bot.tables.people import People
from bot.tables.refusals import EXPECTED_ERRORS
from bot.tables.registry import Tables
from bot.texts import Translator, translator_for
from storage import Database, MessageRow, PostSlot

log = logging.getLogger(__name__)

PING_EACH_TIME: Final = "always"
PING_NEVER: Final = "never"
KINDS: Final = ("ping", "word")


class Reminders(Owner[Call]):
    """Words and pings to the players that a table waits for."""

    def __init__(
        self, client: Client, db: Database, tables: Tables, people: People, publisher: Publisher, reconciler: Reconciler
    ) -> None:
        self._client = client
        self._reconciler = reconciler
        self._db = db
        self._tables = tables
        self._people = people
        self._publisher = publisher
        self._calls: dict[int, list[Call]] = {}
        """The calls of each table that was read from the database."""
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """One for each table: its calls change one after the other."""

    def follow(self, live: LiveTable) -> Iterator[tuple[str, Coroutine[Any, Any, None]]]:
        """Returns what is to be done, and its name, after a decision is answered or asked, or the game is over.

        Usually there are none: no call is open, and no asked user wants a ping each time.
        """
        if live.row.finished_yet or self._calls.get(live.id) != [] or self._lock(live.id).locked():
            yield f"words about table {live.id}", self.went_on(live.id)
        calls = live.row.phase == "running" and not live.solo
        if calls and any(self._people.may_want(user, PING_EACH_TIME) for user in live.waited_for):
            yield f"whose turn it is at table {live.id}", self.turn(live)

    def changed(self, game: int) -> None:
        """The table's deadline has changed: its board follows."""
        self._publisher.changed(game)

    async def word(self, game: int, user: int) -> None:
        """Tells the player by DM that the table waits."""
        async with self._lock(game):
            live = await self._tables.get(game)
            if live.facts.due is not None and user in live.waited_for and await self._takes_words(user):
                await self._forget(game, [call for call in await self._known(game) if call.is_late])
                await self._tell(live, user, waits(live, await self._words(live, user)))
        await self._over_meanwhile(game)

    async def ping(self, game: int, user: int) -> None:
        """Pings the player once for a decision, unless they want no pings."""
        async with self._lock(game):
            await self._ping(game, user)
        await self._over_meanwhile(game)

    async def turn(self, live: LiveTable) -> None:
        """Pings players who want a ping for each decision."""
        for user in live.waited_for:
            if (await self._people.person(user)).ping == PING_EACH_TIME:
                await self.ping(live.id, user)

    async def late(self, game: int, seat: str) -> None:
        """Tells a player by DM that their time is up, and what counts as their answer."""
        async with self._lock(game):
            live = await self._tables.get(game)
            user = live.seat(seat).user
            if live.row.phase != "running" or not await self._takes_words(user):
                return
            said = await self._words(live, user)
            which = next((one for one in reversed(live.running().silences) if one.seat == seat), None)
            if which is None:
                return
            text = said("Your time in <#{channel}> is up.", channel=live.row.channel)
            text = f"⏰ {text}\n{story.silence(live.facts, live.running(), which, said)}"
            await self._tell(live, user, text, late=True)

    async def prolonged(self, game: int, seat: str) -> None:
        """Tells a player until when their time is extended, and pings them unless they want no pings."""
        async with self._lock(game):
            live = await self._tables.get(game)
            user = live.seat(seat).user
            if user not in live.waited_for:
                return
            if await self._takes_words(user):
                await self._tell(live, user, waits(live, await self._words(live, user)))
            await self._publisher.followed(game)
            await self._forget(game, [call for call in await self._known(game) if call.is_ping])
            await self._ping(game, user)
        await self._over_meanwhile(game)

    async def went_on(self, game: int) -> None:
        """Deletes the calls to decisions that are over."""
        async with self._lock(game):
            await self._publisher.followed(game)
            live = await self._tables.get(game)
            await self._forget(game, [call for call in await self._known(game) if is_over(live, call)])
            if live.row.finished_yet:
                self._calls.pop(game, None)

    async def tidy(self) -> None:
        """Deletes calls that a crash has left, after a start."""
        rows = [row for kind in KINDS for row in await self._db.messages.of(kind, old=None) if row.message]
        for game in sorted({row.slot.subject for row in rows}):
            try:
                if (await self._tables.get(game)).ours:
                    await self.went_on(game)
            except EXPECTED_ERRORS as error:
                log.info("the calls of table %s stay (%s)", game, type(error).__name__)

    def leave(self, game: int) -> None:
        """Forgets the table's calls: another process owns it."""
        for call in self._calls.pop(game, ()):
            call.withdraw()

    async def invite(self, live: LiveTable, seat: str, user: int) -> None:
        """Announces that the table offers a seat to a user (0: to anyone)."""
        said = translator_for(live.row.language)
        if user:
            await self._say(
                live,
                user,
                said("{player}, the table offers you a seat. Take it with `/game join`.", player=f"<@{user}>"),
            )
        else:
            text = said(
                "The table offers the seat of {player} to anyone. The first to type `/game join` takes it "
                "and its hand.",
                player=live.facts.seat(seat).mention,
            )
            await self._say(live, user, text)

    async def seat_changed(self, live: LiveTable, seat: str) -> None:
        """Announces the latest change of who plays that seat in the table's channel, without a ping."""
        change = next(change for change in reversed(live.seat_changes) if change.seat == seat)
        await self._say(live, 0, "🪑 " + story.seat_change(change, translator_for(live.row.language)))

    # Inside

    def _lock(self, game: int) -> asyncio.Lock:
        return self._locks.setdefault(game, asyncio.Lock())

    async def _known(self, game: int) -> list[Call]:
        if game not in self._calls:
            rows = [row for kind in KINDS for row in await self._db.messages.of(kind, game, old=None) if row.message]
            self._calls[game] = sorted(map(Call.of, rows), key=lambda call: call.message)
        return self._calls[game]

    async def _takes_words(self, user: int) -> bool:
        return user > 0 and (await self._people.person(user)).dms

    async def _words(self, live: LiveTable, user: int) -> Translator:
        return await self._people.words_for(user, live.row.language)

    async def _over_meanwhile(self, game: int) -> None:
        """Deletes a call whose decision was answered while it was being sent."""
        live = await self._tables.get(game)
        if any(is_over(live, call) for call in await self._known(game)):
            await self.went_on(game)

    async def _ping(self, game: int, user: int) -> None:
        await self._publisher.followed(game)
        live = await self._tables.get(game)
        if live.game is None or user not in live.waited_for or (await self._people.person(user)).ping == PING_NEVER:
            return
        if any(call.is_ping and call.number == live.game.number for call in await self._known(game)):
            return
        text = translator_for(live.row.language)("{player}, the table is waiting for you.", player=f"<@{user}>")
        ping = Call(PostSlot("ping", game, user), live.row.channel)
        await self._call(live, ping, text)

    async def _tell(self, live: LiveTable, user: int, text: str, *, late: bool = False) -> None:
        """Sends a private word, or changes the one that exists."""
        slot = PostSlot("word", live.id, user)
        known = (call for call in await self._known(live.id) if call.slot == slot and not call.old)
        await self._call(live, next(known, None) or Call(slot), text, late=late)

    async def _call(self, live: LiveTable, call: Call, text: str, *, late: bool = False) -> None:
        """Posts the call, or changes its text."""
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
                log.info("a call of table %s stays (%s)", game, deleted)
                if deleted.outcome is Outcome.LOST or not deleted.was_sent:
                    continue
            if call.old:
                await self._db.messages.remove_old(call.slot, call.message)
            elif call.message:
                await self._db.messages.remove(call.slot)
            self._calls[game] = [one for one in await self._known(game) if one is not call]

    # For the reconciler

    async def render(self, call: Call) -> Rendered | None:
        """Returns what the call says; None if it is over."""
        if not call.text:
            return None
        mentions = pings(call.slot.user) if call.is_ping else SILENT
        return Rendered(
            views.say(call.text), mentions=mentions, retires=False, then=partial(self._shown, call, call.row)
        )  # fmt: skip

    async def store(self, call: Call) -> None:
        """Stores where the call is; the one that it replaces is deleted by its owner."""
        await self._db.messages.put(call.row, posted=call.pending)

    async def failed(self, call: Call, result: Result[None]) -> bool:
        """Forgets a call that Discord refuses."""
        log.info("table %s: a call did not arrive (%s)", call.slot.subject, result)
        if not call.message and not call.pending:
            calls = self._calls.get(call.slot.subject, [])
            self._calls[call.slot.subject] = [one for one in calls if one is not call]
        return call.message != 0 or call.pending

    async def _shown(self, call: Call, before: MessageRow) -> None:
        """Deletes other calls of the same player, which are no longer true."""
        game = call.slot.subject
        others = [one for one in await self._known(game) if one.slot == call.slot and one is not call]
        for other in others:
            other.old = True
        if before.message not in {0, call.message}:
            others.append(Call.of(replace(before, old=True)))
        await self._forget(game, others)

    async def _say(self, live: LiveTable, user: int, text: str) -> None:
        """Posts a public message that pings only that user (0: no one)."""
        sent = await safe_call(post(self._client, live.row.channel, views.say(text), mentions=pings(user)))
        if not sent.ok:
            log.info("table %s: an announcement did not arrive (%s)", live.id, sent)
