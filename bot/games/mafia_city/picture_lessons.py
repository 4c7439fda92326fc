"""The pictures beside the walk-through that are of no card or place: a city in mid-game, and a few cards in hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.drawing import Sketch
from bot.drawing.sketch import alt_of
from bot.games.mafia_city import picture_cards, picture_city, picture_scene
from bot.games.mafia_city.picture_scene import City, Person, Place
from bot.texts import Translator
from rules.mafia_city import MAFIA_CITY

GAME = MAFIA_CITY.name
PEOPLE = {"a": "Anna", "b": "Bert", "c": "Cyril"}
GOAL = 10
"""Three players, for beginners (M5)."""
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
"""The police station has its turn: two of Bert's mobsters against one of Anna's."""
ACTING = City(
    1, "action", GOAL, tuple(replace(place, marked=False, evaluated=False) for place in PLACES),
    (replace(ANNA, points=0), replace(BERT, turn=True), replace(CYRIL, points=0, passed=True)), 43, 0, None, (),
)  # fmt: skip
HAND = (("informer-fist", 1), ("grand_plan-hat", 1), ("secret_deal-bullet", 1), ("police_raid-star", 1))
"""One card for each of the four symbols."""


def _city(city: City, words: Translator) -> Sketch:
    alt = words("For example: {picture}", picture=picture_scene.alt(city, words))
    return Sketch(GAME, "lesson", words.language, city, alt_of(alt), picture_city.painted)


def _hand(words: Translator) -> Sketch:
    alts = (words("For example: {picture}", picture=told) for told in picture_cards.in_words(HAND, words))
    return Sketch(GAME, "lesson", words.language, HAND, alt_of(*alts), picture_cards.hand_painted)


LESSONS: Mapping[str, Callable[[Translator], Sketch]] = {
    "goal": lambda words: _city(EVALUATED, words),
    "action": lambda words: _city(ACTING, words),
    "deck": _hand,
}
"""By what a page of the walk-through names as its picture."""
