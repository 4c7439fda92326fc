"""An independent model of Královské rošády, written from the documents: cards, keys, views, and who wins a column."""

from __future__ import annotations

from collections import Counter
from typing import Any

Json = dict[str, Any]

# The rulebook's table of printed values
VALUES = {
    "king": 20, "queen": 16, "julia": 14, "alchemist": 8, "swordsman": 8, "landowner": 8, "merchant": 8,
    "cardinal": 8, "troubadour": 8, "explorer": 13, "murderer": 9.5, "storm": 9, "disguise": 0, "traitor": 10,
    "musketeers": 11, "mage": 7, "witch": 1, "prince": 14, "squire": 2, "hermit": 12, "tom_thumb": 2,
    "dragon": 11, "romeo": 5, "beggar": 4,
}  # fmt: skip
HOMES = {
    "alchemist": "alchemy", "swordsman": "warfare", "landowner": "farming", "merchant": "trade",
    "cardinal": "religion", "troubadour": "art",
}  # fmt: skip
# docs/protocol.md, "Královské rošády": the order of cards
CARDS = (
    "king queen julia alchemist swordsman landowner merchant cardinal troubadour explorer murderer storm disguise "
    "traitor musketeers mage witch prince squire hermit tom_thumb double dragon romeo beggar"
).split()
POINTS = [f"{symbol}-{value}" for symbol in HOMES.values() for value in (1, 2, 3, 3, 4, 5)]
# kind: shape, secret, patience
KINDS = {
    "start": ("draw", False, None), "points": ("draw", False, None), "deck": ("draw", False, None),
    "reshuffle": ("draw", False, None), "play": ("choice", True, "turn"), "disguise": ("choice", True, "turn"),
    "betray": ("choice", False, "turn"),
}  # fmt: skip


def expected_keys(kind: str, seat: str, state: Json, asked: Json) -> list[str]:
    """Returns every key of a decision, in the order in which the rules must offer them."""
    numbers = range(1, len(state["columns"]) + 1)
    if kind == "play":
        free = [number for number in numbers if not state["columns"][number - 1]["closed"]]
        return [f"{card}:{number}" for card in state["players"][seat]["hand"] for number in free]
    if kind == "disguise":
        return ["pass", *state["players"][seat]["hand"]]
    if kind == "betray":
        return ["stay", *(str(number) for number in numbers if number != asked["about"]["column"])]
    whole = {"start": list(state["players"]), "points": POINTS, "deck": CARDS}
    return whole[kind] if kind in whole else state["players"][asked["of"]]["discard"]


def seen_by(state: Json, seat: str | None) -> Json:
    """Returns a seat's view: the full table without what that seat may not know."""
    view = {**state, "points_deck": len(state["points_deck"]), "players": {}, "columns": []}
    for owner, player in state["players"].items():
        seen: Json = {"deck": len(player["deck"]), "discard": player["discard"]}
        seen |= {"hand": player["hand"]} if owner == seat else {"cards": len(player["hand"])}
        view["players"][owner] = seen | {"points": player["points"] if owner == seat else len(player["points"])}
    for column in state["columns"]:
        cards = [
            {**card, "card": card["card"] if card["up"] or card["owner"] == seat else None} for card in column["cards"]
        ]
        view["columns"].append({**column, "cards": cards})
    return view


def all_cards(state: Json) -> Counter[tuple[str, str]]:
    """Counts every influence card on the table, by owner."""
    found = Counter((card["owner"], card["card"]) for column in state["columns"] for card in column["cards"])
    for seat, player in state["players"].items():
        found.update((seat, card) for card in player["hand"] + player["deck"] + player["discard"])
    return found


def all_points(state: Json) -> Counter[str]:
    """Counts every point card of the game."""
    held = [card for player in state["players"].values() for card in player["points"]]
    shown = [column["point"] for column in state["columns"]]
    return Counter(held + shown + state["points_deck"] + state["removed_points"])


def winner(cards: list[tuple[str, str]], symbol: str) -> str | None:
    """Returns the winner of one column (K14), given its (owner, card) pairs from the point card down; None: no one."""
    effects = all(card != "musketeers" for _, card in cards)
    if effects:
        cards = survivors(cards, symbol)
        royal = {owner for owner, _ in cards if {(owner, "prince"), (owner, "squire")} <= {*cards}}
        for owner, card in cards:
            if card in ("prince", "squire") and owner in royal:
                return owner
    worth = [value(cards, at, symbol, effects=effects) for at in range(len(cards))]
    able = {owner for (owner, _), points in zip(cards, worth, strict=True) if points is not None}
    sums = {
        seat: sum(points or 0 for (owner, _), points in zip(cards, worth, strict=True) if owner == seat)
        for seat in sorted(able)
    }
    beggar = effects and any(card == "beggar" for _, card in cards)
    places = {seat: [at for at, (owner, _) in enumerate(cards) if owner == seat] for seat in sums}
    if beggar:
        return min(sums, key=lambda seat: (sums[seat], -places[seat][-1]), default=None)
    return min(sums, key=lambda seat: (-sums[seat], places[seat][0]), default=None)


def face(cards: list[tuple[str, str]], at: int, symbol: str) -> float | None:
    """Returns the printed value of a card; for a double, that of the next card below that is not a double."""
    while at < len(cards) and cards[at][1] == "double":
        at += 1
    if at == len(cards):
        return None
    return 12 if HOMES.get(cards[at][1]) == symbol else VALUES[cards[at][1]]


def survivors(cards: list[tuple[str, str]], symbol: str) -> list[tuple[str, str]]:
    """K3, K4: returns the cards that are left after a single mage and then a single witch."""
    for who in ("mage", "witch"):
        if sum(card == who for _, card in cards) == 1:
            left = []
            for at, (owner, card) in enumerate(cards):
                points = face(cards, at, symbol)
                falls = points is not None and (points >= 10 if who == "mage" else points <= 9 and card != "witch")
                left += [] if falls else [(owner, card)]
            cards = left
    return cards


def value(cards: list[tuple[str, str]], at: int, symbol: str, *, effects: bool) -> float | None:
    """Returns the final value of a card in a column, with its own effect and the dragons; None: it has no value.
    Without effects (under musketeers), that is its printed value.
    """
    plain = (
        before_dragons(cards, at, symbol) if effects else None if cards[at][1] == "double" else face(cards, at, symbol)
    )
    if plain is None or not effects:
        return plain
    foes = sum(card == "dragon" and owner != cards[at][0] for owner, card in cards)
    return max(0, plain - 2 * foes)


def before_dragons(cards: list[tuple[str, str]], at: int, symbol: str) -> float | None:
    """Returns the value of a card with its effect (hermit, Tom Thumb, Romeo, double), before dragons."""
    owner, card = cards[at]
    if card == "double":
        return before_dragons(cards, at + 1, symbol) if at + 1 < len(cards) else None
    if card == "hermit":
        return max(0, 13 - len(cards))
    if card == "tom_thumb":
        return 3 * len(cards) - 1
    if card == "romeo" and (owner, "julia") in cards:
        return 15
    return face(cards, at, symbol)
