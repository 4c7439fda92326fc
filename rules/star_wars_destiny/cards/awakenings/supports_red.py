"""Red supports of Awakenings, by set number."""

from __future__ import annotations

from rules.star_wars_destiny import actions, tokens
from rules.star_wars_destiny.cards.rulings import ONCE
from rules.star_wars_destiny.effects.card_verbs import exhaust, ready
from rules.star_wars_destiny.effects.choosing import choose, every
from rules.star_wars_destiny.effects.clauses import N_, action, card, income_of_opponents, special, x_is
from rules.star_wars_destiny.effects.control import steps, then
from rules.star_wars_destiny.effects.dice_verbs import reroll, resolve, stays
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.hand_verbs import discard
from rules.star_wars_destiny.effects.nodes import Who, enemy_player
from rules.star_wars_destiny.effects.resource_verbs import gain
from rules.star_wars_destiny.effects.selectors import RD, either, enemy, your
from rules.star_wars_destiny.effects.steps import Step
from rules.star_wars_destiny.effects.targets import each, this, this_die
from rules.star_wars_destiny.effects.token_verbs import deal, shield, unshield
from rules.star_wars_destiny.facts import printed

card(
    printed(5, "AT-ST", "red villain support vehicle", cost=6),
    special(discard(choose(either.support))),
    die="3rd 4rd 5rd1 2sh sp sp",
    says=N_("Put one support, yours or an opponent's, from play into its owner's discard pile."),
    ruling=N_("It must be used: with no other support in play it takes itself (D121)."),
    test="test_005_at_st_as_the_only_target_has_to_take_itself",
)

card(
    printed(6, "First Order TIE Fighter", "red villain support vehicle", cost=3),
    special(unshield(every, each(enemy.character))),
    die="1rd 2rd 3rd1 1dr sp blank",
    says=N_("All characters of one opponent lose all of their shields."),
    test="test_006_first_order_tie_fighter_takes_those_of_one_opponent",
)

card(
    printed(31, "Launch Bay", "red hero support", cost=5),
    x_is(lambda player: len(player.hand), N_("X = cards in hand")),
    die="xrd xrd xdr xsh xdc blank",
    says=N_("X on this die is the number of cards in your hand."),
    ruling=N_("X counts the hand at the moment when the die is resolved (D197)."),
    test="test_031_launch_bay_x_is_the_number_of_cards_in_hand",
)

card(
    printed(32, "Black One", "unique red hero support vehicle", cost=4),
    special(deal(1, choose(either.character)), stays(), reroll(this_die), once_a_round=True),
    die="2rd 3rd 1dr 2sh sp blank",
    says=N_("A character is dealt 1 damage; reroll this die and leave it in the pool."),
    ruling=ONCE,
    test="test_032_black_one_deals_one_and_rolls_again",
)


class use_claim_ability(Step):
    """A step that uses the battlefield's claim ability as if you had claimed; it stays optional (D122, Q71)."""

    async def do(self, f: Frame) -> bool:
        await actions.use_battlefield(f.table, f.you)
        return True


card(
    printed(53, "Outpost", "red neutral support", cost=2),
    special(use_claim_ability()),
    die="1f 1dr 2dr 1sh sp blank",
    says=N_(
        "Use the battlefield's claim ability as though you had claimed. You do not claim it, and you continue to act."
    ),
    test="test_053_outpost_may_give_no_shield",
)

card(
    printed(76, "Drudge Work", "red villain support"),
    action(gain(1), cost=steps(exhaust(this), exhaust(choose(your.character)))),
    says=N_("By exhausting this card and a ready character of yours you get 1 resource."),
    test="test_076_drudge_work_needs_both",
)

card(
    printed(77, "Local Garrison", "red villain support", cost=3),
    income_of_opponents(-1, at_least=1),
    says=N_("In the upkeep phase each opponent's income is 1 lower, though never below 1."),
    test="test_077_local_garrison_means_each_opponent",
)


class unless_enemy_pays(Step):
    """A step that does another step unless an opponent pays resources; they are asked only if it would happen (Q77)."""

    price: int
    enemy: Who
    step: Step

    def able(self, f: Frame) -> bool:
        return self.step.able(f)

    async def do(self, f: Frame) -> bool:
        if not self.step.able(f):
            return False
        enemy = await f.meet()
        if enemy is not None and enemy.resources >= self.price and await f.may(enemy):
            tokens.lose(f.table, enemy, self.price)
            return False
        return await self.step.do(f)


card(
    printed(113, "Resistance HQ", "unique red hero support", cost=2),
    action(
        shield(1, choose(either.character)),
        then(unless_enemy_pays(1, enemy_player, ready(this))),
        cost=steps(exhaust(this), discard(choose(your.hand))),
    ),
    says=N_(
        "Exhaust this card and discard a hand card: a character gets 1 shield. After that this card readies, unless an "
        "opponent pays 1 resource to stop it."
    ),
    test="test_113_resistance_hq_gives_a_shield_for_a_card_and_readies",
)

card(
    printed(144, "Supporting Fire", "red neutral support", cost=2),
    action(resolve(choose(your.die.shows(RD)), plus=1), cost=exhaust(this)),
    says=N_("Exhaust this card and resolve a ranged die of yours at value +1."),
    test="test_144_supporting_fire_still_pays_the_sides_cost",
)
