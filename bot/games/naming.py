"""How the people at a table are named, whatever is played."""

from __future__ import annotations

from bot.games.facts import TableFacts


class NamesPeople:
    """Names people by the facts of their table."""

    __slots__ = ()
    facts: TableFacts

    def who(self, seat: str) -> str:
        """How a player is named in a message."""
        return self.facts.seat(seat).mention

    def name(self, seat: str) -> str:
        """How a player is named where a mention cannot stand."""
        return f"{seat.upper()} {self.facts.seat(seat).name}"
