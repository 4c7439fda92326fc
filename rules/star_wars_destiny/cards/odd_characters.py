"""Characters that no sentence of the vocabulary can say (class 3): each with its own function."""

from __future__ import annotations

from rules.star_wars_destiny import asking, dice, events, leaving, playing, resolving
from rules.star_wars_destiny.effects.choosing import choose
from rules.star_wars_destiny.effects.clauses import (
    before,
    card,
    enemy_character_defeated,
    ignores_restrictions,
    special,
)
from rules.star_wars_destiny.effects.control import does, may, pay
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.hand_verbs import discard
from rules.star_wars_destiny.effects.nodes import cards
from rules.star_wars_destiny.effects.selectors import ABILITY, VEHICLE, WEAPON, enemy, your
from rules.star_wars_destiny.effects.targets import cause_card, this
from rules.star_wars_destiny.effects.text import TEXTS
from rules.star_wars_destiny.names import name_of
from rules.star_wars_destiny.pieces import Card, Loose

# 3 General Grievous: a card changes its controller but not its owner; its die comes along (R42, R43)


def _can_be_his(f: Frame, thing: object) -> bool:
    return isinstance(thing, Card) and not (thing.printed.unique and f.you.has_copy(thing.code))


async def _steal(f: Frame) -> bool:
    await _stolen.settle(f)
    for taken in cards(_stolen, f):
        await leaving.settle_equal_dice(f.table, [taken])
        grievous = f.this
        if grievous is not None and grievous.in_play:
            await leaving.move_upgrade(f.table, taken, grievous)
    return bool(_stolen.of(f))


_stolen = choose(enemy.upgrade.on(cause_card).not_a(ABILITY))
_stolen.needs(_can_be_his)

card("general_grievous", before(
    enemy_character_defeated,
    does(_steal, _stolen, able=lambda f: bool(this.of(f) and _stolen.could(f)), first=_stolen.first),
    optional=True,
))  # fmt: skip


# 29 Poe Dameron: a side of a die that is in no pool; then a vehicle out of the pile


async def _resolve_side(f: Frame) -> bool:
    """D225, Q71: its cost is paid, nothing returns and nothing can be rolled."""
    gone = next((thing for thing in _gone.of(f) if isinstance(thing, Loose)), None)
    if gone is None:
        return False
    you, table = f.you, f.table
    sides = {
        word: side
        for word, side in zip(dice.words(gone.printed), gone.printed.sides, strict=True)
        if side.symbol != "blank" and not side.modifier and side.cost <= you.resources
    }
    keys = []
    for word, side in sides.items():
        targets = resolving.targets(table, you, side)
        keys += [f"{word}:{target}" for target in targets] if targets else [word]
    if not keys:
        return False
    word, _, target = (await f.ask("side", asking.short(keys))).partition(":")
    side = sides[word]
    frame = Frame(table, you, f.source)
    value = frame.value = gone.text.x_is(you) if side.x and gone.text.x_is is not None else side.value
    if side.cost:
        you.resources -= side.cost
        table.tell(events.resources, you.seat, -side.cost)
    name = f"{name_of(you.seat, gone.code, table.free_number(you.seat, gone.code))}+1"
    table.tell(events.resolves, name, word, [], value, target or None, side.cost)
    await resolving.carry_out(frame, side, target, TEXTS[gone.code])
    return True


def _vehicle_ways(f: Frame) -> list[str]:
    """Q27: its price must be payable without helpers, and D3 must allow it."""
    gone = next((thing for thing in _gone.of(f) if isinstance(thing, Loose)), None)
    if gone is None or gone.code not in f.you.discard or gone.printed.cost > f.you.resources:
        return []
    return playing.ways(f.table, f.you, gone.code) if VEHICLE in gone.printed.subtypes else []


async def _play_vehicle(f: Frame) -> bool:
    ways = _vehicle_ways(f)
    if not ways:
        return False
    await playing.play(f.table, f.you, ways[0], place="discard")
    return True


_gone = choose(your.hand)

card("poe_dameron", special(pay(
    discard(_gone),
    does(_resolve_side),
    may(does(_play_vehicle, able=lambda f: bool(_vehicle_ways(f)))),
)))  # fmt: skip


# 45 Finn: what may lie in a deck with him stands with the other rules for decks

card("finn", ignores_restrictions(lambda finn, played, onto: onto is finn and WEAPON in played.subtypes))
