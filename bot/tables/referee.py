"""The one door: every button, command and timer that moves a game goes through here.

lock the game -> engine.answer (pure) -> append + commit -> tell -> ask -> set the deadline
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from bot.games import About
from bot.games.protocol import NO_FACTS
from bot.tables import orders
from bot.tables.live import LEFT_SERVER, LiveTable, Tables
from bot.tables.refusals import Refused
from bot.texts import later
from rules import GAMES
from rules.decisions import Window
from rules.engine import SEATS, Game, complete_options
from rules.errors import RulesError, StaleNumber
from storage import KEEP, Deadline, Entry, Keep, Outcome, Store, TableError

Now = Callable[[], datetime]


A_MOMENT: Final = timedelta(seconds=10)
"""So soon a button may be pressed twice by mistake."""


@dataclass(frozen=True, slots=True)
class Played:
    """An answer that stands: what was asked, what was answered, and what the seat knew before."""

    seat: str
    kind: str
    keys: tuple[str, ...]
    view: Mapping[str, Any]
    may_stay_out: bool
    about: About = NO_FACTS
    """What the question was about."""


class Referee:
    """Answers, silences, starts; tells `changed` after every commit and never before."""

    def __init__(self, store: Store, tables: Tables, now: Now, changed: Callable[[LiveTable], None]) -> None:
        self._store = store
        self._tables = tables
        self._now = now
        self._changed = changed
        self.late: Callable[[int, str], None] = lambda _game, _seat: None
        """Told of a table and its seat whose time went by in silence."""
        self._latest: dict[int, dict[str, tuple[int, datetime, Played]]] = {}
        """For each table the latest answer of each seat, to which decision, and when."""

    async def play(self, game_id: int, number: int, user: int, keys: Sequence[str]) -> Played:
        """One answer of the seat that the user holds; raises Refused or AnswerRefused, then nothing has changed."""
        async with self._tables.held(game_id) as live:
            game = live.playing()
            seat = live.player(user).seat
            game.check(number, seat)
            played = _played(live, game, seat, tuple(keys))
            game.answer(number, seat, keys)
            await self._follow(live, game)
            await self._is_here(live, seat)
            if played.may_stay_out:
                await self._stays_out(live, seat, True)
            self._latest.setdefault(game_id, {})[seat] = number, self._now(), played
            if game.over:
                del self._latest[game_id]
            self._changed(live)
            return played

    def played(self, game_id: int, number: int, seat: str) -> Played | None:
        """What the seat has answered to that decision a moment ago: the same button is pressed twice."""
        answered, moment, played = self._latest.get(game_id, {}).get(seat, (0, self._now(), None))
        return played if answered == number and self._now() - moment <= A_MOMENT else None

    async def clock(self, game_id: int, number: int) -> bool:
        """The time for a decision is over: orders are carried out, else its silence stands; False if it had gone on."""
        async with self._tables.held(game_id) as live:
            game = live.playing()
            due = live.deadline
            if due is None or due.number != number or game.number != number or due.due > self._now():
                return False
            decision = game.decision
            if not orders.carry_out_reactions(live, game):
                game.clock(number)
            await self._follow(live, game)
            if decision is not None and not isinstance(decision, Window):
                await self._was_late(live, decision.seats[0], decision.kind, decision.silence)
            self._changed(live)
            return True

    async def start(self, game_id: int, user: int) -> None:
        """The lobby's game begins; raises Refused, WrongPhase, or RulesError where its rules cannot be had."""
        async with self._tables.held(game_id) as live:
            orders.check_start(live, user)
            rules = GAMES[live.row.kind]
            options = _options(live)
            await self._store.start_game(game_id, rules.edition, self._now(), options=options)
            await self._tables.refresh(live)
            live.game = Game.new(
                rules,
                [seat.record_name for seat in live.seats],
                options,
                game_id=str(game_id),
                seed=await self._store.seed(game_id),
            )
            await self._follow(live, live.game)
            self._changed(live)

    async def settle(self, game_id: int) -> None:
        """Computers, orders and what a crash has cut off: everything that now goes on without being asked."""
        async with self._tables.held(game_id) as live:
            await self.settle_held(live)

    async def settle_held(self, live: LiveTable) -> None:
        """The same, for whoever holds the table already."""
        if live.game is None or live.row.phase != "running" or live.row.paused_at is not None:
            return
        await self._follow(live, live.game)
        self._changed(live)

    async def set_order(self, game_id: int, user: int, order: str) -> None:
        """A seat's order for windows of this phase; raises Refused."""
        async with self._tables.held(game_id) as live:
            live.running()
            seat = live.player(user).seat
            await self._store.set_standing_order(game_id, seat, order, live.mark())
            live.orders = await self._store.standing_orders(game_id)
            await self.settle_held(live)

    async def stay_out(self, game_id: int, user: int, out: bool) -> None:
        """Whether a seat stays out for the rest of the phase; raises Refused."""
        async with self._tables.held(game_id) as live:
            live.running()
            await self._stays_out(live, live.player(user).seat, out)
            await self.settle_held(live)

    # Inside; the table is held

    async def _follow(self, live: LiveTable, game: Game) -> None:
        """Lets computers and orders act, then commits all that the store does not have yet."""
        orders.let_act(live, game)
        entries = [Entry.of(entry, self._now()) for entry in game.entries[live.stored :]]
        deadline, outcome = self._next_deadline(live, game), self._outcome(game)
        if not entries and isinstance(deadline, Keep) and outcome is None:
            return
        try:
            await self._store.append(live.id, entries, told=live.told, deadline=deadline, outcome=outcome)
        except TableError:
            self._tables.drop(live.id)
            raise
        live.stored = len(game.entries)
        if not isinstance(deadline, Keep):
            live.deadline = deadline
        if outcome is not None:
            await self._tables.refresh(live)

    def _next_deadline(self, live: LiveTable, game: Game) -> Deadline | Keep | None:
        """A new decision's time begins when it is asked; of settings and the kind of waiting alone."""
        if live.deadline is not None and live.deadline.number == game.number and game.decision is not None:
            return KEEP
        seconds = waiting_time(live, game)
        if seconds is None:
            return None if live.deadline is not None else KEEP
        return Deadline(game.number, self._now() + timedelta(seconds=seconds))

    def _outcome(self, game: Game) -> Outcome | None:
        if game.over is None:
            return None
        return Outcome("over", json.dumps(game.over, ensure_ascii=False), self._now())

    async def _is_here(self, live: LiveTable, seat: str) -> None:
        if live.seat(seat).absences:
            await self._store.set_absences(live.id, seat, 0)
            await self._store.clear_votes(live.id, LEFT_SERVER)
            await self._tables.refresh(live)

    async def _was_late(self, live: LiveTable, seat: str, kind: str, silence: str | None) -> None:
        if live.row.phase != "running":
            return
        await self._store.set_absences(live.id, seat, live.seat(seat).absences + 1)
        live.seats = await self._store.seats(live.id)
        self.late(live.id, seat)
        if silence is not None and live.board.may_stay_out_after(kind, silence):
            await self._stays_out(live, seat, True)

    async def _stays_out(self, live: LiveTable, seat: str, out: bool) -> None:
        if live.row.phase != "running":
            return
        await self._store.set_staying_out(live.id, seat, live.mark() if out else None)
        live.out = await self._store.staying_out(live.id)


def waiting_time(live: LiveTable, game: Game) -> int | None:
    """How many seconds the present decision waits; None: for everybody."""
    if game.decision is None or game.decision.patience is None:
        return None
    return live.row.window_seconds if game.decision.patience == "window" else live.row.turn_seconds


def _options(live: LiveTable) -> dict[str, str]:
    try:
        return complete_options(GAMES[live.row.kind], live.row.options, SEATS[: len(live.seats)])
    except RulesError as wrong:
        raise Refused(
            later("This game cannot be set up here ({why}). Please tell whoever runs the bot."), why=wrong
        ) from None


def _played(live: LiveTable, game: Game, seat: str, keys: tuple[str, ...]) -> Played:
    decision = game.decision
    if decision is None:
        raise StaleNumber("the game is over")
    out = len(keys) == 1 and live.board.may_stay_out_after(decision.kind, keys[0])
    return Played(seat, decision.kind, keys, game.view(seat), out, decision.about)
