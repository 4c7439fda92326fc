"""Merges events that one sentence tells: a roll with its activation, a die with its effect, dice used together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bot.games.star_wars_destiny.event_facts import informed
from rules.events import Event
from rules.star_wars_destiny.facts import side

ALSO = "also"
"""The name of the fact that contains events told in the same sentence."""
BESIDE = "beside"
"""The name of the fact that contains events told in the same line, but in their own sentences."""
ALIKE = ("removes_die", "turns_die", "exhausts", "readies")
"""The events that are merged if several of them follow each other."""


def joined(events: Iterable[Event], before: Iterable[Event] = ()) -> list[Event]:
    """Returns the events with additional facts, merged into the first one of each group that one sentence tells.

    A payment that the next event's sentence includes is left out. `before`: the events that were told earlier.
    """
    found: list[Event] = []
    for event in _grouped(informed(events, before)):
        if found and _is_upkeep(found[-1]) and _is_upkeep(event) and found[-1].to == event.to:
            last = found[-1]
            found[-1] = Event(last.to, last.name, {**last.facts, BESIDE: (*last.facts.get(BESIDE, ()), event)})
        else:
            found.append(event)
    return found


def _is_upkeep(event: Event) -> bool:
    """Returns whether a merged event tells a seat's whole upkeep: its discard and draw."""
    return any(each.name == "upkeep" for each in also(event.facts))


def _grouped(events: Iterable[Event]) -> list[Event]:
    found: list[Event] = []
    for event in events:
        if found and _is_price(found[-1], event):
            found.pop()
        at = _before_the_drawn(found, event)
        if found and _belongs(found[at], event):
            found[at] = _with(found[at], event)
        else:
            found.append(event)
    return found


def _before_the_drawn(found: list[Event], event: Event) -> int:
    """Returns the index, from the end, of the event into which an event may be merged.

    That is the last one (-1); for an upkeep, the one before (-2) if the last one is the private event of drawn cards.
    """
    return -2 if event.name == "upkeep" and len(found) > 1 and found[-1].name == "drew" else -1


def also(told: Mapping[str, Any]) -> tuple[Event, ...]:
    """Returns the other events that the sentence of this event includes."""
    return tuple(told.get(ALSO, ()))


def _with(first: Event, event: Event) -> Event:
    return Event(first.to, first.name, {**first.facts, ALSO: (*also(first.facts), event)})


def _is_price(paid: Event, event: Event) -> bool:
    """Returns whether `paid` is the payment that the sentence of the next event already includes."""
    if paid.name != "resources" or event.name not in ("plays", "resolves"):
        return False
    cost, seat = event.facts["cost"], paid.facts["seat"]
    return bool(cost > 0 and paid.facts["change"] == -cost and event.facts.get("seat", seat) == seat)


def _belongs(first: Event, event: Event) -> bool:
    if first.to != event.to:
        return False
    match first.name, event.name:
        case "activates", "rolls":
            return not also(first.facts) and bool(first.facts["seat"] == event.facts["seat"])
        case "phase_ends", "resources":
            return bool(event.facts["change"] > 0)
        case "uses" | "triggers", "exhausts":
            return bool(first.facts["card"] == event.facts["card"]) and not also(first.facts)
        case ("discards", "rerolls") | ("discards", "draws") | ("discards", "upkeep") | ("draws", "upkeep"):
            return _after_discarding(first, event)
        case "resolves", "resolves":
            return True
        case "resolves", _:
            return _follows_from(_last_resolved(first), event)
    return first.name == event.name and first.name in ALIKE


def _after_discarding(first: Event, event: Event) -> bool:
    """Returns whether an event belongs to the discard before it: a card for a reroll (D99), or the upkeep (D74)."""
    last = also(first.facts)[-1].name if also(first.facts) else first.name
    place = first.facts.get("from", "hand")
    follows = {"rerolls": ("discards",), "draws": ("discards",), "upkeep": ("discards", "draws")}[event.name]
    return place == "hand" and last in follows and bool(first.facts["seat"] == event.facts["seat"])


def _last_resolved(first: Event) -> Mapping[str, Any]:
    dice = [event for event in also(first.facts) if event.name == "resolves"]
    return dice[-1].facts if dice else first.facts


def _follows_from(die: Mapping[str, Any], event: Event) -> bool:
    """Returns whether an event is the effect of that die."""
    symbol, facts = side(die["side"]).symbol, event.facts
    match event.name:
        case "damage":
            return bool(facts["by"] == die["die"])
        case "shields":
            return symbol == "sh" and bool(facts["change"] > 0)
        case "resources":
            return (symbol == "r" and facts["change"] > 0) or (symbol == "dr" and facts["seat"] == die["target"])
        case "discards":
            return symbol == "dc" and facts["seat"] == die["target"]
        case "turns_die":
            return symbol == "f"
    return False
