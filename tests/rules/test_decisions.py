"""Tests decisions: which answers each shape accepts and refuses, and its silence."""

from __future__ import annotations

import pytest

from rules.decisions import NOTHING, OPEN, PASS, Choice, Decision, Several, Window
from rules.draws import Draw, OwnDraw, drawn, drawn_of
from rules.errors import NotAllowed, NotAsked


def choice() -> Choice:
    return Choice("turn", "a", ("pass", "place:prison"), "pass")


def several() -> Several:
    return Several("marked", "a", ("prison", "harbour", "town_hall"), least=1, most=2)


def window() -> Window:
    offers = {"b": ("pass", "fbi-bullet"), "c": ("pass", "police_chief-hat")}
    return Window("react", ("b", "c"), lambda seat: offers[seat])


def draw() -> Draw:
    return Draw("cards", ("x", "x", "y"), 2)


TAKEN = [
    (choice, "place:prison"),
    (choice, "pass"),
    (several, "prison"),
    (several, "prison harbour"),
    (several, "harbour town_hall"),
    (draw, "x x"),
    (draw, "y x"),
]


@pytest.mark.parametrize(("made", "keys"), TAKEN)
def test_a_key_that_is_offered_is_taken_as_it_is(made: object, keys: str) -> None:
    assert callable(made)
    decision: Decision = made()
    (seat,) = decision.seats
    answer = decision.accept(seat, tuple(keys.split()))
    assert answer == (keys if decision.shape == "choice" else tuple(keys.split()))


REFUSED = [
    (choice, "b", "pass", NotAsked, "seat 'b' is not asked now"),
    (choice, "a", "", NotAllowed, "exactly one key is needed, not 0"),
    (choice, "a", "pass pass", NotAllowed, "exactly one key is needed, not 2"),
    (choice, "a", "wait", NotAllowed, "'wait' is not offered"),
    (several, "b", "prison", NotAsked, "seat 'b' is not asked now"),
    (several, "a", "", NotAllowed, "between 1 and 2 keys are needed, not 0"),
    (several, "a", "prison harbour town_hall", NotAllowed, "between 1 and 2 keys are needed, not 3"),
    (several, "a", "casino", NotAllowed, "'casino' is not offered"),
    (several, "a", "prison casino", NotAllowed, "'casino' is not offered"),
    (several, "a", "prison prison", NotAllowed, "a key may be named only once"),
    (several, "a", "harbour prison", NotAllowed, "several keys must be in the order in which they are offered"),
    (window, "a", "pass", NotAsked, "seat 'a' is not asked now"),
    (window, "b", "", NotAllowed, "exactly one key is needed, not 0"),
    (window, "b", "pass fbi-bullet", NotAllowed, "exactly one key is needed, not 2"),
    (window, "b", "police_chief-hat", NotAllowed, "'police_chief-hat' is not offered"),
    (draw, "a", "x y", NotAsked, "seat 'a' is not asked now"),
    (draw, "chance", "x", NotAllowed, "2 keys must be drawn, not 1"),
    (draw, "chance", "x x y", NotAllowed, "2 keys must be drawn, not 3"),
    (draw, "chance", "y y", NotAllowed, "'y' is not among the options that are left to draw"),
    (draw, "chance", "x z", NotAllowed, "'z' is not among the options that are left to draw"),
]


@pytest.mark.parametrize(("made", "seat", "keys", "error", "words"), REFUSED)
def test_a_refusal_says_in_words_what_is_wrong(
    made: object, seat: str, keys: str, error: type[Exception], words: str
) -> None:
    assert callable(made)
    decision: Decision = made()
    waiting = decision.waiting
    with pytest.raises(error) as refused:
        decision.accept(seat, tuple(keys.split()))
    assert (type(refused.value), str(refused.value)) == (error, words)
    assert decision.waiting == waiting, "a refused answer changes nothing"


def test_a_window_closes_by_the_first_answer_that_is_no_pass_or_by_the_last_pass() -> None:
    assert window().accept("c", ("police_chief-hat",)) == ("c", "police_chief-hat")
    both = window()
    assert both.accept("c", (PASS,)) is OPEN
    assert both.waiting == ("b",)
    with pytest.raises(NotAsked, match="'c' is not asked now"):
        both.accept("c", ("police_chief-hat",))
    assert both.accept("b", (PASS,)) is None


def test_the_silence_counts_when_the_time_is_over() -> None:
    """When the time is over, a choice takes its silent key, a set its first `least` keys (or none), and in a window
    the seats that have not answered pass. A draw has no silence, and `lapse` raises NotAsked.
    """
    assert (choice().silence, choice().lapse()) == ("pass", "pass")
    unanswered: Decision = window()
    assert (unanswered.silence, unanswered.lapse()) == ("pass", None)
    assert (several().silence, several().lapse()) == ("prison", ("prison",))
    free = Several("marked", "a", ("prison", "harbour"))
    assert (free.silence, free.lapse(), free.least, free.most) == (NOTHING, (), 0, 2)
    assert draw().silence is None
    with pytest.raises(NotAsked, match="a draw has no default answer for a missed deadline"):
        draw().lapse()


def test_a_silence_is_allowed_without_a_look_at_the_keys() -> None:
    """A choice accepts its silent key without computing its keys, which may be costly."""

    def looked() -> tuple[str, ...]:
        raise AssertionError("someone looked")

    assert Choice("turn", "a", looked, "pass").accept("a", ("pass",)) == "pass"


def test_the_keys_of_a_set_are_recorded_in_the_order_offered_and_unknown_ones_last() -> None:
    assert several().as_recorded(("town_hall", "prison")) == ("prison", "town_hall")
    assert several().as_recorded(("casino", "town_hall", "prison")) == ("prison", "town_hall", "casino")


def test_a_draw_of_all_takes_each_option_as_often_as_it_is_there() -> None:
    """A draw without a count draws all its options; equal options count separately."""
    whole = Draw("shuffle", ("x", "x", "y"))
    assert whole.count == 3
    assert whole.accept("chance", ("x", "y", "x")) == ("x", "y", "x")
    with pytest.raises(NotAllowed, match="'y' is not among the options"):
        whole.accept("chance", ("x", "y", "y"))


def test_a_draw_of_ones_own_says_whose() -> None:
    own = OwnDraw("reshuffle", ("x", "y"), "b")
    assert (own.of, own.about, own.count) == ("b", {"of": "b"}, 2)


@pytest.mark.parametrize("options", [(), ("x",)])
def test_a_draw_without_options_is_not_asked(options: tuple[str, ...]) -> None:
    for asked in (drawn("city", options), drawn_of("reshuffle", options, "b")):
        with pytest.raises(StopIteration) as ended:
            asked.send(None)
        assert ended.value.value == options


def test_with_two_options_a_draw_is_asked_with_all_that_belongs_to_it() -> None:
    asked = drawn("city", ["x", "y"], 1, {"of": "a"}).send(None)
    assert isinstance(asked, Draw)
    assert (asked.kind, asked.options, asked.count, asked.about) == ("city", ("x", "y"), 1, {"of": "a"})
    own = drawn_of("reshuffle", ["x", "y"], "b").send(None)
    assert isinstance(own, OwnDraw)
    assert (own.kind, own.options, own.count, own.about, own.of) == ("reshuffle", ("x", "y"), 2, {"of": "b"}, "b")
