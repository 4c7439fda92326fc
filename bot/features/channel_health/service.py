"""Channel health: a table's channel, permission, thread, server or player is gone.

Nothing is lost: the game is paused, its time is given back, the person who can correct it is notified once, and it
resumes by itself as soon as the place is available again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final
from weakref import WeakValueDictionary

import discord

from bot.features.hand.service import tell
from bot.messages.api import NEEDED, Client, missing
from bot.messages.outcomes import Outcome, safe_call
from bot.tables.bus import Bus
from bot.tables.consent import Consent
from bot.tables.events import TablePaused
from bot.tables.live import LATE_TOO_OFTEN, LiveTable, by_computer
from bot.tables.people import People
from bot.tables.refusals import EXPECTED_ERRORS, Listed, Refused
from bot.tables.registry import Tables
from bot.texts import N_, Translator
from storage import Database, GameRow

log = logging.getLogger(__name__)

NO_MEMBER: Final = frozenset({10007, 10013})
"""Discord's codes for a user who is not in the server (any more)."""
NEVER: Final = datetime.max.replace(tzinfo=UTC)
MAX_TABLES_CHECKED: Final = 200
"""Threads and channels that a new connection asks Discord for."""
STILL_LACKING: Final = N_(
    "I still may not write in <#{channel}>. The game continues by itself when I have these permissions: {permissions}."
)
FORBIDDEN, GONE, LOCKED, SENT_AWAY, CUT_OFF = "forbidden", "gone", "locked", "sent away", "lost"


class ChannelHealth:
    """Pauses tables whose place is in trouble, and lets them go on."""

    def __init__(  # noqa: PLR0913, PLR0917 - one for each neighbour
        self, client: Client, db: Database, tables: Tables, people: People, consent: Consent,
        now: Callable[[], datetime], bus: Bus,
    ) -> None:  # fmt: skip
        self._client = client
        self._db = db
        self._tables = tables
        self._people = people
        self._consent = consent
        self._now = now
        self._bus = bus
        self._told: dict[int, str] = {}
        """For each table in trouble what its people were told, so that they are told once."""
        self._servers: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def trouble(self, game: int, what: str) -> None:
        """A board cannot be shown: the game is paused, and its people are told what is missing."""
        live = await self._tables.get(game)
        if live.row.finished_yet:
            self._told.pop(game, None)
            return
        if live.row.phase == "lobby" and what == GONE:
            await self._call_off(game)
            return
        # A table that has gone on in any way counts as a new problem.
        if await self._stand_still(game) or self._told.get(game) != what:
            self._told[game] = what
            await self._tell_people(live, what)

    async def check_place(self, game: int) -> None:
        """A table in trouble goes on only where it can be shown; raises Refused with what is lacking there."""
        live = await self._tables.get(game)
        if not live.in_trouble:
            return
        found = await safe_call(self._client.fetch_channel(live.row.channel))
        if found.outcome is Outcome.FORBIDDEN or self.lacking(live):
            raise Refused(STILL_LACKING, channel=live.row.channel, permissions=self._needed(live))

    def lacking(self, live: LiveTable) -> list[str]:
        """The permissions that the bot lacks in the table's channel, as far as it can see."""
        channel = self._client.get_channel(live.row.channel)
        if not isinstance(channel, (discord.abc.GuildChannel, discord.Thread)):
            return []
        granted = channel.permissions_for(channel.guild.me)
        return missing(granted, thread=isinstance(channel, discord.Thread))

    async def server(self, guild: int) -> None:
        """Checks a server that the bot has joined or left: the last event counts, one check at a time."""
        async with self._servers.setdefault(guild, asyncio.Lock()):
            present = self._client.get_guild(guild)
            if present is None or present.unavailable:
                await self.gone(guild, told=present is None)
            else:
                await self.mended(guild)

    async def gone(self, guild: int, *, told: bool = True) -> None:
        """The bot is cut off from a server (`told`: sent away for good): its tables are paused."""
        for row in await self._tables.owned():
            if row.guild == guild and row.phase == "running":
                if told:
                    await self.trouble(row.id, SENT_AWAY)
                else:
                    await self._stand_still(row.id)

    async def mended(self, guild: int | None = None) -> None:
        """Something has changed for the better (None: anywhere): tables that stand still for it are tried again."""
        for row in await self._tables.owned():
            if guild in (None, row.guild) and (row.paused_at is not None or row.id in self._told):
                await self._try(row)

    async def missed(self, of: Callable[[int], bool]) -> None:
        """Handles changes in these servers that were missed while there was no connection.

        Discord names no archived thread, so those are fetched, the ones with the earliest deadline first, because there
        may be tens of thousands. Others are noticed when they are shown next.
        """
        rows = [row for row in await self._tables.owned() if row.guild is not None and of(row.guild)]
        unnamed: list[GameRow] = []
        for row in rows:
            await asyncio.sleep(0)  # a server of a thousand tables must not keep presses waiting
            guild = self._client.get_guild(row.guild or 0)
            if row.paused_at is not None or row.id in self._told:
                await self._try(row)
            elif guild is None or guild.unavailable:
                await self._look_safely(row)
            elif guild.get_channel_or_thread(row.channel) is None:
                unnamed.append(row)
        due = {game: deadline.due for game, deadline, _ in await self._db.deadlines.running()} if unnamed else {}
        for row in sorted(unnamed, key=lambda row: due.get(row.id, NEVER))[:MAX_TABLES_CHECKED]:
            await self._look_safely(row)

    async def opened(self, channel: int) -> None:
        """A thread was opened again: its table goes on."""
        row = await self._db.games.in_channel(channel)
        if row is not None:
            await self._try(row)

    async def move(self, game: int, channel: int) -> None:
        """A table whose channel is gone goes on in another one; raises ChannelBusy."""
        async with self._tables.held(game) as live:
            await self._db.tables.move(game, channel)
            await self._tables.refresh(live)
        self._told.pop(game, None)

    async def homeless(self, user: int, guild: int) -> GameRow | None:
        """The user's running table in that server whose channel is gone, if there is one."""
        for row in await self._db.games.of_user(user):
            if row.phase == "running" and row.guild == guild and row.paused_at and await self._place(row) == GONE:
                return row
        return None

    async def still_there(self, game: int, seat: str) -> bool:
        """Whether the seat's holder is still in the server; who is not is asked about at the table."""
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
        """Nothing has moved for a day: whether those who are waited for are still there."""
        if live.game is None or live.row.paused_at is not None:
            return
        for seat in tuple(live.game.waiting):
            if seat in {row.seat for row in live.seats} and not await self.still_there(live.id, seat):
                return

    # Inside

    async def _call_off(self, game: int) -> None:
        """Ends a lobby that no one can see any more."""
        async with self._tables.held(game) as live:
            await self._db.tables.finish(game, "ended", None, self._now())
            await self._tables.refresh(live)
        self._told.pop(game, None)
        self._bus.table_changed(live)

    async def _stand_still(self, game: int) -> bool:
        """Pauses a game that runs; whether it did."""
        async with self._tables.held(game) as live:
            if live.row.phase != "running" or live.row.paused_at is not None:
                return False
            await self._consent.pause(live, trouble=True)
        self._bus.publish(TablePaused(live))
        return True

    async def _try(self, row: GameRow) -> None:
        try:
            live = await self._tables.get(row.id)
            lobby = live.row.phase == "lobby" and row.id in self._told
            if not (live.in_trouble or lobby) or self.lacking(live) or await self._place(row):
                return
            self._told.pop(row.id, None)
            await self._consent.end_of_trouble(row.id)
        except EXPECTED_ERRORS as error:
            log.warning("table %s stands still (%s)", row.id, type(error).__name__)

    async def _look_safely(self, row: GameRow) -> None:
        try:
            await self._look_at(row, row.guild or 0)
        except EXPECTED_ERRORS as error:
            log.warning("table %s is not looked after (%s)", row.id, type(error).__name__)

    async def _look_at(self, row: GameRow, guild: int) -> None:
        """Checks a table in a server; during an outage of Discord's, no one is notified and no clock runs."""
        async with self._servers.setdefault(guild, asyncio.Lock()):
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
        """Returns what is wrong with a table's channel, as far as Discord can be asked; empty if nothing is."""
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
        async with self._tables.held(game) as live:
            if live.row.phase != "running" or live.seat(seat).user != user or by_computer(live.seat(seat)):
                return
            await self._db.consents.set_departed(game, user)
            await self._db.seats.set_absences(game, seat, LATE_TOO_OFTEN)
            await self._tables.refresh(live)
            self._bus.table_changed(live)

    async def _tell_people(self, live: LiveTable, what: str) -> None:
        """The host; where that word is not taken, the next person at the table."""
        people = [seat.user for seat in live.seats if not by_computer(seat) and seat.user != live.row.host]
        for user in (live.row.host, *people):
            said = await self._people.words_for(user, live.row.language)
            if await tell(self._client, user, self._word(live, what, said)):
                return

    def _word(self, live: LiveTable, what: str, words: Translator) -> str:
        game, channel = live.id, live.row.channel
        if live.row.phase == "lobby":
            return self._word_of_a_lobby(live, what, words)
        match what:
            case "gone":
                return words(
                    "The channel of your table {game} is gone, so the game is paused; nothing is lost. Any "
                    "of its players can move it to another channel of the server: type `/game resume` there.",
                    game=game,
                )
            case "locked":
                return words(
                    "The thread <#{channel}> is archived and locked, so table {game} is paused. When someone "
                    "with the Manage Threads permission opens it, the game continues by itself.",
                    channel=channel, game=game,
                )  # fmt: skip
            case "sent away":
                return words(
                    "I am no longer in the server of your table {game}, so the game is paused; nothing is "
                    "lost. It continues by itself when I am invited back.",
                    game=game,
                )
        return words(
            "I may not write in <#{channel}>, so table {game} is paused. The game continues by itself when I "
            "have these permissions: {permissions}.",
            channel=channel, game=game, permissions=self._needed(live).said(words),
        )  # fmt: skip

    def _word_of_a_lobby(self, live: LiveTable, what: str, words: Translator) -> str:
        game, channel = live.id, live.row.channel
        if what == LOCKED:
            return words(
                "The thread <#{channel}> is archived and locked, so no one sees changes in the lobby of "
                "table {game}. Someone with the Manage Threads permission can open it.",
                channel=channel, game=game,
            )  # fmt: skip
        return words(
            "I may not write in <#{channel}>, so no one sees changes in the lobby of table {game}. I need "
            "these permissions: {permissions}.",
            channel=channel, game=game, permissions=self._needed(live).said(words),
        )  # fmt: skip

    def _needed(self, live: LiveTable) -> Listed:
        return Listed(self.lacking(live) or NEEDED.values())
