"""The sketches of Mafia City (`bot.games.pictures.Pictures`). Making a sketch is cheap; drawing it is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bot.drawing import Sketch, chart
from bot.games.mafia_city import picture_cards, picture_city, picture_scene
from bot.games.mafia_city.picture_scene import City, Person, Place
from bot.games.mafia_city.terms import MafiaContext
from bot.games.pictures import Pictures, example
from bot.texts import Translator
from rules.decisions import CHANCE
from rules.events import ALL, Event
from rules.mafia_city import MAFIA_CITY

GAME = MAFIA_CITY.name

PEOPLE = {"a": "Anna", "b": "Bert", "c": "Cyril"}
GOAL = 10
"""The goal of the example in the tutorial: three players, for beginners (M5)."""
ANNA = Person("a", PEOPLE["a"], 1, 4, 4, 2, False, True, False, ())
BERT = Person("b", PEOPLE["b"], 0, 4, 4, 2, False, False, False, ())
CYRIL = Person("c", PEOPLE["c"], 1, 5, 4, 2, False, False, False, ())
PLACES = (
    Place("business_district", ("a", "c", "a")),
    Place("prison", ("a", "b"), marked=True),
    Place("town_hall", ("b",), figures=("mayor",)),
    Place("harbour", ("c",), figures=("hitman",), marked=True),
    Place("private_club", ("c",)),
    Place("police_station", ("b", "b", "a"), figures=("policeman",), evaluated=True),
    Place("fight_club", (), marked=True),
)
EVALUATED = City(1, "locations", GOAL, PLACES, (ANNA, BERT, CYRIL), 43, 0, None, ())
"""An example for the tutorial: the police station is evaluated, with two of Bert's mobsters against one of Anna's."""
ACTING = City(
    1, "action", GOAL, tuple(replace(place, marked=False, evaluated=False) for place in PLACES),
    (replace(ANNA, points=0), replace(BERT, turn=True), replace(CYRIL, points=0, passed=True)), 43, 0, None, (),
)  # fmt: skip
HAND = (("informer-fist", 1), ("grand_plan-hat", 1), ("secret_deal-bullet", 1), ("police_raid-star", 1))
"""An example of a hand for the tutorial: one card for each of the four symbols."""


def _city(city: City) -> Callable[[Translator], Sketch]:
    return lambda t: example(GAME, t, city, [picture_scene.alt(city, t)], picture_city.painted)


def _hand(t: Translator) -> Sketch:
    return example(GAME, t, HAND, picture_cards.in_words(HAND, t), picture_cards.hand_painted)


class CityPictures(Pictures[MafiaContext]):
    """The pictures of Mafia City: the city, hands, help pages and points."""

    turning_points = ("scores",)
    game = GAME
    cards = picture_cards.PICTURES
    lessons: Mapping[str, Callable[[Translator], Sketch]] = {
        "goal": _city(EVALUATED), "action": _city(ACTING), "deck": _hand,
    }  # fmt: skip

    def board(self, ctx: MafiaContext, *, asked: Sequence[str] = (), told: Sequence[Event] = ()) -> Sketch:
        """Returns the sketch of the city; the location being evaluated is marked.

        A single seat that is asked is marked as active; if several are asked, as in a window, none is.
        """
        turn = asked[0] if len(asked) == 1 and asked[0] != CHANCE else None
        evaluated = picture_scene.evaluated_now(ctx.view, ctx.about, told)
        return self.city(ctx, turn=turn, evaluated=evaluated)

    def city(self, ctx: MafiaContext, *, turn: str | None, evaluated: str | None) -> Sketch:
        """Returns the sketch of the city, with the active player and the location being evaluated."""
        scene = picture_scene.city_of(ctx.view, ctx.facts, turn=turn, evaluated=evaluated)
        alt, parts = picture_scene.alt(scene, ctx.t), picture_city.parts
        return Sketch(GAME, "board", ctx.t.language, scene, alt, picture_city.painted, parts=parts)

    def points(self, ctx: MafiaContext, told: Sequence[Event]) -> Sketch:
        """Returns the sketch of the points after each round, from public events."""
        scored, rounds = _scored(told)
        lines = []
        for seat, player in ctx.view["players"].items():
            gains = [by_seat[seat] for by_seat in scored]
            lines.append(
                chart.line(ctx.facts.token(seat), ctx.facts.seat(seat).name, player["points"] - sum(gains), gains)
            )
        scene = chart.Chart(chart.labels(rounds), tuple(lines), ctx.view["goal"])
        heading = f"{ctx.t('Points after each round')}, {ctx.t('goal {goal}', goal=ctx.view['goal'])}"
        return Sketch(GAME, "points", ctx.t.language, scene, chart.alt(scene, heading), chart.painted)


def _scored(told: Sequence[Event]) -> tuple[list[Counter[str]], list[int]]:
    """Returns the points of each seat per round, and the rounds' numbers."""
    scored: list[Counter[str]] = []
    rounds: list[int] = []
    for event in told:
        if event.to != ALL:
            continue
        if event.name == "phase" and event.facts["round"] not in rounds:
            rounds.append(event.facts["round"])
            scored.append(Counter())
        if event.name == "scores" and scored:
            scored[-1][event.facts["seat"]] += 1
    return scored, rounds
