"""The labels of the words of a key, and the summary of an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.games.context import Label, Path, View
from bot.games.kralovske_rosady.cards import CARDS
from bot.games.kralovske_rosady.names import RosadyContext, column_of, viewer
from bot.games.kralovske_rosady.public import fullness, is_full
from bot.texts import N_

Column = Mapping[str, Any]

NOTHING = {
    ("disguise", "pass"): (
        N_("Nothing"),
        N_("No card comes under the Disguise."),
        N_("You hide nothing under the Disguise."),
    ),
    ("betray", "stay"): (
        N_("No swap"),
        N_("The point cards stay where they are."),
        N_("You leave the point cards where they are."),
    ),
}
"""The texts of words that do nothing: label, description, summary."""


def option(ctx: RosadyContext, kind: str, path: Path) -> Label:
    """Returns the label of an option: of the last word of a key's beginning (a card, a column, or doing nothing)."""
    last = path[-1]
    if (kind, last) in NOTHING:
        text, description, _ = NOTHING[kind, last]
        return Label(ctx.t(text), ctx.t(description), "🚫")
    if not last.isdigit():
        return _card(ctx, last)
    target = int(last)
    label = ctx.t("Column {number} ({point})", number=target, point=ctx.point(_column(ctx.view, target)["point"]))
    if kind == "betray":
        return Label(label, _swap(ctx, target))
    return Label(label, _meets(ctx, _column(ctx.view, target)))


def _card(ctx: RosadyContext, card: str) -> Label:
    return Label(ctx.valued(card), ctx.text(card), CARDS[card].emoji)


def _column(view: View, target: int) -> Column:
    column: Column = view["columns"][target - 1]
    return column


def _meets(ctx: RosadyContext, column: Column) -> str:
    """Returns the text about how full a column is, and which card the next card would turn over."""
    said = fullness(column, ctx.t)
    if is_full(column):
        said += ", " + ctx.t("cards may still be added")
    hidden = _hidden(column)
    if hidden is None:
        return said
    if hidden["card"] is None:
        return f"{said} · {ctx.t('turns over a card of {player}', player=ctx.mark(hidden['owner']))}"
    return f"{said} · {ctx.t('turns over your {card}', card=ctx.card(hidden['card']))}"


def _hidden(column: Column) -> Mapping[str, Any] | None:
    """Returns the card that the next card in the column would turn over; None if there is none.

    That is the column's last card, if it is face down and not hidden under a Disguise (K5).
    """
    last: Mapping[str, Any] | None = column["cards"][-1] if column["cards"] else None
    return None if last is None or last["up"] or last["tucked"] else last


def _swap(ctx: RosadyContext, target: int) -> str:
    """Returns the text about a swap of two point cards: which goes where (K15); empty without a face-up traitor."""
    own = column_of(ctx.view, viewer(ctx.view), "traitor")
    if own is None:
        return ""
    return ctx.t(
        "{theirs} comes to column {own}, {mine} to column {target}",
        theirs=ctx.point(_column(ctx.view, target)["point"]), own=own,
        mine=ctx.point(_column(ctx.view, own)["point"]), target=target,
    )  # fmt: skip


def summary(ctx: RosadyContext, kind: str, keys: Sequence[str]) -> str:
    """Returns the effect of an answer as a sentence."""
    key = keys[0]
    if (kind, key) in NOTHING:
        return ctx.t(NOTHING[kind, key][2])
    if kind == "disguise":
        return ctx.t("You hide under the Disguise: {card}.", card=ctx.card(key))
    if kind == "betray":
        return ctx.t("You swap the point cards: {swap}.", swap=_swap(ctx, int(key)))
    return _play(ctx, key)


def _play(ctx: RosadyContext, key: str) -> str:
    card, _, number = key.partition(":")
    column = _column(ctx.view, int(number))
    said = ctx.t(
        "You lay face down: {card} – column {number} ({point}).",
        card=ctx.card(card), number=number, point=ctx.point(column["point"]),
    )  # fmt: skip
    hidden = _hidden(column)
    if hidden is None:
        return said
    if hidden["card"] is None:
        return f"{said} {ctx.t('It turns over a card of {player}.', player=ctx.mark(hidden['owner']))}"
    return f"{said} {ctx.t('It turns over your {card}.', card=ctx.card(hidden['card']))}"


def direct(kind: str, path: Path) -> bool:
    """Returns whether an answer needs no confirmation: laying a card, swapping, or doing nothing, but not hiding one
    (K5)."""
    return (kind == "play" and len(path) == 2) or kind == "betray" or (kind, path[0]) in NOTHING
