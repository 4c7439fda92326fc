"""Red upgrades of Awakenings, by set number."""

from __future__ import annotations

from rules.star_wars_destiny import resolving
from rules.star_wars_destiny.cards.rulings import OWN_COST
from rules.star_wars_destiny.effects.choosing import choose
from rules.star_wars_destiny.effects.clauses import (
    N_,
    after,
    attach_to,
    card,
    gives_guardian,
    no_effect,
    redeploy,
    special,
    this_played,
)
from rules.star_wars_destiny.effects.control import if_
from rules.star_wars_destiny.effects.dice_verbs import remove, resolve
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.hand_verbs import discard, draw, look
from rules.star_wars_destiny.effects.nodes import Condition, Target, Thing, dice, enemy_player
from rules.star_wars_destiny.effects.selectors import either, enemy
from rules.star_wars_destiny.effects.targets import each
from rules.star_wars_destiny.effects.token_verbs import deal, spread
from rules.star_wars_destiny.facts import printed
from rules.star_wars_destiny.pieces import Die, Loose
from rules.star_wars_destiny.prices import price_in_hand


class is_yours(Condition):
    """The condition that a die of the target is in your own pool."""

    target: Target

    def holds(self, f: Frame) -> bool:
        return any(die.pool is f.you for die in dice(self.target, f))


def resolvable_if_yours(f: Frame, thing: Thing) -> bool:
    """Returns whether the die is in another player's pool or can be resolved (Q20)."""
    return isinstance(thing, Die) and (thing.pool is not f.you or resolving.can_resolve(f.table, f.you, thing))


card(
    printed(7, "Commanding Presence", "red villain upgrade ability", cost=3),
    attach_to("red"),
    special(if_(is_yours(d := choose(either.die.red.where(resolvable_if_yours))), resolve(d, plus=2), else_=remove(d))),
    die="1f 2f 2dr 1r sp sp",
    says=N_("Pick a red die in any pool: resolve your own at value +2, or remove an opponent's."),
    ruling=OWN_COST,
    test="test_007_commanding_presence_is_for_red_characters",
)

card(
    printed(8, "F-11D Rifle", "red villain upgrade weapon", cost=2),
    redeploy,
    special(deal(2, spread(enemy.character, by=enemy_player))),
    die="2rd1 +1rd +2rd 1r sp blank",
    says=N_("An opponent splits 2 damage among their own characters as they please."),
    ruling=N_("A character may be given more damage than it has health left (D111)."),
    test="test_008_f_11d_rifle_moves_on_when_its_bearer_falls",
)


def is_cheapest(f: Frame, thing: Thing) -> bool:
    """Returns whether a hand card has the lowest price of its hand, perhaps with others (D187, Q73)."""
    if not isinstance(thing, Loose):
        return False
    prices = [price_in_hand(f.table, thing.player, code) for code in thing.player.hand]
    return price_in_hand(f.table, thing.player, thing.code) == min(prices)


card(
    printed(33, "Scout", "red hero upgrade ability", cost=1),
    special(look(each(enemy.hand)), discard(choose(enemy.hand.where(is_cheapest)))),
    die="1f 2dr1 1r sp sp blank",
    says=N_("See an opponent's whole hand; its cheapest card is discarded, and of equally cheap ones you pick."),
    ruling=N_("Cards are compared by their prices after all changes (D187)."),
    test="test_033_scout_reckons_with_a_padawans_discount",
)

card(
    printed(34, "Survival Gear", "red hero upgrade equipment", cost=2),
    no_effect,
    die="1md 1f 1sh 2sh 1r +1r",
    test="test_034_survival_gear_has_no_text_and_a_die_of_six_sides",
)

card(
    printed(54, "DH-17 Blaster Pistol", "red neutral upgrade weapon", cost=1),
    no_effect,
    die="1rd 2rd1 +2rd 1sh blank blank",
    test="test_054_dh_17_blaster_pistol_has_no_text_and_a_die_of_six_sides",
)

card(
    printed(55, "IQA-11 Blaster Rifle", "red neutral upgrade weapon", cost=3),
    special(deal(2, choose(either.character), unblockable=True)),
    die="2rd +3rd 1dr 1r sp blank",
    says=N_("A character is dealt 2 damage that nothing can block."),
    test="test_055_iqa_11_blaster_rifle_deals_two_past_the_shields",
)

card(
    printed(56, "Promotion", "red neutral upgrade ability", cost=1),
    attach_to("red"),
    after(this_played, draw(1), optional=True, quiet=True),
    die="+1rd +1md 1f 1sh 1r blank",
    says=N_("Once played, you may draw 1 card."),
    test="test_056_promotion_is_quiet",
)

card(
    printed(78, "Personal Escort", "red villain upgrade ability", cost=1),
    gives_guardian(lambda escort, whom: whom is escort.bearer),
    says=N_("The bearer counts as having Guardian."),
    test="test_078_personal_escort_has_no_die_to_roll",
)
