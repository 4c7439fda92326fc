"""Gray upgrades of Awakenings, by set number."""

from __future__ import annotations

from collections.abc import Sequence

from rules.star_wars_destiny import dice
from rules.star_wars_destiny.cards.rulings import BORROWED
from rules.star_wars_destiny.effects.choosing import any_number, choose
from rules.star_wars_destiny.effects.clauses import N_, after, ambush, card, redeploy, special, this_played
from rules.star_wars_destiny.effects.control import one_of
from rules.star_wars_destiny.effects.dice_verbs import remove, reroll, turn
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.hand_verbs import discard
from rules.star_wars_destiny.effects.selectors import MD, RD, either, enemy, your
from rules.star_wars_destiny.effects.targets import each, this
from rules.star_wars_destiny.effects.token_verbs import deal
from rules.star_wars_destiny.facts import printed
from rules.star_wars_destiny.pieces import Die

card(
    printed(17, "Infantry Grenades", "gray villain upgrade weapon", cost=2),
    special(deal(2, each(enemy.character)), discard(this)),
    die="1rd 2rd1 1r sp blank blank",
    says=N_("Every character of one opponent is dealt 2 damage, and this upgrade goes to the discard pile."),
    ruling=BORROWED,
    test="test_017_infantry_grenades_hit_the_characters_of_one_opponent",
)

card(
    printed(44, "Rey's Staff", "unique gray hero upgrade weapon", cost=2),
    special(remove(choose(either.die.shows(MD, RD)))),
    die="1md 1md 3md1 1r sp blank",
    says=N_("Remove a die showing melee or ranged damage from any pool."),
    test="test_044_reys_staff_removes_a_die_that_shows_damage",
)

card(
    printed(61, "Comlink", "gray neutral upgrade equipment", cost=2),
    after(
        this_played, one_of(reroll(choose(your.die, any_number)), reroll(choose(enemy.die, any_number))), optional=True
    ),
    die="1f 1f 1sh 1r +1r blank",
    says=N_("Once played, you may reroll as many dice as you like, all from your own pool or all from one opponent's."),
    ruling=N_("It is paid for and attached first, then the dice are rolled (D126)."),
    offers=(N_("Reroll dice of my pool"), N_("Reroll dice of an opponent")),
    test="test_061_comlink_is_not_asked_without_a_die_in_any_pool",
)


def side_without_damage(_f: Frame, die: Die) -> Sequence[str]:
    """Returns the sides without damage to which the die can be turned."""
    return [word for word in dice.other_sides(die) if dice.side_of(die.printed, word).symbol not in (MD, RD)]


card(
    printed(62, "Datapad", "gray neutral upgrade equipment", cost=1),
    special(turn(choose(your.die), side_without_damage)),
    die="1r +1r +1r sp blank blank",
    says=N_("A die of yours is set to a side without melee or ranged damage."),
    test="test_062_datapad_turns_an_own_die_to_a_side_without_damage",
)

card(
    printed(63, "Holdout Blaster", "gray neutral upgrade weapon", cost=2),
    ambush,
    redeploy,
    die="1rd 2rd1 +2rd 1sh 1r blank",
    test="test_063_holdout_blaster_has_ambush",
)
