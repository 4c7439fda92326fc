"""Reads and checks a given table from which a game is to begin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.description import Play
from rules.errors import BadRequest
from rules.kralovske_rosady.cards import CARDS, POINTS
from rules.kralovske_rosady.game import rounds
from rules.kralovske_rosady.table import EDITION, HAND, PLAYERS, ROUNDS, Card, Column, Player, Table
from rules.position_parser import Given, list_of, number, objects, one_of, seats, yes_or_no

PHASES = ("play", "evaluate")


def position(given: Given, names: Sequence[str] | None) -> tuple[Table, Play]:
    """Returns the table of JSON values and the coroutine that plays on from the beginning of its phase.

    Raises BadRequest if the table is not possible.
    """
    letters = seats(given, PLAYERS, names)
    table = Table(letters, number(given, "edition", 1, EDITION))
    table.round = number(given, "round", 1, ROUNDS)
    table.phase = one_of(given, "phase", PHASES)
    table.turn = one_of(given, "turn", letters)
    table.columns = _columns(given, letters, table.phase)
    table.points_deck = list_of(given, "points_deck", POINTS)
    table.removed_points = list_of(given, "removed_points", POINTS)
    table.players = {seat: _player(seat, given) for seat in letters}
    _check_points(table)
    _check_cards(table)
    return table, rounds(table)


# Players


def _player(seat: str, table: Given) -> Player:
    given = table["players"][seat]
    player = Player(seat)
    player.hand = list_of(given, "hand", CARDS)
    player.deck = list_of(given, "deck", CARDS)
    player.discard = list_of(given, "discard", CARDS)
    player.points = list_of(given, "points", POINTS)
    if len(player.hand) > HAND:
        raise BadRequest(f"player {seat} has {len(player.hand)} cards in hand, but no one ever has more than {HAND}")
    return player


# Columns


def _columns(given: Given, letters: str, phase: str) -> list[Column]:
    columns = objects(given, "columns")
    if len(columns) != len(letters):
        raise BadRequest(f"there are {len(columns)} columns for {len(letters)} players, not one for each")
    read = [_column(at, column, letters, phase) for at, column in enumerate(columns, 1)]
    if phase == "play" and all(column.closed for column in read):
        raise BadRequest("all columns are closed, so no one could play a card: the round is over ('evaluate')")
    return read


def _column(at: int, given: Given, letters: str, phase: str) -> Column:
    column = Column(at, one_of(given, "point", POINTS))
    column.closed = yes_or_no(given, "closed")
    column.cards = [_card(card, letters) for card in objects(given, "cards")]
    _check_face_down(column)
    _check_tucked(column, phase)
    _check_storm(column, phase)
    return column


def _card(given: Given, letters: str) -> Card:
    return Card(
        one_of(given, "owner", letters),
        one_of(given, "card", CARDS),
        up=yes_or_no(given, "up"),
        tucked=yes_or_no(given, "tucked"),
    )


def _check_face_down(column: Column) -> None:
    """Raises BadRequest if a card other than the last one of a column is face down: each card turns the one above it.

    Tucked cards are excepted.
    """
    for card in column.cards[:-1]:
        if not card.up and not card.tucked:
            raise BadRequest(f"column {column.number} has a face-down card ({card.name}) above another card")


def _check_tucked(column: Column, phase: str) -> None:
    """Raises BadRequest unless a tucked card is directly below its owner's disguise, and hidden until the round ends
    (K5).
    """
    for above, card in zip((None, *column.cards), column.cards, strict=False):
        if not card.tucked:
            continue
        if above is None or (above.name, above.owner) != ("disguise", card.owner):
            raise BadRequest(f"column {column.number}: a tucked card lies below the disguise of its owner (K5)")
        if card.up and phase == "play":
            raise BadRequest(f"column {column.number}: a tucked card lies face down until the end of the round (K5)")


def _check_storm(column: Column, phase: str) -> None:
    """Raises BadRequest unless a turned storm closes its column, with only the card that turned it below."""
    storms = [at for at, card in enumerate(column.cards) if card.name == "storm" and card.up and not card.tucked]
    if column.closed and not storms:
        raise BadRequest(f"column {column.number} is closed without a face-up storm")
    if storms and not column.closed and phase == "play":
        raise BadRequest(f"column {column.number} has a face-up storm, so it is closed")
    if column.closed and len(column.cards) > storms[0] + 2:
        raise BadRequest(f"column {column.number}: below a storm lies only the card that turned it")


# Cards


def _check_points(table: Table) -> None:
    """Raises BadRequest unless the deck has one point card per player for each later round, and no card is there too
    often.
    """
    needed = len(table.seats) * (ROUNDS - table.round)
    if len(table.points_deck) != needed:
        raise BadRequest(f"'points_deck' has {len(table.points_deck)} cards, but later rounds show {needed}")
    found = Counter(table.points_deck + table.removed_points + [column.point for column in table.columns])
    for player in table.players.values():
        found.update(player.points)
    copies = Counter(POINTS)
    for card, count in found.items():
        if count > copies[card]:
            raise BadRequest(f"there are {count} point cards {card}, but the game has only {copies[card]}")


def _check_cards(table: Table) -> None:
    """Raises BadRequest if a colour has a card more than once; some may be missing."""
    lying = [(card.owner, card.name) for column in table.columns for card in column.cards]
    for seat, player in table.players.items():
        cards = player.hand + player.deck + player.discard + [name for owner, name in lying if owner == seat]
        for card, count in Counter(cards).items():
            if count > 1:
                raise BadRequest(f"player {seat} has {count} cards {card}, but every colour has only one")
