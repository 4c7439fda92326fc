"""The engine: runs the coroutine of one game, checks and applies answers, and replays records."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Mapping, Sequence
from typing import Any

from rules.chance import Chance, Cuts
from rules.decisions import CHANCE, CLOCK, OPEN, TURN, Decision, Keys
from rules.description import SEATS, Play, Result, Rules, check_options, complete_options
from rules.draws import Draw
from rules.errors import AnswerRefused, BadRecord, ForeignAwait, NotAsked, RulesError, StaleNumber
from rules.events import Event, Silence
from rules.notation import Entry, Record, check_id, check_names, result_line
from rules.record_checks import check_edition, check_end, expected_entry, fitting_chance
from rules.setup import letters, opening_position
from rules.undo import UNDO, Retraction, retraction


class Game:
    """A running game, driven by answers; the same answers always give the same game.

    A refused answer raises AnswerRefused and changes nothing. After any other error the game is in an unknown state: it
    must be dropped and its record replayed.
    """

    def __init__(self, rules: Rules, table: Any, play: Play, head: Record, chance: Chance | None = None) -> None:
        self.rules = rules
        self.table = table
        self.head = head
        self.chance = chance
        self.entries: list[Entry] = []
        self.silences: list[Silence] = []
        """All decisions that no seat answered in time, in order, except windows."""
        self.number = 0
        self.decision: Decision | None = None
        self.over: Result | None = None
        self._play: Coroutine[object, Any, Result] = play
        self._log: list[Event] = []
        """All events of the game, also those that were taken back; empty until the first undo."""
        self._heard = 0
        """The number of the table's events that are in `_log`."""
        self._advance(None)

    # Creating a game

    @classmethod
    def new(  # noqa: PLR0913 - all that a game begins with
        cls,
        rules: Rules,
        names: Sequence[str],
        options: Mapping[str, str] | None = None,
        *,
        game_id: str = "0",
        seed: bytes | None = None,
        cuts: Cuts = (),
        edition: int | None = None,
    ) -> Game:
        """Creates a new game and plays to its first question; raises RulesError for impossible names or options.

        With a seed, the game answers its own draws; without one, the caller must answer them like other decisions.

        `cuts`: the hash of each seat's cut, None for a seat without one.
        """
        chosen = complete_options(rules, options or {}, letters(rules, names))
        cuts = tuple(cuts) if any(cuts) else ()
        chance = Chance(seed, check_id(game_id), cuts) if seed is not None else None
        commitment = chance.commitment if chance else None
        edition = rules.edition if edition is None else edition
        head = Record(
            rules.name, edition, check_id(game_id), check_names(names), chosen, commitment=commitment, cuts=cuts
        )
        return cls._begin(rules, head, chance)

    @classmethod
    def at(
        cls,
        rules: Rules,
        position: Mapping[str, Any],
        names: Sequence[str] | None = None,
        *,
        game_id: str = "0",
        seed: bytes | None = None,
    ) -> Game:
        """Creates a game that begins at a given table (JSON values); raises BadRequest if the table is not possible."""
        chance = Chance(seed, check_id(game_id)) if seed is not None else None
        named = None if names is None else check_names(names)
        table, play = rules.position(position, named)
        head = Record(
            rules.name, rules.edition, check_id(game_id), named or tuple(SEATS[: len(position["players"])]),
            position=rules.table(table),
        )  # fmt: skip
        return cls(rules, table, play, head, chance)._draw()

    @classmethod
    def simulated(cls, rules: Rules, position: Mapping[str, Any]) -> Game:
        """Creates a game like `at` that keeps the given table itself: for computer players, which begin many games."""
        table, play = rules.position(position, None)
        names = tuple(SEATS[: len(position["players"])])
        return cls(rules, table, play, Record(rules.name, rules.edition, "0", names, position=position))

    @classmethod
    def _begin(cls, rules: Rules, head: Record, chance: Chance | None) -> Game:
        return cls(rules, *opening_position(rules, head), head, chance)._draw()

    def beginning(self) -> Game:
        """Returns a new game that begins like this one and has no answers yet; it does not answer its own draws."""
        return Game(self.rules, *opening_position(self.rules, self.head), self.head)

    @classmethod
    def replay(cls, rules: Rules, record: Record, seed: bytes | None = None) -> Game:
        """Creates the game of a record by replaying it; raises BadRecord with the line that does not fit.

        With a seed (or the record's), draws that follow the last entry are made at once.
        """
        chance = fitting_chance(record, seed)
        check_edition(record, rules)
        try:
            if record.position is None:
                check_options(rules, record.options, letters(rules, record.names))
                game = cls._begin(rules, record, None)
            else:
                game = cls(rules, *opening_position(rules, record), record)
        except BadRecord:
            raise
        except RulesError as refused:
            raise BadRecord("a game that can begin", str(refused), 5) from None
        game.again(record.entries, record.first_entry_line)
        check_end(record, game.over)
        game.chance = chance
        return game._draw()

    def again(self, entries: Iterable[Entry], first_line: int = 1) -> None:
        """Replays recorded answers; raises BadRecord at the first entry that does not fit."""
        remember, offset = self.entries.append, first_line - len(self.entries)
        for entry in entries:
            number, seat, kind, keys = entry
            decision = self.decision
            if decision is None or number != self.number or kind != decision.kind:
                if kind == UNDO and self._undone_again(entry):
                    continue
                raise BadRecord(expected_entry(self.number, decision), entry.line(), offset + len(self.entries))
            try:
                answer = decision.lapse() if seat == CLOCK else decision.accept(seat, keys)
            except AnswerRefused as refused:
                found = f"{entry.line()} ({refused})"
                raise BadRecord(expected_entry(self.number, decision), found, offset + len(self.entries)) from None
            remember(entry)
            if seat == CLOCK:
                self._lapsed(decision, answer)
            elif answer is not OPEN:
                self._advance(answer)

    # Running a game

    def answer(self, number: int, seat: str, keys: Sequence[str]) -> None:
        """Answers a decision; with a seed, draws that follow are made at once. Raises AnswerRefused."""
        self._answer(self._asked(number), seat, tuple(keys))
        self._draw()

    def check(self, number: int, seat: str) -> None:
        """Raises AnswerRefused unless the seat must answer that decision."""
        if seat not in self._asked(number).waiting:
            raise NotAsked(f"seat {seat!r} is not asked now")

    def clock(self, number: int) -> None:
        """Ends the time of a decision, so that its silence counts. Raises AnswerRefused."""
        decision = self._asked(number)
        answer = decision.lapse()
        self.entries.append(Entry(number, CLOCK, decision.kind, ()))
        self._lapsed(decision, answer)
        self._draw()

    def undo(self, number: int, seat: str) -> None:
        """Takes a seat's last answer back with everything that followed; the question gets a new number.

        Raises AnswerRefused. The caller checks whether other seats agree (`retraction`).
        """
        self._asked(number)
        self._take_back(seat, self.retraction(seat))

    def retraction(self, seat: str) -> Retraction:
        """Returns what the seat could take back now, without changing the game.

        Raises NoUndo if there is nothing or it may not be taken back, and another AnswerRefused if the game is over or
        there is no such seat.
        """
        if self.decision is None:
            raise StaleNumber("the game is over")
        if len(seat) != 1 or seat not in self.seats:
            raise NotAsked(f"{seat!r} is no seat")
        rules, head = self.rules, self.head
        return retraction(
            lambda: opening_position(rules, head), rules.undoable, self.entries, self.table, self.decision, seat
        )

    @property
    def waiting(self) -> tuple[str, ...]:
        """The seats from which the present decision still needs an answer."""
        return self.decision.waiting if self.decision else ()

    def keys(self, seat: str) -> Keys:
        """Returns all keys allowed to that seat now; empty if it need not answer."""
        if self.decision is None or seat not in self.waiting:
            return ()
        return self.decision.keys(seat)

    def view(self, seat: str | None = None) -> dict[str, Any]:
        """Returns the facts that the seat, or an onlooker, may know."""
        return self.rules.view(self.table, seat)

    @property
    def seats(self) -> str:
        """The letters of the seats, clockwise."""
        return SEATS[: len(self.head.names)]

    @property
    def told(self) -> list[Event]:
        """All events so far in order, including those that were taken back."""
        if not self._log:
            return self.standing
        self._log += self.standing[self._heard :]
        self._heard = len(self.standing)
        return self._log

    @property
    def standing(self) -> list[Event]:
        """All events in order, without those that an undo took back."""
        events: list[Event] = self.table.told
        return events

    def record(self) -> Record:
        """Returns the record so far, with seed and result only once the game is over."""
        seed = self.chance.reveal() if self.over and self.chance else None
        head = self.head
        return Record(
            head.game, head.edition, head.game_id, head.names, head.options, head.position, head.commitment,
            head.cuts, tuple(self.entries), seed, result_line(self.over["ranking"]) if self.over else None,
        )  # fmt: skip

    # Internal methods

    def _asked(self, number: int) -> Decision:
        """Returns the present decision; raises StaleNumber if it has another number or the game is over."""
        if self.decision is None:
            raise StaleNumber("the game is over")
        if number != self.number:
            raise StaleNumber(f"decision {number} is not the present one, which is {self.number}")
        return self.decision

    def _answer(self, decision: Decision, seat: str, keys: tuple[str, ...]) -> None:
        keys = decision.as_recorded(keys)
        answer = decision.accept(seat, keys)
        self.entries.append(Entry(self.number, seat, decision.kind, keys))
        if answer is not OPEN:
            self._advance(answer)

    def _take_back(self, seat: str, back: Retraction) -> None:
        """Carries out an undo: returns to the earlier state, and adds the undo to the record and the events.

        The question gets the next number, so that answers to older numbers stay stale.
        """
        self.entries.append(Entry(self.number, seat, UNDO, (str(back.number),)))
        self._log = [*self.told, back.told(seat)]
        self.table, self._play, self.decision = back.past
        self._heard = len(self.standing)
        self.number += 1

    def _undone_again(self, entry: Entry) -> bool:
        """Repeats an undo of a record; returns False and changes nothing if that is not possible."""
        try:
            self._asked(entry.number)
            back = self.retraction(entry.seat)
        except AnswerRefused:
            return False
        if entry.keys != (str(back.number),):
            return False
        self._take_back(entry.seat, back)
        return True

    def _advance(self, answer: Any) -> None:
        """Resumes the coroutine with an answer until the next decision or the end; raises ForeignAwait."""
        try:
            asked = self._play.send(answer)
        except StopIteration as end:
            self.over = end.value
            self.decision = None
            return
        if not isinstance(asked, Decision):
            raise ForeignAwait(f"rule code awaited {type(asked).__name__}, which is not a decision")
        self.decision = asked
        self.number += 1

    def _lapsed(self, decision: Decision, answer: Any) -> None:
        """Resumes the coroutine after a missed deadline; if it was that of a turn, adds it to `silences`."""
        since = self._count_told()
        self._advance(answer)
        if decision.patience == TURN:
            self.silences.append(Silence(decision.seats[0], decision.kind, since, self._count_told()))

    def _count_told(self) -> int:
        """Returns the number of events so far; 0 for a rule that is tested without a table."""
        if self.table is None:
            return 0
        return len(self._log) - self._heard + int(self.table.count)

    def _draw(self) -> Game:
        while self.chance and isinstance(self.decision, Draw):
            draw = self.decision
            self._answer(draw, CHANCE, self.chance.pick(self.number, draw.options, draw.count))
        return self
