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
from bot.games.protocol import Answer
from bot.tables import orders, times
from bot.tables.answering import Played, answer_on, played_by
from bot.tables.besides import besides
from bot.tables.brought import options_of
from bot.tables.computers import Computers
from bot.tables.live import LiveTable, by_computer
from bot.tables.overtaken import once_more
from bot.tables.registry import Tables
from bot.tables.workers import Workers
from rules import GAMES
from rules.decisions import PASS
from rules.engine import Game
from storage import KEEP, Bank, Deadline, Entry, Keep, Lifted, Outcome, Overtaken, Store, TableError

Now = Callable[[], datetime]


A_MOMENT: Final = timedelta(seconds=10)
"""So soon a button may be pressed twice by mistake."""
MOST_ANSWERS: Final = 300
"""Answers remembered at once, each with what its seat knew."""


class Referee:
    """Answers, silences, starts; tells `changed` after every commit and never before."""

    def __init__(  # noqa: PLR0913, PLR0917 - one for each neighbour
        self, store: Store, tables: Tables, now: Now, changed: Callable[[LiveTable], None],
        late: Callable[[int, str, bool], None], background: Background,
        workers: Workers | None = None,
    ) -> None:  # fmt: skip
        self._store = store
        self._tables = tables
        self._now = now
        self._changed = changed
        self._late = late
        """Told of a table and its seat whose time went by in silence; True: and is prolonged once."""
        self.computers = Computers(self, background, now, workers or Workers())
        self._latest: TTLCache[tuple[int, str], tuple[int, Played]] = TTLCache(
            MOST_ANSWERS, A_MOMENT.total_seconds(), timer=lambda: now().timestamp()
        )
        """For each table and seat the latest answer of the last moment, and to which decision."""

    @once_more
    async def play(
        self, game_id: int, number: int, user: int, keys: Sequence[str], then: Sequence[Answer] = ()
    ) -> Played:
        """One answer of the seat that the user holds; raises Refused or AnswerRefused, then nothing has changed.

        `then`: further answers of that seat, as long as what is asked is what they answer.
        """
        async with self._tables.held(game_id) as live:
            game = live.playing()
            seat = live.player(user).seat
            game.check(number, seat)
            played = played_by(live, game, seat, tuple(keys))
            if played.keys == (PASS,) and orders.keeps_pass(live, game, seat):
                return played
            game.answer(number, seat, keys)
            answer_on(live, game, seat, then)
            await self._follow(live, game)
            with besides(game_id):
                await self.is_here(live, seat)
                if played.may_stay_out:
                    await self._stays_out(live, seat, True)
            if not game.over:
                self._latest[game_id, seat] = number, played
            self._changed(live)
        return played

    def played(self, game_id: int, number: int, seat: str) -> Played | None:
        """What the seat has answered to that decision a moment ago: the same button is pressed twice."""
        answered, played = self._latest.get((game_id, seat), (0, None))
        return played if answered == number else None

    def ended(self, game_id: int) -> None:
        """The game is over, or was taken back: nobody has pressed its buttons a moment ago, no computer thinks."""
        self.computers.forget(game_id)
        for known in [known for known in self._latest if known[0] == game_id]:
            self._latest.pop(known, None)

    @once_more
    async def clock(self, game_id: int, number: int) -> bool:
        """The time for a decision is over: orders are carried out, else its silence stands; False if it had gone on."""
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

    @once_more
    async def computer_answers(self, game_id: int, number: int, seat: str, keys: Sequence[str]) -> None:
        """What a computer has chosen for that decision; dropped where it is no longer asked."""
        async with self._tables.held(game_id) as live:
            game = live.playing()
            if game.number == number and seat in orders.asked_computers(live, game):
                game.answer(number, seat, keys)
                await self._follow(live, game)
                self._changed(live)

    @once_more
    async def start(self, game_id: int, user: int) -> None:
        """The lobby's game begins, also where half of that was written before; raises Refused or WrongPhase."""
        async with self._tables.held(game_id) as live:
            orders.check_start(live, user)
            rules = GAMES[live.row.kind]
            options = options_of(live)
            if live.row.phase != "running" or live.stored:
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

    async def undo_held(self, live: LiveTable, seat: str, since: Sequence[str]) -> None:
        """A seat's last answer is taken back, for whoever holds the table; raises AnswerRefused.

        What is asked again is asked, also those who have answered since: what would answer by itself holds no more.
        """
        game = live.playing()
        game.undo(game.number, seat)
        self.ended(live.id)
        lifted = orders.answering(live, game, seat, since)
        orders.lift(live, lifted)
        await self._follow(live, game, lifted)
        with besides(live.id):
            await self.is_here(live, seat)
        self._changed(live)

    @once_more
    async def settle(self, game_id: int) -> None:
        """Orders, computers and what a crash has cut off: everything that now goes on without being asked."""
        async with self._tables.held(game_id) as live:
            await self.settle_held(live)

    @once_more
    async def follow(self, game_id: int) -> LiveTable:
        """Another process has changed the table: what follows from that is done; nobody is told of it."""
        async with self._tables.held(game_id) as live:
            if live.ours and live.game is not None and live.row.phase == "running" and live.row.paused_at is None:
                await self._follow(live, live.game)
            return live

    async def settle_held(self, live: LiveTable) -> None:
        """The same, for whoever holds the table already.

        Who is overtaken here does not begin anew, for what came before is done: only this is tried once more.
        """
        try:
            await self._settle(live)
        except Overtaken:
            await self._tables.reload(live)
            await self._settle(live)

    @once_more
    async def set_order(self, game_id: int, user: int, order: str) -> None:
        """A seat's order for windows of this phase, or for what it is asked out of turn; raises Refused."""
        async with self._tables.held(game_id) as live:
            live.running()
            seat = live.player(user).seat
            await self._store.set_standing_order(game_id, seat, order, orders.holds_for(live, order))
            await self._tables.refresh(live)
            await self.settle_held(live)

    @once_more
    async def stay_out(self, game_id: int, user: int, out: bool) -> None:
        """Whether a seat stays out for the rest of the phase; raises Refused."""
        async with self._tables.held(game_id) as live:
            live.running()
            await self._stays_out(live, live.player(user).seat, out)
            await self.settle_held(live)

    # Inside; the table is held

    async def _settle(self, live: LiveTable) -> None:
        if live.game is None or live.row.phase != "running" or live.row.paused_at is not None:
            return
        await self._follow(live, live.game)
        self._changed(live)

    async def _follow(self, live: LiveTable, game: Game, lifted: Lifted | None = None) -> None:
        """Lets orders act, commits all that the store does not have yet, and leaves the rest to the computers."""
        orders.let_act(live, game)
        await self._commit(live, game, lifted)
        self.computers.ask(live)

    async def _commit(self, live: LiveTable, game: Game, lifted: Lifted | None) -> None:
        entries = [Entry.of(entry, self._now()) for entry in game.entries[live.stored :]]
        if bank := self._drawn(live, game):
            live.banks[bank.seat] = bank
        deadline, outcome = self._next_deadline(live, game), self._outcome(game)
        if not entries and isinstance(deadline, Keep) and outcome is None:
            return
        believed = live.stored if self._store.shared else None
        try:
            await self._store.append(
                live.id, entries, length=believed, told=live.told, deadline=deadline, bank=bank, lifted=lifted,
                outcome=outcome,
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
        await self._store.prolong(live.id, seat, live.mark(), deadline)
        await self._tables.refresh(live)
        self._changed(live)
        self._late(live.id, seat, True)

    async def _lapse(self, live: LiveTable, game: Game) -> None:
        """Nobody else has answered in time: orders react, else the silence stands."""
        decision = game.decision
        if not orders.carry_out_reactions(live, game):
            game.clock(game.number)
        await self._follow(live, game)
        if decision is not None and decision.patience == "turn":
            with besides(live.id):
                await self._was_late(live, decision.seats[0], decision.kind, decision.silence)
        self._changed(live)

    def _drawn(self, live: LiveTable, game: Game) -> Bank | None:
        """What an answer has cost of its seat's time bank."""
        answered = live.timed is not None and live.timed.number != game.number
        return times.drawn(live, live.timed, self._now()) if answered or game.over else None

    def _next_deadline(self, live: LiveTable, game: Game) -> Deadline | Keep | None:
        """A new decision's time begins when it is asked; of settings and the kind of waiting alone."""
        if live.deadline is not None and live.deadline.number == game.number and game.decision is not None:
            return KEEP
        seconds = times.waiting_time(live, game)
        if seconds is None:
            return None if live.deadline is not None else KEEP
        return Deadline(game.number, self._now() + timedelta(seconds=seconds))

    def _outcome(self, game: Game) -> Outcome | None:
        if game.over is None:
            return None
        return Outcome("over", json.dumps(game.over, ensure_ascii=False), self._now())

    async def is_here(self, live: LiveTable, seat: str) -> None:
        """Somebody who was late has answered; the table is held."""
        if live.seat(seat).absences:
            await self._store.count_anew(live.id, seat, live.asked_about(seat))
            await self._tables.refresh(live)

    async def _was_late(self, live: LiveTable, seat: str, kind: str, silence: str | None) -> None:
        if live.row.phase != "running" or by_computer(live.seat(seat)):
            return
        await self._store.set_absences(live.id, seat, live.seat(seat).absences + 1)
        await self._tables.refresh(live)
        self._late(live.id, seat, False)
        if silence is not None and live.board.may_stay_out_after(kind, silence):
            await self._stays_out(live, seat, True)

    async def _stays_out(self, live: LiveTable, seat: str, out: bool) -> None:
        if live.row.phase != "running":
            return
        await self._store.set_staying_out(live.id, seat, live.mark() if out else None)
        await self._tables.refresh(live)


@dataclass(eq=False)
class ChangesTables:
    """Holds a table while changing it, and tells `_changed` of it afterwards; `_now` gives moments in UTC."""

    _store: Store
    _tables: Tables
    _referee: Referee
    _now: Now
    _changed: Callable[[LiveTable], None]
