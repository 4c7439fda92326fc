"""Tests undo policies: only what a game declares harmless can be undone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.description import Undoable
from rules.engine import Game
from rules.errors import NoUndo
from rules.events import Event

from .toy import TOY

REVEALED = "something that lay hidden has come to light since"


def harmless(_event: Event) -> bool:
    return False


def after_a_throw(undoable: Undoable) -> Game:
    """Returns a toy game with this undo policy in which seat a has thrown away two marbles and is asked about its
    cards.
    """
    game = Game.new(replace(TOY, undoable=undoable), ["Anna", "Bert"], seed=bytes(32))
    game.answer(3, "a", ["green", "blue"])
    return game


def refusal(game: Game, seat: str) -> tuple[str, str]:
    with pytest.raises(NoUndo) as refused:
        game.undo(game.number, seat)
    return refused.value.why, str(refused.value)


def test_of_a_kind_that_is_harmless_and_shows_nothing_an_answer_is_taken_back() -> None:
    game = after_a_throw(Undoable(frozenset({"throw", "show"}), harmless))
    game.undo(4, "a")
    assert (game.number, game.decision and game.decision.kind) == (5, "throw")


def test_every_event_reveals_something_unless_the_game_says_otherwise() -> None:
    assert refusal(after_a_throw(Undoable(frozenset({"throw", "show"}))), "a") == ("revealed", REVEALED)


@pytest.mark.parametrize("kinds", [{"throw"}, {"show"}, set()])
def test_neither_a_question_nor_an_answer_is_harmless_unless_the_game_says_so(kinds: set[str]) -> None:
    """An undo is refused unless both the kind of the answered question and the kind of the one asked since are
    declared harmless.
    """
    assert refusal(after_a_throw(Undoable(frozenset(kinds), harmless)), "a") == ("revealed", REVEALED)


def test_a_key_that_the_game_says_brings_a_card_to_light_is_not_taken_back() -> None:
    shown = Undoable(frozenset({"throw", "show"}), harmless, lambda key: key == "blue")
    assert refusal(after_a_throw(shown), "a") == ("revealed", REVEALED)


def test_an_undo_without_an_answer_is_refused() -> None:
    game = after_a_throw(Undoable(frozenset({"throw", "show"}), harmless))
    assert refusal(game, "b") == ("nothing", "seat 'b' has no answer to take back")
