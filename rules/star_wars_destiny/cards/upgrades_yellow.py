"""Yellow upgrades, by set number."""

from __future__ import annotations

from rules.star_wars_destiny.effects.card_verbs import exhaust
from rules.star_wars_destiny.effects.choosing import choose, every, up_to
from rules.star_wars_destiny.effects.clauses import (
    action,
    after,
    ambush,
    attach_to,
    attached_takes,
    card,
    instead_of_defeat,
    only_if,
    redeploy,
    special,
    splits_shields,
    this_played,
)
from rules.star_wars_destiny.effects.conditions import spot
from rules.star_wars_destiny.effects.control import may, pay
from rules.star_wars_destiny.effects.dice_verbs import remove, reroll
from rules.star_wars_destiny.effects.hand_verbs import discard
from rules.star_wars_destiny.effects.nodes import enemy_player
from rules.star_wars_destiny.effects.resource_verbs import spend
from rules.star_wars_destiny.effects.selectors import MD, either, enemy, your
from rules.star_wars_destiny.effects.targets import attached, each, this
from rules.star_wars_destiny.effects.token_verbs import deal, heal, shield, unshield

card("flame_thrower", special(deal(1, choose(either.character, up_to(3)))))

card("gaffi_stick", redeploy, special(pay(remove(choose(your.die.shows(MD))), deal(3, choose(either.character)))))

card("on_the_hunt", special(
    unshield(every, who := choose(either.character)),
    may(pay(spend(1), remove(choose(either.die.on(who))))),
))  # fmt: skip

card("diplomatic_immunity", splits_shields)

card("dl_44_heavy_blaster_pistol", ambush, after(this_played, remove(choose(enemy.die, by=enemy_player))))

card("infiltrate", special(reroll(choose(enemy.die, up_to(2)))))

card("jetpack", special(remove(choose(either.die.shows(MD))), shield(1, attached)))

card("thermal_detonator", only_if(spot(your.character.yellow)), special(deal(3, each(enemy.character)), discard(this)))

card("second_chance", attach_to("yellow"), instead_of_defeat(heal(5, attached), discard(this)))

card("hunker_down",
    after(attached_takes(MD), discard(this), quiet=True),
    action(shield(1, attached), cost=exhaust(this)),
)  # fmt: skip
