"""Supports of Awakenings, by set number."""

from __future__ import annotations

from collections.abc import Sequence

from rules.star_wars_destiny import actions, events, tokens
from rules.star_wars_destiny.cards.rulings import MOVED, ONCE, SHOWN
from rules.star_wars_destiny.effects.card_verbs import exhaust, may_act, play, ready
from rules.star_wars_destiny.effects.choosing import choose, every
from rules.star_wars_destiny.effects.clauses import (
    N_,
    action,
    after,
    ambush,
    before,
    card,
    hand_size_plus,
    income_of_opponents,
    special,
    when_played,
    x_is,
    you_play,
    you_resolve,
)
from rules.star_wars_destiny.effects.conditions import shows
from rules.star_wars_destiny.effects.control import if_, may, steps, then
from rules.star_wars_destiny.effects.dice_verbs import remove, reroll, resolve, stays
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.hand_verbs import discard, draw, look
from rules.star_wars_destiny.effects.nodes import Target, Value, Who, cards, enemy_player, loose_cards
from rules.star_wars_destiny.effects.resource_verbs import gain
from rules.star_wars_destiny.effects.selectors import BLANK, DR, EVENT, RD, UPGRADE, Filter, R, either, enemy, your
from rules.star_wars_destiny.effects.steps import Step
from rules.star_wars_destiny.effects.targets import Top, each, this, this_die
from rules.star_wars_destiny.effects.token_verbs import deal, move_damage, shield, unshield
from rules.star_wars_destiny.facts import printed
from rules.star_wars_destiny.pieces import Die, Player

# Red

card(
    printed(5, "AT-ST", "red villain support vehicle", cost=6),
    special(discard(choose(either.support))),
    die="3rd 4rd 5rd1 2sh sp sp",
    says=N_("Put one support, yours or an opponent's, from play into its owner's discard pile."),
    ruling=N_("It must be used: with no other support in play it takes itself (D121)."),
    test="test_005_at_st_alone_has_to_take_itself",
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
    says=N_("A character is dealt 1 damage; roll this die again and leave it in the pool."),
    ruling=ONCE,
    test="test_032_black_one_deals_one_and_rolls_again",
)


class use_claim_ability(Step):
    """The battlefield's claim ability; Q71: as though it had been claimed, and as optional as ever (D122)."""

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
    test="test_053_outpost_may_leave_it",
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
    """An opponent may pay to stop it (Q77: asked only if it would happen)."""

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

# Blue

card(
    printed(88, "Emperor's Favor", "unique blue villain support", cost=1),
    hand_size_plus(1),
    says=N_("Your maximum hand is one card larger."),
    test="test_88_emperors_favor_is_unique",
)

card(
    printed(89, "Power of the Dark Side", "blue villain support", cost=2),
    action(
        reroll(d := choose(your.die)),
        if_(shows(d, BLANK), deal(2, choose(either.character), unblockable=True)),
        cost=exhaust(this),
    ),
    says=N_(
        "Exhaust this card and roll a die of yours again; should it come up blank, a character is dealt 2 unblockable "
        "damage."
    ),
    test="test_89_power_of_the_dark_side_is_not_used_exhausted",
)


class owner_of(Who):
    """The players whose cards those are."""

    target: Target

    def of(self, f: Frame) -> Sequence[Player]:
        return list(dict.fromkeys(card.player for card in loose_cards(self.target, f)))


card(
    printed(123, "Jedi Council", "unique blue hero support", cost=2),
    action(look(seen := Top(2)), then(may(discard(choose(seen)), draw(1, owner_of(seen)))), cost=exhaust(this)),
    says=N_(
        "Exhaust this card and see the two upper cards of any deck; you may then discard one of them, and the deck's "
        "owner draws the other."
    ),
    test="test_123_jedi_council_may_leave_both_where_they_are",
)

card(
    printed(124, "Awakening", "blue hero support", cost=1),
    action(
        resolve(choose(your.die.where(lambda _, die: isinstance(die, Die) and die.side.modifier)), as_unmodified=True),
        cost=exhaust(this),
    ),
    says=N_("Exhaust this card and resolve a modifier die of yours by itself, as though it had no plus sign."),
    test="test_124_awakening_takes_only_modifiers",
)


def same_title(cards: Target) -> Filter:
    """D184: a card of the same title is a copy."""
    return lambda f, thing: any(thing.printed.code == one.printed.code for one in cards.of(f))


card(
    printed(125, "The Force is Strong", "blue hero support", cost=1),
    action(
        play(your.hand.where(same_title(gone := choose(your.hand.blue)), gone), free=True),
        cost=steps(exhaust(this), discard(gone)),
    ),
    says=N_("Exhaust this card; a blue hand card is discarded and its second copy played out of your hand at no cost."),
    ruling=N_("A card with the same title is a copy (D184)."),
    test="test_125_the_force_is_strong_plays_the_second_copy_free",
)


class cheaper(Step):
    """The card that is being played costs less."""

    amount: int

    def able(self, f: Frame) -> bool:
        return f.cause is not None and f.cause.price > f.cause.decrease

    async def do(self, f: Frame) -> bool:
        if f.cause is None:
            return False
        f.cause.decrease += self.amount
        return True


card(
    printed(150, "It Binds All Things", "blue neutral support", cost=1),
    before(
        you_play(lambda played: played.colour == "blue" and played.type == "upgrade"),
        cheaper(1),
        cost=exhaust(this),
        optional=True,
        quiet=True,
        discount=1,
    ),
    says=N_("When a blue upgrade is about to be played by you, exhausting this card makes it 1 cheaper."),
    ruling=N_("Cheaper only for this payment. Afterwards the printed cost counts (D193)."),
    test="test_150_it_binds_all_things_helps_no_other_card",
)

# Yellow

card(
    printed(49, "Millennium Falcon", "unique yellow hero support vehicle", cost=5),
    special(play(your.hand.yellow.is_a(EVENT) | your.discards.yellow.is_a(EVENT), free=True)),
    die="3rd 4rd 2f 3dc 2r sp",
    says=N_("At no cost, a yellow event out of your hand or your discard pile is played."),
    ruling=N_("Free means that nothing is paid; restrictions still hold (D197, R56)."),
    test="test_049_millennium_falcon_plays_a_yellow_event_for_free",
)

card(
    printed(64, "Black Market", "yellow neutral support", cost=3),
    special(draw(2), may(play(your.hand.is_a(UPGRADE), less=1))),
    die="+2rd 2f 2sh 1r sp blank",
    says=N_("Draw two cards. An upgrade you hold may be played for 1 less."),
    test="test_064_black_market_pays_an_upgrade_on_rey_like_any",
)


class put_damage(Step):
    """Damage is laid on a card that is no character; that is no attack."""

    amount: int
    target: Target

    async def do(self, f: Frame) -> bool:
        for laid_on in cards(self.target, f):
            laid_on.damage += self.amount
            f.table.tell(events.moves_damage, self.amount, None, laid_on.name)
        return True


card(
    printed(99, "Backup Muscle", "yellow villain support", cost=1),
    when_played(put_damage(3, this)),
    action(move_damage(1, off=this, onto=choose(either.character)), cost=exhaust(this)),
    says=(
        N_("It enters play bearing 3 damage."),
        N_("Exhaust it and shift 1 of its damage onto a character, past any shields."),
    ),
    ruling=MOVED,
    test="test_99_backup_muscle_enters_play_with_three_damage",
)


class lost_resources(Value):
    """The resources that the resolved die took from an opponent."""

    def get(self, f: Frame) -> int:
        return f.cause.lost if f.cause is not None else 0


card(
    printed(100, "My Kind of Scum", "yellow villain support", cost=1),
    after(you_resolve(DR), gain(lost_resources()), cost=exhaust(this), optional=True, quiet=True),
    says=N_(
        "Whenever you have resolved a disrupt die, this card may be exhausted: you get as many resources as your "
        "opponent lost by it."
    ),
    ruling=N_("Only resources that were really lost count (D20)."),
    test="test_100_my_kind_of_scum_may_be_let_pass",
)

card(
    printed(101, "Underworld Connections", "yellow villain support", cost=2),
    action(gain(1), cost=exhaust(this)),
    says=N_("Exhaust this card; you get 1 resource."),
    test="test_101_underworld_connections_gives_a_resource",
)

card(
    printed(135, "Play the Odds", "yellow hero support", cost=1),
    action(reroll(rolled := choose(your.die.yellow)), if_(shows(rolled, R), gain(1)), cost=exhaust(this)),
    says=N_("Exhaust this card and roll a yellow die of yours again; should it come up with resources, you get 1."),
    ruling=SHOWN,
    test="test_135_play_the_odds_counts_a_modifier",
)

card(
    printed(136, "Street Informants", "yellow hero support"),
    ambush,
    action(look(each(enemy.hand)), cost=exhaust(this)),
    says=N_("Exhaust this card and see an opponent's whole hand."),
    test="test_136_street_informants_have_ambush",
)


class lend_ambush(Step):
    """The card that is being played has Ambush."""

    def able(self, f: Frame) -> bool:
        return f.cause is not None and not f.cause.ambush

    async def do(self, f: Frame) -> bool:
        if f.cause is None:
            return False
        f.cause.ambush = True
        return True


card(
    printed(163, "Infamous", "yellow neutral support", cost=1),
    before(
        you_play(lambda played: played.colour == "yellow"), lend_ambush(), cost=exhaust(this), optional=True, quiet=True
    ),
    says=N_("When a yellow card is about to be played by you, exhausting this card lends it Ambush."),
    ruling=N_("A card that has Ambush already gains nothing more (D129)."),
    test="test_163_infamous_may_be_let_pass",
)

# Gray

card(
    printed(18, "Speeder Bike Scout", "gray villain support vehicle", cost=3),
    special(remove(choose(either.die)), may_act(1)),
    die="2rd 3rd1 1dr 1sh sp blank",
    says=N_("Take one die out of any pool. You are allowed one more action."),
    ruling=N_("A die must be removed: if only your own are there, one of them (D121)."),
    test="test_018_speeder_bike_scout_removes_a_die_and_grants_an_action",
)

card(
    printed(43, "BB-8", "unique gray hero support droid", cost=1),
    special(stays(), reroll(this_die, choose(your.die.other_than(this_die))), once_a_round=True),
    die="1f 1dr 1sh 1r sp blank",
    says=N_("Roll this die again together with one more of your dice; this die remains in the pool."),
    ruling=ONCE,
    test="test_043_bb_8_is_unique",
)
