"""Gray events of Awakenings, by set number."""

from __future__ import annotations

from rules.star_wars_destiny.cards.rulings import SEVERAL_DICE
from rules.star_wars_destiny.effects.choosing import any_number, choose
from rules.star_wars_destiny.effects.clauses import N_, ambush, card, event, only_if
from rules.star_wars_destiny.effects.conditions import count
from rules.star_wars_destiny.effects.control import then
from rules.star_wars_destiny.effects.dice_verbs import any_side, remove, reroll, resolve, side, turn
from rules.star_wars_destiny.effects.hand_verbs import discard
from rules.star_wars_destiny.effects.selectors import BLANK, MD, RD, either, enemy, your
from rules.star_wars_destiny.effects.targets import each, random
from rules.star_wars_destiny.effects.token_verbs import shield
from rules.star_wars_destiny.facts import printed

card(
    printed(91, "Nowhere to Run", "gray villain event", cost=2),
    event(turn(each(your.die.shows(BLANK)), any_side)),
    says=N_("Set every blank die of yours to a side you pick, die by die."),
    test="test_91_nowhere_to_run_turns_every_own_blank",
)

card(
    printed(126, "Daring Escape", "gray hero event", cost=2),
    ambush,
    event(reroll(choose(enemy.die, any_number)), then(remove(each(enemy.die.shows(BLANK))))),
    says=N_(
        "Roll again as many dice of an opponent as you like; after that all of that opponent's blanks are removed."
    ),
    ruling=N_("Blanks go whether or not they were rerolled (D232)."),
    test="test_126_daring_escape_with_two_opponents_means_one_of_them",
)

card(
    printed(151, "Aim", "gray neutral event", cost=1),
    event(turn(choose(your.die), side(RD))),
    says=N_("A die of yours is set to a ranged side."),
    test="test_151_aim_also_turns_to_a_modifier",
)

card(
    printed(152, "All In", "gray neutral event", cost=1),
    event(resolve(choose(your.die, any_number), in_order=True)),
    says=N_("Resolve any of your dice, one after another, regardless of their symbols."),
    ruling=(SEVERAL_DICE, N_("No die twice in one action (D97).")),
    test="test_152_all_in_pays_side_costs",
)

card(
    printed(153, "Block", "gray neutral event", cost=2),
    event(remove(each(enemy.die.shows(MD)))),
    says=N_("Every melee die of an opponent is removed."),
    test="test_153_block_removes_every_melee_die",
)

card(
    printed(154, "Close Quarters Assault", "gray neutral event"),
    event(discard(random(enemy.hand, count(your.die.shows(MD))))),
    says=N_("Per melee die in your pool an opponent loses one random hand card."),
    test="test_154_close_quarters_assault_discards_a_random_card_for_each_melee_die",
)

card(
    printed(155, "Dodge", "gray neutral event", cost=2),
    event(remove(each(enemy.die.shows(RD)))),
    says=N_("Every ranged die of an opponent is removed."),
    test="test_155_dodge_removes_every_ranged_die",
)

card(
    printed(156, "Flank", "gray neutral event", cost=1),
    only_if(
        count(your.character.ready) > count(enemy.character.ready),
        N_("Only while you have more ready characters than an opponent."),
    ),
    event(remove(choose(enemy.die))),
    says=N_("A die of the opponent you outnumber is removed."),
    test="test_156_flank_is_not_offered_with_as_many",
)

card(
    printed(157, "Take Cover", "gray neutral event"),
    event(shield(1, choose(either.character))),
    says=N_("A character of your choice gets 1 shield."),
    test="test_157_take_cover_gives_a_shield",
)
