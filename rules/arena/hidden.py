"""Finds the orders of decks that no seat knows, by comparing a table with the views of all seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.description import Rules
from rules.players.ai import Dice
from rules.players.question import Facts

Path = tuple[str, ...]
"""The names that lead from a table to one of its lists."""


def unknown_orders(rules: Rules, table: Any, seats: str) -> list[Path]:
    """Returns the paths to the lists of a table of which every view shows only the length, such as decks."""
    return list(_hidden(rules.table(table), [rules.view(table, seat) for seat in seats], ()))


def _hidden(whole: Facts, views: Sequence[Facts], path: Path) -> list[Path]:
    found: list[Path] = []
    for name, value in whole.items():
        shown = [view.get(name) for view in views]
        if isinstance(value, list) and all(type(each) is int for each in shown):
            found.append((*path, name))
        elif isinstance(value, Mapping) and all(isinstance(each, Mapping) for each in shown):
            found += _hidden(value, [each for each in shown if isinstance(each, Mapping)], (*path, name))
    return found


def changed(facts: Facts, paths: Sequence[Path], change: Callable[[Path, list[Any]], list[Any]]) -> dict[str, Any]:
    """Returns a copy of a table in which a function has replaced these lists; other parts are shared."""
    copy = dict(facts)
    for path in paths:
        inner = copy
        for name in path[:-1]:
            inner[name] = dict(inner[name])
            inner = inner[name]
        inner[path[-1]] = change(path, list(inner[path[-1]]))
    return copy


def shuffled(facts: Facts, paths: Sequence[Path], dice: Dice) -> dict[str, Any]:
    """Returns a copy of a table with these lists in another order, each order equally likely."""

    def change(_path: Path, cards: list[Any]) -> list[Any]:
        dice.shuffle(cards)
        return cards

    return changed(facts, paths, change)


def at(facts: Facts, path: Path) -> list[Any]:
    """Returns the list at a path in a table."""
    inner: Any = facts
    for name in path:
        inner = inner[name]
    return list(inner)
