"""Compares pairs of games that differ only in whether one seat has one hidden card, for every card and seat.

Random twins (twins.py) rarely reach a given seat with a given card. Here each case is compared once while the seat
waits and once while it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from rules import GAMES
from rules.decisions import CHANCE, Choice, Several
from rules.engine import Game
from rules.kralovske_rosady.cards import CARDS as ROSADY_CARDS
from rules.mafia_city.deck import shipped
from rules.notation import Entry, Record
from tests.secrets.hidden import PLAYABLE

NAMES = ("Anna", "Bert", "Cyril", "Dora", "Emil", "Franz")
SEED = bytes(range(32))
ANSWERS = 40
"""The maximum number of answers until every seat has waited and been asked."""


class Pairing(NamedTuple):
    """The settings of one game for making pairs in which a seat has a card, or does not have it."""

    cards: Sequence[str]
    turn: str
    """The kind of decision that a seat gets on its turn."""
    answer: Callable[[Game, Sequence[str]], str]
    """Returns a key that reveals nothing hidden, with any cards in the hands."""
    turn_over: Callable[[Any, str, str], None]
    """Changes a table: gives a seat this card if it does not hold it, or takes it away if it does."""


class Stage(NamedTuple):
    """A record of a game up to the decision of another seat whose answer leads to the turn of the examined seat."""

    seat: str
    before: Record
    answer: Entry
    """The answer of the other seat, after which it is the examined seat's turn."""


# One card more or less in a hand


def _mafia_city(table: Any, seat: str, card: str) -> None:
    hand, others = table.players[seat].hand, [player.hand for player in table.players.values()]
    if card in hand:
        place = next(at for at, other in enumerate(table.deck) if other != card)
        _swap(hand, hand.index(card), table.deck, place)
    else:
        pile = next(pile for pile in (table.deck, *others) if card in pile)
        _swap(hand, 0, pile, pile.index(card))


def _kralovske_rosady(table: Any, seat: str, card: str) -> None:
    """Gives a seat of Královské rošády a card that it does not hold, or takes one that it holds.

    The other card comes from its deck or its face-down cards; the first card of the deck stays.
    """
    player = table.players[seat]
    if card in player.hand:
        _swap(player.hand, player.hand.index(card), player.deck, -1)
    elif card in player.deck:
        _swap(player.hand, 0, player.deck, player.deck.index(card))
    else:
        lying = [each for column in table.columns for each in column.cards if each.owner == seat and not each.up]
        down = next(each for each in lying if each.name == card)
        player.hand[0], down.name = card, player.hand[0]


def _star_wars_destiny(table: Any, seat: str, card: str) -> None:
    """Gives a seat of Star Wars: Destiny a card that it does not hold, or takes one that it holds.

    The hand need not agree with the deck that was brought.
    """
    hand = table.players[seat].hand
    if card in hand:
        other = next(code for code in PLAYABLE if code not in hand)
        hand[:] = [other if code == card else code for code in hand]
    else:
        hand[0] = card


def _swap(one: list[str], here: int, other: list[str], there: int) -> None:
    one[here], other[there] = other[there], one[here]


# Answers that open no card


def _first(word: str) -> Callable[[Game, Sequence[str]], str]:
    return lambda _game, keys: next((key for key in keys if key.startswith(word)), keys[0])


def _empty_column(game: Game, keys: Sequence[str]) -> str:
    """Returns the key that places a card on the shortest column, in which it turns no other card."""
    lengths = {column.number: len(column.cards) for column in game.table.columns}
    return min(keys, key=lambda key: lengths[int(key.partition(":")[2])])


PAIRED: Mapping[str, Pairing] = {
    "mafia_city": Pairing(tuple(dict.fromkeys(shipped().codes)), "turn", _first("place:"), _mafia_city),
    "kralovske_rosady": Pairing(ROSADY_CARDS, "play", _empty_column, _kralovske_rosady),
    "star_wars_destiny": Pairing(PLAYABLE, "action", _first("activate:"), _star_wars_destiny),
}


def stages(kind: str, seats: int) -> list[Stage]:
    """Returns for each seat its first turn that follows another seat's turn; fails if a seat has none."""
    game = Game.new(GAMES[kind], NAMES[:seats], seed=SEED)
    turns: list[tuple[str, Record]] = []
    found: dict[str, Stage] = {}
    for _ in range(ANSWERS):
        decision = game.decision
        assert decision is not None
        if decision.kind == PAIRED[kind].turn:
            turns.append((decision.seats[0], game.record()))
        given(game, kind)
    for (other, before), (seat, after) in pairwise(turns):
        answers = [entry for entry in after.entries[len(before.entries) :] if entry.seat != CHANCE]
        if other != seat and len(answers) == 1:
            found.setdefault(seat, Stage(seat, before, answers[0]))
    assert sorted(found) == list(game.seats), f"{kind}: not every seat is asked after another one"
    return [found[seat] for seat in game.seats]


def given(game: Game, kind: str) -> None:
    """Gives an answer to the present decision that reveals no hidden card."""
    decision, seat = game.decision, game.waiting[0]
    keys = list(game.keys(seat))
    if isinstance(decision, Several):
        game.answer(game.number, seat, keys[: decision.least])
    elif isinstance(decision, Choice) and decision.kind == PAIRED[kind].turn:
        game.answer(game.number, seat, [PAIRED[kind].answer(game, keys)])
    else:
        game.answer(game.number, seat, [str(decision.silence)] if decision and decision.silence else keys[:1])


def at(stage: Stage, card: str | None) -> Iterator[Game]:
    """Yields the game while the seat waits and while it is asked, unchanged or with the card swapped."""
    game = Game.replay(GAMES[stage.before.game], stage.before, SEED)
    if card is not None:
        hand = game.table.players[stage.seat].hand
        before = list(hand)
        PAIRED[stage.before.game].turn_over(game.table, stage.seat, card)
        assert ((card in hand) != (card in before), len(hand)) == (True, len(before)), (stage.seat, card)
    yield game
    game.answer(game.number, stage.answer.seat, stage.answer.keys)
    assert game.decision is not None
    assert game.decision.seats == (stage.seat,)
    yield game
