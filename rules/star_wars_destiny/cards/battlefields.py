"""The ten battlefields, by set number: their claim abilities."""

from __future__ import annotations

from rules.star_wars_destiny.effects.card_verbs import discard, look, mill, on_top_of_deck, play, to_hand
from rules.star_wars_destiny.effects.choosing import choose, each, up_to
from rules.star_wars_destiny.effects.clauses import card, claim
from rules.star_wars_destiny.effects.control import for_each, may, pay, then
from rules.star_wars_destiny.effects.dice_verbs import remove, resolve, side, turn
from rules.star_wars_destiny.effects.nodes import each_enemy, enemy_player
from rules.star_wars_destiny.effects.selectors import SP, character, either, enemy, event, support, upgrade, your
from rules.star_wars_destiny.effects.token_verbs import deal, gain, shield

card("command_center", claim(mill(2, each_enemy)))

card("echo_base", claim(shield(1, choose(either.character))))

card("emperors_throne_room", claim(turn(d := choose(your.die), side(SP)), then(may(resolve(d)))))

card("frozen_wastes", claim(remove(choose(either.die.is_a(character)))))

card("imperial_armory", claim(play(your.hand.is_a(upgrade), less=1)))

card("jedi_temple", claim(look(each(enemy.hand)), discard(choose(enemy.hand.is_a(event), up_to(2)))))

card("rebel_war_room", claim(resolve(choose(your.die), free=True)))

card("mos_eisley_spaceport", claim(pay(to_hand(choose(your.upgrade)), gain(1))))

card("separatist_base", claim(
    for_each(each_enemy, deal(1, choose(enemy.character, by=enemy_player), unblockable=True))))  # fmt: skip

card("starship_graveyard", claim(on_top_of_deck(choose(your.discards.is_a(support, upgrade)))))
