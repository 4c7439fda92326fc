"""Tests the private panel by its components: its pages up to an answer, their order and their styles."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from discord import ui

from bot.features.play import panel_base, panel_view
from bot.features.play import panel_notices as notices_view
from bot.features.play.service import keys_of
from bot.games import GAME_UIS, context
from bot.games.confirmation import COSTLY, NEVER, confirms
from bot.games.key_tree import mask_of, step
from bot.texts import LANGUAGES, translator_for
from bot.views.custom_id import CustomId
from rules.engine import Game
from tests.bot.laid_out import KIND, facts, laid_out, new_game, played
from tests.bot.screen import Screen, leading, meaning

CS = translator_for("cs")
CONFIRM, BACK, LET_PASS = CS("Confirm"), CS("Back"), CS("Don't react")
A, B, C = (seat.mention for seat in facts().seats)


def panel(game: Game, seat: str, path: tuple[int, ...] = (), **how: Any) -> Screen:
    return Screen(panel_view.panel(facts(len(game.seats)), game, seat, path, CS, **how))


def follow(game: Game, seat: str, press: CustomId) -> Screen:
    """Returns the panel that follows after a press with the verb `walk`, which gives no answer yet."""
    assert press.verb == "walk"
    return panel(game, seat, press.path, chosen=press.chosen)


def towards(shown: Screen, game: Game, seat: str, *words: str) -> CustomId:
    """Returns the press of the button that adds these words of a key to the panel's path."""
    path = meaning(shown.buttons[0]).path[:-1]
    found = step(game, seat, path)
    assert found is not None
    (wanted,) = (option.path for option in found.options if option.first == words)
    (press,) = (meaning(button) for button in shown.buttons if meaning(button).path == wanted)
    return press


def named(kind: str, *words: str, game: Game) -> str:
    """Returns the label of the option with these words of a key, as the first seat reads it."""
    return GAME_UIS[KIND].option(context(facts(len(game.seats)), CS, game, "a"), kind, words).text


def summary(game: Game, seat: str, kind: str, *keys: str) -> str:
    """Returns the text that sums up an answer above the *Confirm* button."""
    return GAME_UIS[KIND].summary(context(facts(len(game.seats)), CS, game, seat), kind, keys)


def chosen(shown: Screen, text: str, *labels: str) -> tuple[int, ...]:
    """Returns the path of the option whose label contains all of these, in the select with that title."""
    (select,) = (select for select in shown.selects if text in select["placeholder"])
    (option,) = (option for option in select["options"] if all(label in option["label"] for label in labels))
    return leading(select, option["value"])


def test_a_mobster_is_placed_by_one_choice_in_the_panel() -> None:
    game = laid_out()
    shown = panel(game, "a")
    path = chosen(shown, CS("Place a mobster"), named("turn", "place", "harbour", game=game))
    assert keys_of(game, "a", CustomId(1, "do", game.number, path)) == ("place:harbour",)
    (select,) = (select for select in shown.selects if CS("Place a mobster") in select["placeholder"])
    assert {option["description"] for option in select["options"]} == {CS("stack: empty")}


def test_a_card_and_its_target_are_one_choice_to_a_summary_with_confirm_and_back() -> None:
    game = laid_out(hands={"a": "informer-star"}, harbour="ab")
    first = panel(game, "a")
    path = chosen(first, named("turn", "informer-star", game=game), "2 ", "Bert")
    last = panel(game, "a", path)
    assert summary(game, "a", "turn", "informer-star:harbour:2") in last.text
    assert last.labels() == [CONFIRM, BACK]
    assert keys_of(game, "a", last.press(CONFIRM)) == ("informer-star:harbour:2",)
    assert follow(game, "a", last.press(BACK)).text == first.text


@pytest.mark.parametrize(
    ("wish", "verbs"), [("always", ("walk", "walk")), ("costs", ("do", "walk")), ("never", ("do", "do"))]
)
def test_confirmations_are_a_setting_of_each_person(wish: str, verbs: tuple[str, str]) -> None:
    game = laid_out(hands={"a": "rackets-hat"}, harbour="ab")
    shown = panel(game, "a", help_=panel_base.Help(confirm=wish))
    card = named("turn", "rackets-hat", game=game)
    assert (shown.press(CS("Pass")).verb, shown.press(card).verb) == verbs


def swapping(**stacks: Any) -> tuple[Game, Screen, dict[str, Any]]:
    game = laid_out(hands={"a": "pulling_strings-fist"}, **stacks)
    shown = panel(game, "a")
    (select,) = (
        part for part in shown.selects if named("turn", "pulling_strings-fist", game=game) in part["placeholder"]
    )
    return game, shown, select


def path_of_both(game: Game, path: tuple[int, ...], pair: Sequence[int]) -> tuple[int, ...] | None:
    found = panel_view.panel_at(facts(), game, "a", CS)
    assert found is not None
    return found.path_of_both(path, pair)


def test_a_pair_is_chosen_in_one_select_that_offers_everything() -> None:
    game, _, select = swapping(prison="a", harbour="bc", town_hall="c")
    assert (select["min_values"], select["max_values"]) == (2, 2)
    assert [option["label"][0] for option in select["options"]] == ["1", "2", "7"]
    path = meaning(select).path
    for chosen_ in ([0, 2], [2, 0]):
        way = path_of_both(game, path, chosen_)
        assert way is not None
        assert keys_of(game, "a", CustomId(1, "do", game.number, way)) == ("pulling_strings-fist:prison:town_hall",)
        assert follow(game, "a", panel(game, "a", way).press(BACK)).selects


def test_every_pair_can_be_chosen() -> None:
    game, _, select = swapping(prison="a", harbour="bc", town_hall="c", private_club="ab")
    path, count = meaning(select).path, len(select["options"])
    ways = {path_of_both(game, path, (one, other)) for one in range(count) for other in range(count) if one != other}
    keys = {keys_of(game, "a", CustomId(1, "do", game.number, way or ())) for way in ways}
    assert keys == {(key,) for key in game.keys("a") if key.startswith("pulling_strings")}


def test_a_mobster_and_its_target_are_one_choice_and_a_wrong_pair_leads_nowhere() -> None:
    game = laid_out(hands={"a": "grand_plan-hat"}, harbour="ab", prison="c")
    shown = panel(game, "a")
    (select,) = (part for part in shown.selects if named("turn", "grand_plan-hat", game=game) in part["placeholder"])
    labels = [option["label"] for option in select["options"]]
    assert len(labels) == 3 + 7
    path, mobster = meaning(select).path, next(at for at, label in enumerate(labels) if "Bert" in label)
    harbour, prison = (next(at for at, label in enumerate(labels) if f": {n} " in label and at > 2) for n in "21")
    way = path_of_both(game, path, (prison, mobster))
    assert way is not None
    assert keys_of(game, "a", CustomId(1, "do", game.number, way)) == ("grand_plan-hat:harbour:2:prison",)
    for nonsense in ((mobster, harbour), (prison, harbour), (mobster, mobster), (0, 99)):
        assert path_of_both(game, path, nonsense) is None


def test_a_note_is_above_the_question() -> None:
    game = laid_out()
    question = GAME_UIS[KIND].questions["turn"].prompt(context(facts(), CS, game, "a"))
    assert panel(game, "a", note="A note.").text.startswith(f"A note.\n**{question}**")


def test_a_player_who_is_not_asked_has_no_panel() -> None:
    game = laid_out()
    assert panel_view.panel(facts(), game, "b", (), CS) is None
    assert panel_view.panel(facts(), game, "a", (99,), CS) is None
    told = Screen(notices_view.not_asked(facts(), game, CS)).text
    assert f"Nejsi na tahu. Na řadě je {A}. (M10)" in told


def test_a_waiting_panel_says_nothing_that_a_later_move_makes_wrong() -> None:
    told = Screen(notices_view.not_asked(facts(), laid_out(), CS, note="A note.")).text
    assert not [player for player in (A, B, C) if player in told]
    assert CS("This panel opens by itself when it is your turn.") in told
    assert CS("It is not your turn.") not in told


def test_anyone_who_may_discard_the_first_hand_sees_it_in_the_panel() -> None:
    game = new_game()
    seat = game.waiting[0]
    hand = GAME_UIS[facts().kind].hand(GAME_UIS[facts().kind].context(facts(), CS, game.view(seat), seat=seat))
    names, texts = ([line for line in hand.splitlines() if line.startswith("-#") == small] for small in (False, True))
    shown = panel(game, seat).text
    assert names
    assert all(name in shown for name in names)
    assert not [text for text in texts if text in shown]


def window(hand: str) -> Game:
    game = laid_out(hands={"a": "informer-star", "b": hand}, harbour="b")
    game.answer(game.number, "a", ["informer-star:harbour:1"])
    return game


def test_a_player_who_is_not_asked_in_a_window_reads_that() -> None:
    game = window("police_chief-hat")
    refused = Screen(notices_view.not_asked(facts(), game, CS)).text
    assert CS("You are not asked here, or you have already answered.") in refused


def test_a_window_offers_what_is_held_and_to_let_it_pass() -> None:
    game = window("police_chief-hat hitman-fist complicity-fist")
    shown = panel(game, "b")
    assert shown.verbs() == ["walk", "walk", "pass", "explain", "ahead", "order_here"]
    assert keys_of(game, "b", shown.press(LET_PASS)) == ("pass",)
    assert follow(game, "b", towards(shown, game, "b", "police_chief-hat"))
    last = follow(game, "b", towards(shown, game, "b", "fists"))
    assert summary(game, "b", "react", "fists:hitman-fist+complicity-fist") in last.text
    assert keys_of(game, "b", last.press(CONFIRM)) == ("fists:hitman-fist+complicity-fist",)


def test_a_window_tells_privately_that_nothing_is_held() -> None:
    shown = panel(window("thief-hat thief-hat"), "b")
    assert shown.text.splitlines()[0].endswith(CS("You have nothing to play here."))
    assert shown.verbs() == ["pass", "explain", "ahead"]


def retrieving(stack: str) -> Game:
    return laid_out(phase="strategy", harbour=stack)


def test_several_mobsters_are_chosen_at_once() -> None:
    game = retrieving("abaa")
    shown = panel(game, "a")
    _, select = shown.selects
    assert (select["min_values"], select["max_values"]) == (1, 3)
    assert meaning(select).verb == "chosen"
    mask = mask_of(game, "a", ["0", "2"])
    last = panel(game, "a", chosen=mask)
    assert summary(game, "a", "retrieve", "harbour:1", "harbour:4") in last.text
    assert keys_of(game, "a", last.press(CONFIRM)) == ("harbour:1", "harbour:4")
    assert follow(game, "a", last.press(BACK)).text == shown.text


@pytest.mark.parametrize(
    ("label", "keys"), [(CS("No one from here"), ()), (CS("Everyone from here"), ("harbour:1", "harbour:3"))]
)
def test_none_and_all_are_one_press(label: str, keys: tuple[str, ...]) -> None:
    game = retrieving("aba")
    assert keys_of(game, "a", panel(game, "a").press(label)) == keys
    last = follow(game, "a", panel(game, "a", help_=panel_base.Help(confirm="always")).press(label))
    assert keys_of(game, "a", last.press(CONFIRM)) == keys


def test_a_single_mobster_needs_no_select_of_its_own() -> None:
    assert [meaning(select).verb for select in panel(retrieving("a"), "a").selects] == ["ahead"]


def test_a_forged_set_has_no_panel() -> None:
    assert panel_view.panel(facts(), retrieving("a"), "a", (), CS, chosen=0b10) is None
    assert panel_view.panel(facts(), laid_out(), "a", (), CS, chosen=1) is None


def test_a_choice_says_where_it_leads() -> None:
    game = laid_out(hands={"a": "informer-star"}, harbour="abcabcabcabc")
    *_placing, select = panel(game, "a").selects
    place = named("turn", "informer-star", "harbour", game=game)
    labels = [named("turn", "informer-star", "harbour", str(height), game=game) for height in range(1, 13)]
    shown = [option["label"].removeprefix("⚠️ ") for option in select["options"]]
    assert shown == [f"{place} – {label}" for label in labels]
    assert select["options"][0]["description"].endswith(CS("at the bottom"))
    last = panel(game, "a", leading(select, select["options"][11]["value"]))
    assert keys_of(game, "a", last.press(CONFIRM)) == ("informer-star:harbour:12",)


def test_more_than_a_select_holds_is_grouped() -> None:
    game = laid_out(5, hands={"a": "informer-star"}, harbour="abcde" * 11)
    card, place = named("turn", "informer-star", game=game), named("turn", "informer-star", "harbour", game=game)
    (groups,) = follow(game, "a", panel(game, "a").press(f"{card}: {place}")).selects
    ends = [named("turn", "informer-star", "harbour", height, game=game) for height in ("1", "25", "26", "50")]
    assert [option["label"] for option in groups["options"]][:2] == [f"{ends[0]} – {ends[1]}", f"{ends[2]} – {ends[3]}"]


def test_options_that_do_not_fit_into_one_select_get_two() -> None:
    game = laid_out(5, hands={"a": "informer-star"}, harbour="abcde" * 8)
    pages = [part for part in panel(game, "a").selects if CS("Place a mobster") not in part["placeholder"]]
    assert [len(select["options"]) for select in pages] == [20, 20]
    last = panel(game, "a", leading(pages[1], pages[1]["options"][-1]["value"]))
    assert keys_of(game, "a", last.press(CONFIRM)) == ("informer-star:harbour:40",)


def test_passed_has_no_buttons() -> None:
    assert not Screen(notices_view.passed(CS)).buttons


def presses(shown: Screen) -> list[CustomId]:
    """Returns all presses that lead on from a panel: of its buttons, and of the options of its selects.

    Leaves out Back, *What is what?*, the verbs `ahead` and `peek`, and selects with another verb than `pick`.
    """
    found = [meaning(button) for button in shown.buttons if button["label"] not in (BACK, CS("What is what?"))]
    found = [press for press in found if press.verb not in ("ahead", "peek")]
    for select in shown.selects:
        head = meaning(select)
        if head.verb == "pick":
            found += [
                head._replace(verb="walk", path=leading(select, o["value"]), chosen=None) for o in select["options"]
            ]
    return found


def clicked(game: Game, seat: str, dice: random.Random) -> tuple[str, ...]:
    """Makes random presses in a seat's panel until one gives an answer, and returns its keys; the game is unchanged."""
    shown = panel(game, seat)
    for _ in range(10):
        press = dice.choice(presses(shown))
        if press.verb in ("do", "pass"):
            keys = keys_of(game, seat, press)
            assert keys is not None
            return keys
        shown = follow(game, seat, press)
    raise AssertionError("the panel leads nowhere")


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_whole_games_can_be_played_only_by_pressing(seats: int) -> None:
    dice = random.Random(seats)
    game = laid_out(seats, hands={"a": "informer-star thief-hat rackets-hat", "b": "hitman-fist complicity-fist"})
    for _ in range(250):
        if game.decision is None:
            break
        seat = dice.choice(game.waiting)
        game.answer(game.number, seat, clicked(game, seat, dice))
    assert game.number > 100 or game.over


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [3, 5])
def test_every_panel_of_random_games_fits(seats: int, language: str) -> None:
    table = facts(seats)
    for game in played(seats, seed=seats + 20, most=60):
        for seat in game.waiting:
            waiting: list[tuple[int, ...]] = [()]
            while waiting:
                path = waiting.pop()
                shown: ui.LayoutView | None = panel_view.panel(table, game, seat, path, translator_for(language))
                screen = Screen(shown)
                deeper = [press.path for press in presses_of_any_language(screen) if len(press.path) > len(path)]
                waiting += deeper[:3]


def presses_of_any_language(shown: Screen) -> list[CustomId]:
    return [press for press in presses(shown) if press.verb == "walk" and press.chosen is None]


# Order and style


def styles(shown: Screen) -> dict[str, int]:
    return {button["label"]: button["style"] for button in shown.buttons}


PRIMARY, SECONDARY = 1, 2


def test_wasteful_options_come_last_and_are_grey() -> None:
    game = laid_out(hands={"a": "rackets-hat fbi-bullet"}, harbour="ab")
    shown = panel(game, "a")
    assert CS("Place a mobster") in shown.selects[0]["placeholder"]
    assert CS("Wait (discard)") in shown.selects[-1]["placeholder"]
    assert shown.labels().index(CS("Pass")) > shown.labels().index(named("turn", "rackets-hat", game=game))
    assert styles(shown)[CS("Pass")] == SECONDARY


def test_keeping_the_first_hand_is_the_only_primary_control_and_comes_first() -> None:
    game = new_game()
    shown = panel(game, game.waiting[0])
    assert [label for label, style in styles(shown).items() if style == PRIMARY] == shown.labels()[:1]
    assert shown.press(shown.labels()[0]).verb == "do"
    assert shown.press(shown.labels()[1]).verb == "walk"


@pytest.mark.parametrize("seats", [3, 5])
def test_no_panel_has_two_primary_controls(seats: int) -> None:
    for game in played(seats, seed=seats + 3, most=120):
        for seat in game.waiting:
            assert list(styles(panel(game, seat)).values()).count(PRIMARY) <= 1


def test_an_own_piece_is_harmed_only_behind_a_warning() -> None:
    game = laid_out(hands={"a": "informer-star"}, harbour="ab")
    *_placing, select = panel(game, "a").selects
    assert [option["label"].startswith("⚠️") for option in select["options"]] == [True, False]


def test_a_free_move_needs_confirmation_if_it_harms_an_own_piece() -> None:
    ctx = context(facts(), CS, laid_out(harbour="ab"), "a")
    ui = GAME_UIS[KIND]
    assert [confirms(ui, COSTLY, ctx, "jail", [key]) for key in ("harbour:1", "harbour:2", "decline")] == [
        True, False, False,
    ]  # fmt: skip
    assert not confirms(ui, NEVER, ctx, "jail", ["harbour:1"])
