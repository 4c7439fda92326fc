"""Red events, by set number."""

from __future__ import annotations

from rules.star_wars_destiny.effects.card_verbs import activate, exhaust, may_act, play, ready
from rules.star_wars_destiny.effects.choosing import any_number, choose, every, up_to
from rules.star_wars_destiny.effects.clauses import ambush, card, event, only_if
from rules.star_wars_destiny.effects.conditions import controls_battlefield, count, either_number, is_a, spot, value_of
from rules.star_wars_destiny.effects.control import if_, may, one_of, pay, pick, then
from rules.star_wars_destiny.effects.dice_verbs import remove, reroll, resolve, side, turn
from rules.star_wars_destiny.effects.hand_verbs import discard, draw, goes_under_deck, look
from rules.star_wars_destiny.effects.nodes import enemy_player
from rules.star_wars_destiny.effects.resource_verbs import lose
from rules.star_wars_destiny.effects.selectors import (
    DC,
    MD,
    RD,
    UPGRADE,
    VEHICLE,
    R,
    at_least,
    at_most,
    either,
    enemy,
    your,
)
from rules.star_wars_destiny.effects.targets import Among, ChosenSymbol, each, random
from rules.star_wars_destiny.effects.token_verbs import deal, heal, revive, shield, spread

card("cannon_fodder", event(
    deal(value_of(d := choose(enemy.die.shows(MD, RD))), choose(your.character.common)), then(remove(d))))  # fmt: skip

card("closing_the_net", event(remove(choose(enemy.die, by=enemy_player)), may(goes_under_deck())))

card("endless_ranks", event(revive(choose(your.defeated.red.common))))

card("occupation", only_if(controls_battlefield()), event(lose(every, enemy_player)))

card("probe", event(
    look(seen := random(enemy.hand, 2)), discard(Among(seen, lambda one: one.printed.type == "event"))))  # fmt: skip

card("sweep_the_area", event(reroll(choose(enemy.die, count(your.character.red.ready)))))

card("tactical_mastery", event(if_(spot(your.character.red), may_act(2))))

card("the_best_defense", event(pay(deal(3, choose(your.character.red)), remove(choose(enemy.die, up_to(2))))))

card("commando_raid", event(resolve(choose(your.die.red.shows(DC)), plus=2), then(draw(1))))

card("defensive_position", only_if(controls_battlefield()), event(remove(each(enemy.die.value(at_least(2))))))

card("field_medic", event(heal(2, choose(either.character))))

card("hit_and_run", ambush, event(activate(choose(your.character.red))))

card("its_a_trap", ambush, event(
    pick(symbol := ChosenSymbol(enemy.die)), then(turn(choose(your.die.red, any_number), side(symbol)))))  # fmt: skip

card("natural_talent", event(resolve(choose(your.die), plus=1)))

card("rearm", event(play(your.discards.red.is_a(UPGRADE), less=1)))

card("strategic_planning", event(one_of(ready(choose(either.support)), exhaust(choose(either.support)))))

card("surgical_strike", event(pay(
    remove(gone := choose(your.die.red.shows(RD), any_number)),
    discard(choose(either.support.cost(at_most(value_of(gone) + count(gone))))),
)))  # fmt: skip

card("award_ceremony", event(if_(spot(your.character.red), draw(count(your.character.exhausted)))))

card("dug_in", only_if(controls_battlefield()), event(shield(3, spread(your.character))))

card("firepower", event(
    resolve(used := choose(your.die.red.shows(RD)), plus=either_number(is_a(used, VEHICLE), 2, 1))))  # fmt: skip

card("leadership", event(pay(
    exhaust(leader := choose(your.character.red.unique)),
    ready(choose(either.character.other_than(leader))),
)))  # fmt: skip

card("logistics", event(if_(spot(your.character.red), resolve(choose(your.die.shows(R)), plus=1))))

card("squad_tactics", event(activate(choose(your.character.common, any_number))))
