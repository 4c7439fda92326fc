"""The public state as a text table that also suits screen readers, and the text of a seat's own cards and figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.games.kralovske_rosady.cards import CARDS
from bot.games.kralovske_rosady.names import BACK, RosadyContext, count_of_points, worth
from bot.texts import Translator
from rules.kralovske_rosady.cards import symbol_of, value_of
from rules.kralovske_rosady.table import ROUNDS

MOST = 2500
"""The maximum number of characters of the text table, as Discord counts them."""
CARDS_SHOWN = (150, 20, 12, 8, 6, 4)
"""The numbers of cards per column that are tried until the table is short enough."""
MAX_REMOVED = 6


def public(ctx: RosadyContext) -> str:
    """Returns the public state: the columns, the players and their piles; very long columns are shortened in the
    middle."""
    shown = ""
    for most in CARDS_SHOWN:
        shown = _public(ctx, most)
        if len(shown.encode("utf-16-le")) <= 2 * MOST:
            break
    return shown


def _public(ctx: RosadyContext, most: int) -> str:
    lines = [_heading(ctx), ""]
    lines += [_column(ctx, at, column, most) for at, column in enumerate(ctx.view["columns"], 1)]
    if ctx.view["columns"]:
        lines += ["-# " + ctx.t("each column from the point card down"), ""]
    lines += [_player(ctx, seat) for seat in ctx.view["players"]]
    if ctx.view["phase"] != "over":
        lines.append("-# " + ctx.t("The values of taken point cards stay hidden until the end."))
    lines += _removed(ctx, ctx.view["removed_points"])
    return "\n".join(lines)


def _heading(ctx: RosadyContext) -> str:
    said = ctx.t("Round {number} of {rounds}", number=ctx.view["round"], rounds=ROUNDS)
    if ctx.view["phase"] == "evaluate":
        said += " · " + ctx.t("evaluation")
    return f"**{said}**"


# Columns


def _column(ctx: RosadyContext, at: int, column: Mapping[str, Any], most: int) -> str:
    symbol = symbol_of(column["point"])
    shown = ", ".join(_shortened([lying(ctx, card, symbol) for card in column["cards"]], most)) or ctx.t("empty column")
    return f"**{at} · {ctx.point(column['point'])}** · {fullness(column, ctx.t)}: {shown}"


def fullness(column: Mapping[str, Any], words: Translator) -> str:
    """Returns the number of cards in a column, its size, and whether it is full or closed (K15)."""
    count, wanted = len(column["cards"]), value_of(column["point"])
    said = words("cards {count}/{wanted}", count=count, wanted=wanted)
    if column["closed"]:
        return f"{said} 🌩️ {words('closed')}"
    return f"{said} ✅ {words('full')}" if is_full(column) else said


def is_full(column: Mapping[str, Any]) -> bool:
    """Returns whether a column that no storm has closed is full: it has as many cards as its point card is worth."""
    return not column["closed"] and len(column["cards"]) >= value_of(column["point"])


def lying(ctx: RosadyContext, card: Mapping[str, Any], symbol: str) -> str:
    """Returns a card in a column as text: its owner, and its name and value, or that it is face down (K5).

    A face-down card is named if the view contains it, as in a replay.
    """
    if card["up"]:
        return f"{ctx.mark(card['owner'])} {ctx.valued(card['card'], symbol)}"
    hidden = ctx.t("(under the Disguise)") if card["tucked"] else ctx.t("face down")
    known = "" if card["card"] is None else f"{ctx.valued(card['card'], symbol)} "
    return f"{ctx.mark(card['owner'])} {BACK} {known}{hidden}"


def _shortened(cards: Sequence[str], most: int) -> list[str]:
    if len(cards) <= most:
        return list(cards)
    half = most // 2
    return [*cards[:half], f"… +{len(cards) - most} …", *cards[len(cards) - (most - half) :]]


# Players


def _player(ctx: RosadyContext, seat: str) -> str:
    said = f"{ctx.facts.introduced(seat)} {ctx.who(seat)}: {_figures(ctx, seat)}"
    if ctx.view["turn"] == seat and ctx.view["phase"] == "play":
        return f"{said} · ➡️ {ctx.t('to move')}"
    return said


def _figures(ctx: RosadyContext, seat: str) -> str:
    player = ctx.view["players"][seat]
    return ctx.t(
        "point cards **{points}** · hand {cards} · pile {deck} · discards {discards}",
        points=count_of_points(ctx.view, seat), cards=player["cards"] if "cards" in player else len(player["hand"]),
        deck=player["deck"], discards=len(player["discard"]),
    )  # fmt: skip


def _removed(ctx: RosadyContext, points: Sequence[str]) -> list[str]:
    """Returns a line about the point cards that no seat took (K7): the latest six, and the number of the others."""
    if not points:
        return []
    cards = ", ".join(ctx.point(point) for point in points[-MAX_REMOVED:])
    more = len(points) - MAX_REMOVED
    return [ctx.t("Out of the game: {cards}", cards=f"+{more}, {cards}" if more > 0 else cards)]


# Private facts of a seat


def hand(ctx: RosadyContext) -> str:
    """Returns the cards in the seat's hand as text: name, value and effect of each."""
    cards = ctx.view["players"][ctx.seat]["hand"]
    if not cards:
        return ctx.t("You have no cards.")
    lines = []
    for card in cards:
        lines.append(f"{CARDS[card].emoji} **{ctx.card(card)}** · {worth(card)}")
        lines.append(f"-# {ctx.text(card)}")
    return "\n".join(lines)


def standing(ctx: RosadyContext) -> str:
    """Returns the seat's figures and point cards (named only in its own view), and all players' discards, as text."""
    figures = f"{ctx.mark(ctx.seat)} {_figures(ctx, ctx.seat)}"
    return "\n".join(filter(None, (figures, _own_points(ctx), *_discards(ctx))))


def own(ctx: RosadyContext) -> str:
    """Returns the seat's hand and its face-down cards in columns as text."""
    return "\n".join(filter(None, (hand(ctx), _face_down(ctx))))


def known(ctx: RosadyContext) -> str:
    """Returns the seat's own point cards and its face-down cards in columns as text."""
    return "\n".join(filter(None, (_own_points(ctx), _face_down(ctx))))


def _own_points(ctx: RosadyContext) -> str:
    """Returns the seat's point cards and their sum as text; empty without cards, or if the view only counts them."""
    points = ctx.view["players"][ctx.seat]["points"]
    if isinstance(points, int) or not points:
        return ""
    cards = ctx.t("Your point cards: {cards}", cards=", ".join(map(ctx.point, points)))
    return f"{cards}. {ctx.t.plural('Sum: {n} point', 'Sum: {n} points', sum(map(value_of, points)))}"


def _face_down(ctx: RosadyContext) -> str:
    """Returns the seat's own face-down cards that the view contains, each with its column."""
    hidden = [
        ctx.t("{card} – column {number}", card=ctx.card(card["card"]), number=at)
        for at, column in enumerate(ctx.view["columns"], 1)
        for card in column["cards"]
        if card["owner"] == ctx.seat and not card["up"] and card["card"] is not None
    ]
    return ctx.t("Face down: {cards}", cards=", ".join(hidden)) if hidden else ""


def _discards(ctx: RosadyContext) -> list[str]:
    """Returns a line for each player's discards, in the order of the list of cards.

    Their own order does not matter, because they are shuffled before they are used (K13).
    """
    return [
        ctx.t("Discards of {player}: {cards}", player=ctx.mark(seat), cards=ctx.cards(cards))
        for seat, player in ctx.view["players"].items()
        if (cards := sorted(player["discard"], key=list(CARDS).index))
    ]
