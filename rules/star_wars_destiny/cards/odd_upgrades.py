"""Upgrades that no sentence of the vocabulary can say (class 3): each with its own function."""

from __future__ import annotations

from rules.star_wars_destiny import dice, events, leaving, playing, resolving
from rules.star_wars_destiny.effects.choosing import choose
from rules.star_wars_destiny.effects.clauses import (
    after,
    attach_to,
    attached_defeated,
    before,
    card,
    may_be_support,
    special,
    this_played,
)
from rules.star_wars_destiny.effects.control import does, may, pay, pick, then
from rules.star_wars_destiny.effects.dice_verbs import remove
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.nodes import cards
from rules.star_wars_destiny.effects.resource_verbs import spend
from rules.star_wars_destiny.effects.selectors import ABILITY, CHARACTER, UPGRADE, either, enemy, your
from rules.star_wars_destiny.effects.targets import attached
from rules.star_wars_destiny.effects.text import TEXTS
from rules.star_wars_destiny.pieces import Card, Delayed, Die, Loose

# 16 Sith Holocron: a card in play and one in hand change places without being played


async def _swap(f: Frame) -> bool:
    """Q72: an opponent's is not exchanged at all; the newcomer stands last among its bearer's."""
    holocron = f.this
    if holocron is None or not holocron.in_play or holocron.owner != f.you.seat or holocron.player is not f.you:
        return False
    await _newcomer.settle(f)
    found = [thing for thing in _newcomer.of(f) if isinstance(thing, Loose)]
    if not found or holocron.bearer is None:
        return False
    bearer, code = holocron.bearer, found[0].code
    await leaving.leave_play(f.table, holocron)
    f.you.hand.remove(code)
    f.you.hand.append(holocron.code)
    new = f.table.new_card(f.you, code)
    playing.attach(f.table, new, bearer)
    f.found[_swap] = new
    f.table.tell(events.swaps, f.you.seat, holocron.name, new.name)
    return True


def _newcomers_dice(f: Frame) -> list[Die]:
    new = f.found.get(_swap)
    return [die for die in new.dice if die.pool is None] if isinstance(new, Card) and new.in_play else []


async def _roll_newcomer(f: Frame) -> bool:
    await dice.roll_in(f.table, f.you, _newcomers_dice(f), "card")
    return True


_newcomer = choose(your.hand.blue.is_a(UPGRADE).is_a(ABILITY))
_newcomer.needs(lambda f, thing: not (thing.printed.unique and f.you.has_copy(thing.printed.code)))

card("sith_holocron", special(
    does(_swap, _newcomer, able=lambda f: bool(f.you.hand)),
    then(may(pay(spend(1), does(_roll_newcomer, able=lambda f: bool(_newcomers_dice(f)))))),
))  # fmt: skip


# 23 Crime Lord: a defeat that waits for the end of the round (R29)


async def _doom(f: Frame) -> bool:
    for doomed in cards(_doomed, f):
        f.table.delayed.append(Delayed(doomed, f.source, f.you))
        f.table.tell(events.names, f.you.seat, doomed.name)
    return True


_doomed = choose(either.character)

card("crime_lord", attach_to("yellow"), special(pay(spend(5), pick(_doomed), does(_doom))))


# 42 One With The Force: an upgrade turns into a support while its bearer is being defeated (R43)


async def _become_support(f: Frame) -> bool:
    force = f.this
    if force is None or not force.in_play or force.kind != "upgrade":
        return False
    leaving.detach(force)
    force.kind = "support"
    force.exhausted = False
    force.player.supports.append(force)
    f.table.tell(events.upgrade_moves, force.name, None)
    return True


card("one_with_the_force", attach_to("blue"), before(
    attached_defeated, does(_become_support, attached), quiet=True), may_be_support)  # fmt: skip


# 65 Cunning: another card's special with a different player as "you", and without its die (R48)


def _borrowable(f: Frame, thing: object) -> bool:
    """Not itself, nor one that is borrowing already: two that use each other would never end."""
    table = f.table
    return (
        isinstance(thing, Card) and thing is not f.this and thing not in table.barred and thing not in table.borrowing
    )


async def _borrow(f: Frame) -> bool:
    found = cards(_borrowed, f)
    if not found:
        return False
    lender, borrowing = found[0], f.table.borrowing
    borrowing.extend([] if f.this is None else [f.this])
    frame = Frame(f.table, f.you, lender.name, lender)
    await resolving.special(frame, TEXTS[lender.code])
    if f.this is not None:
        borrowing.remove(f.this)
    return True


_borrowed = choose(either.card.with_special)
_borrowed.needs(_borrowable)

card("cunning", attach_to("yellow"), special(pick(_borrowed), then(does(_borrow))))


# 102 Prized Possession: an opponent's character die held on a card, out of every roll


async def _hold(f: Frame) -> bool:
    """Q74: gone before its turn, it holds nothing."""
    held = next((die for die in _prize.of(f) if isinstance(die, Die)), None)
    prize = f.this
    if held is None or prize is None or not prize.in_play or held.card is None or not held.card.in_play:
        return False
    held.holder = prize
    prize.holds = held
    f.table.tell(events.holds, prize.name, held.name)
    return True


_prize = choose(enemy.die.is_a(CHARACTER))

card("prized_possession", after(
    this_played, remove(_prize), does(_hold, able=lambda f: bool(_prize.could(f))), optional=True))  # fmt: skip
