"""Tests boards that stay: an older one tells what happened while it was current, and so does the last one without a
picture, with the whole last chapter.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.features.play import board_view
from bot.games import GAME_UIS, context
from bot.games.batch_moves import BatchMoves
from bot.texts import translator_for
from rules import GAMES
from rules.engine import Game
from rules.events import ALL
from rules.kralovske_rosady.cards import CARDS
from tests.bot.games.every_board import (
    EVERY_GAME,
    EVERY_LANGUAGE,
    LETTERS,
    NAMES,
    SMALLEST_AND_LARGEST,
    facts,
    finished,
    undecided,
)
from tests.bot.screen import Screen
from tests.rules.kralovske_rosady.table import layout

CHAPTERS = {
    "kralovske_rosady": ("round_ends",), "mafia_city": ("phase",), "star_wars_destiny": ("round_begins", "phase_ends"),
}  # fmt: skip
"""For each game the events that begin its last chapter."""


def last_board(kind: str, game: Game, language: str) -> str:
    """Returns the text of the last board without a picture."""
    table = facts(kind, len(game.seats), phase="over", due=None)
    return Screen(board_view.board(table, game, translator_for(language))).text


def said_since(names: Sequence[str], game: Game, kind: str, language: str) -> list[str]:
    """Returns the public sentences from the last event with one of these names on, or all if there is none."""
    told = GAME_UIS[kind].get(BatchMoves).joined(event for event in game.told if event.to == ALL)
    first = max((at for at, event in enumerate(told) if event.name in names), default=0)
    table, said = facts(kind, len(game.seats)), translator_for(language)
    return [sentence for event in told[first:] if (sentence := GAME_UIS[kind].sentence(context(table, said), event))]


@SMALLEST_AND_LARGEST
@EVERY_LANGUAGE
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_last_board_without_a_picture_tells_the_whole_last_chapter(
    kind: str, seats: int, language: str, seed: int
) -> None:
    game = finished(kind, seats, seed)
    text, begins = last_board(kind, game, language), CHAPTERS.get(kind) or tuple(GAME_UIS[kind].chapters)
    assert not [sentence for sentence in said_since(begins, game, kind, language) if sentence not in text]


@EVERY_GAME
def test_a_board_left_behind_does_not_put_the_present_above_its_story(kind: str) -> None:
    table, said = facts(kind, 3), translator_for("cs")
    for game in undecided(kind, 3, seed=4, most=60):
        text = Screen(board_view.closed_board(table, game, said)).text
        assert GAME_UIS[kind].title not in text
        assert not set(GAME_UIS[kind].public(context(table, said, game)).splitlines()) & set(text.splitlines()) - {""}
        assert all(sentence in text for sentence in said_since((), game, kind, "cs")[-1:])


NO_CROWD = ("musketeers", "mage", "witch", "prince", "squire", "dragon", "hermit", "tom_thumb")
CROWDED = [card for card in CARDS if card not in NO_CROWD]
POINTS = ("art-5", "trade-5", "religion-5", "warfare-5", "farming-5", "alchemy-5")


@EVERY_LANGUAGE
def test_the_state_gives_way_to_a_long_story(language: str) -> None:
    """On a last board with six columns of seventeen cards each, the state is left out and every sentence is shown."""
    kind = "kralovske_rosady"
    columns = [
        " ".join([point, *(f"{LETTERS[(at + of) % 6]}:{card}" for of, card in enumerate(CROWDED))])
        for at, point in enumerate(POINTS)
    ]
    won = {seat: " ".join(f"{point[:-1]}{value}" for point in POINTS) for seat, value in (("a", 1), ("b", 2), ("c", 4))}
    table = layout(*columns, phase="evaluate", round_number=6, points=won)
    game = Game.at(GAMES[kind], table, NAMES[:6], game_id="42", seed=bytes(32))
    text, told = last_board(kind, game, language), said_since((), game, kind, language)
    assert GAME_UIS[kind].title not in text
    assert not [sentence for sentence in told if sentence not in text]


def test_the_state_is_on_a_last_board_with_room_for_it() -> None:
    kind = "kralovske_rosady"
    table = layout("art-3 a:king", "trade-3 b:king", phase="evaluate", round_number=6)
    game = Game.at(GAMES[kind], table, NAMES[:2], game_id="42", seed=bytes(32))
    assert "Kolo 6 z 6" in last_board(kind, game, "cs")
