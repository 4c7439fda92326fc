"""Builds tables of Královské rošády for display tests from a short description."""

from __future__ import annotations

from typing import Any

from bot.games import GAME_UIS, context
from bot.texts import translator_for
from rules import GAMES
from rules.engine import Game
from tests.bot.games import every_board
from tests.bot.games.every_board import NAMES
from tests.rules.kralovske_rosady.table import layout

KIND = "kralovske_rosady"
GAME_UI = GAME_UIS[KIND]
CS, EN = translator_for("cs"), translator_for("en")
FACTS = every_board.facts(KIND, 3)
A, B, C = (seat.mention for seat in FACTS.seats)


def laid_out(*columns: str, **how: Any) -> Game:
    """Returns a game with these columns, and empty ones up to three."""
    filled = [*columns, *["trade-5", "religion-5", "art-5"][len(columns) :]]
    table = layout(*filled, **how)
    return Game.at(GAMES[KIND], table, NAMES[: len(filled)], game_id="42", seed=bytes(32))


def line(text: str, start: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(start))


def shown(*columns: str, **how: Any) -> str:
    return GAME_UI.public(context(FACTS, CS, laid_out(*columns, **{"hands": {"a": "king"}, **how})))
