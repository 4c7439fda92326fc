"""Tests the question whose battlefield is used: the panel and the confirmation say what the battlefields do."""

from __future__ import annotations

from bot.games.star_wars_destiny.cards import claim_ability, sentence
from bot.games.star_wars_destiny.names import battlefields
from rules.engine import Game
from rules.star_wars_destiny.facts import CARDS
from tests.bot.games import every_board
from tests.bot.games.star_wars_destiny.said import EN, FACTS, GAME_UI, KIND, summary


def at_the_battlefield() -> Game:
    """Returns a game in which the highest roller is asked whose battlefield is used."""
    games = every_board.undecided(KIND, 2, seed=2)
    return next(game for game in games if game.decision is not None and game.decision.kind == "battlefield")


def test_the_panel_says_what_each_battlefield_does() -> None:
    game = at_the_battlefield()
    view = game.view(game.waiting[0])
    fields = battlefields(view)
    assert set(fields) == {"a", "b"}
    ctx = GAME_UI.context(FACTS, EN, view, game.waiting[0])
    lines = GAME_UI.questions["battlefield"].facts(ctx).splitlines()
    assert lines == [f"{ctx.mark(seat)} {CARDS[fields[seat]].name}: {claim_ability(fields[seat], EN)}" for seat in "ab"]


def test_the_confirmation_says_what_the_chosen_battlefield_does() -> None:
    game = at_the_battlefield()
    field = battlefields(game.view(None))["b"]
    said = summary(game, "b")
    assert said.startswith("You choose: ")
    assert said.endswith(f" {sentence(field, EN)}")
