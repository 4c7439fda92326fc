"""An independent model of the values of columns and point cards (K2-K4, K7-K11, K14)."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

SYMBOLS = "alchemy warfare farming trade religion art".split()
OF_SYMBOL = dict(
    zip("alchemist swordsman landowner merchant cardinal troubadour".split(), SYMBOLS, strict=True),
)
CARDS = (
    "king queen julia alchemist swordsman landowner merchant cardinal troubadour explorer murderer storm disguise "
    "traitor musketeers mage witch prince squire hermit tom_thumb double dragon romeo beggar"
).split()
POINT_CARDS = [f"{symbol}-{value}" for symbol in SYMBOLS for value in (1, 2, 3, 3, 4, 5)]
_PRINTED: dict[str, float] = {
    "king": 20, "queen": 16, "julia": 14, "explorer": 13, "murderer": 9.5, "storm": 9, "disguise": 0, "traitor": 10,
    "musketeers": 11, "mage": 7, "witch": 1, "prince": 14, "squire": 2, "hermit": 12, "tom_thumb": 2, "dragon": 11,
    "romeo": 5, "beggar": 4,
}  # fmt: skip


def worth(point: str) -> int:
    return int(point.split("-")[1])


def printed(card: str, point: str) -> float:
    """Returns the number on a card; the six symbol cards have 12 under their own symbol and 8 elsewhere."""
    if card in OF_SYMBOL:
        return 12 if point.startswith(OF_SYMBOL[card] + "-") else 8
    return _PRINTED[card]


def _with_doubles(cards: list[Json], values: list[float | None]) -> list[float | None]:
    """Returns the values in which each double has the value of the card directly below it."""
    seen: list[float | None] = []
    below: float | None = None
    for card, value in zip(reversed(cards), reversed(values), strict=True):
        below = below if card["card"] == "double" else value
        seen.append(below)
    return seen[::-1]


def _plain(cards: list[Json], point: str) -> list[float | None]:
    return [None if card["card"] == "double" else printed(card["card"], point) for card in cards]


def _count(cards: list[Json], name: str) -> int:
    return sum(card["card"] == name for card in cards)


def _swept(cards: list[Json], point: str) -> list[Json]:
    """Returns the cards of a column that are left after a single mage and then a single witch have removed cards."""
    if _count(cards, "mage") == 1:
        values = _with_doubles(cards, _plain(cards, point))
        cards = [card for card, value in zip(cards, values, strict=True) if value is None or value < 10]
    if _count(cards, "witch") == 1:
        values = _with_doubles(cards, _plain(cards, point))
        cards = [
            card
            for card, value in zip(cards, values, strict=True)
            if card["card"] == "witch" or value is None or value > 9
        ]
    return cards


def _court(cards: list[Json]) -> str | None:
    """Returns the owner of the highest prince or squire whose partner is in the same column."""
    here = {(card["owner"], card["card"]) for card in cards}
    for card in cards:
        if card["card"] in ("prince", "squire") and {(card["owner"], "prince"), (card["owner"], "squire")} <= here:
            return str(card["owner"])
    return None


def _own_value(card: Json, cards: list[Json], point: str) -> float | None:
    name: str = card["card"]
    others = len(cards) - 1
    if name == "double":
        return None
    if name == "hermit":
        return max(0, 12 - others)
    if name == "tom_thumb":
        return 2 + 3 * others
    if name == "romeo" and any(c["card"] == "julia" and c["owner"] == card["owner"] for c in cards):
        return 15
    return printed(name, point)


def _after_dragons(card: Json, value: float | None, cards: list[Json]) -> float | None:
    if value is None:
        return None
    foes: int = sum(c["card"] == "dragon" and c["owner"] != card["owner"] for c in cards)
    return max(0, value - 2 * foes)


def winner(cards: list[Json], point: str) -> str | None:
    """Returns the winner of a column whose cards are all open, point card first (K14); None: no one can win (K7)."""
    lowest_wins = False
    if _count(cards, "musketeers"):
        values = _plain(cards, point)
    else:
        cards = _swept(cards, point)
        if (owner := _court(cards)) is not None:
            return owner
        values = _with_doubles(cards, [_own_value(card, cards, point) for card in cards])
        values = [_after_dragons(card, value, cards) for card, value in zip(cards, values, strict=True)]
        lowest_wins = _count(cards, "beggar") > 0
    sums: dict[str, float] = {}
    for card, value in zip(cards, values, strict=True):
        if value is not None:
            sums[card["owner"]] = sums.get(card["owner"], 0) + value
    if not sums:
        return None
    best = min(sums.values()) if lowest_wins else max(sums.values())
    by_place: list[str] = [card["owner"] for card in (reversed(cards) if lowest_wins else cards)]
    return next(owner for owner in by_place if sums.get(owner) == best)


def score(points: list[str]) -> tuple[int, bool]:
    """Returns a player's final points, and whether the best six symbols were doubled (K11)."""
    plain = sum(worth(point) for point in points)
    best = [max((worth(p) for p in points if p.startswith(symbol + "-")), default=0) for symbol in SYMBOLS]
    if 0 in best:
        return plain, False
    doubled = 2 * sum(best) - (len(points) - 6)
    return (doubled, True) if doubled > plain else (plain, False)


def result(points: dict[str, list[str]]) -> Json:
    """Returns the ranking: most points first, equal players in seat order; all that share the top are winners."""
    scores = {seat: score(points[seat]) for seat in sorted(points)}
    ranked = sorted(scores, key=lambda seat: (-scores[seat][0], seat))
    top = scores[ranked[0]][0]
    return {
        "ranking": [{"seat": seat, "points": scores[seat][0], "doubled": scores[seat][1]} for seat in ranked],
        "winners": [seat for seat in ranked if scores[seat][0] == top],
    }
