"""Yellow events, by set number."""

from __future__ import annotations

from rules.star_wars_destiny.effects.choosing import any_number, choose, up_to
from rules.star_wars_destiny.effects.clauses import ambush, card, event
from rules.star_wars_destiny.effects.conditions import cost_of, count, spot, value_of
from rules.star_wars_destiny.effects.control import if_, may, one_of, pay, then
from rules.star_wars_destiny.effects.dice_verbs import remove, reroll, resolve
from rules.star_wars_destiny.effects.hand_verbs import discard, draw, mill, to_hand, to_owners_hand
from rules.star_wars_destiny.effects.nodes import each_player, enemy_player, you
from rules.star_wars_destiny.effects.resource_verbs import gain, spend
from rules.star_wars_destiny.effects.selectors import (
    CHARACTER,
    EQUIPMENT,
    MD,
    RD,
    SUPPORT,
    UPGRADE,
    WEAPON,
    at_most,
    either,
    enemy,
    your,
)
from rules.star_wars_destiny.effects.targets import each
from rules.star_wars_destiny.effects.token_verbs import deal, move_damage

card("armed_to_the_teeth", event(
    discard(gone := choose(your.upgrade.on(choose(your.character.yellow)), any_number)),
    then(deal(count(gone), choose(either.character))),
))  # fmt: skip

card("confiscation", event(pay(spend(cost_of(u := choose(enemy.upgrade))), to_owners_hand(u))))

card("fight_dirty", event(
    remove(gone := choose(your.die.yellow, any_number)),
    then(deal(count(gone), choose(either.character))),
))  # fmt: skip

card("go_for_the_kill", event(resolve(choose(your.die.shows(RD)), unblockable=True)))

card("he_doesnt_like_you", event(pay(remove(choose(your.die)), remove(choose(enemy.die)))))

card("lying_in_wait", event(
    discard(choose(enemy.hand, count(enemy.hand) - count(your.hand), by=enemy_player))))  # fmt: skip

card("dont_get_cocky", event(draw(2, each_player)))

card("draw_attention", event(move_damage(
    up_to(2), off=(who := choose(your.character)), onto=choose(your.character.other_than(who)))))  # fmt: skip

card("let_the_wookiee_win", event(one_of(
    deal(2, choose(enemy.character.exhausted, by=enemy_player)),
    remove(choose(enemy.die, 2, by=enemy_player)),
    by=enemy_player,
)))  # fmt: skip

card("scavenge", event(mill(3, you), then(may(to_hand(choose(your.discards.is_a(UPGRADE, SUPPORT)))))))

card("shoot_first", ambush, event(
    resolve(choose(your.die.yellow.shows(RD))), then(remove(choose(enemy.die.shows(RD))))))  # fmt: skip

card("smuggling", event(if_(spot(your.character.yellow), pay(discard(choose(your.hand)), gain(1)))))

card("disarm", event(pay(
    remove(d := choose(your.die.shows(MD, RD))),
    discard(choose(either.upgrade.is_a(WEAPON, EQUIPMENT).cost(at_most(value_of(d))))),
)))  # fmt: skip

card("electroshock", event(if_(spot(your.character.yellow), remove(choose(either.die.value(at_most(2)))))))

card("reversal", event(if_(
    spot(your.character.yellow),
    remove(r := choose(either.die.shows(MD, RD))),
    deal(value_of(r), choose(either.character)),
)))  # fmt: skip

card("unpredictable", ambush, event(reroll(choose(either.die))))

card("scramble", event(if_(spot(your.character.yellow), reroll(each(enemy.die)))))

card("negotiate", event(pay(
    remove(choose(your.die.is_a(CHARACTER))), remove(choose(enemy.die, 2, by=enemy_player)))))  # fmt: skip
