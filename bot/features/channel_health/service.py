"""Channel health: handles lost channels, threads, servers, permissions and players.

No answer is lost: the game is paused, its deadline is extended, the person who can correct the problem is notified
once, and the game resumes automatically as soon as the channel is available again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

import discord

from bot import views
from bot.features.channel_health import view
from bot.features.channel_health.view import CUT_OFF, FORBIDDEN, GONE, LOCKED, SENT_AWAY
from bot.messages.api import Client
from bot.messages.direct_messages import send
from bot.messages.outcomes import Outcome, safe_call
from bot.permissions import NEEDED, lacking
from bot.tables.bus import Bus
from bot.tables.consent import Consent
from bot.tables.events import TableClosed, TablePaused
from bot.tables.keyed_locks import KeyedLocks
from bot.tables.live import LiveTable
from bot.tables.people import People
from bot.tables.refusals import EXPECTED_ERRORS, Listed, Refused
from bot.tables.registry import Tables
from bot.tables.table_data import by_computer
from bot.tables.voting import DEADLINES_MISSED
from bot.texts import N_
from storage import Database, GameRow

log = logging.getLogger(__name__)

NO_MEMBER: Final = frozenset({10007, 10013})
"""Discord's error codes for a user who is not in the server."""
NEVER: Final = datetime.max.replace(tzinfo=UTC)
MAX_TABLES_CHECKED: Final = 200
"""The maximum number of threads and channels that are fetched after a new connection."""
STILL_LACKING: Final = N_(
    "I still may not write in <#{channel}>. The game continues by itself when I have these permissions: {permissions}."
)


@dataclass(eq=False, repr=False)
class ChannelHealth:
    """A service that pauses tables whose channel is unavailable, and resumes them later."""

    _client: Client
    _db: Database
    _tables: Tables
    _people: People
    _consent: Consent
    _now: Callable[[], datetime]
    _bus: Bus
    _told: dict[int, str] = field(default_factory=dict, init=False)
    """Tables with a problem -> the problem of which the host or another player was notified."""
    _servers: KeyedLocks = field(default_factory=KeyedLocks, init=False)

    async def trouble(self, game: int, what: str) -> None:
        """Handles a board that cannot be shown: pauses the game and notifies its host once of the problem `what`.

        If the host refuses DMs, notifies another player. Closes a lobby whose channel is gone, without a notification.
        """
        live = await self._tables.get(game)
        if live.row.finished_yet:
            self._told.pop(game, None)
            return
        if live.row.phase == "lobby" and what == GONE:
            await self._call_off(game)
            return
        # If the table was resumed in the meantime, the problem counts as a new one.
        if await self._stand_still(game) or self._told.get(game) != what:
            self._told[game] = what
            await self._tell_people(live, what)

    async def check_place(self, game: int) -> None:
        """Raises Refused, with the missing permissions, if the bot has paused the table because of a problem and still
        may not view or write in its channel.
        """
        live = await self._tables.get(game)
        if not live.in_trouble:
            return
        found = await safe_call(self._client.fetch_channel(live.row.channel))
        if found.outcome is Outcome.FORBIDDEN or self.lacking(live):
            raise Refused(STILL_LACKING, channel=live.row.channel, permissions=self._needed(live))

    def lacking(self, live: LiveTable) -> list[str]:
        """Returns the permissions that the bot lacks in the table's channel; empty if that is not known."""
        return lacking(self._client, live.row.channel)

    async def server(self, guild: int) -> None:
        """Pauses or resumes the tables of a server that the bot has left or joined, one check at a time."""
        async with self._servers.of(guild):
            present = self._client.get_guild(guild)
            if present is not None and not present.unavailable:
                await self.mended(guild)
                return
            for row in await self._tables.owned():
                if row.guild == guild and row.phase == "running":
                    # Hosts are notified only if the bot was removed permanently, not of an outage.
                    pausing = self.trouble(row.id, SENT_AWAY) if present is None else self._stand_still(row.id)
                    await self._safely(row, pausing)

    async def lost(self, channel: int, what: str) -> None:
        """Handles a channel in which no one can play any more because of the problem `what`, if it has a table."""
        row = await self._db.games.in_channel(channel)
        if row is not None:
            await self._safely(row, self.trouble(row.id, what))

    async def mended(self, guild: int | None = None) -> None:
        """Resumes tables (in that server) that were paused because of a problem, if their channels are back."""
        for row in await self._tables.owned():
            if guild in (None, row.guild) and (row.paused_at is not None or row.id in self._told):
                await self._safely(row, self._end_trouble(row))

    async def missed(self, of: Callable[[int], bool]) -> None:
        """Checks the tables in these servers for changes that were missed while there was no connection.

        Discord names no archived thread, so those are fetched, the ones with the earliest deadline first, because there
        may be tens of thousands. Others are noticed when they are shown next.
        """
        rows = [row for row in await self._tables.owned() if row.guild is not None and of(row.guild)]
        unnamed: list[GameRow] = []
        for row in rows:
            await asyncio.sleep(0)  # the checks of a thousand tables must not block interactions
            guild = self._client.get_guild(row.guild or 0)
            if row.paused_at is not None or row.id in self._told:
                await self._safely(row, self._end_trouble(row))
            elif guild is None or guild.unavailable:
                await self._look_safely(row)
            elif guild.get_channel_or_thread(row.channel) is None:
                unnamed.append(row)
        due = {game: deadline.due for game, deadline, _ in await self._db.deadlines.running()} if unnamed else {}
        for row in sorted(unnamed, key=lambda row: due.get(row.id, NEVER))[:MAX_TABLES_CHECKED]:
            await self._look_safely(row)

    async def opened(self, channel: int) -> None:
        """Resumes the table of a thread that was reopened, if it was paused because of a problem that is over."""
        row = await self._db.games.in_channel(channel)
        if row is not None:
            await self._safely(row, self._end_trouble(row))

    async def move(self, game: int, channel: int) -> None:
        """Stores another channel for a table whose channel was deleted; raises ChannelBusy. Posts no board there."""
        async with self._tables.held(game) as live:
            await self._db.tables.move(game, channel)
            await self._tables.refresh(live)
        self._told.pop(game, None)

    async def homeless(self, user: int, guild: int) -> GameRow | None:
        """Returns the table in that server, in which the user plays, whose channel was deleted; None if there is none.

        Someone who has lost or left their seat must not move the others' table.
        """
        for row in await self._db.games.of_user(user):
            lost = row.phase == "running" and row.guild == guild and row.paused_at and await self._place(row) == GONE
            if lost and await self._db.seats.held(row.id, user):
                return row
        return None

    async def still_there(self, game: int, seat: str) -> bool:
        """Returns whether the seat's holder is still in the server; if not, starts a vote about the seat."""
        live = await self._tables.get(game)
        row = live.seat(seat)
        if live.row.guild is None or by_computer(row) or live.row.phase != "running":
            return True
        member = await safe_call(self._client.http.get_member(live.row.guild, row.user))
        if member.code not in NO_MEMBER:
            return True
        await self._ask_about(game, seat, row.user)
        return False

    async def look_after(self, live: LiveTable) -> None:
        """Checks whether the players who must answer are still in the server, up to the first one who is not.

        Called after a day without a move; does nothing while the game is paused.
        """
        if live.game is None or live.row.paused_at is not None:
            return
        for seat in tuple(live.game.waiting):
            if seat in {row.seat for row in live.seats} and not await self.still_there(live.id, seat):
                return

    async def _call_off(self, game: int) -> None:
        """Closes a lobby whose channel is gone."""
        async with self._tables.held(game) as live:
            await self._db.tables.finish(game, "ended", None, self._now())
            await self._tables.refresh(live)
        self._told.pop(game, None)
        self._bus.table_changed(live)
        self._bus.publish(TableClosed(live.row))

    async def _stand_still(self, game: int) -> bool:
        """Pauses a running game; returns False if it does not run or is already paused."""
        async with self._tables.held(game) as live:
            if live.row.phase != "running" or live.row.paused_at is not None:
                return False
            await self._consent.pause(live, trouble=True)
        self._bus.publish(TablePaused(live))
        return True

    async def _safely(self, row: GameRow, work: Awaitable[object]) -> None:
        """Pauses or resumes one of several tables; one that cannot be loaded must not stop the work at the others."""
        try:
            await work
        except EXPECTED_ERRORS as error:
            log.warning("table %s: cannot be paused or continued now (%s)", row.id, type(error).__name__)

    async def _end_trouble(self, row: GameRow) -> None:
        """Resumes a table that was paused because of a problem, if its channel is available again."""
        live = await self._tables.get(row.id)
        lobby = live.row.phase == "lobby" and row.id in self._told
        if not (live.in_trouble or lobby) or self.lacking(live) or await self._place(row):
            return
        self._told.pop(row.id, None)
        await self._consent.end_of_trouble(row.id)

    async def _look_safely(self, row: GameRow) -> None:
        try:
            await self._look_at(row, row.guild or 0)
        except EXPECTED_ERRORS as error:
            log.warning("table %s: a maintenance check failed; trying again later (%s)", row.id, type(error).__name__)

    async def _look_at(self, row: GameRow, guild: int) -> None:
        """Pauses a table whose channel has a problem; during an outage of Discord, notifies no one."""
        async with self._servers.of(guild):
            present = self._client.get_guild(guild)
            if present is None or present.unavailable:
                what = SENT_AWAY if present is None else CUT_OFF
            else:
                what = await self._place(row)
            if what == CUT_OFF:
                await self._stand_still(row.id)
            elif what in {GONE, LOCKED} or (what == SENT_AWAY and row.phase == "running"):
                await self.trouble(row.id, what)

    async def _place(self, row: GameRow) -> str:
        """Returns the problem of a table's channel; empty if there is none. FORBIDDEN also means that it is not known,
        because Discord did not answer.
        """
        guild = self._client.get_guild(row.guild or 0)
        if guild is not None and guild.unavailable:
            return CUT_OFF
        if guild is not None and guild.get_channel_or_thread(row.channel) is not None:
            return ""
        channel = await safe_call(self._client.fetch_channel(row.channel))
        if not channel.ok:
            return GONE if channel.outcome is Outcome.GONE else FORBIDDEN
        found = channel.value
        return LOCKED if isinstance(found, discord.Thread) and found.archived and found.locked else ""

    async def _ask_about(self, game: int, seat: str, user: int) -> None:
        """Starts a vote about the seat of a player who has left the server."""
        async with self._tables.held(game) as live:
            if live.row.phase != "running" or live.seat(seat).user != user or by_computer(live.seat(seat)):
                return
            await self._db.consents.set_departed(game, user)
            await self._db.seats.set_absences(game, seat, DEADLINES_MISSED)
            await self._tables.publish_change(live)

    async def _tell_people(self, live: LiveTable, what: str) -> None:
        """Notifies the host of a problem by DM; if the DM is refused, the next person at the table."""
        people = [seat.user for seat in live.seats if not by_computer(seat) and seat.user != live.row.host]
        for user in (live.row.host, *people):
            said = await self._people.words_for(user, live.row.language)
            if await send(self._client, user, views.say(view.problem(live, what, self._needed(live), said))):
                return

    def _needed(self, live: LiveTable) -> Listed:
        """Returns the missing permissions, or all that the bot needs if the missing ones are not known."""
        return Listed(self.lacking(live) or NEEDED.values())
