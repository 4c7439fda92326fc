"""Yellow events of Awakenings, by set number."""

from __future__ import annotations

from rules.star_wars_destiny import dice, events
from rules.star_wars_destiny.cards.rulings import BOTH_OFFERS, MOVED, NO_SPOT
from rules.star_wars_destiny.effects.card_verbs import end_action_phase
from rules.star_wars_destiny.effects.choosing import any_number, choose, up_to
from rules.star_wars_destiny.effects.clauses import N_, ambush, card, event
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
    """A step that rolls the die of a card that is not in play, if it has one, into your pool (D224, Q70)."""

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
    says=N_(
        "A yellow upgrade goes from hand to discard pile and its die, if it has one, is rolled into your pool; once "
        "resolved or removed the die is set aside."
    ),
    ruling=N_("A special on the die works as usual; no other ability of that card touches it (D224)."),
    test="test_92_r49_ace_in_the_hole_asks_though_no_card_fits",
)

card(
    printed(93, "Armed to the Teeth", "yellow villain event"),
    event(
        discard(gone := choose(your.upgrade.on(choose(your.character.yellow)), any_number)),
        then(deal(count(gone), choose(either.character))),
    ),
    says=N_(
        "Discard as many upgrades as you like from one yellow character of yours; after that a character is dealt 1 "
        "damage per upgrade."
    ),
    test="test_93_armed_to_the_teeth_may_discard_none",
)

card(
    printed(94, "Confiscation", "yellow villain event"),
    event(pay(spend(cost_of(u := choose(enemy.upgrade))), to_owners_hand(u))),
    says=N_("Pay what some enemy upgrade in play costs; that upgrade goes back to hand."),
    ruling=N_("The card goes to its owner's hand (D46)."),
    test="test_94_confiscation_takes_what_costs_nothing_for_nothing",
)

card(
    printed(95, "Fight Dirty", "yellow villain event", cost=1),
    event(remove(gone := choose(your.die.yellow, any_number)), then(deal(count(gone), choose(either.character)))),
    says=N_("Remove as many yellow dice of yours as you like; after that a character is dealt 1 damage per die."),
    test="test_95_fight_dirty_with_none_deals_nothing",
)

card(
    printed(96, "Go for the Kill", "yellow villain event"),
    event(resolve(choose(your.die.shows(RD)), unblockable=True)),
    says=N_("Resolve a die of yours that shows ranged damage; that damage cannot be blocked."),
    test="test_96_go_for_the_kill_without_a_ranged_die_does_nothing",
)

card(
    printed(97, "He Doesn't Like You", "yellow villain event"),
    event(pay(remove(choose(your.die)), remove(choose(enemy.die)))),
    says=N_("Give up a die of your own; a die of an opponent is removed too."),
    test="test_97_r9_he_doesnt_like_you_removes_nothing_without_an_own_die",
)

card(
    printed(98, "Lying in Wait", "yellow villain event", cost=1),
    event(discard(choose(enemy.hand, count(enemy.hand) - count(your.hand), by=enemy_player))),
    says=N_("An opponent with more cards in hand than you discards cards of their choice until both hands are equal."),
    ruling=N_("This card is no longer in your hand when hands are compared (D47)."),
    test="test_98_lying_in_wait_takes_all_unasked_if_all_are_meant",
)

card(
    printed(127, "Don't Get Cocky", "yellow hero event"),
    event(draw(2, each_player)),
    says=N_("Each player draws two cards."),
    test="test_127_dont_get_cocky_draws_two_cards_for_everyone",
)

card(
    printed(128, "Draw Attention", "yellow hero event"),
    event(move_damage(up_to(2), off=(who := choose(your.character)), onto=choose(your.character.other_than(who)))),
    says=N_("Shift 1 or 2 damage off a character of yours onto another of yours, past any shields."),
    ruling=MOVED,
    test="test_128_draw_attention_shifts_up_to_two_damage_past_shields",
)


class exchange_battlefield(Step):
    """A step that replaces the battlefield in use by an unused one that the player chooses.

    The same player controls it, and its claim ability is not used (D231).
    """

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
    says=N_("The action phase is over; the battlefield in use may change places with the one left out."),
    ruling=N_("The same player controls the new battlefield; its ability is not used (D231)."),
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
    says=N_(
        "An opponent picks: an exhausted character of theirs is dealt 2 damage, or two dice of theirs are removed, "
        "both of their own choosing."
    ),
    ruling=BOTH_OFFERS,
    offers=(N_("Deal 2 damage to an exhausted character of mine"), N_("Remove two of my dice")),
    test="test_130_let_the_wookiee_win_removes_two_dice",
)

card(
    printed(131, "Negotiate", "yellow hero event", cost=1),
    event(pay(remove(choose(your.die.is_a(CHARACTER))), remove(choose(enemy.die, 2, by=enemy_player)))),
    says=N_("Give up a character die of yours; an opponent removes two dice of their own choosing."),
    test="test_131_negotiate_removes_what_there_is",
)

card(
    printed(132, "Scavenge", "yellow hero event"),
    event(mill(3, you), then(may(to_hand(choose(your.discards.is_a(UPGRADE, SUPPORT)))))),
    says=N_(
        "Your deck's top three cards are discarded; if it was all three, you may pick up one upgrade or support from "
        "among your discards."
    ),
    ruling=N_("With fewer than three cards in the deck nothing may be taken (D137)."),
    test="test_132_scavenge_may_take_nothing",
)

card(
    printed(133, "Shoot First", "yellow hero event", cost=1),
    ambush,
    event(resolve(choose(your.die.yellow.shows(RD))), then(remove(choose(enemy.die.shows(RD))))),
    says=N_("Resolve a yellow ranged die of yours; after that a ranged die of an opponent is removed."),
    test="test_133_d137_shoot_first_removes_nothing_if_nothing_was_resolved",
)

card(
    printed(134, "Smuggling", "yellow hero event"),
    event(if_(spot(your.character.yellow), pay(discard(choose(your.hand)), gain(1)))),
    says=N_("With a yellow character on your side, discard a hand card to get 1 resource."),
    ruling=NO_SPOT,
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
    says=N_(
        "Give up a damage die of yours; a weapon or piece of equipment in play that costs no more than its value is "
        "discarded."
    ),
    test="test_158_disarm_with_a_smaller_die_reaches_less",
)

card(
    printed(159, "Electroshock", "yellow neutral event", cost=1),
    event(if_(spot(your.character.yellow), remove(choose(either.die.value(at_most(2)))))),
    says=N_("With a yellow character on your side, remove from any pool a die whose value is at most 2."),
    ruling=(NO_SPOT, N_("Blank and special have the value 0 and may be removed (D15).")),
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
    says=N_("With a yellow character on your side, remove a damage die from any pool; a character is dealt its value."),
    ruling=NO_SPOT,
    test="test_160_reversal_removes_a_damage_die_and_deals_its_value",
)

card(
    printed(161, "Scramble", "yellow neutral event"),
    event(if_(spot(your.character.yellow), reroll(each(enemy.die)))),
    says=N_("With a yellow character on your side, an opponent's whole pool is rerolled."),
    ruling=NO_SPOT,
    test="test_161_scramble_with_two_opponents_asks_which",
)

card(
    printed(162, "Unpredictable", "yellow neutral event"),
    ambush,
    event(reroll(choose(either.die))),
    says=N_("Reroll one die of any pool."),
    test="test_162_unpredictable_rolls_any_die_again_and_acts_again",
)
