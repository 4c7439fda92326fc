"""Activating characters and supports (D95), and the keyword Guardian, which comes before it (D131)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.star_wars_destiny import dice, events
from rules.star_wars_destiny.causes import Cause
from rules.star_wars_destiny.effects.frame import Declined, Frame, Stopped
from rules.star_wars_destiny.occurrences import after
from rules.star_wars_destiny.pieces import Card
from rules.star_wars_destiny.table import Table
from rules.star_wars_destiny.tokens import deal


def can_activate(card: Card) -> bool:
    """Returns whether the card can be activated: it is ready and has a die."""
    return not card.exhausted and bool(card.dice)


async def activate(table: Table, cards: Sequence[Card]) -> bool:
    """Resolves Guardian, exhausts the cards that are still in play, and rolls their dice; returns whether any was
    activated."""
    for card in cards:
        if card.kind == "character":
            await _guardian(table, card)
    standing = [card for card in cards if card.in_play and not card.exhausted and not card.player.out]
    for card in standing:
        card.exhausted = True
        table.tell(events.activates, card.player.seat, card.name)
    for card in standing:
        lying = dice.on_cards(card)
        if lying:
            await dice.roll_in(table, card.player, lying, "activate")
    causes = [Cause(f"activated {card.name}", card.player, card) for card in standing]
    await after(table, "after:activated", causes)
    return bool(standing)


def has_guardian(table: Table, character: Card) -> bool:
    """Returns whether a character has Guardian, printed or given by a card in play (D129)."""
    if character.text.guardian:
        return True
    for card in table.watching.get("guards", ()):
        guards = card.text.guards
        if guards is not None and guards(card, character):
            return True
    return False


async def _guardian(table: Table, character: Card) -> None:
    """Lets the player remove an opponent's die that shows damage, if the character has Guardian; the character is dealt
    that damage (R13).
    """
    if not character.in_play or not has_guardian(table, character):
        return
    player = character.player
    found = [
        die
        for other in table.others(player)
        for die in other.pool
        if die.side.symbol in ("md", "rd") and not die.busy
    ]  # fmt: skip
    if not found:
        return
    frame = Frame(table, player, character.name)
    frame.event = f"activated {character.name}"
    frame.announce(events.triggers, player.seat, character.name, frame.event)
    frame.opening = True
    try:
        name = await frame.ask("die", [die.name for die in found])
        die = next(die for die in found if die.name == name)
        value = die.value
        dice.remove(table, die)
        await deal(frame, [(character, value)])
    except (Declined, Stopped):
        return
