"""Gray events, by set number."""

from __future__ import annotations

from rules.star_wars_destiny.effects.choosing import any_number, choose
from rules.star_wars_destiny.effects.clauses import ambush, card, event, only_if
from rules.star_wars_destiny.effects.conditions import count
from rules.star_wars_destiny.effects.control import then
from rules.star_wars_destiny.effects.dice_verbs import any_side, remove, reroll, resolve, side, turn
from rules.star_wars_destiny.effects.hand_verbs import discard
from rules.star_wars_destiny.effects.selectors import BLANK, MD, RD, either, enemy, your
from rules.star_wars_destiny.effects.targets import each
from rules.star_wars_destiny.effects.targets import random as by_lot
from rules.star_wars_destiny.effects.token_verbs import shield

card("nowhere_to_run", event(turn(each(your.die.shows(BLANK)), any_side)))

card("daring_escape", ambush, event(
    reroll(choose(enemy.die, any_number)), then(remove(each(enemy.die.shows(BLANK))))))  # fmt: skip

card("aim", event(turn(choose(your.die), side(RD))))

card("all_in", event(resolve(choose(your.die, any_number), in_order=True)))

card("block", event(remove(each(enemy.die.shows(MD)))))

card("close_quarters_assault", event(discard(by_lot(enemy.hand, count(your.die.shows(MD))))))

card("dodge", event(remove(each(enemy.die.shows(RD)))))

card("flank", only_if(count(your.character.ready) > count(enemy.character.ready)), event(remove(choose(enemy.die))))

card("take_cover", event(shield(1, choose(either.character))))
