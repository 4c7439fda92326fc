"""Blue upgrades, by set number."""

from __future__ import annotations

from rules.star_wars_destiny.effects.card_verbs import exhaust
from rules.star_wars_destiny.effects.choosing import choose
from rules.star_wars_destiny.effects.clauses import (
    action,
    after,
    attach_to,
    card,
    only_if,
    redeploy,
    special,
    this_played,
)
from rules.star_wars_destiny.effects.conditions import (
    blocked_by_shields,
    count,
    first_round,
    shields_on,
    spot,
    value_of,
)
from rules.star_wars_destiny.effects.control import if_, may, one_of, pay, some_of, then
from rules.star_wars_destiny.effects.dice_verbs import any_side, remove, reroll, side, stays, this_die, turn
from rules.star_wars_destiny.effects.resource_verbs import gain
from rules.star_wars_destiny.effects.selectors import BLANK, either, enemy, your
from rules.star_wars_destiny.effects.targets import attached, own_die, this
from rules.star_wars_destiny.effects.token_verbs import deal, shield, spread

card("force_choke", attach_to("blue"), special(
    deal(1, who := choose(either.character.other_than(attached)), unblockable=True),
    then(may(turn(choose(either.die.on(who)), any_side))),
))  # fmt: skip

card("immobilize", attach_to("blue"), action(turn(choose(either.die), side(BLANK)), cost=remove(own_die)))

card("kylo_rens_lightsaber", attach_to("blue"), special(
    deal(2, choose(either.character)),
    if_(blocked_by_shields(), stays(), reroll(this_die)),
    once_a_round=True,
))  # fmt: skip

card("force_protection", attach_to("blue"), special(shield(3, spread(your.character))))

card("jedi_robes", after(this_played, if_(first_round(), shield(2, attached), else_=shield(1, attached))))

card("luke_skywalkers_lightsaber", attach_to("blue"), special(one_of(
    shield(2, choose(either.character)),
    deal(2, choose(either.character), unblockable=True),
)))  # fmt: skip

card("force_throw", attach_to("blue"), special(
    pay(remove(d := choose(either.die)), deal(value_of(d), choose(either.character)))))  # fmt: skip

card("force_training", only_if(spot(your.character.blue)), special(some_of(
    2,
    deal(1, choose(either.character)),
    gain(1),
    shield(1, choose(either.character)),
)))  # fmt: skip

card("lightsaber", redeploy, special(deal(2, choose(either.character), unblockable=True)))

card("mind_probe", attach_to("blue"), special(deal(count(enemy.hand), choose(enemy.character))))

card("hidden_in_shadow", action(
    if_(shields_on(attached).is_(0), pay(exhaust(this), shield(1, attached))), needs=exhaust(this)))  # fmt: skip
