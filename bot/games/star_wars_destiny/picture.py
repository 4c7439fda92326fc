"""The sketches of Star Wars: Destiny (`bot.games.pictures.Pictures`). Making a sketch is cheap; drawing it is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.drawing import Sketch, chart
from bot.games.pictures import Pictures
from bot.games.star_wars_destiny import picture_alt_text, picture_cards, picture_lessons, picture_scene, picture_table
from bot.games.star_wars_destiny.names import DestinyContext, parsed
from bot.texts import N_
from rules.events import ALL, Event
from rules.star_wars_destiny import STAR_WARS_DESTINY

GAME = STAR_WARS_DESTINY.name


class TablePictures(Pictures[DestinyContext]):
    """The pictures of Star Wars: Destiny: the table, hands, help pages, and the damage by round."""

    turning_points = ("round_begins", "defeated")
    game = GAME
    lead = N_("From round {round} on, {player} had taken the least damage.")
    has_scores = False
    cards = picture_cards.PICTURES
    lessons = picture_lessons.LESSONS

    def board(self, ctx: DestinyContext, *, asked: Sequence[str] = (), told: Sequence[Event] = ()) -> Sketch:
        """Returns the sketch of all players' cards and dice; a seat that is asked out of turn is marked."""
        scene = picture_scene.table_of(ctx.view, ctx.facts, asked)
        alt = picture_alt_text.alt(scene, ctx.t)
        return Sketch(GAME, "board", ctx.t.language, scene, alt, picture_table.painted, parts=picture_table.parts)

    def points(self, ctx: DestinyContext, told: Sequence[Event]) -> Sketch:
        """Returns the sketch of the damage of all characters after each round, from public events."""
        taken, rounds = _taken(told, ctx.view["round"])
        lines = [
            chart.line(ctx.facts.token(seat), ctx.facts.seat(seat).name, 0, (by_seat[seat] for by_seat in taken))
            for seat in ctx.view["players"]
        ]
        heading = ctx.t("Damage taken after each round")
        scene = chart.Chart(chart.labels(rounds), tuple(lines), title=heading, least_leads=True)
        return Sketch(GAME, "points", ctx.t.language, scene, chart.alt(scene, heading), chart.painted)


def _taken(told: Sequence[Event], last: int) -> tuple[list[Counter[str]], list[int]]:
    """Returns the damage of each seat's characters per round, and the rounds' numbers; `last` is the present one."""
    taken: list[Counter[str]] = [Counter()]
    rounds: list[int] = []
    for event in told:
        if event.to != ALL:
            continue
        if event.name == "round_begins":
            rounds.append(event.facts["round"])
            taken.append(Counter())
        elif event.name == "damage":
            taken[-1][parsed(event.facts["character"]).owner] += event.facts["taken"]
    if rounds[:1] == [1]:
        return taken[1:], rounds
    return taken, [rounds[0] - 1 if rounds else last, *rounds]
