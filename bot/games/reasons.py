"""Explanations of computer players' answers for beginners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from bot.games.context import C
from rules.players.levels import Question as Asked


class Reasons(Generic[C]):
    """The reasons of computer players in words, made only from the question, so only from what the seat knows."""

    def because(self, ctx: C, asked: Asked, keys: Sequence[str]) -> str:
        """Returns what speaks for that answer, in one or two sentences that fit any seat."""
        return ""


def percent(chance: float) -> int:
    """A chance as people say it: in steps of five, never certain."""
    return min(95, max(5, 5 * round(20 * chance)))
