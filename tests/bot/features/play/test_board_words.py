"""Tests the words below a board's picture: they are few in whole games; the rest is behind *In words*."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from bot.features.play import board_view
from bot.games.news import Line, news
from bot.texts import translator_for
from bot.views.word_budget import newest
from rules.engine import Game
from tests.bot.games.every_board import EVERY_GAME, EVERY_LANGUAGE, SMALLEST_AND_LARGEST, facts, looked_at, undecided
from tests.bot.screen import Screen

DUE = datetime(2027, 1, 1, tzinfo=UTC)
EN = translator_for("en")
RULE = re.compile(r"\b[MKD]\d")
"""Finds the number of a rule."""


def below(game: Game, language: str = "en") -> Screen:
    """Returns the components below the board's picture while a clock runs and everyone can ask for more time."""
    table = facts(game.rules.name, len(game.seats), due=DUE, can_hold=True)
    return Screen(board_view.boards(table, game, translator_for(language)).below_picture)


def words(shown: Screen) -> int:
    return sum(len(text.split()) for text in (shown.text, *shown.labels()))


def some(kind: str, seats: int) -> Iterator[Game]:
    """Yields a random game at every third of its decisions, as a sample of its boards."""
    return (game for at, game in enumerate(undecided(kind, seats, seed=seats)) if at % 3 == 0)


@EVERY_LANGUAGE
@SMALLEST_AND_LARGEST
def test_a_board_has_at_most_80_words_and_five_news(kind: str, seats: int, language: str) -> None:
    said, looked = translator_for(language), 0
    for game in some(kind, seats):
        shown = below(game, language)
        assert words(shown) <= 80, shown.text
        assert not RULE.search(shown.text)
        lately = news(facts(kind, seats), game, said).lines
        assert 0 <= len(lately) <= 5
        assert all("\n" not in one.text for one in lately)
        looked += 1
    assert looked


@EVERY_GAME
def test_the_newest_news_and_who_is_waited_for_are_always_below_the_picture(kind: str) -> None:
    for game in some(kind, 3):
        shown, table = below(game), facts(kind, 3)
        latest = [line.text for line in news(table, game, EN).lines[-1:]]
        assert all(one in shown.text or one[:20] in shown.text for one in latest)
        assert game.decision is not None
        assert all(table.seat(seat).mention in shown.text for seat in game.decision.seats)


@EVERY_GAME
def test_in_words_says_what_a_board_without_a_picture_says_and_offers_nothing(kind: str) -> None:
    for game in some(kind, 3):
        table, public = facts(kind, 3, due=DUE), looked_at(game)
        said = Screen(board_view.in_words(table, public, EN))
        alone = Screen(board_view.boards(table, game, EN).in_words())
        assert said.text == alone.text
        assert not said.buttons
        assert "in_words" not in alone.verbs()


@EVERY_GAME
def test_the_buttons_below_a_picture_are_those_of_the_words_and_in_words(kind: str) -> None:
    for game in some(kind, 3):
        table = facts(kind, 3, due=DUE)
        shown = board_view.boards(table, game, EN)
        assert set(Screen(shown.below_picture).verbs()) == {*Screen(shown.in_words()).verbs(), "in_words"}


def lines(*texts: str) -> list[Line]:
    """Returns lines of a board, the oldest one first; those in brackets are routine."""
    return [Line(text, routine=text.startswith("(")) for text in texts]


def kept(told: list[Line], room: int) -> list[str]:
    return [line.text for line in newest(told, room)]


def test_one_long_piece_of_news_is_cut_and_older_ones_are_left_out() -> None:
    assert kept(lines("old", "one two three four"), 3) == ["one two …"]
    assert kept(lines("old", "one two three"), 3) == ["one two three"]
    assert kept(lines("older", "old", "one two"), 3) == ["old", "one two"]
    assert kept(lines("one"), 0) == []


def test_routine_news_give_way_to_older_ones_unless_they_are_the_newest() -> None:
    assert kept(lines("old", "(two words)", "one"), 3) == ["old", "one"]
    assert kept(lines("old", "(two words)", "one"), 4) == ["old", "(two words)", "one"]
    assert kept(lines("old", "(two words)"), 2) == ["(two words)"]


def test_a_lasting_piece_of_news_gives_way_last() -> None:
    told = [Line("points", lasting=True), *lines("old", "(two words)", "one")]
    assert kept(told, 4) == ["points", "old", "one"]
    assert kept(told, 2) == ["points", "one"]
    assert kept(told, 1) == ["one"]


@EVERY_GAME
def test_a_board_says_how_many_news_since_the_last_move_it_leaves_out(kind: str) -> None:
    hints = 0
    for game in undecided(kind, 2 if kind == "star_wars_destiny" else 3, seed=3):
        shown = below(game)
        if found := re.search(r"^-# … (\d+) earlier: \*Log\*$", shown.text, re.MULTILINE):
            lately = news(facts(kind, len(game.seats)), game, EN)
            visible = {line.age for line in lately.lines if line.text in shown.text or not line.age}
            assert int(found[1]) == len({*lately.since} - visible) > 0
            hints += 1
    assert hints
