"""Supports, by set number."""

from __future__ import annotations

from rules.star_wars_destiny.effects.card_verbs import (
    cheaper,
    exhaust,
    lend_ambush,
    may_act,
    play,
    ready,
    use_claim_ability,
)
from rules.star_wars_destiny.effects.choosing import choose, every
from rules.star_wars_destiny.effects.clauses import (
    action,
    after,
    ambush,
    before,
    card,
    hand_size_plus,
    income_of_opponents,
    special,
    when_played,
    x_is,
    you_play,
    you_resolve,
)
from rules.star_wars_destiny.effects.conditions import lost_by_cause, shows
from rules.star_wars_destiny.effects.control import if_, may, steps, then, unless_enemy_pays
from rules.star_wars_destiny.effects.dice_verbs import remove, reroll, resolve, stays, this_die
from rules.star_wars_destiny.effects.hand_verbs import discard, draw, look, owner_of
from rules.star_wars_destiny.effects.resource_verbs import gain
from rules.star_wars_destiny.effects.selectors import BLANK, DR, EVENT, RD, UPGRADE, R, either, enemy, your
from rules.star_wars_destiny.effects.targets import Top, each, this
from rules.star_wars_destiny.effects.token_verbs import deal, move_damage, put_damage, shield, unshield

# Red

card("at_st", special(discard(choose(either.support))))

card("first_order_tie_fighter", special(unshield(every, each(enemy.character))))

card("launch_bay", x_is(lambda player: len(player.hand)))

card("black_one", special(deal(1, choose(either.character)), stays(), reroll(this_die), once_a_round=True))

card("drudge_work", action(gain(1), cost=steps(exhaust(this), exhaust(choose(your.character)))))

card("local_garrison", income_of_opponents(-1, at_least=1))

card("resistance_hq", action(
    shield(1, choose(either.character)),
    then(unless_enemy_pays(1, ready(this))),
    cost=steps(exhaust(this), discard(choose(your.hand))),
))  # fmt: skip

card("supporting_fire", action(resolve(choose(your.die.shows(RD)), plus=1), cost=exhaust(this)))

card("outpost", special(use_claim_ability()))

# Blue

card("emperors_favor", hand_size_plus(1))

card("power_of_the_dark_side", action(
    reroll(d := choose(your.die)),
    if_(shows(d, BLANK), deal(2, choose(either.character), unblockable=True)),
    cost=exhaust(this),
))  # fmt: skip

card("jedi_council", action(
    look(seen := Top(2)),
    then(may(discard(choose(seen)), draw(1, owner_of(seen)))),
    cost=exhaust(this),
))  # fmt: skip

card("awakening", action(resolve(choose(your.die.modified), as_unmodified=True), cost=exhaust(this)))

card("the_force_is_strong", action(
    play(your.hand.copy_of(gone := choose(your.hand.blue)), free=True),
    cost=steps(exhaust(this), discard(gone)),
))  # fmt: skip

card("it_binds_all_things", before(
    you_play(lambda played: played.colour == "blue" and played.type == "upgrade"),
    cheaper(1), cost=exhaust(this), optional=True, quiet=True, discount=1,
))  # fmt: skip

# Yellow

card("millennium_falcon", special(
    play(your.hand.yellow.is_a(EVENT) | your.discards.yellow.is_a(EVENT), free=True)))  # fmt: skip

card("black_market", special(draw(2), may(play(your.hand.is_a(UPGRADE), less=1))))

card("backup_muscle",
    when_played(put_damage(3, this)),
    action(move_damage(1, off=this, onto=choose(either.character)), cost=exhaust(this)),
)  # fmt: skip

card("my_kind_of_scum", after(you_resolve(DR), gain(lost_by_cause), cost=exhaust(this), optional=True, quiet=True))

card("underworld_connections", action(gain(1), cost=exhaust(this)))

card("play_the_odds", action(
    reroll(rolled := choose(your.die.yellow)), if_(shows(rolled, R), gain(1)), cost=exhaust(this)))  # fmt: skip

card("street_informants", ambush, action(look(each(enemy.hand)), cost=exhaust(this)))

card("infamous", before(
    you_play(lambda played: played.colour == "yellow"),
    lend_ambush(), cost=exhaust(this), optional=True, quiet=True,
))  # fmt: skip

# Gray

card("speeder_bike_scout", special(remove(choose(either.die)), may_act(1)))

card("bb_8", special(
    stays(), reroll(this_die, choose(your.die.other_than(this_die))), once_a_round=True))  # fmt: skip
