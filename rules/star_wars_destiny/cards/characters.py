"""Characters, by set number."""

from __future__ import annotations

from rules.star_wars_destiny.effects.card_verbs import activate, ready
from rules.star_wars_destiny.effects.choosing import choose, up_to
from rules.star_wars_destiny.effects.clauses import (
    action,
    after,
    before,
    card,
    discount,
    enemy_activates_character,
    enemy_character_defeated,
    enemy_hand_emptied,
    gives_guardian,
    grants_action,
    guardian,
    special,
    this_activated,
    this_dealt_damage,
    this_gains_shields,
    you_have_played_ambush,
)
from rules.star_wars_destiny.effects.conditions import cost_of
from rules.star_wars_destiny.effects.control import one_of, pay, pick, then
from rules.star_wars_destiny.effects.dice_verbs import any_side, remove, reroll, resolve, turn
from rules.star_wars_destiny.effects.hand_verbs import discard, draw, look, mill
from rules.star_wars_destiny.effects.nodes import enemy_player
from rules.star_wars_destiny.effects.resource_verbs import spend
from rules.star_wars_destiny.effects.selectors import SUPPORT, either, enemy, your
from rules.star_wars_destiny.effects.targets import own_die, random, this
from rules.star_wars_destiny.effects.token_verbs import deal, shield, unshield

# Red

card("captain_phasma", gives_guardian(lambda phasma, whom: whom.player is phasma.player and not whom.printed.unique))

card("general_veers", action(turn(choose(your.die.is_a(SUPPORT)), any_side), cost=remove(own_die)))

card("admiral_ackbar", after(enemy_hand_emptied, deal(2, choose(enemy.character, by=enemy_player))))

card("leia_organa", action(reroll(choose(your.die, up_to(2))), cost=remove(own_die)))

card("rebel_trooper", guardian)

# Blue

card("count_dooku", before(this_dealt_damage, shield(1, this), cost=discard(choose(your.hand)), optional=True))

card("darth_vader", after(this_activated, discard(choose(enemy.hand, by=enemy_player)), optional=True))

card("kylo_ren", special(
    pick(who := choose(enemy.character)),
    then(look(seen := random(enemy.hand)), deal(cost_of(seen), who)),
))  # fmt: skip

card("nightsister", action(reroll(choose(either.die)), deal(1, this)))

card("luke_skywalker", after(this_activated, draw(1), quiet=True))

card("padawan", discount(lambda padawan, played, onto: int(
    onto is padawan and not padawan.upgrades and "weapon" in played.subtypes)))  # fmt: skip

card("qui_gon_jinn", before(
    this_gains_shields, deal(1, choose(enemy.character)), cost=unshield(1, this), optional=True))  # fmt: skip

card("rey", grants_action(lambda rey, played, onto: onto is rey and played.type == "upgrade"))

# Yellow

card("bala_tik", after(enemy_character_defeated, ready(this), optional=True, quiet=True))

card("jabba_the_hutt", after(this_activated, reroll(choose(either.die.yellow)), optional=True))

card("jango_fett", after(enemy_activates_character, activate(this), optional=True))

card("tusken_raider", after(
    this_activated, resolve(choose(your.die.on(this))), cost=discard(choose(your.hand)), optional=True))  # fmt: skip

card("han_solo", after(you_have_played_ambush, shield(1, this), optional=True, quiet=True))

card("padme_amidala", special(one_of(mill(1, enemy_player), pay(spend(1), mill(2, enemy_player)))))
