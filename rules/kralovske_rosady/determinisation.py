"""Possible tables that agree with one seat's knowledge, and the evaluation of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp
from typing import Any

from rules.kralovske_rosady.cards import CARDS, POINTS, SYMBOLS, symbol_of
from rules.kralovske_rosady.inference import Guess, Laid, guesses, laid_by
from rules.kralovske_rosady.scoring import score
from rules.kralovske_rosady.table import ROUNDS
from rules.players.ai import Dice, Sampler, World
from rules.players.question import Facts, Question, plain

Table = dict[str, Any]
Script = list[tuple[str, str, tuple[str, ...]]]


def determinise(asked: Question) -> Sampler | None:
    """Returns a sampler of possible tables for a question."""
    return Tables(asked)


class Tables:
    """A sampler of possible tables; calling it returns a random one.

    Face-down cards of other players are guessed: cards that their player would probably lay there occur more often.
    """

    def __init__(self, asked: Question) -> None:
        self._asked = asked
        self._taken = _taken(asked)
        self._laid = {seat: laid_by(asked, seat) for seat in asked.view["players"] if seat != asked.seat}
        self._guesses: dict[str, list[Guess]] = {}

    def __call__(self, dice: Dice) -> World | None:
        asked, table = self._asked, plain(self._asked.view)
        if not self._guesses:
            self._guesses = {seat: guesses(asked, seat, laid, self._taken, dice) for seat, laid in self._laid.items()}
        for seat, laid in self._laid.items():
            if laid:
                _place(table, laid, dice.choice(self._guesses[seat]))
        return _world(asked, table, self._taken, dice)


def _place(table: Table, laid: Sequence[Laid], guess: Guess) -> None:
    for one, card in zip(laid, guess, strict=True):
        table["columns"][one.at]["cards"][-1]["card"] = card


def _taken(asked: Question) -> dict[str, list[str]]:
    """Returns the point cards that each seat has won, which are public."""
    taken: dict[str, list[str]] = {seat: [] for seat in asked.view["players"]}
    for event in asked.told:
        if event["event"] == "takes" and event["seat"]:
            taken[event["seat"]].append(event["point"])
    return taken


def _world(asked: Question, table: Table, taken: Mapping[str, list[str]], dice: Dice) -> World | None:
    for seat in table["players"]:
        _cards(table, seat, dice)
    _points(table, taken, dice)
    if asked.kind == "play":
        return World(table)
    script = _turn_taken_back(table, asked.about["column"] - 1)
    return None if script is None else World(table, script, {"column": asked.about["column"]})


def _cards(table: Table, seat: str, dice: Dice) -> None:
    """Completes one player's 25 cards in a table: unseen ones are face down, in hand or in the deck at random (K1)."""
    player = table["players"][seat]
    lying = [card for column in table["columns"] for card in column["cards"] if card["owner"] == seat]
    seen = {*player["discard"], *player.get("hand", ()), *(card["card"] for card in lying if card["card"])}
    left = [card for card in CARDS if card not in seen]
    dice.shuffle(left)
    for card in lying:
        card["card"] = card["card"] or left.pop()
    if "hand" not in player:
        player["hand"] = [left.pop() for _ in range(player.pop("cards"))]
    player["deck"] = left[: player["deck"]]


def _points(table: Table, taken: Mapping[str, list[str]], dice: Dice) -> None:
    """Completes the point cards in a table: taken ones if they are known; all others are random ones that are left."""
    pool = Counter(POINTS)
    pool.subtract([column["point"] for column in table["columns"]] + table["removed_points"])
    for seat, player in table["players"].items():
        if isinstance(player["points"], int) and len(taken[seat]) == player["points"]:
            player["points"] = list(taken[seat])
        if not isinstance(player["points"], int):
            pool.subtract(player["points"])
    left = list((+pool).elements())
    dice.shuffle(left)
    for player in table["players"].values():
        if isinstance(player["points"], int):
            player["points"] = [left.pop() for _ in range(player["points"])]
    table["points_deck"] = left[: table["points_deck"]]


def _turn_taken_back(table: Table, at: int) -> Script | None:
    """Takes back, in a table, the card that turned a traitor or a disguise; returns the script that plays it again.

    Returns None if the column does not end with such a card.
    """
    cards, turn = table["columns"][at]["cards"], table["turn"]
    if len(cards) < 2 or cards[-1]["owner"] != turn or cards[-1]["up"] or not cards[-2]["up"]:
        return None
    card = cards.pop()["card"]
    cards[-1]["up"] = False
    table["players"][turn]["hand"].append(card)
    return [("play", turn, (f"{card}:{at + 1}",))]


# Evaluation


def evaluate(table: Facts, seat: str) -> float:
    """Returns a seat's estimated chance to win (0 to 1), from the point cards that all players have won."""
    left = ROUNDS + 1 - table["round"] if table["phase"] == "play" else 0
    scores = {one: _promise(player["points"], left) for one, player in table["players"].items()}
    steep = 1.0 / (1.5 + 1.2 * left)
    best = max(scores.values())
    weights = {one: exp(steep * (value - best)) for one, value in scores.items()}
    return weights[seat] / sum(weights.values())


def _promise(points: list[str], left: int) -> float:
    """Returns the points of won point cards, plus the expected gain from collected symbols in the rounds that are left
    (K11).
    """
    sure = float(score(points).points)
    symbols = len({symbol_of(point) for point in points})
    lacking = len(SYMBOLS) - symbols
    if not lacking or lacking > 2 * left:
        return sure
    return sure + 0.35 * symbols * min(1.0, left / (lacking * 2))
