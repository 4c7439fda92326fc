"""Tests the short marks of players, and that texts and pictures use them instead of the letters of seats."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from bot.drawing import Sketch
from bot.drawing.tokens import player_disc
from bot.features.lobby import view as lobby_view
from bot.features.play import board_view
from bot.games import GAME_UIS, context
from bot.games.facts import TableFacts
from bot.games.initials import initials
from bot.games.pictures import Pictures
from bot.texts import translator_for
from bot.texts.isolation import isolated
from rules.description import SEATS
from rules.engine import Game
from tests.bot.games.every_board import WITH_PICTURES, facts, played
from tests.bot.games.pictures import Sheet
from tests.bot.screen import Screen

EN = translator_for("en")
NAMES = ("Max", "Zoe", "Bob")


def marks(*names: str) -> list[str]:
    """Returns the marks of players who sit in this order."""
    return list(initials(tuple(zip(SEATS, names, strict=False))).values())


def test_initials_are_capitals_without_regard_to_the_order_of_seats() -> None:
    assert marks("Zoe", "Max", "anna") == ["Z", "M", "A"]
    assert marks("Čeněk", "Bert") == ["Č", "B"]


@pytest.mark.parametrize(
    "names", [("Anna", "Adam", "Zoe"), ("Zoe", "Computer 1", "Computer 2"), ("Čeněk", "Cyril"), ("Max", "max")]
)
def test_if_two_initials_are_the_same_every_seat_has_its_letter(names: tuple[str, ...]) -> None:
    assert marks(*names) == list("ABC")[: len(names)]


@pytest.mark.parametrize("name", ["🙂", "🙂 Bert", isolated("דנה"), "Анна", "007", "?", "", "ª", "Ａnna"])
def test_a_name_without_a_latin_initial_leaves_every_seat_its_letter(name: str) -> None:
    assert marks("Zoe", "Max", name) == ["A", "B", "C"]


def test_no_two_players_of_a_table_have_the_same_mark() -> None:
    names = ("Anna", "Ana", "Álvaro", "🙂", "B", "Bert", "", "A", "Computer 1", "C1", "b2")
    for count in (2, 3, 4):
        for sitting in itertools.product(names, repeat=count):
            assert len({mark.casefold() for mark in marks(*sitting)}) == count, sitting


@WITH_PICTURES
def test_texts_and_alt_texts_name_players_by_their_initials(kind: str) -> None:
    table, game = sitting(kind, *NAMES), next(played(kind, len(NAMES), 1))
    assert "🔴M" in (text := Screen(board_view.board(replace(table, words=True), game, EN)).text)
    assert "🔴A" not in text
    assert "🔴M ●" in Screen(lobby_view.lobby(replace(table, phase="lobby"), EN)).text
    assert "M Max" in (alt := board(kind, table, game).alt)
    assert "A Max" not in alt


@pytest.mark.parametrize(("kind", "size"), [("mafia_city", 66), ("kralovske_rosady", 66), ("star_wars_destiny", 64)])
def test_pictures_show_initials_on_the_pieces(kind: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet, game = Sheet.watched(monkeypatch), next(played(kind, len(NAMES), 1))
    assert board(kind, sitting(kind, "Max", "Nia", "Zoe"), game).picture().png
    assert [len(sheet.boxes_of([player_disc(token, size)])) for token in ("aM", "bN", "a", "b")] == [1, 1, 0, 0]


def sitting(kind: str, *names: str) -> TableFacts:
    """Returns the facts of a running table of players with these names."""
    table = facts(kind, len(names))
    return replace(table, seats=tuple(replace(seat, name=name) for seat, name in zip(table.seats, names, strict=True)))


def board(kind: str, table: TableFacts, game: Game) -> Sketch:
    """Returns the sketch of the table's board."""
    sketch = GAME_UIS[kind].get(Pictures).board(context(table, EN, game), asked=(), told=())
    assert sketch is not None
    return sketch
