"""Whoever is late: first a private word, then one public ping, as far as they want it; `tables/clock.py` says when."""

from __future__ import annotations

import logging
import secrets
from typing import Final

import discord
from cachetools import LRUCache

from bot import views
from bot.messages.api import Client, shown
from bot.messages.board import Publisher
from bot.messages.hands import tell
from bot.tables.live import LiveTable
from bot.tables.people import People
from bot.tables.registry import Tables
from bot.texts import words

log = logging.getLogger(__name__)

PING_EACH_TIME: Final = "always"
PING_NEVER: Final = "never"
REMEMBERED: Final = 1_000
"""Tables of which it is known for which decision somebody was pinged."""


class Reminders:
    """Words and pings to the seat that is waited for."""

    def __init__(self, client: Client, tables: Tables, people: People, publisher: Publisher) -> None:
        self._client = client
        self._tables = tables
        self._people = people
        self._publisher = publisher
        self._pinged: LRUCache[int, int] = LRUCache(REMEMBERED)
        """For each table the last decision for which somebody was pinged."""
        self._words: dict[int, list[discord.PartialMessage]] = {}
        """For each table the private words about the present decision."""

    def changed(self, game: int) -> None:
        """The table's time has changed: its board follows."""
        self._publisher.changed(game)

    async def word(self, game: int, user: int) -> None:
        """A private word: the table waits."""
        if not (await self._people.person(user)).dms:
            return
        live = await self._tables.get(game)
        if live.deadline is None or live.facts.due is None or live.game is None:
            return
        number = live.game.number
        said = await self._people.words_for(user, live.row.language)
        until = f"<t:{int(live.deadline.due.timestamp())}:R>"
        text = said(
            "The table in <#{channel}> waits for you. Deadline: {until}.", channel=live.row.channel, until=until
        )
        if sent := await tell(self._client, user, text):
            self._words.setdefault(game, []).append(sent)
            if number != live.game.number:
                await self.went_on(game)

    async def went_on(self, game: int) -> None:
        """The decision is answered: its private words go, so that the hand stays in sight above them."""
        for sent in self._words.pop(game, []):
            try:
                await sent.delete()
            except (discord.HTTPException, OSError) as error:
                log.info("a private word of table %s stays (%s)", game, type(error).__name__)

    async def ping(self, game: int, user: int) -> None:
        """One public ping for a decision, unless the player wants none."""
        if (await self._people.person(user)).ping != PING_NEVER:
            await self._ping(game, user)

    async def turn(self, live: LiveTable) -> None:
        """A new decision is asked: who wants to be pinged each time is."""
        for user in live.waited_for:
            if (await self._people.person(user)).ping == PING_EACH_TIME:
                await self._ping(live.id, user)

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

    async def _ping(self, game: int, user: int) -> None:
        live = await self._tables.get(game)
        if live.game is None or user not in live.waited_for or self._pinged.get(game) == live.game.number:
            return
        self._pinged[game] = live.game.number
        await self._say(live, user, words(live.row.language)("{player}, the table waits for you.", player=f"<@{user}>"))

    async def _say(self, live: LiveTable, user: int, text: str) -> None:
        """A public word that pings that user alone (0: nobody)."""
        whom = [discord.Object(user)] if user else []
        only = discord.AllowedMentions(users=whom, everyone=False, roles=False, replied_user=False)
        channel = self._client.get_partial_messageable(live.row.channel)
        try:
            await channel.send(view=shown(views.say(text)), allowed_mentions=only, nonce=secrets.token_hex(8))
        except discord.HTTPException as error:
            log.info("table %s: a ping was refused (%s, code %s)", live.id, error.status, error.code)
