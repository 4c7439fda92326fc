"""Gray supports of Awakenings, by set number."""

from __future__ import annotations

from rules.star_wars_destiny.cards.rulings import ONCE
from rules.star_wars_destiny.effects.card_verbs import may_act
from rules.star_wars_destiny.effects.choosing import choose
from rules.star_wars_destiny.effects.clauses import N_, card, special
from rules.star_wars_destiny.effects.dice_verbs import remove, reroll, stays
from rules.star_wars_destiny.effects.selectors import either, your
from rules.star_wars_destiny.effects.targets import this_die
from rules.star_wars_destiny.facts import printed

card(
    printed(18, "Speeder Bike Scout", "gray villain support vehicle", cost=3),
    special(remove(choose(either.die)), may_act(1)),
    die="2rd 3rd1 1dr 1sh sp blank",
    says=N_("Remove one die from any pool. You may take an additional action."),
    ruling=N_("A die must be removed: if only your own are there, one of them (D121)."),
    test="test_018_speeder_bike_scout_removes_a_die_and_grants_an_action",
)

card(
    printed(43, "BB-8", "unique gray hero support droid", cost=1),
    special(stays(), reroll(this_die, choose(your.die.other_than(this_die))), once_a_round=True),
    die="1f 1dr 1sh 1r sp blank",
    says=N_("Roll this die again together with one more of your dice; this die remains in the pool."),
    ruling=ONCE,
    test="test_043_bb_8_is_unique",
)
