"""Guesses other players' face-down cards from where they were laid (K5), for possible tables.

A player whose other choices were better would not have laid a card there. Every guess uses only what the seat that
searches knows: its view, and the events that it was told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Any, NamedTuple

from rules.kralovske_rosady.cards import CARDS
from rules.kralovske_rosady.policy import Features
from rules.kralovske_rosady.table import HAND
from rules.players.ai import Dice
from rules.players.question import Facts, Question

GUESSES = 96
"""The number of samples of each other player's face-down cards; a sample can occur more than once."""
VAGUENESS = 0.4
"""The softmax temperature, in points: a key that is worse by this much is e times less likely to have been chosen."""
SURPRISE = 0.03
"""The likelihood that is added to every choice, because people do not follow the policy."""
EXPLORER = "explorer"

Guess = tuple[str, ...]
"""A card for each face-down card of one player, in the order in which they were laid."""


class Laid(NamedTuple):
    """A face-down card of another player, and the columns as they were before it was laid."""

    at: int
    """The place of its column, from 0."""
    columns: Sequence[Any]
    known: bool
    """Whether everyone knows the card: an explorer that has moved."""


def laid_by(asked: Question, seat: str) -> list[Laid]:
    """Returns a player's face-down cards that the next card would turn, in the order in which they were laid."""
    found: list[tuple[int, Laid]] = []
    for at, column in enumerate(asked.view["columns"]):
        last = column["cards"][-1] if column["cards"] else None
        if last is None or last["card"] or last["tucked"] or last["owner"] != seat:
            continue
        when = _when(asked.told, at + 1)
        known = when >= 0 and asked.told[when]["event"] == "explores"
        found.append((when, Laid(at, _columns_before(asked, at, when), known)))
    return [laid for _, laid in sorted(found, key=lambda each: each[0])]


def _when(told: Sequence[Facts], column: int) -> int:
    """Returns the index of the event that laid the last card of a column; -1 if there is none."""
    for at in range(len(told) - 1, -1, -1):
        event = told[at]
        if event["event"] == "round_begins":
            break
        if event["event"] == "plays" and event["column"] == column:
            return at
        if event["event"] == "explores" and event["target"] == column:
            return at
    return -1


def _columns_before(asked: Question, at: int, when: int) -> list[dict[str, Any]]:
    """Returns the columns without this card and without those that were laid later."""
    later = [0] * len(asked.view["columns"])
    for event in asked.told[when + 1 :] if when >= 0 else ():
        if event["event"] == "plays":
            later[event["column"] - 1] += 1
        elif event["event"] == "murdered":
            later[event["column"] - 1] -= 1
    later[at] = 1
    return [
        {**column, "cards": column["cards"][: max(0, len(column["cards"]) - count)] if count > 0 else column["cards"]}
        for column, count in zip(asked.view["columns"], later, strict=True)
    ]


def guesses(
    asked: Question, seat: str, laid: Sequence[Laid], points: Mapping[str, Sequence[str]], dice: Dice
) -> list[Guess]:  # fmt: skip
    """Returns `GUESSES` random samples of a player's face-down cards; likely samples occur more often.

    `points`: the point cards that each seat has won.
    """
    moved = any(one.known for one in laid)
    unseen = [card for card in _unseen(asked, seat) if not (moved and card == EXPLORER)]
    kept: list[Guess] = [()] * GUESSES
    players = {one: {"points": points[one]} for one in asked.view["players"]}
    for number, one in enumerate(laid):
        if one.known:
            kept = [(*guess, EXPLORER) for guess in kept]
            continue
        before = [each.at for each in laid[:number]]
        kept = [_extended(guess, unseen, dice) for guess in kept]
        likelihood = Likelihood(seat, one, before, players)
        likely = [likelihood.of(guess) for guess in kept]
        kept = _resampled([guess[: number + 1] for guess in kept], likely, dice)
    return kept


def _unseen(asked: Question, seat: str) -> list[str]:
    """Returns those cards of a player that lie neither in the discards nor face up, as far as the asked seat sees."""
    cards = [card for column in asked.view["columns"] for card in column["cards"] if card["owner"] == seat]
    seen = {*asked.view["players"][seat]["discard"], *(card["card"] for card in cards if card["card"])}
    return [card for card in CARDS if card not in seen]


def _extended(guess: Guess, unseen: Sequence[str], dice: Dice) -> Guess:
    """Returns the guess with a random hand of up to three unseen cards added, of which the first is the card laid."""
    left = [card for card in unseen if card not in guess]
    hand = list[str]()
    while len(hand) < min(HAND, len(left)):
        card = dice.choice(left)
        if card not in hand:
            hand.append(card)
    return (*guess, *hand)


class Likelihood:
    """Computes how likely a player lays a guessed card in a column, by the game's policy.

    `before`: the columns of the player's earlier face-down cards.
    """

    def __init__(self, seat: str, laid: Laid, before: Sequence[int], players: Mapping[str, Any]) -> None:
        self._seat = seat
        self._laid = laid
        self._before = before
        self._players = players
        self._open = [f":{at}" for at, column in enumerate(laid.columns, 1) if not column["closed"]]
        self._seen: dict[Guess, Features] = {}
        """The features of the columns for each guess of the earlier cards."""

    def of(self, guess: Guess) -> float:
        """Returns the likelihood of a guess: the earlier cards, the card that is laid, then the rest of the hand."""
        count = len(self._before)
        hand = guess[count:]
        keys = [card + at for card in hand for at in self._open]
        weights = self._features(guess[:count]).layings(keys)
        best = max(weights)
        chances = [exp((weight - best) / VAGUENESS) for weight in weights]
        key = f"{hand[0]}:{self._laid.at + 1}"
        return SURPRISE + (chances[keys.index(key)] / sum(chances) if key in keys else 0.0)

    def _features(self, earlier: Guess) -> Features:
        found = self._seen.get(earlier)
        if found is None:
            own = dict(zip(self._before, earlier, strict=True))
            columns = [_with_own(column, own.get(at), self._seat) for at, column in enumerate(self._laid.columns)]
            found = self._seen[earlier] = Features({"columns": columns, "players": self._players}, self._seat)
        return found


def _with_own(column: Mapping[str, Any], own: str | None, seat: str) -> Mapping[str, Any]:
    """Returns a column with the player's own face-down card, which that player knows."""
    cards = column["cards"]
    if not cards or cards[-1]["owner"] != seat or cards[-1]["card"]:
        return column
    # Without a guess, the card counts as one of another player, which no rule of thumb turns.
    last = {**cards[-1], "card": own, "up": own is None}
    return {**column, "cards": [*cards[:-1], last]}


def _resampled(kept: Sequence[Guess], likely: Sequence[float], dice: Dice) -> list[Guess]:
    """Returns the same number of guesses, resampled in proportion to their likelihood."""
    step = sum(likely) / len(kept)
    due, total, found = step * dice.random(), 0.0, list[Guess]()
    for guess, weight in zip(kept, likely, strict=True):
        total += weight
        while due < total:
            found.append(guess)
            due += step
    return found or list(kept)
