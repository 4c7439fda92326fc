"""How the people at a table are named, whatever is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.games.facts import TableFacts
from bot.texts import Words

COLOURS = {"a": "🔴", "b": "🔵", "c": "🟢", "d": "🟡", "e": "🟣", "f": "🟠"}
"""The emoji of each seat's colour."""


def mark(seat: str) -> str:
    """A player's colour and letter."""
    return f"{COLOURS[seat]}{seat.upper()}"


def marks(seats: Sequence[str]) -> str:
    """Several players' marks, in order."""
    return " ".join(mark(seat) for seat in seats)


class NamesPeople:
    """Names people by the facts of their table, in one language."""

    __slots__ = ()
    words: Words
    facts: TableFacts

    def who(self, seat: str) -> str:
        """How a player is named in a message."""
        return self.facts.seat(seat).mention

    def name(self, seat: str) -> str:
        """How a player is named where a mention cannot stand."""
        return f"{seat.upper()} {self.facts.seat(seat).name}"


@dataclass(frozen=True, slots=True)
class Speaker(NamesPeople):
    """Names people and nothing else."""

    words: Words
    facts: TableFacts


def ranked(place: int, entry: Mapping[str, Any], speaker: NamesPeople) -> str:
    """One line of a ranking: place, player, points."""
    seat = entry["seat"]
    return speaker.words.plural(
        "{place}. {player}: {n} point", "{place}. {player}: {n} points", entry["points"],
        place=place, player=f"{mark(seat)} {speaker.who(seat)}",
    )  # fmt: skip
