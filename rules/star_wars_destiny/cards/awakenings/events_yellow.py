"""Yellow events of Awakenings, by set number."""

from __future__ import annotations

from rules.star_wars_destiny import dice, events
from rules.star_wars_destiny.effects.card_verbs import end_action_phase
from rules.star_wars_destiny.effects.choosing import any_number, choose, up_to
from rules.star_wars_destiny.effects.clauses import ambush, card, event
from rules.star_wars_destiny.effects.conditions import cost_of, count, spot, value_of
from rules.star_wars_destiny.effects.control import if_, may, one_of, pay, then
from rules.star_wars_destiny.effects.dice_verbs import remove, reroll, resolve
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.hand_verbs import discard, draw, mill, to_hand, to_owners_hand
from rules.star_wars_destiny.effects.nodes import Opening, Target, each_player, enemy_player, loose_cards, you
from rules.star_wars_destiny.effects.resource_verbs import gain, spend
from rules.star_wars_destiny.effects.selectors import (
    CHARACTER,
    EQUIPMENT,
    MD,
    RD,
    SUPPORT,
    UPGRADE,
    WEAPON,
    at_most,
    either,
    enemy,
    your,
)
from rules.star_wars_destiny.effects.steps import Step
from rules.star_wars_destiny.effects.targets import each
from rules.star_wars_destiny.effects.token_verbs import deal, move_damage
from rules.star_wars_destiny.facts import printed
from rules.star_wars_destiny.names import name_of
from rules.star_wars_destiny.pieces import Die


class roll_die(Step):
    """The die of that card comes into the pool without a card in play (D224, Q70)."""

    card: Target

    async def do(self, f: Frame) -> bool:
        gone = next(iter(loose_cards(self.card, f)), None)
        if gone is None or not gone.printed.has_die:
            return False
        number = f.table.free_number(f.you.seat, gone.code)
        die = Die(f"{name_of(f.you.seat, gone.code, number)}+1", f.you.seat, gone.printed, gone.text, None)
        await dice.roll_in(f.table, f.you, [die], "card")
        return True


card(
    printed(92, "Ace in the Hole", "yellow villain event"),
    event(pay(discard(gone := choose(your.hand.yellow.is_a(UPGRADE))), roll_die(gone))),
    test="test_92_r49_ace_in_the_hole_asks_though_no_card_fits",
)

card(
    printed(93, "Armed to the Teeth", "yellow villain event"),
    event(
        discard(gone := choose(your.upgrade.on(choose(your.character.yellow)), any_number)),
        then(deal(count(gone), choose(either.character))),
    ),
    test="test_93_armed_to_the_teeth_may_discard_none",
)

card(
    printed(94, "Confiscation", "yellow villain event"),
    event(pay(spend(cost_of(u := choose(enemy.upgrade))), to_owners_hand(u))),
    test="test_94_confiscation_takes_what_costs_nothing_for_nothing",
)

card(
    printed(95, "Fight Dirty", "yellow villain event", cost=1),
    event(remove(gone := choose(your.die.yellow, any_number)), then(deal(count(gone), choose(either.character)))),
    test="test_95_fight_dirty_with_none_deals_nothing",
)

card(
    printed(96, "Go for the Kill", "yellow villain event"),
    event(resolve(choose(your.die.shows(RD)), unblockable=True)),
    test="test_96_go_for_the_kill_without_a_ranged_die_does_nothing",
)

card(
    printed(97, "He Doesn't Like You", "yellow villain event"),
    event(pay(remove(choose(your.die)), remove(choose(enemy.die)))),
    test="test_97_r9_he_doesnt_like_you_removes_nothing_without_an_own_die",
)

card(
    printed(98, "Lying in Wait", "yellow villain event", cost=1),
    event(discard(choose(enemy.hand, count(enemy.hand) - count(your.hand), by=enemy_player))),
    test="test_98_lying_in_wait_takes_all_unasked_where_all_are_meant",
)

card(
    printed(127, "Don't Get Cocky", "yellow hero event"),
    event(draw(2, each_player)),
    test="test_127_dont_get_cocky_draws_two_cards_for_everybody",
)

card(
    printed(128, "Draw Attention", "yellow hero event"),
    event(move_damage(up_to(2), off=(who := choose(your.character)), onto=choose(your.character.other_than(who)))),
    test="test_128_draw_attention_shifts_up_to_two_damage_past_shields",
)


class exchange_battlefield(Step):
    """For an unused one; D231: the same player controls it, its claim ability is not used."""

    def able(self, f: Frame) -> bool:
        return bool(f.table.unused)

    def first(self, f: Frame) -> Opening:
        return Opening.OWN

    async def do(self, f: Frame) -> bool:
        table = f.table
        owners = [player.seat for player in table.around(f.you) if player.seat in table.unused]
        if not owners or table.battlefield_owner is None:
            return False
        owner = await f.ask("battlefield", owners)
        old, new = table.battlefield, table.unused.pop(owner)
        table.unused[table.battlefield_owner] = old
        table.battlefield, table.battlefield_owner = new, owner
        table.tell(events.battlefield_changes, f.you.seat, old, new)
        return True


card(
    printed(129, "Hyperspace Jump", "yellow hero event", cost=3),
    event(end_action_phase(), may(exchange_battlefield())),
    test="test_129_hyperspace_jump_may_leave_the_battlefield",
)

card(
    printed(130, "Let The Wookiee Win", "yellow hero event", cost=1),
    event(
        one_of(
            deal(2, choose(enemy.character.exhausted, by=enemy_player)),
            remove(choose(enemy.die, 2, by=enemy_player)),
            by=enemy_player,
        )
    ),
    test="test_130_let_the_wookiee_win_removes_two_dice",
)

card(
    printed(131, "Negotiate", "yellow hero event", cost=1),
    event(pay(remove(choose(your.die.is_a(CHARACTER))), remove(choose(enemy.die, 2, by=enemy_player)))),
    test="test_131_negotiate_removes_what_there_is",
)

card(
    printed(132, "Scavenge", "yellow hero event"),
    event(mill(3, you), then(may(to_hand(choose(your.discards.is_a(UPGRADE, SUPPORT)))))),
    test="test_132_scavenge_may_take_nothing",
)

card(
    printed(133, "Shoot First", "yellow hero event", cost=1),
    ambush,
    event(resolve(choose(your.die.yellow.shows(RD))), then(remove(choose(enemy.die.shows(RD))))),
    test="test_133_d137_shoot_first_removes_nothing_where_nothing_was_resolved",
)

card(
    printed(134, "Smuggling", "yellow hero event"),
    event(if_(spot(your.character.yellow), pay(discard(choose(your.hand)), gain(1)))),
    test="test_134_smuggling_turns_a_card_into_a_resource",
)

card(
    printed(158, "Disarm", "yellow neutral event", cost=1),
    event(
        pay(
            remove(d := choose(your.die.shows(MD, RD))),
            discard(choose(either.upgrade.is_a(WEAPON, EQUIPMENT).cost(at_most(value_of(d))))),
        )
    ),
    test="test_158_disarm_with_a_smaller_die_reaches_less",
)

card(
    printed(159, "Electroshock", "yellow neutral event", cost=1),
    event(if_(spot(your.character.yellow), remove(choose(either.die.value(at_most(2)))))),
    test="test_159_electroshock_removes_a_die_of_value_two_at_most",
)

card(
    printed(160, "Reversal", "yellow neutral event", cost=3),
    event(
        if_(
            spot(your.character.yellow),
            remove(r := choose(either.die.shows(MD, RD))),
            deal(value_of(r), choose(either.character)),
        )
    ),
    test="test_160_reversal_removes_a_damage_die_and_deals_its_value",
)

card(
    printed(161, "Scramble", "yellow neutral event"),
    event(if_(spot(your.character.yellow), reroll(each(enemy.die)))),
    test="test_161_scramble_with_two_opponents_asks_which",
)

card(
    printed(162, "Unpredictable", "yellow neutral event"),
    ambush,
    event(reroll(choose(either.die))),
    test="test_162_unpredictable_rolls_any_die_again_and_acts_again",
)
