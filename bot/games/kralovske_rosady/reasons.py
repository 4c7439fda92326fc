"""The reasons of computer players as text for beginners; they do not address anyone."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.kralovske_rosady.names import RosadyContext
from bot.games.reasons import Reasons, percent
from rules.decisions import PASS
from rules.kralovske_rosady.cards import symbol_of, value_of
from rules.kralovske_rosady.features import LETTERS, Lying, chances, lying
from rules.players.levels import Question as Asked

OWN = "a"
"""The letter of the seat's own cards in the text of a column."""


def because(ctx: RosadyContext, asked: Asked, keys: Sequence[str]) -> str:
    """Returns the reason for a computer player's answer as text; empty if there is none."""
    key = keys[0]
    if asked.kind == "play":
        card, number = key.split(":")
        return _laying(ctx, asked, card, int(number))
    if asked.kind == "disguise":
        return _tucking(ctx, asked, key, asked.about["column"])
    return _swapping(ctx, asked, key) if asked.kind == "betray" else ""


def _laying(ctx: RosadyContext, asked: Asked, card: str, number: int) -> str:
    """Returns the reason for laying a card in a column: how it raises the chance to win it, or that it costs little.

    The answer above the reason names the column.
    """
    cards = _lying(asked, number)
    added = cards + OWN + LETTERS[symbol_of(_point(asked, number))][card]
    before, after = (percent(_won(asked, number, each)) for each in (cards, added))
    if after > before:
        return ctx.t(
            "The card raises the chance to win the column from about {before} to {after}\u00a0%.",
            before=before,
            after=after,
        )
    if value_of(_point(asked, number)) - len(cards) // 2 == 1:
        return ctx.t("The card fills the column and costs little there.")
    return ctx.t("The card costs little there and keeps better cards for columns that matter.")


def _tucking(ctx: RosadyContext, asked: Asked, key: str, number: int) -> str:
    if key == PASS:
        return ctx.t("No card of this hand is worth more under the Disguise than in hand.")
    return ctx.t(
        "{column}: the hidden card counts in the evaluation, and no one else knows it.",
        column=_column(ctx, asked, number),
    )


def _swapping(ctx: RosadyContext, asked: Asked, key: str) -> str:
    """Returns the reason for a swap: the better point card should be in a column with a good chance (K15)."""
    here = asked.about["column"]
    if key == "stay":
        return ctx.t("Every point card is better where it is.")
    there = int(key)
    own, other = (_won(asked, at, _lying(asked, at)) for at in (here, there))
    better, number = (_point(asked, there), here) if own >= other else (_point(asked, here), there)
    return ctx.t(
        "Column {number} is more likely to be won; {point} moves there.", number=number, point=ctx.point(better)
    )


def _won(asked: Asked, number: int, cards: Lying) -> float:
    closed = asked.view["columns"][number - 1]["closed"]
    missing = 0 if closed else max(0, value_of(_point(asked, number)) - len(cards) // 2)
    return chances(cards, missing).get(OWN, 0.0)


def _lying(asked: Asked, number: int) -> Lying:
    owners = {asked.seat: OWN}
    return lying(asked.view["columns"][number - 1]["cards"], symbol_of(_point(asked, number)), owners)


def _point(asked: Asked, number: int) -> str:
    return str(asked.view["columns"][number - 1]["point"])


def _column(ctx: RosadyContext, asked: Asked, number: int) -> str:
    return ctx.t("Column {number} ({point})", number=number, point=ctx.point(_point(asked, number)))


class RosadyReasons(Reasons[RosadyContext]):
    """The reasons of the computer players of this game."""

    because = staticmethod(because)
