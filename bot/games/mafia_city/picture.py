"""The pictures of Mafia City (`bot.games.pictures.Pictures`); making a sketch is cheap, drawing it is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.drawing import Sketch, chart
from bot.drawing.sketch import alt_of
from bot.games.context import View
from bot.games.mafia_city import picture_cards, picture_city, picture_lessons, picture_scene
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
        example = picture_lessons.LESSONS.get(key)
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
