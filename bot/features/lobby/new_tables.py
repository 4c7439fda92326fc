"""Notifies subscribers by direct message of a new table that anyone may join."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from bot import views
from bot.background import Background
from bot.games import GAME_UIS
from bot.messages.access import Access
from bot.messages.api import Client
from bot.messages.direct_messages import send
from bot.tables.admission import check_reliable
from bot.tables.day_clock import server_quiet_until
from bot.tables.limits import Limits
from bot.tables.live import LiveTable
from bot.tables.people import People
from bot.tables.referee import Now
from bot.tables.refusals import Refused
from rules import GAMES
from storage import Database, GameRow
from storage.breaks import away_until

MAX_NOTIFIED: Final = 100
"""The maximum number of users who are notified of one table."""


@dataclass(eq=False, repr=False)
class NewTables:
    """A service that notifies subscribers of new tables by direct message.

    A subscriber who blocks the host, or is blocked by the host, gets no message.
    """

    client: Client
    db: Database
    people: People
    background: Background
    now: Now
    limits: Limits
    _access: Access = field(init=False)

    def __post_init__(self) -> None:
        self._access = Access(self.client, self.now)

    def announce(self, live: LiveTable) -> None:
        """Notifies at most MAX_NOTIFIED subscribers of a table that was just opened, in the background."""
        if live.row.guild is not None:
            self.background.run(self._announce(live, live.row.guild), f"the announcement of table {live.id}")

    async def _announce(self, live: LiveTable, guild: int) -> None:
        row, seated, notified = live.row, {seat.user for seat in live.seats}, 0
        for user in await self._subscribers(row, guild):
            now = await self.db.games.get(row.id)
            if notified == MAX_NOTIFIED or now.phase != "lobby" or now.access != "anyone":
                return
            if len(await self.db.seats.of(row.id)) >= GAMES[row.kind].seats[-1]:
                return
            if await server_quiet_until(self.db, guild, self.now()):
                return
            wants = await self._wants_one_now(user) and await self._access.may_view(guild, row.channel, user)
            wants = wants and await self._is_reliable(now, user)
            if user not in seated and wants and await self.limits.notice(user):
                await self._notify(live, user)
                notified += 1

    async def _subscribers(self, row: GameRow, guild: int) -> list[int]:
        """Returns the subscribers, for each table beginning with another one, because not all of them may be
        notified."""
        users = await self.db.subscriptions.to(guild, row.kind, row.host)
        first = row.id % len(users) if users else 0
        return users[first:] + users[:first]

    async def _wants_one_now(self, user: int) -> bool:
        """Returns whether a user's settings allow a direct message at this time."""
        if not (await self.people.person(user)).dms:
            return False
        return away_until(self.now(), [await self.db.schedules.get(user)]) is None

    async def _is_reliable(self, row: GameRow, user: int) -> bool:
        """Returns whether a user meets the table's requirements, and so could join it."""
        try:
            await check_reliable(self.db, row, user)
        except Refused:
            return False
        return True

    async def _notify(self, live: LiveTable, user: int) -> None:
        row, said = live.row, await self.people.words_for(user, live.row.language)
        text = said(
            "🔔 {host} has opened a table of {game}: {place}", host=f"<@{row.host}>", game=GAME_UIS[row.kind].title,
            place=views.place(self.client, row.channel, row.guild),
        )  # fmt: skip
        stop = said("You chose this in `/profile` on that server, under *Notify me*.")
        await send(self.client, user, views.say(f"{text}\n-# {stop}"))
