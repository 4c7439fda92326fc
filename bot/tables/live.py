"""Tables in memory: a cache of what the store holds, one lock each; a game that erred is dropped and rebuilt."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.games import BOARDS, Board
from bot.games.facts import Proposal, Seat, TableFacts
from bot.tables.counting import ANYBODY, TROUBLE, VOTES, tally
from bot.tables.refusals import ComputerPlays, Known, NotRunning, NotSeatedHere, Paused, SeatKept, Unreadable
from rules import GAMES
from rules.chance import Chance
from rules.description import public_options
from rules.engine import Game
from rules.errors import BadRecord
from storage import Deadline, GameRow, SeatRow, StandingOrder, Store
from storage.check import record_of, replay

log = logging.getLogger(__name__)

LEFT_SERVER = "left_server"
"""Noted beside the votes: whoever was waited for is no longer in the server."""
PROPOSALS = "proposals"
"""Noted beside the votes: how many substitutions have been proposed, in the place of a user."""
LATE_TOO_OFTEN = 2
"""So many silences in a row, and the table is asked what to do."""
KEPT = 300
"""Tables in memory at most; the others are rebuilt from the record when somebody presses."""


@dataclass(slots=True)
class LiveTable:
    """One table as it stands; `game` is None until it has started."""

    row: GameRow
    seats: list[SeatRow]
    commitment: str
    game: Game | None = None
    stored: int = 0
    """How many of the game's entries the store has."""
    told: int = 0
    """How many of the game's events the board has shown; the store notes it with the next answer."""
    deadline: Deadline | None = None
    orders: dict[str, StandingOrder] = field(default_factory=dict)
    out: dict[str, str] = field(default_factory=dict)
    votes: dict[str, frozenset[int]] = field(default_factory=dict)
    proposed: tuple[str, int] | None = None
    """The seat that shall be handed over, and to whom (below zero: to a computer)."""
    proposals: int = 0
    """How many substitutions have been proposed: the number of the latest one."""
    free: dict[str, frozenset[int]] = field(default_factory=dict)
    """Seats that the table has agreed to hand over, and to whom (0: to anybody)."""
    seed: str = ""
    """In hex, once the game is finished; empty as long as it is secret."""

    @property
    def id(self) -> int:
        """The table's number."""
        return self.row.id

    @property
    def board(self) -> Board:
        """The game's own front end."""
        return BOARDS[self.row.kind]

    @property
    def absent(self) -> str | None:
        """The seat that was late too often in a row, while a person holds it."""
        if self.row.phase != "running":
            return None
        late = (seat.seat for seat in self.seats if seat.absences >= LATE_TOO_OFTEN and not by_computer(seat))
        return next(late, None)

    @property
    def in_trouble(self) -> bool:
        """Whether the bot itself has paused the game, because its place fails it."""
        return self.row.phase == "running" and self.row.paused_at is not None and TROUBLE in self.votes

    @property
    def facts(self) -> TableFacts:
        """What everybody may know of the table beside the game."""
        row, absent = self.row, self.absent
        running = row.phase == "running"
        tallies = {what: tally(self, what) for what in self._asked}
        return TableFacts(
            id=row.id,
            kind=row.kind,
            phase=row.phase,
            language=row.language,
            options=public_options(GAMES[row.kind], row.options),
            pace=row.pace,
            turn_seconds=row.turn_seconds,
            window_seconds=row.window_seconds,
            host=row.host,
            commitment=self.commitment,
            seed=self.seed,
            seats=tuple(_public(seat) for seat in self.seats),
            due=self.deadline.due if running and self.deadline and row.paused_at is None else None,
            paused=row.paused_at is not None,
            absent=absent,
            left_server=absent is not None and self.seat(absent).user in self.votes.get(LEFT_SERVER, ()),
            votes={what: count.agreed for what, count in tallies.items()},
            needed={what: count.needed for what, count in tallies.items()},
            proposal=self._proposal,
            free={seat: next(iter(sorted(users))) for seat, users in self.free.items()},
        )

    @property
    def _asked(self) -> list[str]:
        """What somebody at the table has agreed to, and others may."""
        return [what for what in VOTES if what in self.votes and tally(self, what).agreed]

    @property
    def _proposal(self) -> Proposal | None:
        if self.proposed is None:
            return None
        seat, newcomer = self.proposed
        return Proposal(self.proposals, seat, newcomer if newcomer > 0 else None)

    def seat_of(self, user: int) -> SeatRow:
        """The seat that a user holds; raises NotSeatedHere."""
        for seat in self.seats:
            if seat.user == user:
                return seat
        raise NotSeatedHere

    def seat(self, letter: str) -> SeatRow:
        """The seat of that letter."""
        return next(seat for seat in self.seats if seat.seat == letter)

    def playing(self) -> Game:
        """The game, which must be running and not paused; raises NotRunning or Paused."""
        game = self.running()
        if self.row.paused_at is not None:
            raise Paused
        return game

    def running(self) -> Game:
        """The game, which must be running; raises NotRunning."""
        if self.game is None or self.row.phase != "running":
            raise NotRunning(self.row.phase)
        return self.game

    def player(self, user: int) -> SeatRow:
        """The seat of somebody who plays it in person; raises NotSeatedHere, ComputerPlays or SeatKept."""
        seat = self.seat_of(user)
        if seat.left is not None:
            raise self.away(seat)
        return seat

    def holder(self, user: int) -> SeatRow:
        """The seat whose cards the user may see, also who has left and may come back; NotSeatedHere or SeatKept."""
        seat = self.seat_of(user)
        if seat.left is not None and isinstance(why := self.away(seat), SeatKept):
            raise why
        return seat

    def away(self, seat: SeatRow) -> ComputerPlays | SeatKept:
        """Why whoever has left a seat does not play it now: they may come back, unless it is kept for others."""
        offered = self.free.get(seat.seat, frozenset())
        if offered and not offered & {ANYBODY, seat.user}:
            return SeatKept(min(offered))
        return ComputerPlays()

    def mark(self) -> str:
        """A word that changes when a new board is due; orders for windows hold as long as it stays."""
        if self.row.phase != "running" or self.game is None:
            return self.row.phase
        return self.board.phase_mark(self.game.view())

    def people(self) -> list[SeatRow]:
        """The seats that people play in person."""
        return [seat for seat in self.seats if not by_computer(seat)]


def _public(seat: SeatRow) -> Seat:
    if by_computer(seat):
        return Seat(seat.seat, None, f"🤖 {seat.name}")
    return Seat(seat.seat, seat.user, seat.name)


def by_computer(seat: SeatRow) -> bool:
    """Whether a computer plays the seat: its own, or for somebody who has left."""
    return seat.computer or seat.left is not None


class Tables:
    """All tables that somebody has asked for lately."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._live: OrderedDict[int, LiveTable] = OrderedDict()
        self._locks: dict[int, asyncio.Lock] = {}

    def peek(self, game: int) -> LiveTable | None:
        """The table if it is in memory and nobody is changing it: for answering at once, without its lock."""
        return None if self._lock(game).locked() else self._live.get(game)

    async def get(self, game: int) -> LiveTable:
        """The table as it is committed, rebuilt from the record where it is not in memory; not for its holder.

        It stays true until the caller next awaits something. Raises UnknownGame or Unreadable.
        """
        async with self._lock(game):
            return await self._present(game)

    @asynccontextmanager
    async def held(self, game: int) -> AsyncIterator[LiveTable]:
        """The table, locked; any error but a refusal drops it from memory, to be rebuilt by the next press."""
        async with self._lock(game):
            live = await self._present(game)
            try:
                yield live
            except Known:
                if live.game is not None and len(live.game.entries) != live.stored:
                    # The refusal came after an answer that is not committed.
                    self.drop(game)
                raise
            except BaseException:
                self.drop(game)
                raise

    @asynccontextmanager
    async def alone(self, game: int) -> AsyncIterator[None]:
        """The table's lock without the table, which may not even be readable; it is forgotten afterwards."""
        async with self._lock(game):
            try:
                yield
            finally:
                self.drop(game)

    def drop(self, game: int) -> None:
        """Forget the table; the store has it all."""
        self._live.pop(game, None)

    async def refresh(self, live: LiveTable) -> None:
        """Read again everything but the game itself; the caller holds the table."""
        game = live.id
        live.row = await self._store.game(game)
        live.seats = await self._store.seats(game)
        row = await self._store.deadline(game)
        live.deadline = None if row is None else Deadline(row.number, row.due, row.reminded)
        live.orders = await self._store.standing_orders(game)
        live.out = await self._store.staying_out(game)
        await self._read_votes(live)
        if live.row.finished_yet and not live.seed:
            live.seed = (await self._store.revealed_seed(game)).hex()

    async def _read_votes(self, live: LiveTable) -> None:
        live.votes = {}
        for what in (*VOTES, TROUBLE, LEFT_SERVER):
            users = frozenset(user for user, yes in (await self._store.votes(live.id, what)).items() if yes)
            if users:
                live.votes[what] = users
        live.proposed = await self._first(live, "propose")
        live.proposals = max(await self._store.votes(live.id, PROPOSALS), default=0)
        live.free = {}
        for seat in live.seats:
            offered = await self._store.votes(live.id, f"open:{seat.seat}")
            if offered:
                live.free[seat.seat] = frozenset(offered)

    async def _first(self, live: LiveTable, what: str) -> tuple[str, int] | None:
        for seat in live.seats:
            for user in await self._store.votes(live.id, f"{what}:{seat.seat}"):
                return seat.seat, user
        return None

    async def _present(self, game: int) -> LiveTable:
        live = self._live.get(game)
        if live is None:
            live = self._live[game] = await self._load(game)
            self._forget_old()
        self._live.move_to_end(game)
        return live

    async def _load(self, game: int) -> LiveTable:
        row = await self._store.game(game)
        seats = await self._store.seats(game)
        seed = await self._store.seed(game)
        live = LiveTable(row, seats, Chance(seed, str(game)).commitment, told=row.told)
        await self.refresh(live)
        if row.started is not None:
            entries = await self._store.entries(game)
            live.stored = len(entries)
            record = record_of(row, seats, entries, seed)
            try:
                live.game = replay(record, seed)
            except BadRecord as bad:
                # Not the finding itself: it names cards.
                log.error("table %s does not replay (line %s): run python -m storage check", game, bad.line)  # noqa: TRY400
                raise Unreadable(game) from None
        return live

    def _lock(self, game: int) -> asyncio.Lock:
        return self._locks.setdefault(game, asyncio.Lock())

    def _forget_old(self) -> None:
        for game in self._oldest():
            if len(self._live) <= KEPT:
                return
            if not self._lock(game).locked():
                del self._live[game]

    def _oldest(self) -> Iterable[int]:
        return tuple(self._live)
