"""Builds the keys that several kinds of decisions offer: cards, pairs of cards, mobsters (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from rules.mafia_city.deck import canonical, kind_of, symbol_of
from rules.mafia_city.table import Table


def distinct(codes: Iterable[str]) -> list[str]:
    """Returns the codes without repetitions, in the order in which the cards arrived."""
    return list(dict.fromkeys(codes))


def with_symbol(hand: Sequence[str], symbol: str) -> list[str]:
    """Returns the codes of a hand's cards with that symbol, each code once."""
    return distinct([code for code in hand if symbol_of(code) == symbol])


def of_kind(hand: Sequence[str], kind: str) -> list[str]:
    """Returns the codes of a hand's cards of that kind, each code once."""
    return distinct([code for code in hand if kind_of(code) == kind])


def pairs(hand: Sequence[str], symbol: str) -> list[str]:
    """Returns `CODE+CODE` for each two cards with that symbol in a hand, each text once."""
    bearing = [code for code in hand if symbol_of(code) == symbol]
    return [] if len(bearing) < 2 else distinct([_pair(*two) for two in combinations(bearing, 2)])


@lru_cache(maxsize=1_024)
def _pair(one: str, other: str) -> str:
    return canonical((one, other))


@lru_cache(maxsize=2_048)
def each_height(start: str, count: int) -> tuple[str, ...]:
    """Returns the keys `START:1` to `START:COUNT`."""
    return tuple(f"{start}:{height}" for height in range(1, count + 1))


@lru_cache(maxsize=2_048)
def mobsters_at(start: str, location: str, count: int) -> tuple[str, ...]:
    """Returns `START:LOCATION:HEIGHT` (or `LOCATION:HEIGHT`) for the mobsters of one location."""
    return each_height(f"{start}:{location}" if start else location, count)


def any_mobster(table: Table, start: str = "") -> list[str]:
    """Returns `START:LOCATION:HEIGHT` (or `LOCATION:HEIGHT`) for every mobster on a location."""
    keys: list[str] = []
    for location, stack in table.stacks.items():
        if stack:
            keys += mobsters_at(start, location, len(stack))
    return keys


def mobsters_of(table: Table, start: str, seats: Sequence[str]) -> list[str]:
    """Returns `START:LOCATION:HEIGHT` for every mobster of these players on a location."""
    keys: list[str] = []
    for location, stack in table.stacks.items():
        if stack:
            every = mobsters_at(start, location, len(stack))
            keys += [every[at] for at, owner in enumerate(stack) if owner in seats]
    return keys
