"""Tests the message that explains a computer's decision, and which figures are stored for it.

Its lines are sorted by their figures and named by the move.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from bot.features.analysis import view as analysis_view
from bot.features.analysis.service import MAX_STOPS, Analysis, Decided
from bot.games.facts import Seat, TableFacts
from bot.tables.computers import reasons_of
from bot.tables.thinkers import Choice
from bot.texts import translator_for
from rules import GAMES
from rules.players.levels import LEVELS, Question, Thought, player
from storage import Reasons, Weighed
from tests.bot.games.every_board import EVERY_GAME, EVERY_LANGUAGE, facts
from tests.bot.screen import Screen
from tests.rules.players.test_players import decisions

LOOKED_AT, STEP = 100, 4
EN = translator_for("en")
HARBOUR, PRISON, CLUB, HALL = (("place:harbour",), ("place:prison",), ("place:fight_club",), ("place:town_hall",))
ROUND = {"en": "Round", "cs": "Kolo", "sk": "Kolo"}


def table(kind: str) -> TableFacts:
    known = facts(kind, GAMES[kind].seats[-1], phase="over")
    return replace(known, seats=(Seat("a", None, "🤖 Computer 1 (hard)"), *known.seats[1:]))


def first() -> Question:
    return next(asked for _, asked in decisions(GAMES["mafia_city"], 3, 1) if asked.kind == "turn")


def shown(done: tuple[str, ...], measure: str, *weighed: Weighed, level: str = "hard") -> str:
    """Returns the message about one decision with these reasons."""
    asked = first()
    decided = Decided(0, asked, done, Reasons(asked.number, asked.seat, level, measure, weighed))
    return Screen(analysis_view.why(table("mafia_city"), Analysis(decided, 1, [decided]), EN)).text


def listed(text: str) -> list[str]:
    """Returns the lines that name the weighed answers."""
    return [line for line in text.splitlines() if line.startswith("- ")]


def thoughts(kind: str) -> list[Decided]:
    """Plays a game with easy and normal computers; returns every `STEP`-th of its first `LOOKED_AT` decisions, with
    reasons.
    """
    dice, found = Random(3), list[Decided]()
    for at, (_, asked) in enumerate(islice(decisions(GAMES[kind], GAMES[kind].seats[-1], 2), LOOKED_AT)):
        level = dice.choice(["easy", "normal"])
        choice = Choice(player(kind, level).think(asked, dice), level)
        if at % STEP == 0 and (reasons := reasons_of(asked, choice)) is not None:
            found.append(Decided(at, asked, choice.keys, reasons))
    return found


@EVERY_GAME
@EVERY_LANGUAGE
def test_every_decision_fits_into_a_message(kind: str, language: str) -> None:
    said, many = translator_for(language), thoughts(kind)
    for decided in many:
        text = Screen(analysis_view.why(table(kind), Analysis(decided, LOOKED_AT, [decided]), said)).text
        assert f"**{ROUND[language]} {decided.asked.view['round']}: " in text
        assert f"{decided.which + 1}/{LOOKED_AT}" in text
    shown = Screen(analysis_view.why(table(kind), Analysis(many[-1], LOOKED_AT, many[-MAX_STOPS:]), said))
    for option in shown.selects[0]["options"]:
        assert option["label"].startswith(f"{ROUND[language]} ")
        assert "<@" not in option["label"] + option["description"]


def test_the_level_of_a_computer_is_said_once() -> None:
    known = facts("mafia_city", 3, phase="over")
    asked = first()
    seats = tuple(replace(seat, user=None, name="🤖 Computer 1", level="hard") for seat in known.seats)
    decided = Decided(0, asked, HARBOUR, Reasons(asked.number, asked.seat, "hard", "chance", ()))
    text = Screen(analysis_view.why(replace(known, seats=seats), Analysis(decided, 1, [decided]), EN)).text
    assert "🤖 Computer 1 (hard): " in text
    assert text.count("(hard)") == 1


def test_a_decision_is_named_by_its_move_and_not_by_its_number() -> None:
    text = shown(HARBOUR, "chance", Weighed(HARBOUR, 0.4, 9))
    assert "**Round 1: Place a mobster – 2 Harbour**" in text
    assert "Decision" not in text


def test_the_figures_shown_fall_from_line_to_line_and_the_chosen_move_is_marked() -> None:
    weighed = [Weighed(HARBOUR, 0.36, 13), Weighed(PRISON, 0.55, 3), Weighed(CLUB, 0.34, 13), Weighed(HALL, 0.35, 6)]
    assert listed(shown(HARBOUR, "chance", *weighed)) == [
        "- Place a mobster – 1 Prison · about 55\u00a0% to win (3 tries)",
        "- ✅ **Place a mobster – 2 Harbour** · about 35\u00a0% to win (13 tries)",
        "- Place a mobster – 3 Fight club · about 35\u00a0% to win (13 tries)",
        "- Place a mobster – 7 Town hall · about 35\u00a0% to win (6 tries)",
    ]


def test_a_chosen_move_below_a_higher_figure_is_explained_and_never_contradicted() -> None:
    text = shown(HARBOUR, "chance", Weighed(HARBOUR, 0.36, 13), Weighed(PRISON, 0.55, 3))
    assert "A higher chance decides only if it is clearly ahead after the same number of tries." in text
    assert "rather" not in text
    assert "A higher chance" not in shown(PRISON, "chance", Weighed(HARBOUR, 0.36, 13), Weighed(PRISON, 0.55, 3))


def test_among_equal_points_the_chosen_move_comes_first_and_a_slip_is_explained() -> None:
    equal = [Weighed(PRISON, 1.25), Weighed(HARBOUR, 1.2495)]
    text = shown(HARBOUR, "points", *equal, level="normal")
    assert listed(text) == ["- ✅ **Place a mobster – 2 Harbour**", "- Place a mobster – 1 Prison"]
    slip = shown(HARBOUR, "points", Weighed(PRISON, 2.0), Weighed(HARBOUR, 1.0), level="easy")
    assert listed(slip) == ["- Place a mobster – 1 Prison", "- ✅ **Place a mobster – 2 Harbour**"]
    assert "An easy computer sometimes chooses a good move that is not the best." in slip
    assert "Now and then" not in text


@pytest.mark.parametrize("level", LEVELS)
def test_the_level_that_has_chosen_is_named(level: str) -> None:
    assert f"computer ({level})" in shown(HARBOUR, "points", Weighed(HARBOUR, 1.0), level=level)


def test_at_either_end_there_is_no_further_way() -> None:
    asked = first()
    reasons = Reasons(asked.number, asked.seat, "easy", "points", (Weighed(("pass",), 1.0),))
    for at, usable in ((0, ["▶ Next"]), (1, ["◀ Back", "▶ Next"]), (2, ["◀ Back"])):
        decided = Decided(at, asked, ("pass",), reasons)
        screen = Screen(analysis_view.why(table("mafia_city"), Analysis(decided, 3, [decided]), EN))
        assert [part["label"] for part in screen.buttons if not part.get("disabled")] == usable


def test_an_answer_without_weighed_alternatives_is_named_without_a_list() -> None:
    text = shown(("pass",), "points")
    assert "**Round 1: Pass**" in text
    assert "What it considered" not in text


def test_an_option_names_people_without_mentions() -> None:
    asked = next(asked for _, asked in decisions(GAMES["mafia_city"], 3, 1) if asked.kind == "react")
    decided = Decided(0, asked, ("pass",), Reasons(asked.number, asked.seat, "easy", "points"))
    screen = Screen(analysis_view.why(table("mafia_city"), Analysis(decided, 1, [decided]), EN))
    (option,) = screen.selects[0]["options"]
    assert " plays " in option["description"]
    assert "<@" not in option["description"]


# What is kept of a thought


def test_the_best_four_are_kept_and_the_chosen_one_in_any_case() -> None:
    asked = first()
    worths = {f"place:{number}": float(number) for number in range(1, 8)}
    thought = Thought(("place:2",), tuple(((key,), worth) for key, worth in worths.items()))
    reasons = reasons_of(asked, Choice(thought, "easy"))
    assert reasons is not None
    assert [one.keys[0] for one in reasons.weighed] == ["place:7", "place:6", "place:5", "place:4", "place:2"]


def test_tries_stay_with_their_answers() -> None:
    thought = Thought(HARBOUR, ((HARBOUR, 0.35), (PRISON, 0.55)), "chance", (13, 3))
    reasons = reasons_of(first(), Choice(thought, "hard"))
    assert reasons is not None
    assert reasons.weighed == (Weighed(PRISON, 0.55, 3), Weighed(HARBOUR, 0.35, 13))


@pytest.mark.parametrize(
    ("shape", "keys", "least", "most", "free"),
    [
        ("choice", ("stay",), 1, 1, False),
        ("window", ("pass",), 1, 1, False),
        ("window", ("pass", "fists"), 1, 1, True),
        ("several", ("a", "b"), 2, 2, False),
        ("several", ("a", "b"), 0, 0, False),
        ("several", ("a",), 0, 1, True),
        ("several", ("a", "b"), 1, 1, True),
    ],
)
def test_a_decision_with_one_possible_answer_is_left_out(
    shape: str, keys: tuple[str, ...], least: int, most: int, free: bool
) -> None:
    asked = first()._replace(shape=shape, keys=keys, least=least, most=most)
    assert asked.has_choice is free
    assert (reasons_of(asked, Choice(Thought(keys[:least]), "normal")) is not None) is free
