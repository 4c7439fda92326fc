"""Facts that follow from the order of events: a die's last side, an event card's target, whether it did anything.

They follow from the events only, so they reveal nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bot.games.star_wars_destiny.names import code_of
from rules.engine import Event
from rules.star_wars_destiny.cards import TEXTS
from rules.star_wars_destiny.effects.hand_verbs import look
from rules.star_wars_destiny.effects.steps import Pay
from rules.star_wars_destiny.effects.text import Text
from rules.star_wars_destiny.facts import CARDS

SHOWED = "showed"
"""The fact under which a die that leaves its pool carries the side that it showed."""
AIMED = "aimed"
"""The fact under which an event card that is played carries what it was first aimed at."""
IDLE = "idle"
"""The fact under which an event card that is played, or a card that is used, says that nothing came of it."""
OBJECTS = {
    "removes_die": "die", "turns_die": "die", "resolves": "die", "damage": "character", "shields": "character",
    "heals": "character", "exhausts": "card", "readies": "card", "activates": "card",
}  # fmt: skip
"""The object of each of these events."""


def _looks_at_cards(text: Text) -> bool:
    abilities = (text.event, text.action, text.claim)
    return any(isinstance(node, look) for each in abilities if each is not None for node in each.step.walk(set()))


UNTOLD = frozenset(code for code, text in TEXTS.items() if _looks_at_cards(text))
"""Cards that may do something secret."""


def informed(events: Iterable[Event], before: Iterable[Event]) -> list[Event]:
    """The events with what follows from their order; `before` are those that were told earlier."""
    shown: dict[str, str] = {}
    for event in before:
        shown.update(_shows(event))
    found: list[Event] = []
    for event in events:
        shown.update(_shows(event))
        if (at := _waiting(found)) is not None:
            found[at] = _followed(found[at], event)
        if event.name == "removes_die" and event.facts["die"] in shown:
            found.append(_with(event, SHOWED, shown[event.facts["die"]]))
        else:
            found.append(event)
    return found


def _waiting(found: list[Event]) -> int | None:
    """Returns the index of the event card or use whose result the next event tells."""
    if not found:
        return None
    last = found[-1]
    if last.name == "plays" and CARDS[last.facts["card"]].type == "event":
        return len(found) - 1
    if last.name == "uses":
        return len(found) - 1
    if last.name == "exhausts" and len(found) > 1 and found[-2].name == "uses":
        return len(found) - 2 if found[-2].facts["card"] == last.facts["card"] else None
    return None


def _shows(event: Event) -> Iterator[tuple[str, str]]:
    """Each die that shows another side from now on."""
    match event.name:
        case "rolls" | "rerolls":
            yield from ((die, word) for die, word in event.facts["dice"])
        case "turns_die":
            yield event.facts["die"], event.facts["side"]


def _followed(played: Event, event: Event) -> Event:
    """An event card, or the use of a card, with what the next event says of it."""
    if played.to != event.to:
        return played
    if played.name == "plays" and event.name in OBJECTS and not _has_a_price(played.facts["card"]):
        return _with(played, AIMED, event.facts[OBJECTS[event.name]])
    return _with(played, IDLE, True) if _ends(played.facts, event) else played


def _ends(played: Mapping[str, Any], event: Event) -> bool:
    """Returns whether the next turn follows, or the additional action that the card itself grants."""
    card = code_of(played["card"])
    earned = int(TEXTS[card].ambush)
    return event.name == "turn" and event.facts["extra"] in (0, earned) and card not in UNTOLD


def _has_a_price(card: str) -> bool:
    """Returns whether the event has a cost: that is not its target."""
    ability = TEXTS[card].event
    return ability is not None and isinstance(ability.step, Pay)


def _with(event: Event, fact: str, value: object) -> Event:
    return Event(event.to, event.name, {**event.facts, fact: value})
