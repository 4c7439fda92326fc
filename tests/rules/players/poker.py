"""Kuhn and Leduc poker: two small games with hidden cards and known equilibria, to measure the search of *hard*.

*Hard* looks for the highest chance to win, but in these games the chips of a hand count. So three more questions follow
a settled hand: a playout ends at one of them, before the result, and the evaluation rates the chips.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rules.decisions import Choice
from rules.description import Play, Result, Rules
from rules.draws import drawn
from rules.events import Teller
from rules.players.ai import Dice, GameAI, Sampler, Weights, World
from rules.players.question import Facts, Question

RANKS = "JQK"
LETTERS = {"check": "k", "bet": "b", "raise": "b", "call": "c", "fold": "f"}
ANTE = 1


@dataclass(frozen=True)
class Poker:
    """The rules of a poker game. A history has a letter for each answer, and a slash between rounds."""

    name: str
    deck: tuple[str, ...]
    bets: tuple[int, ...]
    """The size of a bet in each round."""
    most_bets: int
    """The maximum number of bets and raises in one round."""

    @property
    def most_chips(self) -> int:
        """Returns the most chips that a player can lose in a hand."""
        return ANTE + self.most_bets * sum(self.bets)

    def keys(self, history: str) -> tuple[str, ...]:
        """Returns the answers that are possible after this history."""
        present = history.rpartition("/")[2]
        if not present.endswith("b"):
            return ("check", "bet")
        return ("fold", "call", "raise") if present.count("b") < self.most_bets else ("fold", "call")

    def ends_round(self, history: str) -> bool:
        """Returns whether the round is over, so that no one answers before the next card."""
        present = history.rpartition("/")[2]
        return present == "kk" or present.endswith("c")

    def is_over(self, history: str) -> bool:
        """Returns whether the hand is settled."""
        return history.endswith("f") or (self.ends_round(history) and history.count("/") == len(self.bets) - 1)

    def paid(self, history: str) -> dict[str, int]:
        """Returns how many chips each seat has put into the pot, including the ante."""
        paid = {"a": ANTE, "b": ANTE}
        for size, answers in zip(self.bets, history.split("/"), strict=False):
            for at, answer in enumerate(answers):
                seat, other = ("a", "b") if at % 2 == 0 else ("b", "a")
                if answer in "bc":
                    paid[seat] = paid[other] + (size if answer == "b" else 0)
        return paid

    def won(self, cards: Mapping[str, str], board: str, history: str) -> int:
        """Returns the chips that seat a wins, negative if it loses them."""
        paid = self.paid(history)
        if history.endswith("f"):
            return -paid["a"] if actor(history[:-1]) == "a" else paid["b"]
        mine, theirs = (strength(cards[seat], board) for seat in "ab")
        return 0 if mine == theirs else paid["b"] if mine > theirs else -paid["a"]


KUHN = Poker("kuhn", tuple("JQK"), (1,), 1)
LEDUC = Poker("leduc", tuple("JJQQKK"), (2, 4), 2)


def actor(history: str) -> str:
    """Returns the seat that answers next after this history; seat a begins each round."""
    return "ab"[len(history.rpartition("/")[2]) % 2]


def strength(card: str, board: str) -> int:
    """Returns a number that compares cards at the end: a higher rank gives more, a pair with the board more than any
    card without one.
    """
    return RANKS.index(card) + len(RANKS) * (card == board)


class Table(Teller):
    """A hand: the seats' cards, the open card (empty: none yet), and the answers so far."""

    def __init__(self, kind: Poker) -> None:
        super().__init__()
        self.kind = kind
        self.cards: dict[str, str] = {}
        self.board = ""
        self.history = ""
        self.settled = 0


async def _hand(table: Table) -> Result:
    kind = table.kind
    if not table.cards:
        table.cards = dict(zip("ab", await drawn("deal", kind.deck, 2), strict=True))
    while not kind.is_over(table.history):
        if kind.ends_round(table.history):
            (table.board,) = await drawn("board", unseen(kind, [*table.cards.values()]), 1)
            table.history += "/"
            continue
        keys = kind.keys(table.history)
        key = await Choice("bet", actor(table.history), keys, keys[0])
        table.history += LETTERS[key]
    # A playout from an answer that settles the hand ends at the second question.
    for question in (1, 2, 3):
        table.settled = question
        await Choice("again", "a", ("no", "yes"), "no")
    won = kind.won(table.cards, table.board, table.history)
    winners = ["a"] if won > 0 else ["b"] if won < 0 else ["a", "b"]
    return {"ranking": [{"seat": seat} for seat in "ab"], "winners": winners}


def unseen(kind: Poker, seen: Sequence[str]) -> list[str]:
    """Returns the cards of the deck that are left without these ones."""
    left = list(kind.deck)
    for card in seen:
        left.remove(card)
    return left


def _everything(table: Table) -> dict[str, Any]:
    return {
        "cards": dict(table.cards), "board": table.board, "history": table.history, "players": {"a": {}, "b": {}}
    }  # fmt: skip


def _view(table: Table, seat: str | None) -> dict[str, Any]:
    return {**_everything(table), "cards": {seat: table.cards[seat]} if seat else {}}


def _evaluate(kind: Poker, table: Facts, seat: str) -> float:
    """Rates a settled hand for a seat: 0 if it loses the most chips possible, 0.5 for no change, 1 if it wins the
    most.
    """
    won = kind.won(table["cards"], table["board"], table["history"])
    return 0.5 + (won if seat == "a" else -won) / (2 * kind.most_chips)


def _determinise(kind: Poker, asked: Question) -> Sampler:
    own, board = asked.view["cards"][asked.seat], asked.view["board"]
    left = unseen(kind, [own, board] if board else [own])
    other = "b" if asked.seat == "a" else "a"

    def world(dice: Dice) -> World:
        return World({**asked.view, "cards": {asked.seat: own, other: dice.choice(left)}})

    return world


def uniform(asked: Question) -> Weights:
    """Rates all keys of a question equally: a policy for computer players."""
    return [0.0] * len(asked.keys)


def sensible(kind: Poker, asked: Question) -> Weights:
    """Rates the keys of a question: bets, calls and raises by the chance to have the better card, checks and folds by
    a constant. A policy for computer players.
    """
    own, board = asked.view["cards"].get(asked.seat), asked.view["board"]
    left = unseen(kind, [own, board] if board else [own])
    better = sum(strength(own, board) > strength(card, board) for card in left)
    equal = sum(strength(own, board) == strength(card, board) for card in left)
    chance = (better + equal / 2) / len(left)
    worth = {"check": 0.5, "fold": 0.35, "call": chance, "bet": chance, "raise": chance - 0.2}
    return [worth.get(key, 0.5) for key in asked.keys]


def game_of(kind: Poker) -> Rules:
    """Returns rules for the engine in which a game is one hand of this poker game."""

    def start(_seats: Sequence[str], _options: Mapping[str, str], _edition: int) -> tuple[Table, Play]:
        table = Table(kind)
        return table, _hand(table)

    def position(given: Mapping[str, Any], _names: Sequence[str] | None) -> tuple[Table, Play]:
        table = Table(kind)
        table.cards, table.board, table.history = dict(given["cards"]), given["board"], given["history"]
        return table, _hand(table)

    return Rules(
        name=kind.name, edition=1, seats=range(2, 3), options={}, installation=(), default_options=dict, start=start,
        position=position, view=_view, table=_everything,
    )  # fmt: skip


def ai_of(kind: Poker, policy: Callable[[Question], Weights], variety: float) -> GameAI:
    """Returns the hooks for computer players of this poker game, with this policy and this variety in playouts."""
    return GameAI(
        policy=policy, determinise=partial(_determinise, kind), evaluate=partial(_evaluate, kind),
        chapter=lambda table: int(table.settled), variety=variety,
    )  # fmt: skip
