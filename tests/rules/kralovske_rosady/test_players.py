"""Tests the computer players of Královské rošády: how they value a column, and how they guess hidden cards."""

from __future__ import annotations

from collections import Counter
from random import Random

from rules import GAME_AIS, GAMES
from rules.engine import Game
from rules.kralovske_rosady.cards import CARDS, POINTS
from rules.kralovske_rosady.determinisation import evaluate
from rules.kralovske_rosady.evaluation import winner_of
from rules.kralovske_rosady.features import chances, lying, worth_of
from rules.kralovske_rosady.inference import laid_by
from rules.kralovske_rosady.table import Card, Column, Table
from rules.players.question import Question, ask, plain

from ..random_play import answer_at_random, new_game

ROSADY = GAMES["kralovske_rosady"]
AI = GAME_AIS[ROSADY.name]


def written(*cards: tuple[str, str], symbol: str = "art") -> str:
    """Returns these cards as `Lying`."""
    return lying([{"owner": owner, "card": card} for owner, card in cards], symbol, {"a": "a", "b": "b"})


def ahead(*cards: tuple[str, str], symbol: str = "art") -> str:
    """Returns the player who probably wins a column with these cards and no further ones."""
    found = chances(written(*cards, symbol=symbol), 0)
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


def test_the_leader_of_a_full_column_wins_its_evaluation() -> None:
    dice, agreed = Random(1), 0
    for _ in range(500):
        table, column = Table("abcd"), Column(1, dice.choice(list(POINTS)))
        laid = {(dice.choice("abcd"), dice.choice(CARDS)) for _ in range(dice.randint(1, 7))}
        column.cards = [Card(owner, name, up=True) for owner, name in sorted(laid, key=lambda _: dice.random())]
        cards = [{"owner": card.owner, "card": card.name} for card in column.cards]
        found = chances(lying(cards, column.symbol, {seat: seat for seat in "abcd"}), 0)
        agreed += max(found, key=lambda seat: found[seat], default=None) == winner_of(table, column)
    assert agreed >= 495


def test_the_more_cards_are_to_come_the_less_is_decided() -> None:
    column = written(("a", "king"), ("b", "squire"))
    assert chances(column, 0)["a"] > chances(column, 3)["a"] > 0.3


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


def guessed(asked: Question, column: int) -> Counter[str]:
    """Returns how often, in 400 guesses, each card is guessed to lie face down at the bottom of a column."""
    assert AI.determinise
    sample, dice = AI.determinise(asked), Random(1)
    assert sample
    worlds = [sample(dice) for _ in range(400)]
    return Counter(world.table["columns"][column - 1]["cards"][-1]["card"] for world in worlds if world)


def begun(first: str, second: str, **hands: str) -> Game:
    """Returns a game of two before its first turn, with these point cards and hands."""
    players = {}
    for seat in "ab":
        hand = hands[seat].split()
        deck = [card for card in CARDS if card not in hand]
        players[seat] = {"hand": hand, "deck": deck, "discard": [], "points": []}
    later = list((Counter(POINTS) - Counter([first, second])).elements())[:10]
    columns = [{"point": point, "closed": False, "cards": []} for point in (first, second)]
    return Game.at(
        ROSADY,
        {"game": ROSADY.name, "edition": 1, "round": 1, "phase": "play", "turn": "a", "columns": columns,
         "points_deck": later, "removed_points": [], "players": players},
    )  # fmt: skip


def play(game: Game, *keys: str) -> Game:
    """Gives these answers, each for the next asked seat, and returns the same game."""
    for key in keys:
        game.answer(game.number, game.waiting[0], (key,))
    return game


def test_a_player_who_answers_a_card_is_guessed_to_have_laid_one_that_wins() -> None:
    """In a column worth five points, a has a squire (2) and b a king (20). When a adds a face-down card, b guesses
    mostly a strong one, such as a king.
    """
    game = begun("art-5", "religion-1", a="squire dragon troubadour", b="king queen julia")
    found = guessed(ask(play(game, "squire:1", "king:1", "troubadour:1"), "b"), 1)
    assert found["king"] > 20 > 4 * (found["disguise"] + found["storm"])


def test_an_explorer_that_has_moved_is_known_k6() -> None:
    game = play(begun("art-5", "religion-5", a="explorer queen squire", b="king dragon julia"), "explorer:1", "king:1")
    assert [card.name for card in game.table.columns[1].cards] == ["explorer"]
    assert set(guessed(ask(play(game, "queen:1"), "b"), 2)) == {"explorer"}
    assert len(guessed(ask(game, "b"), 1)) > 5, "the queen lies face down"


def test_the_last_unseen_card_is_guessed_after_an_explorer_that_is_known() -> None:
    game = play(
        begun("art-5", "religion-5", a="explorer queen squire", b="king dragon julia"),
        "explorer:1",
        "king:1",
        "queen:1",
    )
    owner = game.table.players["a"]
    owner.hand, owner.deck = [], []
    owner.discard = [card for card in CARDS if card not in ("explorer", "queen")]
    assert set(guessed(ask(game, "b"), 1)) == {"queen"}


def test_the_choice_of_a_card_is_judged_by_the_columns_of_that_moment() -> None:
    game = begun("art-5", "religion-5", a="king julia squire", b="queen dragon storm")
    asked = ask(play(game, "king:1", "queen:2", "julia:2"), "b")
    first, second = laid_by(asked, "a")
    assert (first.at, second.at) == (0, 1)
    assert [len(column["cards"]) for column in first.columns] == [0, 0]
    assert [len(column["cards"]) for column in second.columns] == [1, 1]


def test_the_chances_add_up_to_one() -> None:
    game = new_game(ROSADY, 4, 1)
    table = plain(ROSADY.table(game.table))
    table["players"]["b"]["points"] = ["art-5", "trade-5"]
    found = {seat: evaluate(table, seat) for seat in "abcd"}
    assert abs(sum(found.values()) - 1) < 1e-9
    assert max(found, key=lambda seat: found[seat]) == "b"
