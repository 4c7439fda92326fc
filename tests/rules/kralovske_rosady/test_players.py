"""Computer players of Královské rošády: how they judge a column, and the worlds that they make up."""

from __future__ import annotations

from random import Random

from rules import GAME_AIS, GAMES
from rules.kralovske_rosady.cards import CARDS
from rules.kralovske_rosady.determinisation import evaluate
from rules.kralovske_rosady.features import chances, worth_of
from rules.players.question import ask, plain

from ..random_play import answer_at_random, new_game

ROSADY = GAMES["kralovske_rosady"]
AI = GAME_AIS[ROSADY.name]


def ahead(*cards: tuple[str, str], symbol: str = "art") -> str:
    """Returns the likeliest winner of a column with these cards and no further ones."""
    found = chances(cards, symbol, 0)
    return max(found, key=lambda seat: found[seat])


# Columns, K14


def test_a_column_is_judged_by_its_evaluation() -> None:
    assert ahead(("a", "king"), ("b", "queen")) == "a"
    assert ahead(("a", "king"), ("b", "mage")) == "b", "the mage removes the king"
    assert ahead(("a", "queen"), ("a", "beggar"), ("b", "explorer")) == "b", "with a beggar the lowest sum wins"
    assert ahead(("a", "merchant"), ("b", "troubadour")) == "b", "12 under its own symbol"
    assert ahead(("a", "king"), ("b", "prince"), ("b", "squire")) == "b"
    assert ahead(("a", "king"), ("b", "prince"), ("b", "squire"), ("b", "musketeers")) == "b"
    assert ahead(("a", "merchant"), ("b", "cardinal")) == "a", "a tie goes to the nearest card"


def test_the_more_cards_are_to_come_the_less_is_decided() -> None:
    column = (("a", "king"), ("b", "squire"))
    assert chances(column, "art", 0)["a"] > chances(column, "art", 3)["a"] > 0.3


def test_a_symbol_that_is_new_is_worth_more_and_the_sixth_most() -> None:
    five = ("art-1", "trade-1", "religion-1", "farming-1", "warfare-1")
    assert worth_of("alchemy-3", five) > worth_of("alchemy-3", five[:4]) > worth_of("art-3", five) == 3


# Worlds


def test_every_colour_has_each_card_once_and_point_cards_that_were_taken_are_known() -> None:
    dice, game = Random(3), new_game(ROSADY, 3, 3)
    checked = 0
    while game.decision:
        if game.decision.kind == "play" and game.table.round > 2:
            asked = ask(game, game.waiting[0])
            sample = AI.determinise(asked) if AI.determinise else None
            world = sample(dice) if sample else None
            assert world
            for seat, player in world.table["players"].items():
                lying = [card["card"] for column in world.table["columns"] for card in column["cards"]
                         if card["owner"] == seat]  # fmt: skip
                assert sorted([*lying, *player["hand"], *player["deck"], *player["discard"]]) == sorted(CARDS)
                assert player["points"] == game.table.players[seat].points
            checked += 1
        answer_at_random(game, dice)
    assert checked > 10


def test_the_chances_add_up_to_one() -> None:
    game = new_game(ROSADY, 4, 1)
    table = plain(ROSADY.table(game.table))
    table["players"]["b"]["points"] = ["art-5", "trade-5"]
    found = {seat: evaluate(table, seat) for seat in "abcd"}
    assert abs(sum(found.values()) - 1) < 1e-9
    assert max(found, key=lambda seat: found[seat]) == "b"
