"""The pictures of Mafia City (`bot.games.pictures.Pictures`); making a sketch is cheap, drawing it is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bot.drawing import Sketch, chart
from bot.drawing.sketch import alt_of
from bot.games.context import View
from bot.games.mafia_city import picture_cards, picture_city, picture_scene
from bot.games.mafia_city.picture_scene import City, Person, Place
from bot.games.mafia_city.terms import MafiaContext
from bot.games.pictures import Pictures
from bot.texts import Translator
from rules.decisions import CHANCE
from rules.engine import ALL, Event
from rules.mafia_city import MAFIA_CITY

GAME = MAFIA_CITY.name


class CityPictures(Pictures[MafiaContext]):
    """The city, hands, help and points."""

    turning_points = ("scores",)

    def board(self, ctx: MafiaContext, *, asked: Sequence[str] = (), told: Sequence[Event] = ()) -> Sketch:
        """The city; a single player who is asked is on turn, in a window nobody is."""
        turn = asked[0] if len(asked) == 1 and asked[0] != CHANCE else None
        evaluated = picture_scene.evaluated_now(ctx.view, ctx.about, told)
        return self.city(ctx, turn=turn, evaluated=evaluated)

    def city(self, ctx: MafiaContext, *, turn: str | None, evaluated: str | None) -> Sketch:
        """The city, with the player on turn and the location being evaluated."""
        scene = picture_scene.city_of(ctx.view, ctx.facts, turn=turn, evaluated=evaluated)
        return Sketch(
            GAME,
            "board",
            ctx.t.language,
            scene,
            picture_scene.alt(scene, ctx.t),
            picture_city.painted,
            parts=picture_city.parts,
        )

    def hand(self, view: View, seat: str, t: Translator) -> Sketch | None:
        """The seat's cards, in the order of coming, equal ones together."""
        cards = view["players"][seat].get("hand")
        if not cards:
            return None
        scene = tuple(Counter(cards).items())
        alt = alt_of(*picture_cards.in_words(scene, t))
        return Sketch(GAME, "hand", t.language, scene, alt, picture_cards.hand_painted)

    def topic(self, key: str, t: Translator) -> Sketch | None:
        """A card, location or symbol of the rules help."""
        face = picture_cards.face_of(key, t)
        if face is None:
            return None
        said = ". ".join(part for part in (f"{face.big} {face.title}".strip(), face.line, face.text) if part)
        return Sketch(GAME, "topic", t.language, key, alt_of(said), picture_cards.topic_painted)

    def lesson(self, key: str, t: Translator) -> Sketch | None:
        """The picture of a page of the walk-through: an example of its own, or that of a topic."""
        example = LESSONS.get(key)
        return self.topic(key, t) if example is None else example(t)

    def points(self, ctx: MafiaContext, told: Sequence[Event]) -> Sketch:
        """The points after each round, from the public events."""
        scored, rounds = _scored(told)
        seats = ctx.view["players"]
        lines = []
        for seat in seats:
            sums = [seats[seat]["points"] - sum(by_seat[seat] for by_seat in scored)]
            for by_seat in scored:
                sums.append(sums[-1] + by_seat[seat])
            lines.append(chart.Line(seat, ctx.facts.seat(seat).name, tuple(sums)))
        scene = chart.Chart(
            ("0" if rounds[:1] == [1] else "…", *(str(number) for number in rounds)), tuple(lines), ctx.view["goal"]
        )
        heading = f"{ctx.t('Points after each round')}, {ctx.t('goal {goal}', goal=ctx.view['goal'])}"
        alt = chart.alt(scene, heading)
        return Sketch(GAME, "points", ctx.t.language, scene, alt, chart.painted)


def _scored(told: Sequence[Event]) -> tuple[list[Counter[str]], list[int]]:
    """Who scored how much in each round, and the rounds' numbers."""
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
