"""Conditions and numbers."""

from __future__ import annotations

from rules.star_wars_destiny.effects.nodes import (
    Computed,
    Condition,
    Holds,
    Number,
    Target,
    Value,
    dice,
    number,
)
from rules.star_wars_destiny.effects.selectors import Selector, kind_of
from rules.star_wars_destiny.pieces import Card, Die


def spot(selector: Selector) -> Condition:
    """D191."""
    return Holds(lambda f: bool(selector.things(f)), selector)


def shows(target: Target, symbol: str) -> Condition:
    """D181: whether the die shows it now."""
    return Holds(lambda f: any(die.side.symbol == symbol for die in dice(target, f)), target)


def is_yours(target: Target) -> Condition:
    """Whether the die lies in your own pool."""
    return Holds(lambda f: any(die.pool is f.you for die in dice(target, f)), target)


def is_a(target: Target, *words: str) -> Condition:
    """Whether it has one of these types or categories."""
    return Holds(
        lambda f: any(
            kind_of(thing) in words or any(word in words for word in thing.printed.subtypes) for thing in target.of(f)
        ),
        target,
    )


def controls_battlefield() -> Condition:
    """D6."""
    return Holds(lambda f: f.table.controller == f.you.seat)


def first_round() -> Condition:
    """Whether it is round 1."""
    return Holds(lambda f: f.table.round == 1)


def blocked_by_shields() -> Condition:
    """Whether shields stopped any of the damage dealt last."""
    return Holds(lambda f: f.blocked > 0)


def value_of(target: Target) -> Value:
    """D194: of dice, their sum; what has left a pool keeps the value it showed."""
    return Computed(lambda f: sum(thing.value for thing in target.of(f) if isinstance(thing, Die)), target)


def cost_of(target: Target) -> Value:
    """The printed cost."""
    return Computed(lambda f: sum(thing.printed.cost for thing in target.of(f)), target)


def shields_on(target: Target) -> Value:
    """How many shields."""
    return Computed(lambda f: sum(thing.shields for thing in target.of(f) if isinstance(thing, Card)), target)


def half_up(value: Value) -> Value:
    """Half, rounded up."""
    return Computed(lambda f: (value.get(f) + 1) // 2, value)


def either_number(condition: Condition, one: Number, other: Number) -> Value:
    """One number or another."""
    first, second = number(one), number(other)
    return Computed(lambda f: (first if condition.holds(f) else second).get(f), condition, first, second)


lost_by_cause = Computed(lambda f: f.cause.lost if f.cause is not None else 0)
"""How many resources the occurrence took from an opponent."""


def count(what: Selector | Target) -> Value:
    """How many."""
    if isinstance(what, Selector):
        return Computed(lambda f: len(what.things(f)), what)
    return Computed(lambda f: len(what.of(f)), what)
