"""Tests the computer players of Mafia City: their conclusions from events, their guesses, and how they judge tables."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules import GAME_AIS
from rules.engine import Game
from rules.mafia_city import MAFIA_CITY
from rules.mafia_city.features import hold
from rules.mafia_city.memory import Memory
from rules.mafia_city.passed_windows import SURPRISE, PassedWindows
from rules.players.ai import GameAI
from rules.players.choosing import Normal
from rules.players.question import Question, ask, standing_events
from rules.players.search import Hard

from ..players.test_players import decisions
from .layout import layout

AI = GAME_AIS[MAFIA_CITY.name]


def told(name: str, **facts: Any) -> dict[str, Any]:
    return {"to": "all", "event": name, **facts}


def stolen(thief: str, victim: str, card: str) -> dict[str, Any]:
    return {"to": victim, "event": "stolen", "seat": thief, "victim": victim, "card": card}


def asked(**how: Any) -> Question:
    """Returns the first question of a game that begins with a table that `layout` describes."""
    game = Game.at(MAFIA_CITY, layout(**how))
    return ask(game, game.waiting[0])


def choice(**how: Any) -> str:
    [key] = Normal(AI).choose(asked(**how), Random(1))
    return key


# Memory


def test_a_stolen_card_is_known_until_it_is_played() -> None:
    events = [stolen("b", "a", "fbi-bullet"), stolen("b", "a", "thief-hat")]
    assert Memory(events, "a").held == {"b": ["fbi-bullet", "thief-hat"]}
    events.append(told("waits", seat="b", card="thief-hat"))
    assert Memory(events, "a").held == {"b": ["fbi-bullet"]}


def test_after_a_theft_the_victims_hand_is_unknown() -> None:
    events = [stolen("b", "a", "fbi-bullet"), told("steals", seat="c", victim="b")]
    assert Memory(events, "a").held == {}


def informer(seat: str, location: str, *, contested: bool = False) -> list[dict[str, Any]]:
    """Returns the events of an informer at the lowest mobster of a location."""
    key = f"informer-star:{location}:1"
    play = told("plays", seat=seat, decision="turn", key=key, cards=["informer-star"], mobster="b")
    return [play, told("settled", seat=seat, key=key, stands=True, contested=contested)]


CHIEF = "police_chief-hat"
HANDS = {"a": "thief-fist", "b": "fbi-bullet hitman-fist", "c": "thief-hat"}
BUILT = [
    told("phase", phase="action", round=1),
    *(told("places", seat=seat, location="town_hall") for seat in "bc"),
    *(told("places", seat="a", location=location) for location in ("prison", "prison", "fight_club")),
]
"""The events by which mobsters are at locations. The one of b at the town hall is valuable."""


def windows(*events: dict[str, Any], town_hall: str = "bc") -> PassedWindows:
    """Returns the passed windows as a sees them, after `BUILT` and these events."""
    table = layout(hands=HANDS, town_hall=town_hall, prison="aa", fight_club="a")
    question = ask(Game.at(MAFIA_CITY, table), "a", ())
    return PassedWindows(question._replace(told=[*BUILT, *events]))


def test_a_hand_that_would_have_cancelled_is_unlikely() -> None:
    """Two fists would also cancel, but they cost more than the mobster is worth."""
    passed = windows(*informer("c", "town_hall"))
    assert passed.weight({"b": [CHIEF, "thief-hat"], "c": []}) == SURPRISE
    assert passed.weight({"b": ["hitman-fist", "thief-fist"], "c": []}) == 1


def test_a_play_that_does_not_hurt_says_nothing_about_a_hand() -> None:
    """An informer against a is good for b; c is not asked about its own play."""
    passed = windows(*informer("c", "prison"))
    assert passed.weight({"b": [CHIEF], "c": [CHIEF]}) == 1


def test_cards_that_came_later_could_not_have_cancelled() -> None:
    passed = windows(*informer("c", "town_hall"), told("draws", seat="b", count=1))
    assert passed.weight({"b": [CHIEF, "thief-hat"]}) == SURPRISE
    assert passed.weight({"b": ["thief-hat", CHIEF]}) == 1


def test_events_that_do_not_lead_to_the_board_say_nothing_about_hands() -> None:
    passed = windows(*informer("c", "town_hall"), town_hall="cb")
    assert passed.weight({"b": [CHIEF]}) == 1


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("level", ["normal", "random"])
def test_the_board_is_followed_through_whole_games(level: str, seats: int) -> None:
    checked = 0
    for _, question in decisions(MAFIA_CITY, seats, 3, level):
        passed, view = PassedWindows(question), question.view
        assert passed.board == {
            "stacks": view["stacks"], "hitman": view["hitman"],
            "points": {seat: player["points"] for seat, player in view["players"].items()},
        }  # fmt: skip
        checked += 1
    assert checked > 50


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_no_hand_of_normal_is_unlikely(seats: int) -> None:
    checked = 0
    for game, question in decisions(MAFIA_CITY, seats, 3):
        others = {seat: player.hand for seat, player in game.table.players.items() if seat != question.seat}
        passed = PassedWindows(question)
        assert passed.weight(others) == 1
        checked += sum(len(each) for each in passed.passed.values())
    assert checked > 100


def test_answers_that_were_taken_back_do_not_count() -> None:
    """A retrieved mobster is on the board again after an undo; the events of the retrieval do not count."""
    taken_back = told("retrieves", seat="a", location="prison", heights=[1, 2])
    undo = told("undo", seat="a", number=5, events=[taken_back])
    table = layout(hands=HANDS, town_hall="bc", prison="aa", fight_club="a")
    events = [*BUILT, taken_back, undo, *informer("c", "town_hall")]
    question = ask(Game.at(MAFIA_CITY, table), "a", ())._replace(told=standing_events(events))
    assert PassedWindows(question).weight({"b": [CHIEF, "thief-hat"], "c": []}) == SURPRISE


def test_nothing_is_concluded_on_a_board_that_no_event_describes() -> None:
    """A grand plan moves a mobster that was on the table when the game began."""
    key = "grand_plan-hat:town_hall:2:prison"
    play = told("plays", seat="c", decision="turn", key=key, cards=["grand_plan-hat"], mobster="b")
    settled = told("settled", seat="c", key=key, stands=True, contested=False)
    question = ask(Game.at(MAFIA_CITY, layout(hands=HANDS, town_hall="bcc")), "a", ())
    passed = PassedWindows(question._replace(told=[told("phase", phase="action", round=1), play, settled]))
    assert passed.weight({"b": [CHIEF], "c": [CHIEF]}) == 1


def test_a_card_that_was_stolen_after_a_window_is_always_dealt() -> None:
    """b lets an informer pass and then steals the chief with which it could have cancelled."""
    table = layout(hands=HANDS, town_hall="bc",
                   deck="fbi-bullet thief-hat", prison="aa", fight_club="a")  # fmt: skip
    question = ask(Game.at(MAFIA_CITY, table), "a", ())
    events = [*BUILT, *informer("c", "town_hall"), told("steals", seat="b", victim="a"), stolen("b", "a", CHIEF)]
    sample = AI.determinise(question._replace(told=events)) if AI.determinise else None
    for seed in range(20):
        world = sample(Random(seed)) if sample else None
        assert world
        assert world.table["players"]["b"]["hand"][-1] == CHIEF


def test_worlds_follow_what_was_learnt() -> None:
    """A known card is in its hand in every world; an unlikely hand is rarely dealt."""
    chiefs = " ".join([CHIEF] * 4)
    table = layout(hands=HANDS, deck=f"{chiefs} fbi-bullet", town_hall="bc", prison="aa", fight_club="a")
    game = Game.at(MAFIA_CITY, table)
    plain = ask(game, "a", ())
    lacking = 0
    for seed in range(60):
        worlds = AI.determinise
        events = [*BUILT, stolen("b", "a", "fbi-bullet"), *informer("c", "town_hall")]
        sample = worlds(plain._replace(told=events)) if worlds else None
        world = sample(Random(seed)) if sample else None
        assert world
        hand = world.table["players"]["b"]["hand"]
        assert "fbi-bullet" in hand
        lacking += CHIEF not in hand
    assert lacking > 50


# Judgement


def test_the_lower_mobster_is_nearer_to_control() -> None:
    held = hold("ab", True, 2.0, 0.0)
    assert held["a"] > held["b"]
    assert hold("ab", False, 2.0, 0.0)["a"] == hold("ab", False, 2.0, 0.0)["b"]


def test_a_mobster_goes_where_it_decides() -> None:
    """If others have a large lead at a location, a mobster there wins nothing; in a tie it does."""
    lost = {"prison": "bbb", "harbour": "bbb", "fight_club": "bbb", "police_station": "ccc", "private_club": "ccc"}
    key = choice(**lost, town_hall="ccc", business_district="bc")
    assert key == "place:business_district"


def asked_for_a_star(points: int) -> Question:
    table = layout(phase="locations", hands={"a": "informer-star"}, private_club="a", points={"a": points})
    table["marked"] = [place for place in table["stacks"] if place != "private_club"]
    table["turn"] = None
    game = Game.at(MAFIA_CITY, table)
    while game.decision and game.decision.kind != "star":
        game.clock(game.number)
    return ask(game, "a")


def test_a_star_is_played_for_its_point() -> None:
    assert Normal(AI).choose(asked_for_a_star(2), Random(1)) == ("informer-star",)


def test_a_game_gets_a_player_from_rollouts_only() -> None:
    """Without a policy or an evaluation, playouts to the end still find the winning point."""
    alone = Hard(MAFIA_CITY, GameAI(determinise=AI.determinise), playouts=40)
    answers = [alone.choose(asked_for_a_star(8), Random(seed)) for seed in range(4)]
    assert answers == [("informer-star",)] * 4


def test_the_leader_has_the_best_chance_and_chances_add_up_to_one() -> None:
    table = layout(points={"a": 8, "b": 4, "c": 4})
    assert AI.evaluate
    chances = [AI.evaluate(table, seat) for seat in "abc"]
    assert chances[0] > chances[1]
    assert abs(sum(chances) - 1) < 1e-9
