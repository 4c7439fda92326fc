"""The referee: the only code that changes a running game, whether by a button, a command, a timer or a computer.

lock the table -> engine.answer (pure) -> standing orders -> append with the new deadline + commit -> ask computers ->
publish
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from cachetools import TTLCache

from bot.background import Background
from bot.games.batch_moves import Answer
from bot.tables import day_clock, order_execution, times
from bot.tables.answering import Played, answer_on, held_deadline, must_be_asked, played_by
from bot.tables.bus import Bus
from bot.tables.commits import Commits
from bot.tables.computers import Computers
from bot.tables.events import DeadlineExtended
from bot.tables.live import LiveTable
from bot.tables.loadouts import options_of
from bot.tables.presence import Presence
from bot.tables.registry import Tables
from bot.tables.retries import retry_on_conflict, tolerate_transient_errors
from bot.tables.table_data import HELD
from bot.tables.thinkers import Thinkers
from bot.tables.wakeups import Wakeups
from rules import GAMES
from rules.decisions import PASS, TURN
from rules.engine import Game
from rules.errors import AnswerRefused
from storage import ConflictError, Database, Lifted, Reasons
from storage.replay import cuts_of

Now = Callable[[], datetime]

ANSWER_TTL: Final = timedelta(seconds=10)
"""The time within which a second press of the same button counts as an accident."""
MAX_REMEMBERED_ANSWERS: Final = 300
"""The maximum number of recent answers in memory, each with the view of its seat."""


class Referee:
    """The service that executes answers, timeouts, starts and undos of games, and publishes TableChanged after each
    commit."""

    def __init__(  # noqa: PLR0913, PLR0917 - one for each neighbour
        self, db: Database, tables: Tables, now: Now, bus: Bus, background: Background,
        thinkers: Thinkers | None = None, wakeups: Wakeups | None = None, *, instant_computers: bool = False,
    ) -> None:  # fmt: skip
        self._db = db
        self._tables = tables
        self._now = now
        self._bus = bus
        self._commits = Commits(db, tables, now)
        self.computers = Computers(
            self, background, now, thinkers or Thinkers(), wakeups or Wakeups(), instant_computers=instant_computers
        )
        self.presence = Presence(db, tables, bus)
        self._latest: TTLCache[tuple[int, str], tuple[int, str, Played]] = TTLCache(
            MAX_REMEMBERED_ANSWERS, ANSWER_TTL.total_seconds(), timer=lambda: now().timestamp()
        )
        """(table, seat) -> the seat's latest answer (decision, pressed button, result), kept for `ANSWER_TTL`."""

    @retry_on_conflict
    async def play(
        self, game_id: int, number: int, user: int, keys: Sequence[str], then: Sequence[Answer] = (), *,
        request: str = "",
    ) -> Played:  # fmt: skip
        """Plays an answer of the user's seat. Raises Refused or AnswerRefused; then nothing has changed.

        Raises AnsweredAlready if the seat has answered that decision before. `then`: further answers of that seat,
        played as long as the seat is asked for them. `request`: the custom_id of the pressed button, by which `played`
        recognises a second press. A pass that waits for the end of its window (`keeps_pass`) is not stored.
        """
        async with self._tables.held(game_id) as live:
            game = live.playing()
            seat = live.player(user).seat
            must_be_asked(game, number, seat)
            played = played_by(live, game, seat, tuple(keys))
            if played.keys == (PASS,) and order_execution.keeps_pass(live, game, seat):
                return played
            game.answer(number, seat, keys)
            answer_on(live, game, seat, then)
            await self._follow(live, game)
            with tolerate_transient_errors(game_id):
                await self.presence.is_here(live, seat)
                if played.may_stay_out:
                    await self.presence.stays_out(live, seat, True)
            if not game.over:
                self._latest[game_id, seat] = number, request, played
            self._bus.table_changed(live)
        return played

    def played(self, game_id: int, number: int, seat: str, request: str = "") -> Played | None:
        """Returns the seat's answer to that decision if the same button (`request`) gave it within `ANSWER_TTL`; None
        otherwise."""
        latest = self._latest.get((game_id, seat))
        return latest[2] if latest is not None and latest[:2] == (number, request) else None

    def ended(self, game: int) -> None:
        """Forgets the recent answers and stops the computers of a game that is over or in which a move was taken
        back."""
        self.computers.forget(game)
        for known in [known for known in self._latest if known[0] == game]:
            self._latest.pop(known, None)

    @retry_on_conflict
    async def clock(self, game_id: int, number: int) -> bool:
        """Ends a decision whose deadline has passed: executes orders, otherwise the silence counts.

        A seat that silence would cost the rest of the phase gets more time first, once per phase. Returns False, and
        changes nothing, if the decision was already over or its deadline has not passed.
        """
        async with self._tables.held(game_id) as live:
            game = live.playing()
            due = live.deadline
            if due is None or due.number != number or game.number != number or due.due > self._now():
                return False
            if seconds := times.grace(live, game):
                await self._prolong(live, game, seconds)
            else:
                await self._lapse(live, game)
            return True

    @retry_on_conflict
    async def computer_answers(
        self, game_id: int, number: int, seat: str, keys: Sequence[str], reasons: Reasons | None = None
    ) -> None:
        """Answers a decision with a computer's choice, and stores its reasons; does nothing if the computer is not
        asked."""
        async with self._tables.held(game_id) as live:
            game = live.playing()
            if game.number == number and seat in order_execution.asked_computers(live, game):
                game.answer(number, seat, keys)
                await self._follow(live, game, reasons=reasons)
                self._bus.table_changed(live)

    @retry_on_conflict
    async def start(self, game_id: int, user: int) -> None:
        """Starts the lobby's game, even after a crash in the middle of a start; raises Refused or WrongPhase."""
        async with self._tables.held(game_id) as live:
            await self._start(live, user)

    @retry_on_conflict
    async def start_if_full(self, game_id: int) -> None:
        """Starts the lobby's game if it is full and its host wants that; otherwise does nothing; raises Refused."""
        async with self._tables.held(game_id) as live:
            if live.starts_now:
                await self._start(live, live.row.host)

    async def undo_held(self, live: LiveTable, seat: str, since: Sequence[str]) -> None:
        """Takes a seat's last answer back; the caller holds the table's lock; raises AnswerRefused.

        If the single person at a table had no choice there, takes earlier answers back too. The decision is asked
        again, also of the seats that have answered since (`since`). Orders that would answer it automatically are
        removed.
        """
        game = live.playing()
        game.undo(game.number, seat)
        while order_execution.only_answer(live, game) is not None and _can_go_back(game, seat):
            game.undo(game.number, seat)
        self.ended(live.id)
        lifted = order_execution.answering(live, game, seat, since)
        order_execution.lift(live, lifted)
        await self._follow(live, game, lifted)
        with tolerate_transient_errors(live.id):
            await self.presence.is_here(live, seat)
        self._bus.table_changed(live)

    @retry_on_conflict
    async def settle(self, game_id: int) -> None:
        """Lets a loaded table go on: executes orders, asks computers, and completes what a crash has interrupted."""
        async with self._tables.held(game_id) as live:
            await self.settle_held(live)

    @retry_on_conflict
    async def follow(self, game_id: int) -> LiveTable:
        """Applies a change by another process, then executes orders and asks computers; publishes nothing; returns the
        table."""
        async with self._tables.held(game_id) as live:
            if live.ours and live.game is not None and live.row.phase == "running" and live.row.paused_at is None:
                await self._follow(live, live.game)
            elif live.row.phase == "lobby":
                await self._tables.refresh(live)  # the reliability of its people is not stored with the table
            return live

    async def settle_held(self, live: LiveTable) -> None:
        """Lets a loaded table go on: executes orders, asks computers, and stores what is not stored yet; the caller
        holds its lock.

        After a conflict only this step is repeated, because the earlier steps are done.
        """
        try:
            await self._settle(live)
        except ConflictError:
            await self._tables.reload(live)
            await self._settle(live)

    @retry_on_conflict
    async def set_order(self, game_id: int, user: int, order: str) -> None:
        """Sets the order of a user's seat for windows or for decisions out of turn; raises Refused."""
        async with self._tables.held(game_id) as live:
            live.running()
            seat = live.player(user).seat
            await self._db.orders.set(game_id, seat, order, order_execution.holds_for(live, order))
            await self._tables.refresh(live)
            await self.settle_held(live)

    @retry_on_conflict
    async def hold_on(self, game_id: int, number: int, user: int) -> None:
        """Gives every seat more time in a window, once; raises Refused.

        Every seat that is asked may request this, no matter what it holds and whether it has already passed.
        """
        async with self._tables.held(game_id) as live:
            game, seat = live.playing(), live.player(user).seat
            deadline = held_deadline(live, game, number, seat, self._now())
            await self._db.deadlines.set(game_id, number, deadline.due, HELD, deadline.away)
            await self._tables.publish_change(live)

    @retry_on_conflict
    async def stay_out(self, game_id: int, user: int, out: bool) -> None:
        """Sets whether a user's seat stays out (is not asked again) for the rest of the epoch; raises Refused."""
        async with self._tables.held(game_id) as live:
            live.running()
            await self.presence.stays_out(live, live.player(user).seat, out)
            await self.settle_held(live)

    # Internal methods; the caller holds the table's lock

    async def _start(self, live: LiveTable, user: int) -> None:
        order_execution.check_start(live, user)
        rules = GAMES[live.row.kind]
        options = options_of(live)
        if live.row.phase != "running" or live.stored:
            await self._db.tables.start(live.id, rules.edition, self._now(), options=options, hints=live.has_hints)
            await self._tables.refresh(live)
        live.game = Game.new(
            rules,
            [seat.record_name for seat in live.seats],
            options,
            game_id=str(live.id),
            seed=await self._db.seeds.get(live.id),
            cuts=cuts_of(live.seats),
        )
        await self._follow(live, live.game)
        self._bus.table_changed(live)

    async def _settle(self, live: LiveTable) -> None:
        if live.game is None or live.row.phase != "running" or live.row.paused_at is not None:
            return
        await self._follow(live, live.game)
        self._bus.table_changed(live)

    async def _follow(
        self, live: LiveTable, game: Game, lifted: Lifted | None = None, reasons: Reasons | None = None
    ) -> None:
        """Applies standing orders, commits everything that is not stored yet, and asks the computers."""
        order_execution.let_act(live, game)
        await self._commits.commit(live, game, lifted, reasons)
        self.computers.ask(live)

    async def _prolong(self, live: LiveTable, game: Game, seconds: float) -> None:
        """Extends the deadline of the seat that is asked by that many seconds from now, stores that it had its grace
        period in this phase, and publishes DeadlineExtended."""
        seat = game.waiting[0]
        deadline = await day_clock.deadline(self._db, live, game.number, seconds, self._now())
        deadline = replace(deadline, reminded=times.PING)
        await self._db.deadlines.extend(live.id, seat, live.epoch(), deadline)
        await self._tables.publish_change(live)
        self._bus.publish(DeadlineExtended(live.id, seat))

    async def _lapse(self, live: LiveTable, game: Game) -> None:
        """Ends a decision that was not answered in time: executes orders, otherwise the silence counts."""
        decision = game.decision
        if not order_execution.carry_out_reactions(live, game):
            game.clock(game.number)
        await self._follow(live, game)
        if decision is not None and decision.patience == TURN:
            with tolerate_transient_errors(live.id):
                await self.presence.was_late(live, decision.seats[0], decision.kind, decision.silence)
        self._bus.table_changed(live)


def _can_go_back(game: Game, seat: str) -> bool:
    """Returns whether the seat has an earlier answer that it may take back."""
    try:
        game.retraction(seat)
    except AnswerRefused:
        return False
    return True
