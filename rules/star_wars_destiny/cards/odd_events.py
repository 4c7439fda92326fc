"""Events that no sentence of the vocabulary can say (class 3): each with its own function."""

from __future__ import annotations

from rules.star_wars_destiny import actions, dice, events
from rules.star_wars_destiny.effects.card_verbs import end_action_phase
from rules.star_wars_destiny.effects.choosing import any_number, choose
from rules.star_wars_destiny.effects.clauses import (
    card,
    event,
)
from rules.star_wars_destiny.effects.control import does, may, pay, then
from rules.star_wars_destiny.effects.dice_verbs import remove, resolve
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.hand_verbs import discard
from rules.star_wars_destiny.effects.nodes import Opening, enemy_player
from rules.star_wars_destiny.effects.selectors import UPGRADE, enemy, your
from rules.star_wars_destiny.effects.targets import each
from rules.star_wars_destiny.names import name_of
from rules.star_wars_destiny.pieces import Die, Loose

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
