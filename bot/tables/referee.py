"""The one door: every button, command and timer that moves a game goes through here.

lock the game -> engine.answer (pure) -> append + commit -> tell -> ask -> set the deadline
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from cachetools import TTLCache

from bot.background import Background
from bot.games.batch_moves import Answer
from bot.games.pre_orders import PreOrders
from bot.tables import order_execution, times
from bot.tables.answering import Played, answer_on, must_be_asked, played_by
from bot.tables.bus import Bus
from bot.tables.computers import Computers
from bot.tables.events import DeadlineExtended, DeadlinePassed
from bot.tables.live import HELD, LiveTable, by_computer
from bot.tables.loadouts import options_of
from bot.tables.refusals import Refused
from bot.tables.registry import Tables
from bot.tables.retries import retry_on_conflict, tolerate_transient_errors
from bot.tables.thinkers import Thinkers
from bot.tables.wakeups import Wakeups
from bot.texts import N_
from rules import GAMES
from rules.decisions import PASS
from rules.engine import Game
from rules.errors import AnswerRefused
from storage import KEEP, Bank, ConflictError, Database, Deadline, Entry, Keep, Lifted, Outcome, Reasons, TableError

Now = Callable[[], datetime]


ANSWER_TTL: Final = timedelta(seconds=10)
"""So soon a button may be pressed twice by mistake."""
MAX_REMEMBERED_ANSWERS: Final = 300
"""Answers remembered at once, each with what its seat knew."""


class Referee:
    """Answers, silences, starts; publishes TableChanged after every commit and never before."""

    def __init__(  # noqa: PLR0913, PLR0917 - one for each neighbour
        self, db: Database, tables: Tables, now: Now, bus: Bus, background: Background,
        thinkers: Thinkers | None = None, wakeups: Wakeups | None = None, *, instant_computers: bool = False,
    ) -> None:  # fmt: skip
        self._db = db
        self._tables = tables
        self._now = now
        self._bus = bus
        self.computers = Computers(
            self, background, now, thinkers or Thinkers(), wakeups or Wakeups(), instant_computers=instant_computers
        )
        self._latest: TTLCache[tuple[int, str], tuple[int, str, Played]] = TTLCache(
            MAX_REMEMBERED_ANSWERS, ANSWER_TTL.total_seconds(), timer=lambda: now().timestamp()
        )
        """By table and seat: the latest answer (decision, request, result), kept for `ANSWER_TTL`."""

    @retry_on_conflict
    async def play(
        self, game_id: int, number: int, user: int, keys: Sequence[str], then: Sequence[Answer] = (), *,
        request: str = "",
    ) -> Played:  # fmt: skip
        """Plays an answer of the user's seat. Raises Refused or AnswerRefused; then nothing has changed.

        Raises AnsweredAlready if the seat has answered that decision before.
        `then`: further answers of that seat, played as long as the seat is asked for them.
        `request`: identifies the press, so that `played` recognises when it is repeated.
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
                await self.is_here(live, seat)
                if played.may_stay_out:
                    await self._stays_out(live, seat, True)
            if not game.over:
                self._latest[game_id, seat] = number, request, played
            self._bus.table_changed(live)
        return played

    def played(self, game_id: int, number: int, seat: str, request: str = "") -> Played | None:
        """Returns the seat's answer to that decision if the same request gave it within `ANSWER_TTL`, else None."""
        latest = self._latest.get((game_id, seat))
        return latest[2] if latest is not None and latest[:2] == (number, request) else None

    def ended(self, game: int) -> None:
        """Forgets the answers and the thinking of a game that is over or was taken back."""
        self.computers.forget(game)
        for known in [known for known in self._latest if known[0] == game]:
            self._latest.pop(known, None)

    @retry_on_conflict
    async def clock(self, game_id: int, number: int) -> bool:
        """Ends the time for a decision: orders are executed, otherwise its silence counts; returns False if it was over
        already."""
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
        """Answers that decision with what a computer has chosen, and stores why; does nothing if it is not asked."""
        async with self._tables.held(game_id) as live:
            game = live.playing()
            if game.number == number and seat in order_execution.asked_computers(live, game):
                game.answer(number, seat, keys)
                await self._follow(live, game, reasons=reasons)
                self._bus.table_changed(live)

    @retry_on_conflict
    async def start(self, game_id: int, user: int) -> None:
        """Starts the lobby's game, also if half of that was stored before; raises Refused or WrongPhase."""
        async with self._tables.held(game_id) as live:
            order_execution.check_start(live, user)
            rules = GAMES[live.row.kind]
            options = options_of(live)
            if live.row.phase != "running" or live.stored:
                await self._db.tables.start(game_id, rules.edition, self._now(), options=options)
                await self._tables.refresh(live)
            live.game = Game.new(
                rules,
                [seat.record_name for seat in live.seats],
                options,
                game_id=str(game_id),
                seed=await self._db.seeds.get(game_id),
            )
            await self._follow(live, live.game)
            self._bus.table_changed(live)

    async def undo_held(self, live: LiveTable, seat: str, since: Sequence[str]) -> None:
        """Takes a seat's last answer back; the caller holds the table; raises AnswerRefused.

        The decision is asked again, also of those who have answered since: orders that would answer by themselves are
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
            await self.is_here(live, seat)
        self._bus.table_changed(live)

    @retry_on_conflict
    async def settle(self, game_id: int) -> None:
        """Orders, computers and what a crash has cut off: everything that now goes on without being asked."""
        async with self._tables.held(game_id) as live:
            await self.settle_held(live)

    @retry_on_conflict
    async def follow(self, game_id: int) -> LiveTable:
        """Follows a change by another process and answers for computers and orders; publishes nothing."""
        async with self._tables.held(game_id) as live:
            if live.ours and live.game is not None and live.row.phase == "running" and live.row.paused_at is None:
                await self._follow(live, live.game)
            return live

    async def settle_held(self, live: LiveTable) -> None:
        """Settles a table that the caller holds.

        After a conflict only this step is repeated, because the earlier steps are done.
        """
        try:
            await self._settle(live)
        except ConflictError:
            await self._tables.reload(live)
            await self._settle(live)

    @retry_on_conflict
    async def set_order(self, game_id: int, user: int, order: str) -> None:
        """A seat's order for windows of this phase, or for what it is asked out of turn; raises Refused."""
        async with self._tables.held(game_id) as live:
            live.running()
            seat = live.player(user).seat
            await self._db.orders.set(game_id, seat, order, order_execution.holds_for(live, order))
            await self._tables.refresh(live)
            await self.settle_held(live)

    @retry_on_conflict
    async def hold_on(self, game_id: int, number: int, user: int) -> None:
        """Gives every seat more time in a window, once; raises Refused.

        Every seat that is asked may do so, no matter what it holds and whether it has already passed.
        """
        async with self._tables.held(game_id) as live:
            game, seat = live.playing(), live.player(user).seat
            seconds, deadline = live.hold_seconds, live.deadline
            if number != game.number or deadline is None or seconds is None or game.decision is None:
                raise Refused(N_("That reaction is over. Nothing has changed."))
            if seat not in game.decision.seats:
                raise Refused(N_("You are not asked here, so the others do not wait for you."))
            if live.is_held:
                raise Refused(N_("Someone has asked for more time already. Everyone has it."))
            due = max(deadline.due, self._now() + timedelta(seconds=seconds))
            await self._db.deadlines.set(game_id, number, due, HELD)
            await self._tables.refresh(live)
            self._bus.table_changed(live)

    @retry_on_conflict
    async def stay_out(self, game_id: int, user: int, out: bool) -> None:
        """Sets whether a seat stays out for the rest of the epoch; raises Refused."""
        async with self._tables.held(game_id) as live:
            live.running()
            await self._stays_out(live, live.player(user).seat, out)
            await self.settle_held(live)

    # Inside; the table is held

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
        await self._commit(live, game, lifted, reasons)
        self.computers.ask(live)

    async def _commit(self, live: LiveTable, game: Game, lifted: Lifted | None, reasons: Reasons | None) -> None:
        entries = [Entry.of(entry, self._now()) for entry in game.entries[live.stored :]]
        if bank := self._drawn(live, game):
            live.banks[bank.seat] = bank
        deadline, outcome = self._next_deadline(live, game, is_new=bool(entries)), self._outcome(game)
        if not entries and isinstance(deadline, Keep) and outcome is None:
            return
        believed = live.stored if self._db.shared else None
        try:
            await self._db.record.append(
                live.id, entries, length=believed, told=live.told, deadline=deadline, bank=bank, lifted=lifted,
                outcome=outcome, reasons=() if reasons is None else (reasons,),
            )  # fmt: skip
        except TableError:
            self._tables.drop(live.id)
            raise
        live.stored = len(game.entries)
        if not isinstance(deadline, Keep):
            live.deadline = deadline
        live.timed = times.timed(live, game)
        if outcome is not None:
            await self._tables.refresh(live)

    async def _prolong(self, live: LiveTable, game: Game, seconds: float) -> None:
        """Silence would cost a seat the rest of the phase: once in each it has some time more, and is called."""
        seat = game.waiting[0]
        deadline = Deadline(game.number, self._now() + timedelta(seconds=seconds), times.PING)
        await self._db.deadlines.extend(live.id, seat, live.epoch(), deadline)
        await self._tables.refresh(live)
        self._bus.table_changed(live)
        self._bus.publish(DeadlineExtended(live.id, seat))

    async def _lapse(self, live: LiveTable, game: Game) -> None:
        """Ends a decision without an answer in time: orders react, otherwise the silence counts."""
        decision = game.decision
        if not order_execution.carry_out_reactions(live, game):
            game.clock(game.number)
        await self._follow(live, game)
        if decision is not None and decision.patience == "turn":
            with tolerate_transient_errors(live.id):
                await self._was_late(live, decision.seats[0], decision.kind, decision.silence)
        self._bus.table_changed(live)

    def _drawn(self, live: LiveTable, game: Game) -> Bank | None:
        """Returns the seat's time bank after its answer."""
        answered = live.timed is not None and live.timed.number != game.number
        return times.drawn(live, live.timed, self._now()) if answered or game.over else None

    def _next_deadline(self, live: LiveTable, game: Game, *, is_new: bool) -> Deadline | Keep | None:
        """Returns the present decision's deadline; it depends on settings and on the kind of decision only.

        A decision that was asked without a clock stays so: when a second person joins, the pace applies from the next.
        """
        seconds = times.waiting_time(live, game)
        if seconds is None:
            return None if live.deadline is not None else KEEP
        if live.deadline is None and not is_new:
            return KEEP
        if live.deadline is not None and live.deadline.number == game.number:
            return KEEP
        return Deadline(game.number, self._now() + timedelta(seconds=seconds))

    def _outcome(self, game: Game) -> Outcome | None:
        if game.over is None:
            return None
        return Outcome("over", json.dumps(game.over, ensure_ascii=False), self._now())

    async def is_here(self, live: LiveTable, seat: str) -> None:
        """Notes that a late player has answered; the caller holds the table."""
        if live.seat(seat).absences:
            await self._db.vacancies.reset_absences(live.id, seat, live.asked_about(seat))
            await self._tables.refresh(live)

    async def _was_late(self, live: LiveTable, seat: str, kind: str, silence: str | None) -> None:
        if live.row.phase != "running" or by_computer(live.seat(seat)):
            return
        await self._db.seats.set_absences(live.id, seat, live.seat(seat).absences + 1)
        await self._tables.refresh(live)
        self._bus.publish(DeadlinePassed(live.id, seat))
        if silence is not None and live.game_ui.get(PreOrders).may_stay_out_after(kind, silence):
            await self._stays_out(live, seat, True)

    async def _stays_out(self, live: LiveTable, seat: str, out: bool) -> None:
        if live.row.phase != "running":
            return
        await self._db.orders.set_staying_out(live.id, seat, live.epoch() if out else None)
        await self._tables.refresh(live)


def _can_go_back(game: Game, seat: str) -> bool:
    """Returns whether the seat has a further answer that it may take back."""
    try:
        game.retraction(seat)
    except AnswerRefused:
        return False
    return True


@dataclass(eq=False)
class ChangesTables:
    """Holds a table while changing it, and publishes TableChanged afterwards; `_now` gives moments in UTC."""

    _db: Database
    _tables: Tables
    _referee: Referee
    _now: Now
    _bus: Bus
