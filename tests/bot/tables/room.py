"""A table without Discord: store, tables, referee, clocks and nobody else, on a clock that stands until it is moved."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from bot.background import Background
from bot.tables.clock import Clocks
from bot.tables.consent import Consent
from bot.tables.in_advance import InAdvance
from bot.tables.live import LiveTable
from bot.tables.lobby import Lobby, Place, Wishes
from bot.tables.referee import Referee
from bot.tables.registry import Tables
from bot.tables.shards import Shards
from bot.tables.undo import Undos
from rules.engine import Game
from storage import Store
from storage.dsn import Place as Database

ANNA, BERT, CYRIL, DORA = 1001, 1002, 1003, 1004
NAMES = {ANNA: "Anna", BERT: "Bert", CYRIL: "Cyril", DORA: "Dora"}
NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)


class Room:
    """What happens at tables, with everything that is told noted instead of sent."""

    def __init__(self, store: Store, seed: bytes = bytes(32)) -> None:
        self.moment = NOON
        self.store = store
        self.background = Background()
        self.tables = Tables(store)
        self.words: list[tuple[int, int]] = []
        self.pings: list[tuple[int, int]] = []
        self.late: list[tuple[int, str]] = []
        self.prolonged: list[tuple[int, str]] = []
        self.invited: list[tuple[str, int]] = []
        self.shifted: list[int] = []
        self.told: list[tuple[int, str]] = []
        self.referee = Referee(store, self.tables, self.now, self.went_on, self.was_late, self.background)
        self.consent = Consent(store, self.tables, self.referee, self.now, self.went_on, self.invite)
        self.undos = Undos(store, self.tables, self.referee, self.now, self.went_on)
        self.in_advance = InAdvance(store, self.tables, self.referee, self.now, self.went_on)
        self.lobby = Lobby(store, self.tables, self.referee, self.now, self.went_on, lambda _count: seed)
        computers = self.referee.computers
        self.shards = Shards()
        self.clocks = Clocks(
            store, self.tables, self.referee, self, self.now, self.background, computers.look, self.shards
        )
        computers.wake, computers.prompt = self.clocks.wake, True

    @classmethod
    @asynccontextmanager
    async def opened(cls, database: Database, seed: bytes = bytes(32)) -> AsyncIterator[Room]:
        """A room over a database, which may hold tables already."""
        async with Store.opened(database) as store:
            room = cls(store, seed)
            try:
                yield room
            finally:
                await room.background.close()
                room.referee.computers.workers.close()

    def now(self) -> datetime:
        return self.moment

    async def pass_time(self, seconds: float) -> None:
        """Time goes by, and the clocks notice it."""
        self.moment += timedelta(seconds=seconds)
        await self.clocks.tick()
        await self.background.settled()

    # What the table tells

    def went_on(self, live: LiveTable) -> None:
        self.told.append((live.id, live.row.phase))
        self.clocks.arm(live)

    def changed(self, game: int) -> None:
        self.shifted.append(game)

    def was_late(self, game: int, seat: str, prolonged: bool) -> None:
        (self.prolonged if prolonged else self.late).append((game, seat))

    def invite(self, _live: LiveTable, seat: str, user: int) -> None:
        self.invited.append((seat, user))

    async def word(self, game: int, user: int) -> None:
        self.words.append((game, user))

    async def ping(self, game: int, user: int) -> None:
        self.pings.append((game, user))

    # What people do

    async def open(self, wishes: Wishes | None = None, *, people: int = 3, channel: int = 500) -> int:
        """A lobby with so many people; its number."""
        place = Place(None, channel, ANNA, NAMES[ANNA], "cs")
        game = (await self.lobby.open(place, wishes or Wishes())).id
        for user in list(NAMES)[1:people]:
            await self.lobby.join(game, user, NAMES[user])
        return game

    async def begin(self, wishes: Wishes | None = None, *, people: int = 3, computers: int = 0) -> int:
        """A game that has begun; its number."""
        table = await self.open(wishes, people=people)
        for _ in range(computers):
            await self.lobby.add_computer(table, ANNA)
        await self.referee.start(table, ANNA)
        await self.background.settled()
        return table

    async def live(self, table: int) -> LiveTable:
        return await self.tables.get(table)

    async def game(self, table: int) -> Game:
        """The game of a table that has begun."""
        found = (await self.tables.get(table)).game
        assert found is not None
        return found

    async def answers(self, table: int, seat: str, *keys: str) -> None:
        """An answer of whoever holds that seat."""
        live, game = await self.tables.get(table), await self.game(table)
        await self.referee.play(table, game.number, live.seat(seat).user, keys)
        await self.background.settled()
