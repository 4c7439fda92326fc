"""The evaluation, told column by column, and the scoring with its arithmetic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.games.kralovske_rosady.names import Speaker, number
from bot.games.naming import mark, marks
from bot.games.protocol import Sentence, Told
from rules.kralovske_rosady.cards import HOME, SYMBOLS, VALUES, symbol_of, value_of


def _told(speaker: Speaker, column: int, what: str) -> str:
    """What happens in a column, the column first."""
    return speaker.words("Column {number}: {what}", number=column, what=what)


def _revealed(speaker: Speaker, told: Told) -> str:
    return _told(speaker, told["column"], speaker.words("turned up: {cards}.", cards=_named(told["cards"], speaker)))


def _named(cards: Sequence[Told], speaker: Speaker) -> str:
    return ", ".join(speaker.owned(card["owner"], card["card"]) for card in cards)


# What cancels and removes


def _musketeers(speaker: Speaker, told: Told) -> str:
    card = speaker.card("musketeers")
    what = speaker.words("{card} ({players}): all effects are cancelled, only printed values count (K2).", card=card,
                         players=marks(told["seats"]))  # fmt: skip
    return _told(speaker, told["column"], what)


def _cancel_each_other(speaker: Speaker, told: Told) -> str:
    what = speaker.words("several of {card} ({players}): their effects cancel each other (K4).",
                         card=speaker.card(told["card"]), players=marks(told["seats"]))  # fmt: skip
    return _told(speaker, told["column"], what)


def _removes(speaker: Speaker, told: Told) -> str:
    words, card = speaker.words, speaker.owned(told["seat"], told["card"])
    if not told["cards"]:
        return _told(speaker, told["column"], words("{card} finds nothing to remove (K3).", card=card))
    removed = _named(told["cards"], speaker)
    return _told(speaker, told["column"], words("{card} removes: {cards} (K3).", card=card, cards=removed))


def _prince_and_squire(speaker: Speaker, told: Told) -> str:
    words, cards, first = speaker.words, _named(told["cards"], speaker), told["seats"][0]
    if len(told["seats"]) == 1:
        what = words("{cards}. Prince and squire of {player} decide (K9).", cards=cards, player=mark(first))
        return _told(speaker, told["column"], what)
    what = words(
        "{cards}. Prince and squire of {players}; nearest to the point card lies one of {player} (K9).",
        cards=cards, players=marks(told["seats"]), player=mark(first),
    )  # fmt: skip
    return _told(speaker, told["column"], what)


# What counts


def _counts(speaker: Speaker, told: Told) -> str:
    words, cards, sums = speaker.words, told["cards"], told["sums"]
    if not cards:
        return _told(speaker, told["column"], words("no card counts here."))
    counted = ", ".join(_counted(at, speaker, told) for at in range(len(cards)))
    if not sums:
        return _told(speaker, told["column"], words("{cards}; no value, so no sum.", cards=counted))
    seats = dict.fromkeys([*sums, *(card["owner"] for card in cards)])
    shown = ", ".join(f"{mark(seat)} {number(sums.get(seat))}" for seat in seats)
    said = [_told(speaker, told["column"], words("{cards}. Sums: **{sums}**.", cards=counted, sums=shown))]
    return " ".join([*said, *_remarks(speaker, told)])


def _counted(at: int, speaker: Speaker, told: Told) -> str:
    """A card with what it counts, and where that is not what is printed on it, how it has come about."""
    card, full = told["cards"][at], told["full"][at]
    owned = speaker.owned(card["owner"], card["card"])
    if card["card"] == "double":
        return f"{owned} {_copied(at, speaker, told)}"
    printed = full if card["card"] in HOME else VALUES[card["card"]] or 0
    steps = _steps(printed, max(full, 0), card["value"])
    return f"{owned} {steps}" if full == printed else f"{owned} {steps} ({_why(card['card'], speaker, told)})"


def _steps(*values: float) -> str:
    """What a card was worth from effect to effect."""
    return "→".join(number(value) for value in dict.fromkeys(values))


def _why(card: str, speaker: Speaker, told: Told) -> str:
    """What has changed the value before the dragons."""
    if card == "romeo":
        return speaker.words("with Julia")
    return speaker.words.plural("{n} other card", "{n} other cards", len(told["cards"]) - 1)


def _copied(at: int, speaker: Speaker, told: Told) -> str:
    """K8: what a double copies, through other doubles; or why it has no value."""
    full, value = told["full"][at], told["cards"][at]["value"]
    if value is None:
        return f"– ({_without_value(speaker, told)})"
    below = next(card["card"] for card in told["cards"][at + 1 :] if card["card"] != "double")
    return f"= {speaker.card(below)} {_steps(max(full, 0), value)}"


def _without_value(speaker: Speaker, told: Told) -> str:
    if _has(told, "musketeers"):
        return speaker.words("no value, K2")
    return speaker.words("nothing below it to copy, K8")


def _has(told: Told, card: str) -> bool:
    return any(lying["card"] == card for lying in told["cards"])


def _remarks(speaker: Speaker, told: Told) -> list[str]:
    """What a reader could miss: dragons, the beggar, a tie."""
    words, sums = speaker.words, told["sums"]
    said = []
    dragons = [card["owner"] for card in told["cards"] if card["card"] == "dragon"]
    if dragons and not _has(told, "musketeers"):
        said.append(words("Dragon ({players}): 2 less for each card of the others (K14).", players=marks(dragons)))
    if told["lowest"]:
        said.append(words("Beggar: the lowest sum counts (K10)."))
    best = min(sums.values()) if told["lowest"] else max(sums.values())
    if list(sums.values()).count(best) > 1:
        said.append(_tie(speaker, lowest=told["lowest"]))
    return said


def _tie(speaker: Speaker, *, lowest: bool) -> str:
    if lowest:
        return speaker.words("A tie: who of them lies farthest from the point card (K14).")
    return speaker.words("A tie: who of them lies nearest to the point card (K14).")


def _takes(speaker: Speaker, told: Told) -> str:
    words, point = speaker.words, speaker.point(told["point"])
    if told["seat"] is None:
        what = words("nobody takes {point}, it leaves the game (K7).", point=point)
    else:
        what = words("{player} takes {point}.", player=mark(told["seat"]), point=f"**{point}**")
    return _told(speaker, told["column"], what)


# The end


def _scores(speaker: Speaker, told: Told) -> str:
    return f"{mark(told['seat'])}: {arithmetic(speaker, told['cards'], told['six'], told['points'])}"


def arithmetic(speaker: Speaker, cards: Sequence[str], six: Sequence[str], points: int) -> str:
    """K11: the plain sum; or the best of each symbol, doubled, less 1 for each further card."""
    if not cards:
        return speaker.words("no point cards = **0**")
    if six:
        total = sum(value_of(card) for card in six)
        return _doubled(f"{_listed(speaker, six)} = {total}", total, len(cards) - len(six), speaker, strong="**")
    plain = f"{_listed(speaker, cards)} = **{points}**"
    best = [max((value_of(card) for card in cards if symbol_of(card) == symbol), default=0) for symbol in SYMBOLS]
    if not all(best):
        return plain
    doubled = _doubled(str(sum(best)), sum(best), len(cards) - len(best), speaker)
    return f"{plain}; {speaker.words('doubling gives no more: {sum} (K11)', sum=doubled)}"


def _doubled(summed: str, total: int, further: int, speaker: Speaker, *, strong: str = "") -> str:
    """The best of each symbol, doubled, less 1 for each further card."""
    said, points = f"({summed}) × 2 = ", f"{strong}{2 * total - further}{strong}"
    if not further:
        return said + points
    less = speaker.words.plural("− {n} further card", "− {n} further cards", further)
    return f"{said}{2 * total} {less} = {points}"


def _listed(speaker: Speaker, cards: Sequence[str]) -> str:
    """Point cards to be added up, each symbol named once."""
    by_symbol: dict[str, list[str]] = {}
    for card in cards:
        by_symbol.setdefault(symbol_of(card), []).append(str(value_of(card)))
    return " + ".join(f"{speaker.symbol(symbol)} {' + '.join(values)}" for symbol, values in by_symbol.items())


def _over(speaker: Speaker, told: Told) -> str:
    players = ", ".join(speaker.who(seat) for seat in told["winners"])
    if len(told["winners"]) > 1:
        return speaker.words("A shared victory: {players} (K11).", players=players)
    return speaker.words("{player} has the most points and wins.", player=players)


EVALUATION: Mapping[str, Sentence] = {
    "revealed": _revealed, "musketeers": _musketeers, "cancel_each_other": _cancel_each_other, "removes": _removes,
    "prince_and_squire": _prince_and_squire, "counts": _counts, "takes": _takes, "scores": _scores, "over": _over,
}  # fmt: skip
