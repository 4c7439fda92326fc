"""Counts the cards, mobsters and tokens of a table in all places, to check that none is lost or doubled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any

from rules.engine import Game
from rules.mafia_city.deck import named
from tests.rules.kralovske_rosady import oracle
from tests.rules.mafia_city.oracle import MOBSTERS
from tests.rules.star_wars_destiny.table import cards_of, check

Json = dict[str, Any]
SETUP = ("start", "city", "deck", "points")
"""Draws of the set-up, before which some cards have no place yet."""


def conserved(game: Game) -> None:
    """Raises AssertionError if a table has more or fewer cards, mobsters or tokens than at its beginning.

    During the set-up it checks nothing.
    """
    if game.decision is None or game.decision.kind not in SETUP:
        COUNTS[game.rules.name](game.rules.table(game.table), game)


def _mafia_city(table: Json, game: Game) -> None:
    people = table["players"]
    for seat, player in people.items():
        outside = sum(stack.count(seat) for stack in table["stacks"].values())
        total = player["crew"] + player["reserve"] + outside + table["cell"].count(seat)
        assert total == MOBSTERS[len(people)], f"mobsters of {seat}"
        assert min(player["crew"], player["reserve"]) >= 0
    hands = [code for player in people.values() for code in player["hand"]]
    cards = Counter(hands + table["open"] + table["deck"] + table["discard"])
    assert cards == Counter(named(game.head.options.get("deck")).codes)


def _kralovske_rosady(table: Json, game: Game) -> None:
    seats = list(table["players"])
    everything: Counter[Hashable] = Counter(oracle.all_cards(table))
    assert everything == {(seat, card): 1 for seat in seats for card in oracle.CARDS}
    assert all(count <= oracle.POINTS.count(card) for card, count in oracle.all_points(table).items())


def _star_wars_destiny(table: Json, game: Game) -> None:
    check(table)
    brought = cards_of(game.rules.table(_begun(game).table))
    for seat, cards in cards_of(table).items():
        if not game.table.players[seat].out:
            assert cards == brought[seat], f"cards of {seat}"


def _begun(game: Game) -> Game:
    assert game.chance is not None
    head, seed = game.head, bytes.fromhex(game.chance.reveal())
    return Game.new(game.rules, head.names, head.options, game_id=head.game_id, seed=seed, edition=head.edition)


COUNTS: dict[str, Callable[[Json, Game], None]] = {
    "mafia_city": _mafia_city,
    "kralovske_rosady": _kralovske_rosady,
    "star_wars_destiny": _star_wars_destiny,
}
