"""Undo: takes the game back to before a seat's last answer, if nothing hidden was revealed since then.

It depends only on public facts and on the seat's own, so that neither an offer nor a refusal reveals anything. Only
decisions that a game declares harmless can be taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from rules.decisions import CLOCK, OPEN, Decision, Window
from rules.description import Play, Undoable
from rules.draws import Draw
from rules.errors import NoUndo
from rules.events import ALL, Event, Teller
from rules.notation import Entry

UNDO: Final = "undo"
"""The kind of a record's entry that takes answers back, and the name of its event."""
Begin = Callable[[], tuple[Any, Play]]


class Past(NamedTuple):
    """The state of a game when a decision was asked."""

    table: Any
    play: Play
    decision: Decision


@dataclass(frozen=True, slots=True)
class Retraction:
    """An undo of one seat: its last answer and all later answers, which are taken back, and the state before them."""

    number: int
    """The number of the decision whose answer is taken back."""
    since: tuple[str, ...]
    """The other seats that have answered since, by themselves or by silence."""
    events: tuple[Event, ...]
    """The public events that are taken back."""
    past: Past

    def told(self, seat: str) -> Event:
        """Returns the event that announces the undo to everyone."""
        undone = [event.spoken() for event in self.events]
        return Event(ALL, UNDO, {"seat": seat, "number": self.number, "events": undone})


class _Asked(NamedTuple):
    """An answer that was not taken back, with its decision and the number of events before the answer."""

    entry: Entry
    decision: Decision
    told: int

    @property
    def seat(self) -> str:
        """The seat of the answer; a silence belongs to the seat that was asked."""
        return self.decision.seats[0] if self.entry.seat == CLOCK else self.entry.seat


def standing(entries: Iterable[Entry]) -> list[Entry]:
    """Returns the answers of a record that have not been taken back."""
    found: list[Entry] = []
    for entry in entries:
        if entry.kind == UNDO:
            number = int(entry.keys[0])
            del found[next(at for at, one in enumerate(found) if one.number == number) :]
        else:
            found.append(entry)
    return found


def retraction(
    begin: Begin, undoable: Undoable, entries: Sequence[Entry], table: Teller, decision: Decision, seat: str
) -> Retraction:
    """Returns what the seat could take back now: its last answer, with all answers since. Changes nothing.

    Raises NoUndo if it has no answer, if a window is open, or if something hidden was revealed since or may have been.
    """
    if isinstance(decision, Window):
        raise NoUndo("window", "nothing is taken back while a window is open")
    answers = standing(entries)
    asked = _asked(begin, answers)
    at = next((at for at in reversed(range(len(asked))) if asked[at].seat == seat), None)
    if at is None:
        raise NoUndo("nothing", f"seat {seat!r} has no answer to take back")
    events = table.told[asked[at].told :]
    questions = [*(one.decision for one in asked[at:]), decision]
    keys = (key for one in asked[at:] for key in one.entry.keys)
    if (
        any(map(undoable.reveals, events))
        or any(map(undoable.shows, keys))
        or not all(_is_open(question, undoable) for question in questions)
    ):
        raise NoUndo("revealed", "something that lay hidden has come to light since")
    since = tuple(dict.fromkeys(one.seat for one in asked[at:] if one.seat != seat))
    public = tuple(event for event in events if event.to == ALL)
    return Retraction(asked[at].entry.number, since, public, _past(begin, answers[:at]))


def _is_open(decision: Decision, undoable: Undoable) -> bool:
    """Returns whether neither the question nor an answer to it reveals anything hidden."""
    return not isinstance(decision, (Window, Draw)) and decision.kind in undoable.kinds


def _asked(begin: Begin, answers: Sequence[Entry]) -> list[_Asked]:
    """Returns the answers with their decisions, by replaying them."""
    stages = zip(answers, _stages(begin, answers), strict=False)
    return [_Asked(entry, before.decision, before.table.count) for entry, before in stages]


def _past(begin: Begin, answers: Sequence[Entry]) -> Past:
    """Replays these answers and returns the state of the game after them."""
    *_, last = _stages(begin, answers)
    return last


def _stages(begin: Begin, answers: Sequence[Entry]) -> Iterator[Past]:
    """Replays these answers and yields the state of the game before each of them, and after the last one."""
    table, play = begin()
    decision: Decision = play.send(None)
    yield Past(table, play, decision)
    for entry in answers:
        answer = decision.lapse() if entry.seat == CLOCK else decision.accept(entry.seat, entry.keys)
        if answer is not OPEN:
            decision = play.send(answer)
        yield Past(table, play, decision)
