"""The evaluation, told column by column, and the scoring with its arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.boards.kralovske_rosady.names import Speaker, mark, marks, number, signed
from rules.kralovske_rosady.cards import HOME, VALUES, value_of

Facts = Mapping[str, Any]


def _told(speaker: Speaker, column: int, what: str) -> str:
    """What happens in a column, the column first."""
    return speaker.words("Column {number}: {what}", number=column, what=what)


def _revealed(speaker: Speaker, told: Facts) -> str:
    what = speaker.words("turned up now, without an immediate effect: {cards}.", cards=_named(told["cards"], speaker))
    return _told(speaker, told["column"], what)


def _named(cards: Sequence[Facts], speaker: Speaker) -> str:
    return ", ".join(speaker.owned(card["owner"], card["card"]) for card in cards)


# What cancels and removes


def _musketeers(speaker: Speaker, told: Facts) -> str:
    card = speaker.card("musketeers")
    what = speaker.words("{card} ({players}): all effects are cancelled, only printed values count (K2).", card=card,
                         players=marks(told["seats"]))  # fmt: skip
    return _told(speaker, told["column"], what)


def _cancel_each_other(speaker: Speaker, told: Facts) -> str:
    what = speaker.words("several of {card} ({players}): their effects cancel each other (K4).",
                         card=speaker.card(told["card"]), players=marks(told["seats"]))  # fmt: skip
    return _told(speaker, told["column"], what)


def _removes(speaker: Speaker, told: Facts) -> str:
    words, card = speaker.words, speaker.owned(told["seat"], told["card"])
    if not told["cards"]:
        return _told(speaker, told["column"], words("{card} finds nothing to remove (K3).", card=card))
    removed = _named(told["cards"], speaker)
    return _told(speaker, told["column"], words("{card} removes: {cards} (K3).", card=card, cards=removed))


def _prince_and_squire(speaker: Speaker, told: Facts) -> str:
    words, first = speaker.words, told["seats"][0]
    if len(told["seats"]) == 1:
        return _told(speaker, told["column"], words("prince and squire of {player} decide (K9).", player=mark(first)))
    what = words(
        "prince and squire of {players}; nearest to the point card lies one of {player} (K9).",
        players=marks(told["seats"]), player=mark(first),
    )  # fmt: skip
    return _told(speaker, told["column"], what)


# What counts


def _counts(speaker: Speaker, told: Facts) -> str:
    words, cards, sums = speaker.words, told["cards"], told["sums"]
    if not cards:
        return _told(speaker, told["column"], words("no card counts here."))
    counted = ", ".join(_counted(card, speaker) for card in cards)
    if not sums:
        return _told(speaker, told["column"], words("{cards}; no value, so no sum.", cards=counted))
    shown = ", ".join(f"{mark(seat)} {number(total)}" for seat, total in sums.items())
    said = [_told(speaker, told["column"], words("{cards}. Sums: **{sums}**.", cards=counted, sums=shown))]
    return " ".join([*said, *_remarks(speaker, told)])


def _counted(card: Facts, speaker: Speaker) -> str:
    """A card with what it counts; where an effect has changed it, also what is printed."""
    name, value = card["card"], card["value"]
    printed = None if name in HOME else VALUES[name]
    shown = number(value) if printed in (None, value) else f"{number(printed)}→{number(value)}"
    return f"{speaker.owned(card['owner'], name)} {shown}"


def _remarks(speaker: Speaker, told: Facts) -> list[str]:
    """What a reader could miss: dragons, the beggar, a tie."""
    words, sums, names = speaker.words, told["sums"], [card["card"] for card in told["cards"]]
    said = []
    dragons = [card["owner"] for card in told["cards"] if card["card"] == "dragon"]
    if dragons and "musketeers" not in names:
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


def _takes(speaker: Speaker, told: Facts) -> str:
    words, point = speaker.words, speaker.point(told["point"])
    if told["seat"] is None:
        what = words("nobody takes {point}, it leaves the game (K7).", point=point)
    else:
        player = f"{mark(told['seat'])} {speaker.who(told['seat'])}"
        what = words("{player} takes {point}.", player=player, point=f"**{point}**")
    return _told(speaker, told["column"], what)


# The end


def _scores(speaker: Speaker, told: Facts) -> str:
    player = f"{mark(told['seat'])} {speaker.who(told['seat'])}"
    return f"{player}: {arithmetic(speaker, told['cards'], told['six'], told['points'])}"


def arithmetic(speaker: Speaker, cards: Sequence[str], six: Sequence[str], points: int) -> str:
    """K11: the plain sum; or the best of each symbol, doubled, less 1 for each further card."""
    if not cards:
        return speaker.words("no point cards = **0**")
    if not six:
        return f"{_listed(cards)} = **{points}**"
    total, further = sum(value_of(card) for card in six), len(cards) - len(six)
    said = f"({_listed(six)} = {total}) × 2 = "
    if not further:
        return f"{said}**{points}**"
    less = speaker.words.plural("− {n} further card", "− {n} further cards", further)
    return f"{said}{2 * total} {less} = **{points}**"


def _listed(cards: Sequence[str]) -> str:
    return " + ".join(signed(card) for card in cards)


def _over(speaker: Speaker, told: Facts) -> str:
    players = ", ".join(speaker.who(seat) for seat in told["winners"])
    if len(told["winners"]) > 1:
        return speaker.words("A shared victory: {players} (K11).", players=players)
    return speaker.words("{player} has the most points and wins.", player=players)


EVALUATION: Mapping[str, Callable[[Speaker, Facts], str | None]] = {
    "revealed": _revealed, "musketeers": _musketeers, "cancel_each_other": _cancel_each_other, "removes": _removes,
    "prince_and_squire": _prince_and_squire, "counts": _counts, "takes": _takes, "scores": _scores, "over": _over,
}  # fmt: skip
