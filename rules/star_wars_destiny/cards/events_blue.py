"""Blue events, by set number."""

from __future__ import annotations

from rules.star_wars_destiny.effects.card_verbs import exhaust
from rules.star_wars_destiny.effects.choosing import any_number, choose, every
from rules.star_wars_destiny.effects.clauses import card, event
from rules.star_wars_destiny.effects.conditions import count, half_up, spot, value_of
from rules.star_wars_destiny.effects.control import if_, may, one_of, pay, pick, then
from rules.star_wars_destiny.effects.dice_verbs import any_side, remove, reroll, resolve, side, turn
from rules.star_wars_destiny.effects.hand_verbs import arrange, discard, draw_to_hand_size, look, mill, to_hand
from rules.star_wars_destiny.effects.nodes import enemy_player
from rules.star_wars_destiny.effects.resource_verbs import gain, lose
from rules.star_wars_destiny.effects.selectors import BLANK, CHARACTER, EVENT, MD, RD, either, enemy, your
from rules.star_wars_destiny.effects.targets import ChosenSymbol, Heap, Top, each
from rules.star_wars_destiny.effects.token_verbs import deal, defeat, move_damage, shield, unshield

card("abandon_all_hope", event(
    one_of(lose(every, enemy_player), discard(each(enemy.hand)), by=enemy_player)))  # fmt: skip

card("boundless_ambition", event(draw_to_hand_size()))

card("enrage", event(pay(deal(1, choose(your.character.blue)), gain(1))))

card("feel_your_anger", event(remove(choose(enemy.die, count(enemy.die.shows(BLANK))))))

card("force_strike", event(turn(d := choose(your.die.blue), side(MD)), then(may(resolve(d)))))

card("intimidate", event(unshield(every, choose(either.character))))

card("isolation", event(if_(spot(your.character.blue), remove(choose(either.die.is_a(CHARACTER))))))

card("no_mercy", event(
    discard(gone := choose(your.hand.blue, any_number)),
    then(resolve(choose(your.die.shows(MD, RD)), plus=count(gone))),
))  # fmt: skip

card("pulling_the_strings", event(look(seen := Top(3)), then(arrange(seen))))

card("defensive_stance", event(shield(2, choose(either.character))))

card("force_misdirection", event(
    pick(symbol := ChosenSymbol(your.die.blue)), then(remove(each(enemy.die.shows_chosen(symbol))))))  # fmt: skip

card("heroism", event(
    deal(value_of(d := choose(enemy.die.shows(MD, RD))), choose(your.character.unique)), then(remove(d))))  # fmt: skip

card("noble_sacrifice", event(pay(defeat(choose(your.character.blue)), exhaust(choose(either.character)))))

card("patience", event(remove(gone := choose(your.die, any_number)), then(mill(count(gone), enemy_player))))

card("return_of_the_jedi", event(to_hand(choose(your.discards.blue.is_a(EVENT)))))

card("riposte", event(
    off := unshield(any_number, choose(your.character)),
    then(deal(off.removed, choose(either.character))),
))  # fmt: skip

card("willpower", event(
    move_damage(1, off=choose(your.character.exhausted), onto=choose(enemy.character.exhausted))))  # fmt: skip

card("deflect", event(if_(
    spot(your.character.blue),
    remove(d := choose(either.die.shows(RD))),
    deal(half_up(value_of(d)), choose(either.character)),
)))  # fmt: skip

card("disturbance_in_the_force", event(reroll(each(either.die))))

card("mind_trick", event(if_(spot(your.character.blue), remove(Heap()))))

card("the_power_of_the_force", event(resolve(choose(your.die), value=count(your.upgrade.blue))))

card("use_the_force", event(if_(spot(your.character.blue), turn(choose(either.die), any_side))))
