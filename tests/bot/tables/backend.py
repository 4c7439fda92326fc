"""A table without Discord: database, tables, referee and clocks, on a clock that only tests move."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.background import Background
from bot.features.orders.service import StandingOrders
from bot.features.undo.service import Undos
from bot.services import Services
from bot.tables.bus import Bus
from bot.tables.clock import Clocks
from bot.tables.consent import Consent
from bot.tables.events import ClockTicked, DeadlineExtended, DeadlinePassed, SeatOffered, TableChanged
from bot.tables.live import LiveTable
from bot.tables.lobby import Lobby
from bot.tables.referee import Referee
from bot.tables.registry import Tables
from bot.tables.shards import Shards
from bot.tables.table_data import everywhere
from bot.tables.thinkers import Choice
from bot.tables.wakeups import Wakeups
from bot.tables.wishes import Place, Wishes
from rules.engine import Game
from rules.players.levels import Thought
from storage import Database
from storage.dsn import Dsn
from tests.any_answer import toward_window

ANNA, BERT, CYRIL, DORA = 1001, 1002, 1003, 1004
NAMES = {ANNA: "Anna", BERT: "Bert", CYRIL: "Cyril", DORA: "Dora"}
NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)


def thoughtless(*keys: str) -> Choice:
    """Returns a computer's choice without alternatives and reasons."""
    return Choice(Thought(keys), "normal")


class Backend:
    """Tables without Discord; messages are recorded instead of sent."""

    def __init__(self, db: Database, seed: bytes = bytes(32)) -> None:
        self.moment = NOON
        self.db = db
        self.background = Background()
        services = Services()
        self.bus = Bus(
            {
                TableChanged: [self.went_on],
                DeadlinePassed: [self.was_late],
                DeadlineExtended: [self.was_prolonged],
                SeatOffered: [self.invite],
                ClockTicked: [self.ticked],
            },
            services,
            self.background,
        )
        wakeups = Wakeups()
        self.tables = Tables(db, timedelta, everywhere, self.bus)
        self.words: list[tuple[int, int]] = []
        self.pings: list[tuple[int, int]] = []
        self.late: list[tuple[int, str]] = []
        self.prolonged: list[tuple[int, str]] = []
        self.invited: list[tuple[str, int]] = []
        self.shifted: list[int] = []
        self.told: list[tuple[int, str]] = []
        self.referee = Referee(
            db, self.tables, self.now, self.bus, self.background, wakeups=wakeups, instant_computers=True
        )
        self.consent = Consent(db, self.tables, self.referee, self.now, self.bus)
        self.undos = Undos(db, self.tables, self.referee, self.now, self.bus)
        self.standing_orders = StandingOrders(db, self.tables, self.referee, self.now, self.bus)
        self.lobby = Lobby(db, self.tables, self.referee, self.now, self.bus, lambda _count: seed)
        self.shards = Shards(self.bus)
        self.clocks = Clocks(
            db, self.tables, self.referee, self, self.now, self.background, self.bus, self.shards, wakeups
        )

    @classmethod
    @asynccontextmanager
    async def opened(cls, database: Path | Dsn, seed: bytes = bytes(32)) -> AsyncIterator[Backend]:
        """Opens a backend on a database, which may contain tables."""
        async with Database.opened(database) as db:
            backend = cls(db, seed)
            try:
                yield backend
            finally:
                await backend.background.close()
                backend.referee.computers.thinkers.close()

    def now(self) -> datetime:
        return self.moment

    async def pass_time(self, seconds: float) -> None:
        """Lets this many seconds pass and the clocks tick."""
        self.moment += timedelta(seconds=seconds)
        await self.clocks.tick()
        await self.background.settled()

    # What the table tells

    def went_on(self, event: TableChanged) -> None:
        self.told.append((event.live.id, event.live.row.phase))
        self.clocks.arm(event.live)

    def ticked(self, event: ClockTicked) -> None:
        self.referee.computers.look(event.now)

    def changed(self, game: int) -> None:
        self.shifted.append(game)

    def was_late(self, event: DeadlinePassed) -> None:
        self.late.append((event.game, event.seat))

    def was_prolonged(self, event: DeadlineExtended) -> None:
        self.prolonged.append((event.game, event.seat))

    def invite(self, event: SeatOffered) -> None:
        self.invited.append((event.seat, event.user))

    async def word(self, game: int, user: int) -> None:
        self.words.append((game, user))

    async def ping(self, game: int, user: int) -> None:
        self.pings.append((game, user))

    # What people do

    async def open(self, wishes: Wishes | None = None, *, people: int = 3, channel: int = 500) -> int:
        """Opens a lobby with that many people, and returns its number."""
        place = Place(None, channel, ANNA, NAMES[ANNA], "cs")
        game = (await self.lobby.open(place, wishes or Wishes())).id
        for user in list(NAMES)[1:people]:
            await self.lobby.join(game, user, NAMES[user])
        return game

    async def begin(self, wishes: Wishes | None = None, *, people: int = 3, computers: int = 0) -> int:
        """Starts a game of that many people and computers, and returns the table's number."""
        table = await self.open(wishes, people=people)
        for _ in range(computers):
            await self.lobby.add_computer(table, ANNA)
        await self.referee.start(table, ANNA)
        await self.background.settled()
        return table

    async def sit_down(self, wishes: Wishes | None = None, *, people: int = 3) -> int:
        """Starts a game in which every player has kept the first hand; returns the table's number."""
        table = await self.begin(wishes, people=people)
        game = await self.game(table)
        while game.decision is not None and game.decision.kind == "mulligan":
            await self.answers(table, game.waiting[0], "keep")
        return table

    async def to_window(self, table: int) -> Game:
        """Plays cards until other players may react; returns the game."""
        game = await self.game(table)
        for _ in range(60):
            assert game.decision is not None
            if game.decision.kind == "react":
                return game
            await self.answers(table, game.waiting[0], *toward_window(game))
        raise AssertionError("no player could play a card")

    async def seconds_left(self, table: int) -> float:
        """Returns the seconds until the deadline of the present decision."""
        live = await self.live(table)
        assert live.deadline is not None
        return (live.deadline.due - self.moment).total_seconds()

    async def live(self, table: int) -> LiveTable:
        return await self.tables.get(table)

    async def game(self, table: int) -> Game:
        """Returns the running game of a table."""
        found = (await self.tables.get(table)).game
        assert found is not None
        return found

    async def answers(self, table: int, seat: str, *keys: str) -> None:
        """Gives an answer with these keys to the current decision, as the holder of that seat."""
        live, game = await self.tables.get(table), await self.game(table)
        await self.referee.play(table, game.number, live.seat(seat).user, keys)
        await self.background.settled()
