"""Tests that the sentence about a taken point card says briefly why: sums, or the cards that decided."""

from __future__ import annotations

import pytest

from bot.features.play import board_view
from bot.games.log import log
from bot.games.news import news
from bot.views.word_budget import MAX_WORDS, count
from rules import GAMES
from rules.engine import Game
from tests.bot.games import every_board
from tests.bot.games.every_board import NAMES
from tests.bot.games.kralovske_rosady.rosady import CS, KIND
from tests.bot.screen import Screen
from tests.rules.kralovske_rosady.table import layout


def evaluated(*columns: str, players: int = 3) -> Game:
    """Returns a game in which a round with these columns, three at least, has just been evaluated."""
    filled = [*columns, *["trade-5", "religion-5", "art-5"][len(columns) : players]]
    table = layout(*filled, phase="evaluate", round_number=2, hands={"a": "disguise", "b": "disguise"})
    return Game.at(GAMES[KIND], table, NAMES[:players], game_id="42", seed=bytes(32))


def taken(cards: str) -> str:
    """Returns the sentence about who takes the first column with these cards."""
    lines = log(every_board.facts(KIND, 3), evaluated(f"art-1 {cards}"), CS)
    found = next(line for line in lines if line.startswith("Sloupec 1:") and "bere" in line)
    return found.removeprefix("Sloupec 1: ")


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("a:king b:troubadour b:squire c:murderer", "🔴A bere **🎨 umění 1** (20:14:9½)."),
        ("a:queen b:king", "🔵B bere **🎨 umění 1** (20:16)."),
        ("a:king b:mage", "🔵B bere **🎨 umění 1** (7)."),
        ("a:queen b:queen", "🔴A bere **🎨 umění 1** (16:16, bližší karta)."),
        ("a:beggar b:king c:storm", "🔴A bere **🎨 umění 1** (4:9:20, Žebrák)."),
        ("a:beggar b:beggar", "🔵B bere **🎨 umění 1** (4:4, Žebrák, vzdálenější karta)."),
        ("a:king b:dragon c:musketeers", "🔴A bere **🎨 umění 1** (20:11:11, Mušketýři)."),
        ("a:king b:prince b:squire", "🔵B bere **🎨 umění 1** (Princ, Panoš)."),
        ("a:double", "🎨 umění 1 nebere nikdo, jde ze hry (bez hodnoty)."),
        ("", "🎨 umění 1 nebere nikdo, jde ze hry (žádná karta se nepočítá)."),
    ],
)
def test_a_taken_point_card_says_why(cards: str, expected: str) -> None:
    assert taken(cards) == expected


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_columns_of_the_last_round_stay_on_the_board(players: int) -> None:
    """The next board shows the empty columns of a new round, so these lines are all that is seen of the last one."""
    seats, cards = "abcd"[:players], ("king", "queen", "julia", "explorer")
    columns = [
        " ".join([f"{symbol}-2", *(f"{seat}:{card}" for seat in seats)])
        for symbol, card in zip(("art", "trade", "farming", "religion")[:players], cards, strict=False)
    ]
    game, facts = evaluated(*columns, players=players), every_board.facts(KIND, players)
    lines = [line for line in news(facts, game, CS).lines if "bere" in line.text]
    assert [line.text.split(":")[0] for line in lines] == [f"Sloupec {at}" for at in range(1, players + 1)]
    shown = Screen(board_view.boards(facts, game, CS).below_picture)
    assert all(line.text in shown.text for line in lines)
    assert count(shown.text) <= MAX_WORDS
