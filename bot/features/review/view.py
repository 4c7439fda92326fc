"""The private message with a review: the curve, a few figures, and the decisions that cost most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import ui

from bot.drawing import Sketch
from bot.drawing.curve import Curve, painted
from bot.drawing.sketch import first_alt
from bot.features.advice.view import labelled
from bot.features.review.service import CostlyMove, Point, Review
from bot.games import GAME_UIS, context_of
from bot.games.facts import TableFacts
from bot.games.reasons import Reasons
from bot.texts import Translator
from bot.views.custom_id import NO_GAME, CustomId
from bot.views.parts import Button, button, clip, message, rows

LONGEST: Final = 500
"""The maximum number of characters of one explained decision."""
DECLINING: Final = "🚫"
"""The emoji of the options that decline what was asked; such an answer says nothing without its question."""
LONGEST_FACTS: Final = 160
"""The maximum number of characters of the facts before a question."""


def review(facts: TableFacts, found: Review, words: Translator) -> ui.LayoutView:
    """Returns the message with a review; its buttons open games for practice and never expire."""
    title = words("{game}, table {number}: your review", game=GAME_UIS[facts.kind].title, number=facts.id)
    parts = [f"### 📈 {title}", figures(found, words), *_costly(facts, found, words)]
    note = "-# " + words("Only you see this. It uses only what you knew at each moment.")
    return message("\n".join(parts), note, rows=rows(_practice(facts.id, found, words)))


def figures(found: Review, words: Translator) -> str:
    """Returns the chance at the beginning and at the end, its extremes, and the result, as sentences."""
    if not found.points:
        return words("You had no decision in this game that could be reviewed.")
    lowest, highest = (pick(found.points, key=lambda point: point.chance) for pick in (min, max))
    return words(
        "Chance to win: {first} at your first decision, {lowest} at worst, {highest} at best, {last} at your last one.",
        first=_percent(found.points[0].chance), lowest=_placed(lowest, words), highest=_placed(highest, words),
        last=_percent(found.points[-1].chance),
    ) + " " + _result(found, words)  # fmt: skip


def curve(facts: TableFacts, found: Review, words: Translator) -> Sketch | None:
    """Returns the sketch of a seat's chance to win over the game, for its holder only; None if there are no points."""
    if not found.points:
        return None
    percents = [_rounded(point.chance) for point in found.points]
    if found.won is not None:
        percents.append(round(100 * found.won))
    marks, labels = tuple(one.at for one in found.costly), _labels(found.points)
    title = words("Chance to win by round") if labels else words("Chance to win")
    scene = Curve(found.seat, title, tuple(percents), labels, marks)
    said = figures(found, words)
    listed = ", ".join(f"{percent}\u00a0%" for percent in percents)
    alt = first_alt([f"{said} {listed}", said])
    return Sketch(facts.kind, "review", words.language, scene, alt, painted, owner=f"{facts.id} {found.seat}")


def _labels(points: Sequence[Point]) -> tuple[tuple[int, str], ...]:
    """Returns the labels of the first decision in each round."""
    begins = [at for at, point in enumerate(points) if at == 0 or point.round != points[at - 1].round]
    return tuple((at, str(points[at].round)) for at in begins if points[at].round is not None)


def _rounded(chance: float) -> int:
    """Returns a chance in percent, from 1 to 99, because no prediction is certain."""
    return min(99, max(1, round(100 * chance)))


def _percent(chance: float) -> str:
    return f"{_rounded(chance)}\u00a0%"


def _placed(point: Point, words: Translator) -> str:
    """Returns the text of a chance to win with the round in which it was reached."""
    if point.round is None:
        return _percent(point.chance)
    return words("{chance} (round {number})", chance=_percent(point.chance), number=point.round)


def _result(found: Review, words: Translator) -> str:
    if found.won is None:
        return words("The game ended without a winner.")
    return words("You won.") if found.won else words("You did not win.")


def _costly(facts: TableFacts, found: Review, words: Translator) -> list[str]:
    if not found.points:
        return []
    if not found.costly:
        return ["", words("None of your decisions measurably lowered your chance to win.")]
    lines = ["", "**" + words("What cost you most") + "**"]
    return [*lines, *(_explained(facts, number, one, words) for number, one in enumerate(found.costly, start=1))]


def _explained(facts: TableFacts, number: int, one: CostlyMove, words: Translator) -> str:
    asked, ctx = one.asked, context_of(facts, words, one.asked)
    move, round_number = _answered(facts, one, words), asked.view.get("round")
    if round_number is not None:
        move = words("Round {number}: {move}", number=round_number, move=move)
    better = words("A hard computer would have chosen: {move}.", move=labelled(facts, asked, one.best, words))
    because = GAME_UIS[facts.kind].get(Reasons).because(ctx, asked, one.best)
    cost = words.plural(
        "chance lower by about {n} percentage point", "chance lower by about {n} percentage points",
        max(1, round(100 * one.cost)),
    )  # fmt: skip
    return clip(f"**{number}.** {move} · {cost}\n{better} {because}".rstrip(), LONGEST)


def _answered(facts: TableFacts, one: CostlyMove, words: Translator) -> str:
    """Returns the player's answer as text; after its question if the answer or the better one declines."""
    asked, ctx, game_ui = one.asked, context_of(facts, words, one.asked), GAME_UIS[facts.kind]
    said = labelled(facts, asked, one.done, words)
    emojis = (
        [game_ui.option(ctx, asked.kind, tuple(key.split(":"))).emoji for key in keys] for keys in (one.done, one.best)
    )
    if not any(set(found) <= {DECLINING} for found in emojis):
        return said
    question = game_ui.questions[asked.kind]
    before = clip(question.facts(ctx).replace("\n", " "), LONGEST_FACTS)
    return " ".join(part for part in (before, question.prompt(ctx), f"**{said}**") if part)


def _practice(game: int, found: Review, words: Translator) -> list[Button]:
    return [
        button(words("{number}: Play it again from here", number=number),
               CustomId(NO_GAME, "practise", game, (one.entries,)), emoji="🔁")
        for number, one in enumerate(found.costly, start=1)
    ]  # fmt: skip


def review_button(game: int, words: Translator) -> Button:
    """Returns the button by which a player opens their own review."""
    return button(words("Review"), CustomId(NO_GAME, "review", game), emoji="📈")
