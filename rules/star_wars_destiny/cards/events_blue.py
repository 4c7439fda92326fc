"""Blue events, by set number."""

from __future__ import annotations

from rules.star_wars_destiny.effects.card_verbs import arrange, discard, draw_to_hand_size, exhaust, look, mill, to_hand
from rules.star_wars_destiny.effects.choosing import ChosenSymbol, Heap, Top, any_number, choose, each
from rules.star_wars_destiny.effects.clauses import card
from rules.star_wars_destiny.effects.clauses import event as does_event
from rules.star_wars_destiny.effects.control import half_up, if_, may, one_of, pay, pick, spot, then, value_of
from rules.star_wars_destiny.effects.dice_verbs import any_side, remove, reroll, resolve, side, turn
from rules.star_wars_destiny.effects.nodes import enemy_player
from rules.star_wars_destiny.effects.selectors import BLANK, MD, RD, character, count, either, enemy, event, your
from rules.star_wars_destiny.effects.token_verbs import (
    deal,
    defeat,
    every,
    gain,
    lose,
    move_damage,
    shield,
    unshield,
)

card("abandon_all_hope", does_event(
    one_of(lose(every, enemy_player), discard(each(enemy.hand)), by=enemy_player)))  # fmt: skip

card("boundless_ambition", does_event(draw_to_hand_size()))

card("enrage", does_event(pay(deal(1, choose(your.character.blue)), gain(1))))

card("feel_your_anger", does_event(remove(choose(enemy.die, count(enemy.die.shows(BLANK))))))

card("force_strike", does_event(turn(d := choose(your.die.blue), side(MD)), then(may(resolve(d)))))

card("intimidate", does_event(unshield(every, choose(either.character))))

card("isolation", does_event(if_(spot(your.character.blue), remove(choose(either.die.is_a(character))))))

card("no_mercy", does_event(
    discard(gone := choose(your.hand.blue, any_number)),
    then(resolve(choose(your.die.shows(MD, RD)), plus=count(gone))),
))  # fmt: skip

card("pulling_the_strings", does_event(look(seen := Top(3)), then(arrange(seen))))

card("defensive_stance", does_event(shield(2, choose(either.character))))

card("force_misdirection", does_event(
    pick(symbol := ChosenSymbol(your.die.blue)), then(remove(each(enemy.die.shows_chosen(symbol))))))  # fmt: skip

card("heroism", does_event(
    deal(value_of(d := choose(enemy.die.shows(MD, RD))), choose(your.character.unique)), then(remove(d))))  # fmt: skip

card("noble_sacrifice", does_event(pay(defeat(choose(your.character.blue)), exhaust(choose(either.character)))))

card("patience", does_event(remove(gone := choose(your.die, any_number)), then(mill(count(gone), enemy_player))))

card("return_of_the_jedi", does_event(to_hand(choose(your.discards.blue.is_a(event)))))

card("riposte", does_event(
    off := unshield(any_number, choose(your.character)),
    then(deal(off.removed, choose(either.character))),
))  # fmt: skip

card("willpower", does_event(
    move_damage(1, off=choose(your.character.exhausted), onto=choose(enemy.character.exhausted))))  # fmt: skip

card("deflect", does_event(if_(
    spot(your.character.blue),
    remove(d := choose(either.die.shows(RD))),
    deal(half_up(value_of(d)), choose(either.character)),
)))  # fmt: skip

card("disturbance_in_the_force", does_event(reroll(each(either.die))))

card("mind_trick", does_event(if_(spot(your.character.blue), remove(Heap()))))

card("the_power_of_the_force", does_event(resolve(choose(your.die), value=count(your.upgrade.blue))))

card("use_the_force", does_event(if_(spot(your.character.blue), turn(choose(either.die), any_side))))
