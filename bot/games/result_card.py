"""The result card of a finished game: a picture of public facts that players can share in other channels."""

from __future__ import annotations

from typing import Any

from bot.drawing.chart import Chart
from bot.drawing.result import Entry, Result, painted
from bot.drawing.seats import mark_on
from bot.drawing.sketch import Sketch, first_alt
from bot.games import GAME_UIS, context
from bot.games.facts import TableFacts
from bot.games.pictures import Pictures
from bot.texts import Translator
from rules.engine import Game


def result_card(facts: TableFacts, game: Game, words: Translator) -> Sketch | None:
    """Returns the sketch of a game's result card; None if the game has no winner, or no chart of its points."""
    pictures: Pictures[Any] = GAME_UIS[facts.kind].get(Pictures)
    chart = pictures.points(context(facts, words, game), game.standing)
    if chart is None or game.over is None or not isinstance(chart.scene, Chart):
        return None
    winners = game.over["winners"]
    entries = tuple(
        Entry(facts.token(one["seat"]), facts.seat(one["seat"]).name, str(one["points"]) if pictures.has_scores else "",
              one["seat"] in winners)
        for one in game.over["ranking"]
    )  # fmt: skip
    heading = words("Winners") if len(winners) > 1 else words("Winner")
    turning = _turning_point(facts, chart.scene, winners[0], pictures.lead, words)
    result = Result(GAME_UIS[facts.kind].title, heading, entries, turning, chart.scene)
    return Sketch(facts.kind, "result", words.language, result, _alt(result, chart.alt), painted)


def _turning_point(facts: TableFacts, chart: Chart, winner: str, lead: str, words: Translator) -> str:
    """Returns a sentence about the round, or final scoring, from which the winner has led until the end."""
    at, name = chart.turning_point(facts.token(winner)), facts.seat(winner).name
    if at is None:
        return words("{player} decided the game in the last round.", player=name)
    label = chart.labels[max(at, 1)] if len(chart.labels) > 1 else "1"
    if not label.isdigit():
        return words("{player} took the lead at the final scoring.", player=name)
    return words(lead, player=name, round=label)


def _alt(result: Result, chart: str) -> str:
    ranking = "; ".join(f"{mark_on(one.seat)} {one.name}: {one.score}".rstrip(": ") for one in result.entries)
    winners = ", ".join(one.name for one in result.entries if one.won)
    told = f"{result.title}. {result.heading}: {winners}. {ranking}. {result.turning}"
    return first_alt([f"{told} {chart}", told])
