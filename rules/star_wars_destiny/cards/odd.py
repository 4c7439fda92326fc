"""The cards that no sentence of the vocabulary can say (class 3): each with its own function."""

from __future__ import annotations

from rules.star_wars_destiny import actions, asking, dice, events, leaving, playing, resolving
from rules.star_wars_destiny.effects.card_verbs import end_action_phase
from rules.star_wars_destiny.effects.choosing import any_number, choose
from rules.star_wars_destiny.effects.clauses import (
    after,
    attach_to,
    attached_defeated,
    before,
    card,
    enemy_character_defeated,
    event,
    ignores_restrictions,
    may_be_support,
    special,
    this_played,
)
from rules.star_wars_destiny.effects.control import does, may, pay, pick, then
from rules.star_wars_destiny.effects.dice_verbs import remove, resolve
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.hand_verbs import discard
from rules.star_wars_destiny.effects.nodes import Opening, cards, enemy_player
from rules.star_wars_destiny.effects.resource_verbs import spend
from rules.star_wars_destiny.effects.selectors import ABILITY, CHARACTER, UPGRADE, VEHICLE, WEAPON, either, enemy, your
from rules.star_wars_destiny.effects.targets import attached, cause_card, each, this
from rules.star_wars_destiny.table import Card, Delayed, Die, Loose, name_of

# 3 General Grievous: a card changes its controller but not its owner; its die comes along (R42, R43)


def _can_be_his(f: Frame, thing: object) -> bool:
    return isinstance(thing, Card) and not (thing.printed.unique and f.you.has_copy(thing.code))


async def _steal(f: Frame) -> bool:
    await _stolen.settle(f)
    for taken in cards(_stolen, f):
        await leaving.settle_equal_dice(f.table, taken)
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
    frame.event = f.event
    value = frame.value = gone.text.x_is(you) if side.x and gone.text.x_is is not None else side.value
    if side.cost:
        you.resources -= side.cost
        table.tell(events.resources, you.seat, -side.cost)
    name = f"{name_of(you.seat, gone.code, table.free_number(you.seat, gone.code))}+1"
    table.tell(events.resolves, name, word, [], value, target or None, side.cost)
    await resolving.carry_out(frame, side, target, gone.text)
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


# 45 Finn: what may lie in a deck with him stands with the other rules for decks

card("finn", ignores_restrictions(lambda finn, played, onto: onto is finn and WEAPON in played.subtypes))


# 65 Cunning: another card's special with a different player as "you", and without its die (R48)


def _borrowable(f: Frame, thing: object) -> bool:
    return isinstance(thing, Card) and thing is not f.this and thing not in f.table.barred


async def _borrow(f: Frame) -> bool:
    found = cards(_borrowed, f)
    if not found:
        return False
    lender = found[0]
    frame = Frame(f.table, f.you, lender.name, lender)
    frame.event = f.event
    await resolving.special(frame, lender.text)
    return True


_borrowed = choose(either.card.with_special)
_borrowed.needs(_borrowable)

card("cunning", attach_to("yellow"), special(pick(_borrowed), then(does(_borrow))))


# 53 Outpost: the battlefield's claim ability as though it had been claimed (Q71)


async def _use_claim(f: Frame) -> bool:
    await actions.use_battlefield(f.table, f.you)
    return True


card("outpost", special(does(_use_claim)))


# 92 Ace in the Hole: a die in the pool without a card in play (D224, Q70)


async def _roll_ace(f: Frame) -> bool:
    gone = next((thing for thing in _ace.of(f) if isinstance(thing, Loose)), None)
    if gone is None or not gone.printed.has_die:
        return False
    number = f.table.free_number(f.you.seat, gone.code)
    die = Die(f"{name_of(f.you.seat, gone.code, number)}+1", f.you.seat, gone.printed, gone.text, None)
    await dice.roll_in(f.table, f.you, [die], "card")
    return True


_ace = choose(your.hand.yellow.is_a(UPGRADE))

card("ace_in_the_hole", event(pay(discard(_ace), does(_roll_ace))))


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

card("prized_possession", after(this_played, remove(_prize), does(_hold), optional=True))


# 110 Retreat: the opponent acts inside the event, then the phase ends (R24, R25)


async def _let_act(f: Frame) -> bool:
    enemy_ = await f.meet()
    if enemy_ is not None:
        await actions.act_once(f.table, enemy_, f.source)
    return True


card("retreat", event(does(_let_act, enemy_player), end_action_phase()))


# 114 Anticipate: the opponent resolves dice during the event, with everything that may set off

card("anticipate", event(
    resolve(used := choose(enemy.die, any_number, by=enemy_player), by=enemy_player, in_order=True),
    then(remove(each(enemy.die.other_than(used)))),
))  # fmt: skip


# 129 Hyperspace Jump: the phase ends, and the battlefield may change places with an unused one


async def _exchange(f: Frame) -> bool:
    """D231: the same player controls it, its claim ability is not used."""
    table = f.table
    owners = [player.seat for player in table.around(f.you) if player.seat in table.unused]
    if not owners or table.battlefield_owner is None:
        return False
    owner = await f.ask("battlefield", owners)
    old, new = table.battlefield, table.unused.pop(owner)
    table.unused[table.battlefield_owner] = old
    table.battlefield, table.battlefield_owner = new, owner
    table.tell(events.battlefield_changes, f.you.seat, old, new)
    return True


card("hyperspace_jump", event(end_action_phase(), may(does(
    _exchange, able=lambda f: bool(f.table.unused), first=lambda _: Opening.OWN))))  # fmt: skip
