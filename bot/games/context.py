"""The context of all texts and pictures of a front end: the table as one seat sees it, and the names of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeVar

from bot.games.facts import TableFacts
from bot.texts import Translator

View = Mapping[str, Any]
About = Mapping[str, Any]
Path = tuple[str, ...]
"""The first words of a key, as far as they are chosen."""
NOTHING: Final[Mapping[str, Any]] = {}
END: Final = ""
"""The pseudo word that ends a key which is also the beginning of longer keys."""


class Label(NamedTuple):
    """The label of an option: a text of at most 80 characters, a description of at most 100, an emoji."""

    text: str
    description: str = ""
    emoji: str | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """The table as one seat or an onlooker sees it now, in the reader's language."""

    facts: TableFacts
    t: Translator
    view: View = field(default_factory=lambda: NOTHING)
    seat: str = ""
    """The letter of the seat that reads the text; empty: the text is for everyone."""
    about: About = field(default_factory=lambda: NOTHING)
    """The facts of the present decision."""

    def reads(self, seat: str | None) -> bool:
        """Returns whether the text is only for the holder of this seat."""
        return bool(self.seat) and self.seat == seat

    def mark(self, seat: str) -> str:
        """Returns the colour (an emoji) and the initials of a seat's player."""
        return self.facts.mark(seat)

    def marks(self, seats: Sequence[str]) -> str:
        """Returns the colours and initials of several seats' players, in order."""
        return " ".join(self.mark(seat) for seat in seats)

    def who(self, seat: str) -> str:
        """Returns the name of a seat's player in messages: a mention, or the name of a computer or former player."""
        return self.facts.seat(seat).mention

    def name(self, seat: str) -> str:
        """Returns the initials and the name of a seat's player, for texts in which a mention is not possible."""
        return self.facts.named(seat)

    def players(self, seats: Sequence[str]) -> str:
        """Returns the names of several seats' players in messages (`who`), separated by commas."""
        return ", ".join(self.who(seat) for seat in seats)


C = TypeVar("C", bound=Context)


def ranked(ctx: Context, place: int, entry: Mapping[str, Any]) -> str:
    """Returns one line of a ranking: place, player, points."""
    seat = entry["seat"]
    return ctx.t.plural(
        "{place}. {player}: {n} point", "{place}. {player}: {n} points", entry["points"],
        place=place, player=f"{ctx.mark(seat)} {ctx.who(seat)}",
    )  # fmt: skip
