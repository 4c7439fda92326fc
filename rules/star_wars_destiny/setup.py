"""The set-up (D70, D71, D201): teams, decks, hands, mulligans, the roll-off and the choice of the battlefield."""

from __future__ import annotations

from collections.abc import Mapping

from rules.draws import drawn
from rules.star_wars_destiny import asking, dice, events
from rules.star_wars_destiny.facts import CARDS, Deck
from rules.star_wars_destiny.formats import Brought, shuffled
from rules.star_wars_destiny.pieces import Player
from rules.star_wars_destiny.table import HAND_SIZE, SHIELDS, Table

RESOURCES = 2


async def set_up(table: Table, options: Mapping[str, str]) -> None:
    """Carries out the steps of the set-up in the order of D70."""
    brought = Brought(options, "".join(table.seats))
    decks = {seat: await brought.deck_of(seat) for seat in table.seats}
    for seat, deck in decks.items():
        _lay_out(table, table.players[seat], deck)
        if options.get("format") == "random":
            table.tell(events.list_, seat, list(deck.codes))
    for seat, deck in decks.items():
        table.players[seat].deck = list(await shuffled(seat, deck))
    for player in table.players.values():
        _deal(player)
        table.tell(events.hand, player.seat, list(player.hand))
    for player in table.players.values():
        await _mulligan(table, player)
    for player in table.players.values():
        player.resources = RESOURCES
    winner = await _roll_off(table)
    await _choose_battlefield(table, winner)


def _lay_out(table: Table, player: Player, deck: Deck) -> None:
    """Puts a player's characters with their dice and the battlefield on the table, face up."""
    for code, count in deck.team:
        unique = CARDS[code].unique
        for _ in range(1 if unique else count):
            character = table.new_card(player, code, dice=count if unique else 1)
            player.team.append(character)
            player.characters.append(character)
            table.watch(character)
    player.cards = deck.codes
    table.unused[player.seat] = deck.field
    table.tell(events.team, player.seat, [(one.name, len(one.dice)) for one in player.team], deck.field)


def _deal(player: Player) -> None:
    count = HAND_SIZE - len(player.hand)
    player.hand += player.deck[:count]
    del player.deck[:count]


async def _mulligan(table: Table, player: Player) -> None:
    """Lets a player shuffle any number of hand cards into the deck and then draw as many (R30)."""
    keys = asking.hand_keys(player.hand)
    if not keys:
        return
    chosen = await asking.several(table, "mulligan", player, keys, {}, secret=True)
    if not chosen:
        return
    returned = [key.partition("-")[0] for key in chosen]
    for code in returned:
        player.hand.remove(code)
    player.deck = list(await drawn("shuffle", [*player.deck, *returned], None, {"of": player.seat}))
    _deal(player)
    table.tell(events.hand, player.seat, list(player.hand))


async def _roll_off(table: Table) -> Player:
    """Rolls all character dice and returns the player with the highest sum (R3).

    Modifiers count; players who tie roll again.
    """
    rolling = list(table.players.values())
    while len(rolling) > 1:
        sums = {player.seat: await _rolled(table, player) for player in rolling}
        highest = max(sums.values())
        rolling = [player for player in rolling if sums[player.seat] == highest]
    return rolling[0]


async def _rolled(table: Table, player: Player) -> int:
    """Rolls a player's character dice and returns the sum. These dice are never in a pool (Q62)."""
    total = 0
    shown = []
    for character in player.characters:
        for die in character.dice:
            side = await dice.rolled(die, "battlefield")
            total += side.value
            shown.append((die.name, side.word))
    table.tell(events.rolls, player.seat, shown)
    return total


async def _choose_battlefield(table: Table, winner: Player) -> None:
    """Asks the winner for a battlefield. Its owner controls it; all others take shields (D71, R4)."""
    seats = [player.seat for player in table.around(winner)]
    owner = await asking.ask_one(table, "battlefield", winner, seats, {})
    table.battlefield = table.unused.pop(owner)
    table.battlefield_owner = table.controller = owner
    table.tell(events.chooses_battlefield, winner.seat, owner, table.battlefield)
    amount = 2 if len(table.seats) == 2 else 1
    for player in table.others(table.players[owner]):
        await _take_shields(table, player, amount)


async def _take_shields(table: Table, player: Player, amount: int) -> None:
    characters = list(player.characters)
    shares = await asking.distribute(table, player, [one.name for one in characters], amount, "rules")
    given = [(one, share) for one, share in zip(characters, shares, strict=True) if share]
    for character, share in given:
        character.shields = min(SHIELDS, character.shields + share)
    table.tell(events.takes_shields, player.seat, [(one.name, share) for one, share in given])
