"""Tests the names of computer players: in full in the pictures of boards, and with their level in texts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.drawing import mosaic, players, tokens
from bot.drawing.canvas import Canvas
from bot.drawing.palette import CREAM, EDGE
from bot.drawing.players import Box, Figure
from bot.games import GAME_UIS, context
from bot.games.facts import Seat, TableFacts
from bot.games.mafia_city.picture_city import PALETTE
from bot.games.pictures import Pictures
from bot.texts import LANGUAGES, translator_for
from rules import GAMES
from tests.bot.games.every_board import WITH_PICTURES, facts, undecided

MAX_BADGES = 4
FIGURES = (Figure(tokens.star, 10), *[Figure(tokens.pawn, 7)] * 3)


def name(number: int, language: str) -> str:
    return translator_for(language)("Computer {number}", number=number)


def computers(kind: str, language: str) -> TableFacts:
    """Returns the facts of a table in which every seat has a computer player."""
    table = facts(kind, GAMES[kind].seats[-1])
    seats = (
        Seat(seat.letter, None, f"🤖 {name(at, language)}", level="normal") for at, seat in enumerate(table.seats, 1)
    )
    return replace(table, seats=tuple(seats), language=language)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Returns a list that gets every text that is drawn in a picture."""
    found: list[str] = []
    text, line = Canvas.text, mosaic._line

    def recorded(canvas: Canvas, x: float, y: float, said: str, *more: Any, **how: Any) -> Any:
        found.append(said)
        return text(canvas, x, y, said, *more, **how)

    def written(canvas: Canvas, corner: tuple[float, float], said: str, *more: Any) -> None:
        found.append(said)
        line(canvas, corner, said, *more)

    monkeypatch.setattr(Canvas, "text", recorded)
    monkeypatch.setattr(mosaic, "_line", written)
    return found


@WITH_PICTURES
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_full_table_of_computers_shows_their_names_in_full(kind: str, language: str, drawn: list[str]) -> None:
    table = computers(kind, language)
    *_, game = undecided(kind, len(table.seats), seed=3, most=20)
    sketch = GAME_UIS[kind].get(Pictures).board(context(table, translator_for(language), game), asked=game.waiting)
    assert sketch is not None
    sketch.image()
    assert {name(at, language) for at in range(1, len(table.seats) + 1)} <= set(drawn)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_computers_name_fits_beside_the_most_badges(language: str, drawn: list[str]) -> None:
    held = ((tokens.flag, (EDGE, CREAM)),) * MAX_BADGES
    box = Box("a", name(5, language), True, FIGURES, held=held)
    laid = mosaic.Mosaic(1080, players.height([box, box]), PALETTE)
    players.lay(laid, [box, box], 0)
    players.lay_turn(laid, [box])
    laid.image()
    assert drawn.count(name(5, language)) == 3
    assert not any(text.endswith("…") for text in drawn)


def test_texts_name_the_level_of_a_computer() -> None:
    assert Seat("a", None, "🤖 Computer 1", level="hard").mention == "🤖 Computer 1 (hard)"
    assert Seat("a", None, "🤖 Anna").mention == "🤖 Anna"
    assert Seat("a", 7, "Anna").mention == "<@7>"
