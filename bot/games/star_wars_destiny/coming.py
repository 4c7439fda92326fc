"""What comes of what is told: what a die showed before it left, what an event card was aimed at, if it did anything.

It follows from the order of the events alone, so it says no more than they do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.engine import Event
from rules.star_wars_destiny.cards import TEXTS
from rules.star_wars_destiny.facts import CARDS

SHOWED = "showed"
"""The fact under which a die that leaves its pool carries the side that it showed."""
AIMED = "aimed"
"""The fact under which an event card that is played carries what it was first aimed at."""
IDLE = "idle"
"""The fact under which an event card that is played says that nothing came of it."""
UNTOLD = ("pulling_the_strings", "probe")
"""Event cards that may do something of which nobody else is told: they look at cards."""
OBJECTS = {
    "removes_die": "die", "turns_die": "die", "resolves": "die", "damage": "character", "shields": "character",
    "heals": "character", "exhausts": "card", "readies": "card", "activates": "card",
}  # fmt: skip
"""What each of these is done to."""


def informed(events: Iterable[Event], before: Iterable[Event]) -> list[Event]:
    """The events with what follows from their order; `before` are those that were told earlier."""
    shown: dict[str, str] = {}
    for event in before:
        shown.update(_shows(event))
    found: list[Event] = []
    for event in events:
        shown.update(_shows(event))
        if found and found[-1].name == "plays" and CARDS[found[-1].facts["card"]].type == "event":
            found[-1] = _followed(found[-1], event)
        if event.name == "removes_die" and event.facts["die"] in shown:
            found.append(_with(event, SHOWED, shown[event.facts["die"]]))
        else:
            found.append(event)
    return found


def _shows(event: Event) -> Iterator[tuple[str, str]]:
    """Each die that shows another side from now on."""
    match event.name:
        case "rolls" | "rerolls":
            yield from ((die, word) for die, word in event.facts["dice"])
        case "turns_die":
            yield event.facts["die"], event.facts["side"]


def _followed(played: Event, event: Event) -> Event:
    """An event card with what the next event says of it."""
    if played.to != event.to:
        return played
    if event.name in OBJECTS:
        return _with(played, AIMED, event.facts[OBJECTS[event.name]])
    return _with(played, IDLE, True) if _ends(played.facts, event) else played


def _ends(played: Mapping[str, Any], event: Event) -> bool:
    """Whether the next turn follows, or the additional action that the card itself grants."""
    card = played["card"]
    earned = int(TEXTS[card].ambush)
    return event.name == "turn" and event.facts["extra"] in (0, earned) and card not in UNTOLD


def _with(event: Event, fact: str, value: object) -> Event:
    return Event(event.to, event.name, {**event.facts, fact: value})
