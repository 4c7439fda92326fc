"""Explanations of computer players' answers for beginners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from bot.games.context import C
from rules.players.levels import Question as Asked


class Reasons(Generic[C]):
    """The reasons of computer players as text, made only from the question and so only from the seat's knowledge."""

    def because(self, ctx: C, asked: Asked, keys: Sequence[str]) -> str:
        """Returns the reason for a computer player's answer in one or two sentences; empty if the game gives none.

        The sentences do not address anyone. They are shown with the answer and do not repeat it.
        """
        return ""


def percent(chance: float) -> int:
    """Returns a chance as a percentage in steps of five, never 0 or 100."""
    return min(95, max(5, 5 * round(20 * chance)))
