"""Tests the computer players of Mafia City: their conclusions from events, their guesses, and how they judge tables."""

from __future__ import annotations

from random import Random
from typing import Any

from rules import GAME_AIS
from rules.engine import Game
from rules.mafia_city import MAFIA_CITY
from rules.mafia_city.deck import kind_of
from rules.mafia_city.determinisation import evaluate
from rules.mafia_city.features import hold
from rules.mafia_city.memory import Memory
from rules.players.ai import GameAI
from rules.players.choosing import Normal
from rules.players.question import Question, ask
from rules.players.search import Hard

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


def informer(seat: str, owner: str, *, contested: bool) -> list[dict[str, Any]]:
    key = "informer-star:prison:1"
    play = told("plays", seat=seat, decision="turn", key=key, cards=["informer-star"], mobster=owner)
    return [play, told("settled", seat=seat, key=key, stands=True, contested=contested)]


def test_a_player_who_passes_probably_lacks_the_cancelling_card() -> None:
    events = informer("a", "b", contested=False)
    assert Memory(events, "a").lacks == {"b": {"police_chief"}}
    assert Memory(informer("a", "b", contested=True), "a").lacks == {}
    events.append(told("draws", seat="b", count=1))
    assert Memory(events, "a").lacks == {}


def test_worlds_follow_the_memory() -> None:
    """A card that the player knows is in that hand in every guess; one that is probably missing is rarely there."""
    hands = {"a": "thief-fist", "b": "fbi-bullet hitman-fist", "c": "thief-hat"}
    game = Game.at(
        MAFIA_CITY, layout(hands=hands, deck="police_chief-hat police_chief-hat police_chief-hat fbi-bullet")
    )
    plain = ask(game, "a", ())
    events = [stolen("b", "a", "fbi-bullet"), *informer("c", "b", contested=False)]
    lacking = 0
    for seed in range(60):
        worlds = AI.determinise
        sample = worlds(Question(**{**members(plain), "told": events})) if worlds else None
        world = sample(Random(seed)) if sample else None
        assert world
        hand = world.table["players"]["b"]["hand"]
        assert "fbi-bullet" in hand
        lacking += not any(kind_of(card) == "police_chief" for card in hand)
    assert lacking > 50


def members(question: Question) -> dict[str, Any]:
    return question._asdict()


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
    chances = [evaluate(table, seat) for seat in "abc"]
    assert chances[0] > chances[1]
    assert abs(sum(chances) - 1) < 1e-9
