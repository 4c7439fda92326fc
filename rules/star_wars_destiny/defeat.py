"""Defeating a character (D113): replacement, "before" abilities, Redeploy, leaving play, "after" abilities (R20,
R14)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.star_wars_destiny import dice, events
from rules.star_wars_destiny.causes import Cause
from rules.star_wars_destiny.effects.frame import Declined, Frame
from rules.star_wars_destiny.effects.text import TEXTS
from rules.star_wars_destiny.leaving import move_upgrade, take_off, to_pile
from rules.star_wars_destiny.occurrences import after, before
from rules.star_wars_destiny.outcome import check_characters
from rules.star_wars_destiny.pieces import Card
from rules.star_wars_destiny.table import Table


async def fall(table: Table, characters: Sequence[Card]) -> bool:
    """Defeats characters one after the other; returns whether all were defeated (R27).

    Then removes players without a character, and raises GameOver if only one player is left (D103).
    """
    if not characters:
        return False
    fell = [await _defeat(table, character) for character in characters]
    check_characters(table)
    return all(fell)


async def _defeat(table: Table, character: Card) -> bool:
    if not character.in_play:
        return False
    if await _replaced(table, character):
        return False
    cause = Cause(f"defeated {character.name}", character.player, character)
    await before(table, "before:defeated", [cause])
    await _redeploy(table, character, cause.event)
    _end(table, character)
    await after(table, "after:defeated", [cause])
    return True


async def _replaced(table: Table, character: Card) -> bool:
    """Carries out the first ability (by name) that replaces the defeat and returns whether there is one (D134)."""
    for upgrade in sorted(character.upgrades, key=lambda upgrade: upgrade.name):
        step = TEXTS[upgrade.code].replaces_defeat
        if step is not None:
            frame = Frame(table, upgrade.player, upgrade.name, upgrade)
            table.tell(events.replaced, character.name, upgrade.name)
            await step.do(frame)
            return True
    return False


async def _redeploy(table: Table, character: Card, event: str) -> None:
    """Asks for each upgrade with Redeploy, in the order of attachment, whether it moves to another character (D132)."""
    player = character.player
    for upgrade in list(character.upgrades):
        others = [other for other in player.characters if other is not character]
        if not upgrade.text.redeploy or not others or upgrade not in character.upgrades:
            continue
        frame = Frame(table, player, upgrade.name)
        frame.event = event
        frame.announce(events.triggers, player.seat, upgrade.name, event)
        frame.opening = True
        try:
            name = await frame.ask("character", [other.name for other in others])
        except Declined:
            continue
        onto = next(other for other in others if other.name == name)
        await move_upgrade(table, upgrade, onto, keep=True)


def _end(table: Table, character: Card) -> None:
    """Takes the character out of play: its dice leave the game, its upgrades go to their owners' discard piles."""
    for upgrade in list(character.upgrades):
        take_off(table, upgrade)
        to_pile(table, upgrade)
    for die in character.dice:
        dice.leave_pool(die)
        if die.holder is not None:
            die.holder.holds = None
            die.holder = None
    player = character.player
    player.characters.remove(character)
    character.in_play = False
    table.unwatch(character)
    table.delayed = [each for each in table.delayed if each.character is not character]
    if character in table.barred:
        table.barred.remove(character)
    player.defeated = [one for one in player.team if one is character or one in player.defeated]
    table.tell(events.defeated, character.name)


def revive(table: Table, character: Card) -> None:
    """Puts a defeated character back into its old place in play: ready, without tokens, its dice on it (R40)."""
    player = character.player
    player.defeated.remove(character)
    character.in_play = True
    character.damage = character.shields = 0
    character.exhausted = False
    back = [*player.characters, character]
    player.characters = [one for one in player.team if one in back]
    table.watch(character)
    table.tell(events.readies, character.name)
