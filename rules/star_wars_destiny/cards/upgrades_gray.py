"""Gray upgrades, by set number."""

from __future__ import annotations

from rules.star_wars_destiny.effects.choosing import any_number, choose
from rules.star_wars_destiny.effects.clauses import after, ambush, card, redeploy, special, this_played
from rules.star_wars_destiny.effects.control import one_of
from rules.star_wars_destiny.effects.dice_verbs import remove, reroll, side_other_than, turn
from rules.star_wars_destiny.effects.hand_verbs import discard
from rules.star_wars_destiny.effects.selectors import MD, RD, either, enemy, your
from rules.star_wars_destiny.effects.targets import each, this
from rules.star_wars_destiny.effects.token_verbs import deal

card("infantry_grenades", special(deal(2, each(enemy.character)), discard(this)))

card("reys_staff", special(remove(choose(either.die.shows(MD, RD)))))

card("comlink", after(
    this_played,
    one_of(reroll(choose(your.die, any_number)), reroll(choose(enemy.die, any_number))),
    optional=True,
))  # fmt: skip

card("datapad", special(turn(choose(your.die), side_other_than(MD, RD))))

card("holdout_blaster", ambush, redeploy)
