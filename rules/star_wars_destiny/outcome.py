"""The outcome of a game: the players who are out, and the winner (D103, D104, D204, R28, R54)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.description import Result
from rules.star_wars_destiny import dice, events
from rules.star_wars_destiny.leaving import take_off, to_pile
from rules.star_wars_destiny.pieces import Player
from rules.star_wars_destiny.table import Table

DEFEATED = "defeated"
CARDS = "cards"


class GameOver(Exception):
    """The exception that ends the game at once, possibly in the middle of an effect (R28)."""


def check_characters(table: Table) -> None:
    """Removes players without a character from the game (D103); raises GameOver if only one player is left."""
    gone = [player for player in table.players.values() if not player.out and not player.characters]
    if gone:
        go_out(table, gone, DEFEATED)


def check_cards(table: Table) -> None:
    """Removes players without a card in hand and deck from the game (D104); raises GameOver if only one is left."""
    gone = [player for player in table.left if not player.hand and not player.deck]
    if gone:
        go_out(table, gone, CARDS)


def go_out(table: Table, gone: Sequence[Player], why: str) -> None:
    """Removes players from the game at the same moment; raises GameOver if only one player stays.

    If no one would stay, the player nearest to the battlefield's controller stays and wins (R28).
    """
    staying = [player for player in table.left if player not in gone]
    if not staying:
        winner = next(player for player in table.from_controller() if player in gone)
        gone = [player for player in gone if player is not winner]
        staying = [winner]
    for player in gone:
        player.out = True
        table.reasons[player.seat] = why
        table.tell(events.out, player.seat, why)
    table.went_out.append([player.seat for player in gone])
    if len(staying) == 1:
        raise GameOver
    for player in gone:
        _clear(table, player)
    if table.controller is not None and table.players[table.controller].out:
        table.controller = table.others(table.players[table.controller])[0].seat


def _clear(table: Table, player: Player) -> None:
    """Removes a player's cards and dice from the game; other players' cards go to their owners' discard piles (R54)."""
    for card in list(player.in_play):
        take_off(table, card)
        if card.owner != player.seat:
            to_pile(table, card)
    for die in list(player.pool):
        dice.leave_pool(die)
    for other in table.left:
        for card in other.in_play:
            if card.holds is not None and card.holds.owner == player.seat:
                card.holds = None
    player.characters.clear()
    player.defeated.clear()
    player.supports.clear()
    player.hand.clear()
    player.deck.clear()
    player.discard.clear()
    player.cards = ()
    player.resources = 0
    table.unused.pop(player.seat, None)
    table.delayed = [
        each for each in table.delayed if each.player is not player and each.character.player is not player
    ]  # fmt: skip


def result(table: Table) -> Result:
    """Returns the result: ranking and winners. A player's points are the number of players who went out earlier."""
    points: dict[str, int] = {}
    before = 0
    for seats in table.went_out:
        for seat in seats:
            points[seat] = before
        before += len(seats)
    for player in table.left:
        points[player.seat] = before
    ranked = sorted(table.seats, key=lambda seat: -points[seat])
    ranking = [{"seat": seat, "points": points[seat], "why": table.reasons.get(seat)} for seat in ranked]
    return {"ranking": ranking, "winners": [player.seat for player in table.left]}
