"""Adds facts to events that follow from their order: a die's last side, an event card's target, whether it had an
effect.

These facts follow from the events only, so they reveal nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bot.games.star_wars_destiny.names import code_of
from rules.events import Event
from rules.star_wars_destiny.cards import TEXTS
from rules.star_wars_destiny.effects.hand_verbs import look
from rules.star_wars_destiny.effects.steps import Pay
from rules.star_wars_destiny.effects.text import Text
from rules.star_wars_destiny.facts import CARDS

SHOWED = "showed"
"""The name of the fact, in the event of a die that leaves its pool, for the side that it showed."""
AIMED = "aimed"
"""The name of the fact, in the event of a played card, for its first target."""
IDLE = "idle"
"""The name of the fact, in the event of a played or used card, which is True if the card had no effect."""
OBJECTS = {
    "removes_die": "die", "turns_die": "die", "resolves": "die", "damage": "character", "shields": "character",
    "heals": "character", "exhausts": "card", "readies": "card", "activates": "card",
}  # fmt: skip
"""Event name -> the fact that names its object."""


def _looks_at_cards(text: Text) -> bool:
    abilities = (text.event, text.action, text.claim)
    return any(isinstance(node, look) for each in abilities if each is not None for node in each.step.walk(set()))


UNTOLD = frozenset(code for code, text in TEXTS.items() if _looks_at_cards(text))
"""The codes of cards that may have a secret effect, because they look at cards."""


def informed(events: Iterable[Event], before: Iterable[Event]) -> list[Event]:
    """Returns the events with additional facts that follow from their order: SHOWED, AIMED and IDLE.

    `before`: the events that were told earlier.
    """
    told, shown = list(events), dict[str, str]()
    # Only the sentence about a removed die needs the earlier events, which may be a whole game.
    for event in before if any(event.name == "removes_die" for event in told) else ():
        shown.update(_shows(event))
    found: list[Event] = []
    for event in told:
        shown.update(_shows(event))
        if (at := _waiting(found)) is not None:
            found[at] = _followed(found[at], event)
        if event.name == "removes_die" and event.facts["die"] in shown:
            found.append(_with(event, SHOWED, shown[event.facts["die"]]))
        else:
            found.append(event)
    return found


def _waiting(found: list[Event]) -> int | None:
    """Returns the index of the event of a card, at the end of these, whose result the next event tells; or None."""
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
    """Yields each die that an event turns or rolls, with its new side."""
    match event.name:
        case "rolls" | "rerolls":
            yield from ((die, word) for die, word in event.facts["dice"])
        case "turns_die":
            yield event.facts["die"], event.facts["side"]


def _followed(played: Event, event: Event) -> Event:
    """Returns the event of a played or used card with the facts that follow from the next event."""
    if played.to != event.to:
        return played
    if played.name == "plays" and event.name in OBJECTS and not _has_a_price(played.facts["card"]):
        return _with(played, AIMED, event.facts[OBJECTS[event.name]])
    return _with(played, IDLE, True) if _ends(played.facts, event) else played


def _ends(played: Mapping[str, Any], event: Event) -> bool:
    """Returns whether the event after a card shows that the card had no effect.

    It then begins the next turn, or the additional action that the card itself grants, and the card has no secret
    effect.
    """
    card = code_of(played["card"])
    earned = int(TEXTS[card].ambush)
    return event.name == "turn" and event.facts["extra"] in (0, earned) and card not in UNTOLD


def _has_a_price(card: str) -> bool:
    """Returns whether an event card's text has a price (a `Pay` step), whose object is not the card's target."""
    ability = TEXTS[card].event
    return ability is not None and isinstance(ability.step, Pay)


def _with(event: Event, fact: str, value: object) -> Event:
    return Event(event.to, event.name, {**event.facts, fact: value})
