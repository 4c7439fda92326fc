"""Red upgrades, by set number."""

from __future__ import annotations

from rules.star_wars_destiny.effects.choosing import choose
from rules.star_wars_destiny.effects.clauses import (
    after,
    attach_to,
    card,
    gives_guardian,
    redeploy,
    special,
    this_played,
)
from rules.star_wars_destiny.effects.conditions import is_yours
from rules.star_wars_destiny.effects.control import if_
from rules.star_wars_destiny.effects.dice_verbs import remove, resolvable_if_yours, resolve
from rules.star_wars_destiny.effects.hand_verbs import discard, draw, look
from rules.star_wars_destiny.effects.nodes import enemy_player
from rules.star_wars_destiny.effects.selectors import either, enemy
from rules.star_wars_destiny.effects.targets import each
from rules.star_wars_destiny.effects.token_verbs import deal, spread

card("commanding_presence", attach_to("red"), special(
    if_(
        is_yours(d := choose(either.die.red.where(resolvable_if_yours))),
        resolve(d, plus=2),
        else_=remove(d),
    )))  # fmt: skip

card("f_11d_rifle", redeploy, special(deal(2, spread(enemy.character, by=enemy_player))))

card("scout", special(look(each(enemy.hand)), discard(choose(enemy.hand.cheapest))))

card("iqa_11_blaster_rifle", special(deal(2, choose(either.character), unblockable=True)))

card("promotion", attach_to("red"), after(this_played, draw(1), optional=True, quiet=True))

card("personal_escort", gives_guardian(lambda escort, whom: whom is escort.bearer))
