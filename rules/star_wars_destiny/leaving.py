"""Cards that leave play, hands and decks, and go to their owners' piles, hands or decks (R41) with their dice (D26)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.star_wars_destiny import asking, dice, events
from rules.star_wars_destiny.causes import Cause
from rules.star_wars_destiny.occurrences import after
from rules.star_wars_destiny.pieces import Card, Die, Player
from rules.star_wars_destiny.table import UPGRADES, Table

RULES = "rules"


async def leave_play(table: Table, card: Card) -> None:
    """Takes a support or an upgrade out of play, and its die out of any pool; the caller puts the card elsewhere.

    Asks first which of equal dice stay, if that matters (R44).
    """
    await settle_equal_dice(table, [card])
    take_off(table, card)


def take_off(table: Table, card: Card) -> None:
    """Takes a card out of play, with its die and its abilities. Call `settle_equal_dice` first.

    The caller puts the card elsewhere.
    """
    for die in card.dice:
        dice.leave_pool(die)
    _let_go(card)
    detach(card)
    card.in_play = False
    table.unwatch(card)
    if card in table.barred:
        table.barred.remove(card)


def _let_go(card: Card) -> None:
    """Releases a die that this card holds: it returns to its own card (R43)."""
    if card.holds is not None:
        card.holds.holder = None
        card.holds = None


def detach(card: Card) -> None:
    """Removes a support from its row, or an upgrade from its character. The upgrade keeps its `bearer`."""
    if card.kind == "support":
        card.player.supports.remove(card)
    elif card.bearer is not None and card in card.bearer.upgrades:
        card.bearer.upgrades.remove(card)


async def settle_equal_dice(table: Table, leaving: Sequence[Card]) -> None:
    """Asks which dice in the pool stay if some but not all equal upgrades of a character leave play (R44)."""
    settled: list[Card] = []
    for card in leaving:
        bearer = card.bearer
        if card.kind == "upgrade" and bearer is not None and card.dice and card not in settled:
            equal = [other for other in bearer.upgrades if other.code == card.code]
            going = [other for other in equal if other in leaving]
            settled += going
            await _settle(table, card.player, equal, going)


async def _settle(table: Table, player: Player, equal: Sequence[Card], going: Sequence[Card]) -> None:
    """Asks which of the equal dice stay, and exchanges dice so that those that leave belong to the cards that leave."""
    dice_of_all = [other.dice[0] for other in equal]
    dice_that_go = [other.dice[0] for other in going]
    lying = [die for die in player.pool if die in dice_of_all and not die.busy]
    left = list(lying)
    count = sum(die in dice_that_go for die in lying)
    while len(left) > count > 0 and len({die.side.word for die in left}) > 1:
        name = await asking.ask_one(table, "die", player, [die.name for die in left], {"source": RULES})
        left.remove(next(die for die in left if die.name == name))
    others = [die for die in left if die not in dice_that_go]
    for card in going:
        if card.dice[0] in lying and card.dice[0] not in left:
            exchange_dice(card, others.pop(0))


def exchange_dice(card: Card, die: Die) -> None:
    """Exchanges the die of a card with the given die of another card. Each die takes the name of its new card."""
    other = die.card
    if other is None:
        return
    mine = card.dice[0]
    card.dice[0], other.dice[0] = die, mine
    die.card, mine.card = card, other
    die.name, mine.name = mine.name, die.name
    die.owner, mine.owner = mine.owner, die.owner


async def discard_from_play(table: Table, cards: Sequence[Card]) -> None:
    """Moves supports and upgrades in play to their owners' discard piles."""
    gone = [card for card in cards if card.in_play]
    await settle_equal_dice(table, gone)
    for card in gone:
        take_off(table, card)
        to_pile(table, card)


def to_pile(table: Table, card: Card) -> None:
    """Moves a card that has left play to its owner's discard pile, or out of the game if the owner is out (R41,
    D204)."""
    owner = table.players[card.owner]
    if not owner.out:
        owner.discard.append(card.code)
        table.tell(events.discards, owner.seat, [card.name], "play")


async def return_to_hand(table: Table, card: Card) -> None:
    """Moves a card in play to its owner's hand, or out of the game if the owner is out."""
    await leave_play(table, card)
    owner = table.players[card.owner]
    if not owner.out:
        owner.hand.append(card.code)
        table.tell(events.returns, owner.seat, card.name, "play", "hand")


async def discard_from_hand(table: Table, player: Player, codes: Sequence[str]) -> None:
    """Moves cards of a hand to the player's discard pile. Discarding the last card can trigger abilities (Q42)."""
    if not codes:
        return
    for code in codes:
        player.hand.remove(code)
        player.discard.append(code)
    table.tell(events.discards, player.seat, list(codes), "hand")
    if not player.hand:
        await after(table, "after:last_card_gone", [last_card_gone(player)])


def last_card_gone(player: Player) -> Cause:
    """Returns the cause for abilities that trigger when a player's hand becomes empty."""
    return Cause(f"last_card_gone {player.seat}", player)


def mill(table: Table, player: Player, count: int) -> bool:
    """Discards cards from the top of a deck, or all if there are too few; returns whether there were enough."""
    codes = player.deck[:count]
    del player.deck[: len(codes)]
    player.discard += codes
    if codes:
        table.tell(events.discards, player.seat, codes, "deck")
    return len(codes) == count


def draw(table: Table, player: Player, count: int) -> bool:
    """Draws cards from the top of a deck, or all if there are too few; returns whether there were enough (D116)."""
    codes = player.deck[:count]
    del player.deck[: len(codes)]
    player.hand += codes
    if codes:
        table.tell(events.draws, player.seat, len(codes))
        table.tell(events.drew, player.seat, codes)
    return len(codes) == count


async def surplus(table: Table, character: Card, came: Card | None = None) -> None:
    """Asks which upgrades to discard as long as a character has more than three (R7).

    The upgrade `came`, which has just moved there, stays.
    """
    while len(character.upgrades) > UPGRADES:
        names = [upgrade.name for upgrade in character.upgrades if upgrade is not came]
        name = await asking.ask_one(table, "piece", character.player, names, {"source": RULES})
        await discard_from_play(table, [upgrade for upgrade in character.upgrades if upgrade.name == name])


async def move_upgrade(table: Table, upgrade: Card, onto: Card, *, keep: bool = False) -> None:
    """Moves an upgrade to another character (R43); its die leaves any pool. Surplus upgrades there are discarded (R7).

    `keep`: the moved upgrade is not one of those discarded. It is now controlled by the character's player.
    """
    detach(upgrade)
    for die in upgrade.dice:
        dice.leave_pool(die)
    upgrade.bearer = onto
    upgrade.player = onto.player
    onto.upgrades.append(upgrade)
    table.tell(events.upgrade_moves, upgrade.name, onto.name)
    await surplus(table, onto, upgrade if keep else None)
