"""Resolving a die (D96, D97): its cost, its modifiers, the effect of its symbol, and its return to its card (R26)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.star_wars_destiny import asking, dice, events
from rules.star_wars_destiny.causes import Cause
from rules.star_wars_destiny.effects.frame import Frame, Stopped
from rules.star_wars_destiny.effects.targets import at_random
from rules.star_wars_destiny.effects.text import TEXTS, Text
from rules.star_wars_destiny.facts import Side
from rules.star_wars_destiny.leaving import discard_from_hand
from rules.star_wars_destiny.occurrences import after
from rules.star_wars_destiny.pieces import Die, Player
from rules.star_wars_destiny.table import Table
from rules.star_wars_destiny.tokens import deal, gain, give_shields, lose


class How(NamedTuple):
    """The conditions under which a die is resolved."""

    plus: int = 0
    value: int | None = None
    free: bool = False
    unblockable: bool = False
    lone: bool = False
    """Whether a modifier is resolved as if it had no plus sign."""
    modify: bool = False
    """Whether modifiers can be added: in the resolve action, and if several dice are resolved in order (D25)."""


PLAIN = How()
IN_ACTION = How(modify=True)


# Possible resolutions and their targets


def can_resolve(table: Table, player: Player, die: Die, how: How = PLAIN) -> bool:
    """Returns whether a die can be resolved (R2).

    It must not show a blank or a barred special or be part of another resolution. Unless `how` allows it, it must not
    show a modifier or cost more than the player has.
    """
    side = die.side
    symbol = side.symbol
    if symbol == "blank" or die.busy or (side.modifier and not how.lone):
        return False
    if side.cost > player.resources and not how.free:
        return False
    return symbol != "sp" or die.card not in table.barred


def targets(table: Table, player: Player, side: Side, *, splits: bool = False) -> list[str]:
    """Returns the possible targets of a side; empty if it needs none."""
    match side.symbol:
        case "md" | "rd":
            others = table.others(player)
            return [card.name for other in others for card in other.characters] + [
                card.name for card in player.characters
            ]
        case "sh":
            return [] if splits else [card.name for other in table.around(player) for card in other.characters]
        case "dr" | "dc":
            return [other.seat for other in table.others(player)]
    return []


def splits_shields(die: Die) -> bool:
    """Returns whether the die's shields are split, as its card says. Without its card in play they are not (D224)."""
    return die.text.splits_shields and die.card is not None


def keys_of(table: Table, player: Player, die: Die) -> list[str]:
    """Returns the keys for resolving a die: `DIE`, or `DIE:TARGET` for each target."""
    found = targets(table, player, die.side, splits=splits_shields(die))
    return [f"{die.name}:{target}" for target in found] if found else [die.name]


# Resolving


async def resolve_die(table: Table, player: Player, key: str, how: How, used: list[Die] | None = None) -> Die:
    """Resolves the die that the key (`DIE` or `DIE:TARGET`) names and returns it.

    Pays its cost, asks for modifiers, carries out its effect, takes it out of the pool, and triggers abilities. The die
    and its modifiers are appended to `used`. A player who is out of turn then takes any additional actions (R24).
    """
    name, _, target = key.partition(":")
    die = next(die for die in player.pool if die.name == name)
    side = die.side
    cost = 0 if how.free else side.cost
    lose(table, player, cost)
    die.busy = True
    modifiers = await _modifiers(table, player, die, target or None) if how.modify else []
    if used is not None:
        used += [die, *modifiers]
    frame = _frame(table, player, die)
    base = die.value if how.value is None else how.value
    value = frame.value = 0 if side.symbol == "sp" else base + how.plus + sum(each.value for each in modifiers)
    names = [each.name for each in modifiers]
    table.tell(events.resolves, die.name, side.word, names, value, target or None, cost)
    cause = Cause(f"resolved {die.name}", player)
    cause.symbol = side.symbol
    try:
        cause.lost = await carry_out(frame, side, target, TEXTS[die.printed.code], unblockable=how.unblockable)
    except Stopped:
        pass
    finally:
        for each in (die, *modifiers):
            each.busy = False
    if player.out:
        return die
    stays = STAYS in frame.found
    for each in (die, *modifiers):
        if each.pool is player and not (each is die and stays):
            dice.leave_pool(each)
    await after(table, "after:resolved", [cause])
    if player.seat != table.turn and player.extra:
        await table.take_additional(table, player)
    return die


STAYS = "stays"
"""The key in `Frame.found` that keeps the die being resolved in its pool."""


def _frame(table: Table, player: Player, die: Die) -> Frame:
    special = die.side.symbol == "sp"
    source = die.name if not special else die.name.partition("+")[0]
    return Frame(table, player, source, die.card, die)


async def _modifiers(table: Table, player: Player, die: Die, target: str | None) -> list[Die]:
    """Asks which own modifiers of the die's symbol to add, pays for them, and returns them (D17)."""
    symbol = die.side.symbol
    found = [
        each
        for each in player.pool
        if each.side.modifier and each.side.symbol == symbol and not each.busy and each.side.cost <= player.resources
    ]
    if not found or symbol == "sp":
        return []
    about = {"die": die.name, "target": target}
    names = [each.name for each in found]
    chosen = await asking.several(table, "modify", player, names, about)
    modifiers = [each for each in found if each.name in chosen]
    for each in modifiers:
        lose(table, player, each.side.cost)
        each.busy = True
    return modifiers


async def carry_out(frame: Frame, side: Side, target: str, text: Text, *, unblockable: bool = False) -> int:
    """Carries out the effect of a side's symbol with the frame's value; returns how many resources an opponent lost."""
    table, you, value = frame.table, frame.you, frame.value
    match side.symbol:
        case "md" | "rd":
            await deal(frame, [(table.named(target), value)], kind=side.symbol, unblockable=unblockable)
        case "sh":
            await _shields(frame, target)
        case "r":
            gain(table, you, value)
        case "dr":
            return lose(table, table.players[target], value)
        case "dc":
            other = table.players[target]
            cards = await at_random(frame, other, value, frame.source)
            await discard_from_hand(table, other, [card.printed.code for card in cards])
        case "f":
            await focus(frame, value)
        case "sp":
            await special(frame, text)
    return 0


async def _shields(frame: Frame, target: str) -> None:
    """Gives shields to the target (D19), or without a target splits them among own characters."""
    table = frame.table
    if target:
        await give_shields(frame, [(table.named(target), frame.value)])
        return
    if frame.value <= 0:
        return
    characters = list(frame.you.characters)
    source = frame.source.partition("+")[0]
    shares = await asking.distribute(table, frame.you, [one.name for one in characters], frame.value, source)
    await give_shields(frame, list(zip(characters, shares, strict=True)))


async def special(frame: Frame, text: Text) -> None:
    """Uses the special of a card. One that works once a round is barred as soon as it begins (D23, R2, Q43)."""
    ability = text.special
    if ability is None:
        return
    if ability.once and frame.this is not None:
        frame.table.barred.append(frame.this)
    await ability.use(frame)


# Focus and turning


async def focus(frame: Frame, value: int) -> None:
    """Lets the player turn exactly `value` other dice of their pool, or all there are, each once (R1)."""
    lying = [die for die in frame.you.pool if not die.busy]
    left = min(value, len(lying))
    several = left > 1
    while left:
        die = await ask_turn(frame, [(die, dice.other_sides(die)) for die in lying], left if several else 0)
        if die is None:
            return
        lying.remove(die)
        left -= 1


Turns = Sequence[tuple[Die, Sequence[str]]]


async def ask_turn(frame: Frame, turns: Turns, left: int = 0, *, done: bool = False) -> Die | None:
    """Asks for a die and a side in one decision and turns it; returns the die, or None if declined or impossible.

    `left`: how many dice are still to be turned, which the question shows. `done`: whether the player may decline.
    """
    found = {f"{die.name}:{word}": (die, word) for die, words in turns for word in words}
    keys = asking.allowed_length(list(found))
    if not keys:
        return None
    if done:
        keys.append(asking.DONE)
    key = await frame.ask("turn", keys, more={"left": left} if left else None)
    if key == asking.DONE:
        return None
    die, word = found[key]
    dice.turn(frame.table, die, word)
    return die
