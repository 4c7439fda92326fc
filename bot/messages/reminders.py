"""Calls to the table: first a private word, then one public ping, as far as wanted; `tables/clock.py` says when.

They go when what they are about is over, also after a crash: nothing piles up above the hand or in the channel.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from typing import Any, Final
from weakref import WeakValueDictionary

import discord

from bot import views
from bot.games import log as story
from bot.messages.api import GONE, Client, edit, message, once, shown
from bot.messages.board import Publisher
from bot.messages.hands import tell
from bot.messages.requests import LOST
from bot.tables.live import LiveTable
from bot.tables.people import People
from bot.tables.refusals import Known
from bot.tables.registry import Tables
from bot.texts import Words, words
from storage import Call, CallKind, Store

log = logging.getLogger(__name__)

PING_EACH_TIME: Final = "always"
PING_NEVER: Final = "never"


class Reminders:
    """Words and pings to the seat that is waited for."""

    def __init__(self, client: Client, store: Store, tables: Tables, people: People, publisher: Publisher) -> None:
        self._client = client
        self._store = store
        self._tables = tables
        self._people = people
        self._publisher = publisher
        self._calls: dict[int, list[Call]] = {}
        """For each table, once it has been looked at, the calls that may still stand."""
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """One thing after the other at each table."""

    def follow(self, live: LiveTable) -> Iterator[tuple[str, Coroutine[Any, Any, None]]]:
        """What is to be done, and its name, where a decision is answered, another one asked, or the game over.

        Mostly nothing, and that is known at once: no call stands, and nobody who is asked wants to be pinged each time.
        """
        if live.row.finished_yet or self._calls.get(live.id) != [] or self._lock(live.id).locked():
            yield f"words about table {live.id}", self.went_on(live.id)
        if live.row.phase == "running" and any(self._people.may_want(user, PING_EACH_TIME) for user in live.waited_for):
            yield f"whose turn it is at table {live.id}", self.turn(live)

    def changed(self, game: int) -> None:
        """The table's time has changed: its board follows."""
        self._publisher.changed(game)

    async def word(self, game: int, user: int) -> None:
        """A private word: the table waits."""
        async with self._lock(game):
            live = await self._tables.get(game)
            if live.facts.due is not None and user in live.waited_for and await self._takes_words(user):
                await self._forget(game, [call for call in await self._known(game) if call.kind == "late"])
                await self._tell(live, user, "word", _waits(live, await self._words(live, user)))
        await self._over_meanwhile(game)

    async def ping(self, game: int, user: int) -> None:
        """One public ping for a decision, unless the player wants none."""
        async with self._lock(game):
            await self._ping(game, user)
        await self._over_meanwhile(game)

    async def turn(self, live: LiveTable) -> None:
        """A new decision is asked: who wants to be pinged each time is."""
        for user in live.waited_for:
            if (await self._people.person(user)).ping == PING_EACH_TIME:
                await self.ping(live.id, user)

    async def late(self, game: int, seat: str) -> None:
        """Somebody's time went by in silence: a private word says so, and what stands in place of their answer."""
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
            await self._tell(live, user, "late", text)

    async def prolonged(self, game: int, seat: str) -> None:
        """Somebody's time is up and prolonged once: they are told until when, and pinged unless they want no ping."""
        async with self._lock(game):
            live = await self._tables.get(game)
            user = live.seat(seat).user
            if user not in live.waited_for:
                return
            if await self._takes_words(user):
                await self._tell(live, user, "word", _waits(live, await self._words(live, user)))
            await self._publisher.followed(game)
            await self._forget(game, [call for call in await self._known(game) if call.kind == "ping"])
            await self._ping(game, user)
        await self._over_meanwhile(game)

    async def went_on(self, game: int) -> None:
        """A decision is answered, or the game has ended: what called somebody to it goes."""
        async with self._lock(game):
            await self._publisher.followed(game)
            live = await self._tables.get(game)
            await self._forget(game, [call for call in await self._known(game) if _is_over(live, call)])
            if live.row.finished_yet:
                self._calls.pop(game, None)

    async def tidy(self) -> None:
        """After a start: what a crash has left standing goes."""
        for game in await self._store.tables_with_calls():
            try:
                if (await self._tables.get(game)).ours:
                    await self.went_on(game)
            except Known as error:
                log.info("the calls of table %s stay (%s)", game, type(error).__name__)

    def leave(self, game: int) -> None:
        """Another process looks after the table: which calls stand is not known here."""
        self._calls.pop(game, None)

    async def invite(self, live: LiveTable, seat: str, user: int) -> None:
        """The table offers a seat to somebody, or (0) to anybody."""
        said = words(live.row.language)
        if user:
            await self._say(
                live, user, said("{player}, the table offers you a seat: `/game join` takes it.", player=f"<@{user}>")
            )
        else:
            text = said(
                "The table offers the seat of {player} to anybody: whoever is the first to type `/game join` takes it, "
                "with its hand.",
                player=live.facts.seat(seat).mention,
            )
            await self._say(live, user, text)

    # Inside

    def _lock(self, game: int) -> asyncio.Lock:
        return self._locks.setdefault(game, asyncio.Lock())

    async def _known(self, game: int) -> list[Call]:
        if game not in self._calls:
            self._calls[game] = await self._store.calls(game)
        return self._calls[game]

    async def _takes_words(self, user: int) -> bool:
        return user > 0 and (await self._people.person(user)).dms

    async def _words(self, live: LiveTable, user: int) -> Words:
        return await self._people.words_for(user, live.row.language)

    async def _over_meanwhile(self, game: int) -> None:
        """What the table did while a call was on its way to somebody makes that call void."""
        live = await self._tables.get(game)
        if any(_is_over(live, call) for call in await self._known(game)):
            await self.went_on(game)

    async def _ping(self, game: int, user: int) -> None:
        await self._publisher.followed(game)
        live = await self._tables.get(game)
        if live.game is None or user not in live.waited_for or (await self._people.person(user)).ping == PING_NEVER:
            return
        if any(call.kind == "ping" and call.number == live.game.number for call in await self._known(game)):
            return
        text = words(live.row.language)("{player}, the table waits for you.", player=f"<@{user}>")
        number, seat = live.game.number, live.seat_of(user).seat
        if sent := await self._say(live, user, text):
            await self._note(game, Call(number, seat, "ping", live.row.channel, sent))

    async def _tell(self, live: LiveTable, user: int, kind: CallKind, text: str) -> None:
        """A private word of that kind; where one stands already it says this from now on."""
        game = live.running()
        number, seat = game.number, live.seat_of(user).seat
        standing = [call for call in await self._known(live.id) if call.kind != "ping" and call.seat == seat]
        for call in standing:
            if await self._changed(call, text):
                await self._note(live.id, call._replace(number=number, kind=kind))
                return
        # What cannot be changed would say what no longer holds.
        await self._forget(live.id, standing)
        if sent := await tell(self._client, user, text):
            await self._note(live.id, Call(number, seat, kind, sent.channel.id, sent.id))

    async def _changed(self, call: Call, text: str) -> bool:
        """Whether a word says something else now."""
        try:
            await edit(self._client, call.channel, call.message, views.say(text))
        except (discord.HTTPException, *LOST) as error:
            log.info("a private word stays as it is (%s)", type(error).__name__)
            return False
        return True

    async def _note(self, game: int, call: Call) -> None:
        await self._store.note_call(game, call)
        others = [one for one in await self._known(game) if one.message != call.message]
        self._calls[game] = [*others, call]

    async def _forget(self, game: int, calls: list[Call]) -> None:
        for call in calls:
            try:
                await message(self._client, call.channel, call.message).delete()
            except (discord.HTTPException, *LOST) as error:
                log.info("a call of table %s stays (%s)", game, type(error).__name__)
                if not isinstance(error, discord.HTTPException) or (error.status >= 500 and error.code not in GONE):
                    continue
            await self._store.forget_call(game, call.message)
            self._calls[game] = [one for one in await self._known(game) if one.message != call.message]

    async def _say(self, live: LiveTable, user: int, text: str) -> int | None:
        """A public word that pings that user alone (0: nobody); its number."""
        whom = [discord.Object(user)] if user else []
        only = discord.AllowedMentions(users=whom, everyone=False, roles=False, replied_user=False)
        channel = self._client.get_partial_messageable(live.row.channel)
        try:
            sent = await once(
                lambda nonce: channel.send(view=shown(views.say(text)), allowed_mentions=only, nonce=nonce)
            )
        except (discord.HTTPException, *LOST) as error:
            log.info("table %s: a ping did not arrive (%s)", live.id, type(error).__name__)
            return None
        return sent.id


def _waits(live: LiveTable, said: Words) -> str:
    """That the table waits, and until when."""
    due = live.facts.due
    until = f"<t:{int(due.timestamp())}:R>" if due is not None else "—"
    return said("The table in <#{channel}> waits for you. Deadline: {until}.", channel=live.row.channel, until=until)


def _is_over(live: LiveTable, call: Call) -> bool:
    """Whether a call is void: its decision is answered; that one was late, once they have answered again."""
    game = live.game
    if game is None or live.row.phase != "running":
        return True
    if call.kind != "late":
        return call.number != game.number
    return any(entry.seat == call.seat and entry.number >= call.number for entry in reversed(game.entries))
