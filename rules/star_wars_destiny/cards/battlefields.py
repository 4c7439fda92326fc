"""The ten battlefields, by set number: their claim abilities."""

from __future__ import annotations

from rules.star_wars_destiny.effects.card_verbs import play
from rules.star_wars_destiny.effects.choosing import choose, up_to
from rules.star_wars_destiny.effects.clauses import card, claim
from rules.star_wars_destiny.effects.control import for_each, may, pay, then
from rules.star_wars_destiny.effects.dice_verbs import remove, resolve, side, turn
from rules.star_wars_destiny.effects.hand_verbs import discard, look, mill, on_top_of_deck, to_hand
from rules.star_wars_destiny.effects.nodes import each_enemy, enemy_player
from rules.star_wars_destiny.effects.resource_verbs import gain
from rules.star_wars_destiny.effects.selectors import CHARACTER, EVENT, SP, SUPPORT, UPGRADE, either, enemy, your
from rules.star_wars_destiny.effects.targets import each
from rules.star_wars_destiny.effects.token_verbs import deal, shield

card("command_center", claim(mill(2, each_enemy)))

card("echo_base", claim(shield(1, choose(either.character))))

card("emperors_throne_room", claim(turn(d := choose(your.die), side(SP)), then(may(resolve(d)))))

card("frozen_wastes", claim(remove(choose(either.die.is_a(CHARACTER)))))

card("imperial_armory", claim(play(your.hand.is_a(UPGRADE), less=1)))

card("jedi_temple", claim(look(each(enemy.hand)), discard(choose(enemy.hand.is_a(EVENT), up_to(2)))))

card("rebel_war_room", claim(resolve(choose(your.die), free=True)))

card("mos_eisley_spaceport", claim(pay(to_hand(choose(your.upgrade)), gain(1))))

card("separatist_base", claim(
    for_each(each_enemy, deal(1, choose(enemy.character, by=enemy_player), unblockable=True))))  # fmt: skip

card("starship_graveyard", claim(on_top_of_deck(choose(your.discards.is_a(SUPPORT, UPGRADE)))))
