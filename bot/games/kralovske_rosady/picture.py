"""The sketches of Královské rošády (`bot.games.pictures.Pictures`). Making a sketch is cheap; drawing it is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.drawing import Sketch, chart
from bot.games.kralovske_rosady import (
    picture_cards,
    picture_columns,
    picture_evaluation,
    picture_lessons,
    picture_scene,
)
from bot.games.kralovske_rosady.names import RosadyContext
from bot.games.pictures import Pictures
from bot.texts import N_, Translator
from rules.decisions import CHANCE
from rules.events import ALL, Event
from rules.kralovske_rosady import KRALOVSKE_ROSADY
from rules.kralovske_rosady.cards import value_of

GAME = KRALOVSKE_ROSADY.name
FINAL = "Σ"
"""The label of the last step in the chart, when the point cards are revealed and perhaps doubled (K11)."""


class ColumnPictures(Pictures[RosadyContext]):
    """The pictures of Královské rošády: columns, hands, help pages and points."""

    turning_points = ("takes",)
    game = GAME
    cards = picture_cards.PICTURES
    lessons = picture_lessons.LESSONS

    def board(self, ctx: RosadyContext, *, asked: Sequence[str] = (), told: Sequence[Event] = ()) -> Sketch:
        """Returns the sketch of the columns and the players; a single player who must answer is marked as active."""
        return _board(picture_scene.table_of(ctx.view, ctx.facts, _turn(asked)), ctx.t)

    def opened(self, ctx: RosadyContext, *, asked: Sequence[str] = (), told: Sequence[Event] = ()) -> Sketch:
        """Returns the sketch of the board with the face-down cards that the view contains."""
        return _board(picture_scene.table_of(ctx.view, ctx.facts, _turn(asked), opened=True), ctx.t)

    def scenes(self, events: Sequence[Event]) -> Sequence[int]:
        """Returns, for each column of the last evaluation, the number of events up to the fate of its point card.

        That is the event in which a seat takes it or it leaves the game.
        """
        first = picture_evaluation.begins(events)
        return [at for at, event in enumerate(events, 1) if at > first and event.name == "takes"]

    def scene(self, ctx: RosadyContext, events: Sequence[Event], count: int) -> Sketch:
        """Returns the sketch of a round's columns in the middle of their evaluation, after `count` of the events."""
        scene = picture_evaluation.evaluation_of(events, count, ctx.view["round"], ctx.facts)
        alt = picture_evaluation.alt(scene, ctx.t)
        return Sketch(GAME, "evaluation", ctx.t.language, scene, alt, picture_evaluation.painted)

    def points(self, ctx: RosadyContext, told: Sequence[Event]) -> Sketch:
        """Returns the sketch of the points taken in each round, from public events, with the final points at the
        end."""
        taken, rounds, final = _taken(told)
        lines = []
        for seat in ctx.view["players"]:
            gains = [by_seat[seat] for by_seat in taken]
            start = 0
            if seat in final:
                plain, counted = final[seat]
                start = plain - sum(gains)
                gains.append(counted - plain)
            lines.append(chart.line(ctx.facts.token(seat), ctx.facts.seat(seat).name, start, gains))
        scene = chart.Chart((*chart.labels(rounds), *([FINAL] if final else ())), tuple(lines))
        alone, summed = N_("Points after each round"), N_("Points after each round, then after the final scoring")
        alt = chart.alt(scene, ctx.t(summed if final else alone))
        return Sketch(GAME, "points", ctx.t.language, scene, alt, chart.painted)


def _turn(asked: Sequence[str]) -> str | None:
    """Returns the active seat, which is the only one that must answer; None if several or only chance must."""
    return asked[0] if len(asked) == 1 and asked[0] != CHANCE else None


def _board(scene: picture_scene.Table, t: Translator) -> Sketch:
    return Sketch(
        GAME,
        "board",
        t.language,
        scene,
        picture_scene.alt(scene, t),
        picture_columns.painted,
        parts=picture_columns.parts,
    )


def _taken(told: Sequence[Event]) -> tuple[list[Counter[str]], list[int], dict[str, tuple[int, int]]]:
    """Returns the points of each seat per round, the rounds' numbers, and the plain and final points at the end."""
    taken: list[Counter[str]] = []
    rounds: list[int] = []
    final: dict[str, tuple[int, int]] = {}
    for event in told:
        if event.to != ALL:
            continue
        name, said = event.name, event.facts
        if name == "round_begins":
            rounds.append(said["round"])
            taken.append(Counter())
        elif name == "takes" and said["seat"] is not None and taken:
            taken[-1][said["seat"]] += value_of(said["point"])
        elif name == "scores":
            final[said["seat"]] = (sum(value_of(card) for card in said["cards"]), said["points"])
    return taken, rounds, final
