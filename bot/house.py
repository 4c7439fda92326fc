"""Everything that the rooms of the bot share, put together once."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime

import discord

from bot.clocks import Clocks
from bot.consent import Consent
from bot.discords import Client, missing
from bot.errands import Errands
from bot.hands import Hands, tell
from bot.lobby import Lobby
from bot.people import People
from bot.publisher import Publisher
from bot.referee import Referee
from bot.refusals import Known
from bot.reminding import Reminding
from bot.statistics import Statistics
from bot.tables import TROUBLE, LiveTable, Tables
from storage import Store

log = logging.getLogger(__name__)


def utc_now() -> datetime:
    """The present moment."""
    return datetime.now(UTC)


class House:
    """One running bot: store, tables in memory, the referee, and all who tell the players."""

    def __init__(self, client: Client, store: Store, now: Callable[[], datetime] = utc_now) -> None:
        self.client = client
        self.store = store
        self.now = now
        self.errands = Errands()
        self.tables = Tables(store)
        self.people = People(store)
        self.publisher = Publisher(client, store, self.tables, now, self.errands)
        self.hands = Hands(client, store, self.tables, self.people, now, self.errands)
        self.referee = Referee(store, self.tables, now, self.changed)
        self.reminding = Reminding(client, self.tables, self.people, self.publisher)
        self.clocks = Clocks(store, self.tables, self.referee, self.reminding, now, self.errands)
        self.consent = Consent(store, self.tables, self.referee, now, self.changed, self.invite)
        self.lobby = Lobby(store, self.tables, self.referee, now, self.changed)
        self.statistics = Statistics(store)
        self.publisher.trouble = self.trouble
        self._asked: dict[int, int] = {}

    def changed(self, live: LiveTable) -> None:
        """After every commit: board, hands and clock follow, each in its own time."""
        self.publisher.changed(live.id)
        self.hands.changed(live)
        self.clocks.arm(live)
        number = live.game.number if live.game is not None else 0
        if live.row.finished_yet:
            self._asked.pop(live.id, None)
        if live.row.phase == "running" and self._asked.get(live.id) != number:
            self._asked[live.id] = number
            self.errands.run(self.reminding.turn(live), f"whose turn it is at table {live.id}")

    def invite(self, live: LiveTable, user: int) -> None:
        """The table offers a seat to somebody, who is told in the channel."""
        self.errands.run(self.reminding.invite(live, user), f"an invitation to table {live.id}")

    async def wake(self) -> None:
        """After a start: every unfinished table is rebuilt, shown afresh where it stands, and its clock armed."""
        for row in await self.store.unfinished():
            try:
                live = await self.tables.get(row.id)
                self._asked[row.id] = live.game.number if live.game is not None else 0
                if row.phase == "running" and row.paused_at is None:
                    await self.referee.settle(row.id)
                else:
                    self.publisher.changed(row.id)
            except Known as error:
                log.warning("table %s is not shown (%s)", row.id, type(error).__name__)
            except Exception:
                log.exception("table %s could not be opened", row.id)

    async def trouble(self, game: int, what: str) -> None:
        """A board cannot be shown: the game is paused and its host is told what is missing."""
        live = await self.tables.get(game)
        if live.row.phase in ("over", "ended"):
            return
        if live.row.phase == "running" and live.row.paused_at is None:
            async with self.tables.held(game) as held:
                await self.consent.pause(held)
                await self.store.set_vote(game, TROUBLE, 0, True)
                await self.tables.refresh(held)
                self.clocks.arm(held)
        words = await self.people.words_for(live.row.host, live.row.language)
        if what == "gone":
            text = words("The channel of your table {game} is gone, so the game is paused. Nothing is lost.", game=game)
        else:
            lacking = ", ".join(self.lacking(live)) or words("View Channel, Send Messages")
            text = words(
                "I may not write in <#{channel}>, so table {game} is paused. I need: {permissions}. "
                "Then `/game resume` lets it go on.",
                channel=live.row.channel,
                game=game,
                permissions=lacking,
            )
        await tell(self.client, live.row.host, text)

    def lacking(self, live: LiveTable) -> list[str]:
        """The permissions that the bot lacks in the table's channel, as far as it can see."""
        channel = self.client.get_channel(live.row.channel)
        if not isinstance(channel, (discord.abc.GuildChannel, discord.Thread)):
            return []
        granted = channel.permissions_for(channel.guild.me)
        return missing(granted, thread=isinstance(channel, discord.Thread))

    async def returned(self, guild: int) -> None:
        """The bot has come (back) to a server: its tables go on where the bot itself had paused them."""
        for row in await self.store.unfinished():
            if row.guild == guild:
                await self.consent.end_of_trouble(row.id)

    async def gone(self, guild: int) -> None:
        """The bot has been sent away from a server: its tables are paused."""
        for row in await self.store.unfinished():
            if row.guild == guild and row.phase == "running" and row.paused_at is None:
                async with self.tables.held(row.id) as live:
                    await self.consent.pause(live)
                    await self.store.set_vote(row.id, TROUBLE, 0, True)
                    await self.tables.refresh(live)
                    self.clocks.arm(live)

    async def close(self) -> None:
        """Let what was begun be done, then close the store."""
        await self.errands.close()
        await self.store.heartbeat(self.now())
        await self.store.close()
