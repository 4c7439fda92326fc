"""Merges events that one sentence tells: a card and the card it turns over, a taken point card and the reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.games.batch_moves import BatchMoves
from bot.games.kralovske_rosady.names import RosadyContext
from rules.events import Event

TURNED = "turned"
"""The name of the fact that contains the event of the turned card, which the same sentence tells."""
REASONS = "reasons"
"""The name of the fact that contains the facts of the events that decided a column, by the name of the event."""
_DECIDING = ("musketeers", "prince_and_squire", "counts")


class RosadyBatches(BatchMoves[RosadyContext]):
    """The ability to tell in one sentence which card a laid card turns over, and why a seat takes a point card."""

    apart = ("plays",)

    def joined(self, events: Iterable[Event], before: Iterable[Event] = ()) -> Sequence[Event]:
        return _with_reasons(_with_turned(events))


def _with_turned(events: Iterable[Event]) -> Sequence[Event]:
    """Returns one audience's events; a laid card and the card that it turns over are one event."""
    found: list[Event] = []
    for event in events:
        last = found[-1] if found else None
        if last and (last.name, event.name) == ("plays", "turned") and last.to == event.to and TURNED not in last.facts:
            found[-1] = Event(last.to, last.name, {**last.facts, TURNED: event.facts})
        else:
            found.append(event)
    return found


def _with_reasons(events: Iterable[Event]) -> Sequence[Event]:
    """Returns one audience's events; the event that a seat takes a point card also has the facts that decided it."""
    found, reasons = list[Event](), dict[str, Mapping[str, Any]]()
    for event in events:
        if event.name in _DECIDING:
            reasons[event.name] = event.facts
        if event.name == "takes":
            found.append(Event(event.to, event.name, {**event.facts, REASONS: reasons}))
            reasons = {}
        else:
            found.append(event)
    return found
