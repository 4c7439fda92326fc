"""Tests keys as a tree of words: every key can be reached, and every press leads back to its key."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.features.play.service import keys_of
from bot.games.context import END
from bot.games.key_tree import MAX_OPTIONS, Step, _tree, mask_of, step
from bot.views.custom_id import CustomId
from rules.engine import Game
from tests.bot.laid_out import laid_out, played


def offered(game: Game, seat: str, path: tuple[int, ...] = ()) -> list[str]:
    """Returns the last word of each option at the step with that path."""
    found = step(game, seat, path)
    assert found is not None
    return [option.first[-1] for option in found.options]


def chosen(game: Game, seat: str, *picks: str) -> Step:
    """Returns the step after choosing these words one after the other."""
    found = step(game, seat, ())
    for pick in picks:
        assert found is not None
        (option,) = (option for option in found.options if option.first[-1] == pick)
        found = step(game, seat, option.path)
    assert found is not None
    return found


def leaves(game: Game, seat: str, path: tuple[int, ...] = ()) -> Iterator[Step]:
    found = step(game, seat, path)
    assert found is not None
    assert len(found.options) <= MAX_OPTIONS
    if not found.options:
        yield found
    for option in found.options:
        yield from leaves(game, seat, option.path)


def a_turn() -> Game:
    return laid_out(hands={"a": "informer-star thief-hat grand_plan-star"}, harbour="ab", prison="c")


def test_the_first_step_offers_the_first_words_in_the_order_of_the_keys() -> None:
    # thief has no target: no opponent holds a card
    assert offered(a_turn(), "a") == ["place", "informer-star", "grand_plan-star", "hat", "wait", "pass"]


def test_a_card_leads_to_place_and_height() -> None:
    game = a_turn()
    assert [option.first[-1] for option in chosen(game, "a", "informer-star").options] == ["prison", "harbour"]
    found = chosen(game, "a", "informer-star", "harbour", "2")
    assert (found.key, found.words, found.options) == (
        "informer-star:harbour:2", ("informer-star", "harbour", "2"), (),
    )  # fmt: skip


def test_a_single_way_on_is_walked_at_once() -> None:
    assert chosen(a_turn(), "a", "informer-star", "prison").key == "informer-star:prison:1"


def test_back_is_one_path_shorter() -> None:
    game = a_turn()
    deep = chosen(game, "a", "informer-star", "harbour")
    up = step(game, "a", deep.path[:-1])
    assert up is not None
    assert up.words == ("informer-star",)


def test_a_seat_that_is_not_asked_has_no_steps() -> None:
    assert step(a_turn(), "b", ()) is None


@pytest.mark.parametrize("path", [(99,), (0, 99), (0, 0, 0), (5, 0)])
def test_a_path_that_leads_nowhere_has_no_step(path: tuple[int, ...]) -> None:
    assert step(a_turn(), "a", path) is None


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_key_can_be_reached_and_nothing_else(seats: int) -> None:
    for game in played(seats, seed=seats, most=120):
        for seat in game.waiting:
            steps = list(leaves(game, seat))
            assert sorted(str(found.key) for found in steps) == sorted(game.keys(seat))


def test_a_committing_press_means_its_key() -> None:
    game = a_turn()
    found = chosen(game, "a", "grand_plan-star", "harbour", "1", "town_hall")
    press = CustomId(42, "do", game.number, found.path)
    assert keys_of(game, "a", press) == ("grand_plan-star:harbour:1:town_hall",)


def test_a_press_on_a_former_decision_means_nothing() -> None:
    game = a_turn()
    assert keys_of(game, "a", CustomId(42, "do", game.number + 1, (0, 0))) is None


def test_someone_elses_press_means_nothing_in_a_turn() -> None:
    game = a_turn()
    assert keys_of(game, "b", CustomId(42, "do", game.number, (0, 0))) is None


def test_half_a_way_is_no_answer() -> None:
    game = a_turn()
    assert keys_of(game, "a", CustomId(42, "do", game.number, (1,))) is None
    assert keys_of(game, "a", CustomId(42, "do", game.number)) is None


def test_a_set_is_no_answer_to_a_choice() -> None:
    game = a_turn()
    assert keys_of(game, "a", CustomId(42, "do", game.number, (), 1)) is None


def retrieving() -> Game:
    game = laid_out(phase="strategy", harbour="abaa")
    assert game.decision is not None
    assert game.decision.kind == "retrieve"
    return game


def test_several_keys_are_chosen_as_a_set() -> None:
    game = retrieving()
    found = step(game, "a", ())
    assert found is not None
    assert found.several
    assert [option.words for option in found.options] == [("harbour", "1"), ("harbour", "3"), ("harbour", "4")]
    mask = mask_of(game, "a", ["2", "0"])
    assert mask == 0b101
    assert keys_of(game, "a", CustomId(42, "do", game.number, (), mask)) == ("harbour:1", "harbour:4")
    assert keys_of(game, "a", CustomId(42, "do", game.number, (), 0)) == ()


@pytest.mark.parametrize("values", [["3"], ["-1"], ["x"], ["²"]])
def test_a_forged_choice_is_no_set(values: list[str]) -> None:
    assert mask_of(retrieving(), "a", values) is None


def test_a_forged_set_means_nothing() -> None:
    game = retrieving()
    assert keys_of(game, "a", CustomId(42, "do", game.number, (), 0b1000)) is None
    assert keys_of(game, "a", CustomId(42, "do", game.number, (0,))) is None


def window() -> Game:
    game = laid_out(hands={"a": "informer-star", "b": "hitman-fist complicity-fist police_chief-hat"}, harbour="b")
    game.answer(game.number, "a", ["informer-star:harbour:1"])
    return game


def test_let_it_pass_means_pass() -> None:
    game = window()
    assert keys_of(game, "b", CustomId(42, "pass", game.number)) == ("pass",)


def test_let_it_pass_answers_no_question_without_a_pass() -> None:
    assert keys_of(laid_out(phase="strategy", harbour="a"), "a", CustomId(42, "pass", 1)) is None


def test_more_than_a_select_holds_is_grouped() -> None:
    root = _tree([f"hitman-fist:{height}" for height in range(1, 61)] + ["decline"])
    (card, _) = root.children
    assert [len(group.children) for group in card.children] == [25, 25, 10]
    assert card.children[1].first == ("hitman-fist", "26")
    assert card.children[1].last == ("hitman-fist", "50")
    assert card.children[1].children[0].key == "hitman-fist:26"


def test_a_key_that_others_go_on_from_is_an_option_of_its_own() -> None:
    tree = _tree(["play:x:rey", "play:x:rey:robes", "play:x:rey:staff", "pass"])
    play, rest = tree.children
    assert rest.key == "pass"
    assert [child.first for child in play.children] == [
        ("play", "x", "rey", END), ("play", "x", "rey", "robes"), ("play", "x", "rey", "staff"),
    ]  # fmt: skip
    assert [child.key for child in play.children] == ["play:x:rey", "play:x:rey:robes", "play:x:rey:staff"]


def test_a_key_that_ends_beside_others_does_not_swallow_them() -> None:
    (play,) = _tree(["play:x:rey", "play:x:rey:robes", "play:x:finn"]).children
    rey, finn = play.children
    assert finn.key == "play:x:finn"
    assert [child.key for child in rey.children] == ["play:x:rey", "play:x:rey:robes"]
