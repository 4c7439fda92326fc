"""Rolling, rerolling, turning and removing dice."""

from __future__ import annotations

from collections.abc import Sequence

from rules.draws import Draw
from rules.star_wars_destiny import events
from rules.star_wars_destiny.facts import Printed, Side
from rules.star_wars_destiny.pieces import Card, Die, Player
from rules.star_wars_destiny.table import Table

_WORDS: dict[int, tuple[str, ...]] = {}


def words(printed: Printed) -> tuple[str, ...]:
    """Returns the texts of the six sides of a card's die, for example `2rd1`."""
    found = _WORDS.get(printed.number)
    if found is None:
        found = _WORDS[printed.number] = tuple(side.word for side in printed.sides)
    return found


def side_of(printed: Printed, word: str) -> Side:
    """Returns the side with that text. Sides with the same text are equal."""
    return printed.sides[words(printed).index(word)]


async def rolled(die: Die, why: str) -> Side:
    """Asks chance for one of a die's six sides and returns it; the die itself is not changed.

    `why` tells onlookers the reason for the roll.
    """
    sides = words(die.printed)
    (word,) = await Draw("roll", sides, 1, {"die": die.name, "why": why})
    return die.printed.sides[sides.index(word)]


async def roll_in(table: Table, player: Player, dice: Sequence[Die], why: str) -> None:
    """Rolls dice into a player's pool. Each die is in the pool as soon as it is rolled (Q62)."""
    shown = []
    for die in dice:
        die.side = await rolled(die, why)
        die.pool = player
        player.pool.append(die)
        shown.append((die.name, die.side.word))
    if shown:
        table.tell(events.rolls, player.seat, shown)


async def reroll(table: Table, dice: Sequence[Die]) -> None:
    """Rerolls those of the given dice that are in a pool and tells the new sides (D99). Each keeps its place there."""
    shown: dict[str, list[tuple[str, str]]] = {}
    for die in dice:
        if die.pool is None:
            continue
        die.side = await rolled(die, "reroll")
        shown.setdefault(die.pool.seat, []).append((die.name, die.side.word))
    for seat, pairs in shown.items():
        table.tell(events.rerolls, seat, pairs)


def turn(table: Table, die: Die, word: str) -> None:
    """Turns a die to a side with that text and tells it (D186)."""
    die.side = side_of(die.printed, word)
    table.tell(events.turns_die, die.name, word)


def other_sides(die: Die) -> list[str]:
    """Returns the texts of the sides to which a die can be turned, each once.

    The side that it shows counts only if the die has it twice.
    """
    sides = words(die.printed)
    shown = die.side.word
    return [word for word in dict.fromkeys(sides) if word != shown or sides.count(word) > 1]


def leave_pool(die: Die) -> None:
    """Takes a die out of its pool and keeps the value that it showed."""
    if die.pool is not None:
        die.kept = die.value
        die.pool.pool.remove(die)
        die.pool = None


def remove(table: Table, die: Die) -> None:
    """Moves a die from its pool to its card and announces it; does nothing if it is in no pool (D188)."""
    if die.pool is not None:
        leave_pool(die)
        table.tell(events.removes_die, die.name)


def on_cards(card: Card) -> list[Die]:
    """Returns the dice that lie on the card and on its upgrades, ready to be rolled (R8)."""
    return [die for die in card.all_dice if die.pool is None and die.holder is None]
