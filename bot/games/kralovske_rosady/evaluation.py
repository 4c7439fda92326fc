"""The sentences about the evaluation of columns, and about the scoring with its arithmetic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.games.kralovske_rosady.event_merging import REASONS
from bot.games.kralovske_rosady.names import RosadyContext, number
from bot.games.sentences import Sentence, Told
from rules.kralovske_rosady.cards import HOME, SYMBOLS, VALUES, symbol_of, value_of


def _told(ctx: RosadyContext, column: int, what: str) -> str:
    """Returns a sentence about a column, with the column's number at its beginning."""
    return ctx.t("Column {number}: {what}", number=column, what=what)


def _revealed(ctx: RosadyContext, told: Told) -> str:
    return _told(ctx, told["column"], ctx.t("turned over: {cards}.", cards=_named(ctx, told["cards"])))


def _named(ctx: RosadyContext, cards: Sequence[Told]) -> str:
    return ", ".join(ctx.owned(card["owner"], card["card"]) for card in cards)


# Cards that cancel and remove


def _musketeers(ctx: RosadyContext, told: Told) -> str:
    card = ctx.card("musketeers")
    what = ctx.t("{card} ({players}): all effects are cancelled, only printed values count.", card=card,
                         players=ctx.marks(told["seats"]))  # fmt: skip
    return _told(ctx, told["column"], what)


def _cancel_each_other(ctx: RosadyContext, told: Told) -> str:
    what = ctx.t("several of {card} ({players}): their effects cancel each other.",
                         card=ctx.card(told["card"]), players=ctx.marks(told["seats"]))  # fmt: skip
    return _told(ctx, told["column"], what)


def _removes(ctx: RosadyContext, told: Told) -> str:
    card = ctx.owned(told["seat"], told["card"])
    if not told["cards"]:
        return _told(ctx, told["column"], ctx.t("{card} finds nothing to remove.", card=card))
    removed = _named(ctx, told["cards"])
    return _told(ctx, told["column"], ctx.t("{card} removes: {cards}.", card=card, cards=removed))


def _prince_and_squire(ctx: RosadyContext, told: Told) -> str:
    cards, first = _named(ctx, told["cards"]), told["seats"][0]
    if len(told["seats"]) == 1:
        what = ctx.t("{cards}. Prince and Squire of {player} decide.", cards=cards, player=ctx.mark(first))
        return _told(ctx, told["column"], what)
    what = ctx.t(
        "{cards}. Prince and Squire of {players}; the card of {player} is nearest to the point card.",
        cards=cards, players=ctx.marks(told["seats"]), player=ctx.mark(first),
    )  # fmt: skip
    return _told(ctx, told["column"], what)


# Cards that count


def _counts(ctx: RosadyContext, told: Told) -> str:
    cards, sums = told["cards"], told["sums"]
    if not cards:
        return _told(ctx, told["column"], ctx.t("no card counts here."))
    counted = ", ".join(_counted(ctx, at, told) for at in range(len(cards)))
    if not sums:
        return _told(ctx, told["column"], ctx.t("{cards}; no value, so no sum.", cards=counted))
    seats = dict.fromkeys([*sums, *(card["owner"] for card in cards)])
    shown = ", ".join(f"{ctx.mark(seat)} {number(sums.get(seat))}" for seat in seats)
    said = [_told(ctx, told["column"], ctx.t("{cards}. Sums: **{sums}**.", cards=counted, sums=shown))]
    return " ".join([*said, *_remarks(ctx, told)])


def _counted(ctx: RosadyContext, at: int, told: Told) -> str:
    """Returns a card with its value, and with the reason if that is not the printed value."""
    card, full = told["cards"][at], told["full"][at]
    owned = ctx.owned(card["owner"], card["card"])
    if card["card"] == "double":
        return f"{owned} {_copied(ctx, at, told)}"
    printed = full if card["card"] in HOME else VALUES[card["card"]] or 0
    steps = _steps(printed, max(full, 0), card["value"])
    return f"{owned} {steps}" if full == printed else f"{owned} {steps} ({_why(ctx, card['card'], told)})"


def _steps(*values: float) -> str:
    """Returns the values that a card has one after the other, joined by arrows (`12→10`); equal values only once."""
    return "→".join(number(value) for value in dict.fromkeys(values))


def _why(ctx: RosadyContext, card: str, told: Told) -> str:
    """Returns the reason why a card's value before dragons differs from the printed one: Juliet, or other cards."""
    if card == "romeo":
        return ctx.t("with Juliet")
    return ctx.t.plural("{n} other card", "{n} other cards", len(told["cards"]) - 1)


def _copied(ctx: RosadyContext, at: int, told: Told) -> str:
    """Returns which card a double copies, perhaps through other doubles, or why it has no value (K8)."""
    full, value = told["full"][at], told["cards"][at]["value"]
    if value is None:
        return f"– ({_without_value(ctx, told)})"
    below = next(card["card"] for card in told["cards"][at + 1 :] if card["card"] != "double")
    return f"= {ctx.card(below)} {_steps(max(full, 0), value)}"


def _without_value(ctx: RosadyContext, told: Told) -> str:
    if _has_musketeers(told):
        return ctx.t("no value")
    return ctx.t("nothing below it to copy")


def _has_musketeers(told: Told) -> bool:
    return any(lying["card"] == "musketeers" for lying in told["cards"])


def _remarks(ctx: RosadyContext, told: Told) -> list[str]:
    """Returns sentences about dragons, the beggar and ties in a column, which a reader of the sums could miss."""
    sums = told["sums"]
    said = []
    dragons = [card["owner"] for card in told["cards"] if card["card"] == "dragon"]
    if dragons and not _has_musketeers(told):
        said.append(ctx.t("Dragon ({players}): 2 less for each card of the others.", players=ctx.marks(dragons)))
    if told["lowest"]:
        said.append(ctx.t("Beggar: the lowest sum counts."))
    best = min(sums.values()) if told["lowest"] else max(sums.values())
    if list(sums.values()).count(best) > 1:
        said.append(_tie(ctx, lowest=told["lowest"]))
    return said


def _tie(ctx: RosadyContext, *, lowest: bool) -> str:
    if lowest:
        return ctx.t("A tie: the card farthest from the point card decides.")
    return ctx.t("A tie: the card nearest to the point card decides.")


def _takes(ctx: RosadyContext, told: Told) -> str:
    """Returns the sentence about a decided column, with a short reason, because the next board no longer shows it."""
    point, reason = ctx.point(told["point"]), ", ".join(_reasons(ctx, told))
    if told["seat"] is None:
        what = ctx.t("no one takes {point}, it leaves the game", point=point)
    else:
        what = ctx.t("{player} takes {point}", player=ctx.mark(told["seat"]), point=f"**{point}**")
    return _told(ctx, told["column"], f"{what} ({reason})." if reason else f"{what}.")


def _reasons(ctx: RosadyContext, told: Told) -> Iterator[str]:
    """Yields what decided a column: prince and squire, or the sums, and what else counted."""
    reasons: Mapping[str, Told] = told.get(REASONS, {})
    if "prince_and_squire" in reasons:
        yield ctx.cards(("prince", "squire"))
    counted = reasons.get("counts")
    if counted is None:
        return
    sums: Mapping[str, float] = counted["sums"]
    if not counted["cards"]:
        yield ctx.t("no card counts")
    elif not sums:
        yield ctx.t("no value")
    else:
        yield _compared(told["seat"], sums, lowest=counted["lowest"])
    if "musketeers" in reasons:
        yield ctx.card("musketeers")
    if counted["lowest"]:
        yield ctx.card("beggar")
    if sums and list(sums.values()).count(sums[told["seat"]]) > 1:
        yield ctx.t("farthest card") if counted["lowest"] else ctx.t("nearest card")


def _compared(winner: str, sums: Mapping[str, float], *, lowest: bool) -> str:
    """Returns the sums as a score: the winner's first, then the others, the best one first: `14:9:3`."""
    others = sorted((sums[seat] for seat in sums if seat != winner), reverse=not lowest)
    return ":".join(map(number, (sums[winner], *others)))


# The end of the game


def _scores(ctx: RosadyContext, told: Told) -> str:
    return f"{ctx.mark(told['seat'])}: {arithmetic(ctx, told['cards'], told['six'], told['points'])}"


def arithmetic(ctx: RosadyContext, cards: Sequence[str], six: Sequence[str], points: int) -> str:
    """Returns the final points as a formula: the plain sum, or the best of each symbol doubled, less 1 per further card
    (K11)."""
    if not cards:
        return ctx.t("no point cards = **0**")
    if six:
        total = sum(value_of(card) for card in six)
        return _doubled(ctx, f"{_listed(ctx, six)} = {total}", total, len(cards) - len(six), strong="**")
    plain = f"{_listed(ctx, cards)} = **{points}**"
    best = [max((value_of(card) for card in cards if symbol_of(card) == symbol), default=0) for symbol in SYMBOLS]
    if not all(best):
        return plain
    doubled = _doubled(ctx, str(sum(best)), sum(best), len(cards) - len(best))
    return f"{plain}; {ctx.t('doubling gives no more: {sum}', sum=doubled)}"


def _doubled(ctx: RosadyContext, summed: str, total: int, further: int, *, strong: str = "") -> str:
    """Returns the formula with the best card of each symbol doubled, less 1 for each further card."""
    said, points = f"({summed}) × 2 = ", f"{strong}{2 * total - further}{strong}"
    if not further:
        return said + points
    less = ctx.t.plural("− {n} further card", "− {n} further cards", further)
    return f"{said}{2 * total} {less} = {points}"


def _listed(ctx: RosadyContext, cards: Sequence[str]) -> str:
    """Returns point cards as terms of a sum, one for each symbol: `trade 5 (2 + 3)`."""
    by_symbol: dict[str, list[int]] = {}
    for card in cards:
        by_symbol.setdefault(symbol_of(card), []).append(value_of(card))
    return " + ".join(f"{ctx.symbol(symbol)} {_summed(values)}" for symbol, values in by_symbol.items())


def _summed(values: Sequence[int]) -> str:
    parts = " + ".join(map(str, values))
    return f"{sum(values)} ({parts})" if len(values) > 1 else parts


def _over(ctx: RosadyContext, told: Told) -> str:
    players = ctx.players(told["winners"])
    if len(told["winners"]) > 1:
        return ctx.t("A shared victory: {players}.", players=players)
    return ctx.t("{player} has the most points and wins.", player=players)


EVALUATION: Mapping[str, Sentence] = {
    "revealed": _revealed, "musketeers": _musketeers, "cancel_each_other": _cancel_each_other, "removes": _removes,
    "prince_and_squire": _prince_and_squire, "counts": _counts, "takes": _takes, "scores": _scores, "over": _over,
}  # fmt: skip
