"""Red events of Awakenings, by set number."""

from __future__ import annotations

from collections.abc import Sequence

from rules.star_wars_destiny import actions, defeat
from rules.star_wars_destiny.cards.rulings import BLOCKED, BOTH_OFFERS, NO_SPOT, SHOWN, SYMBOLS
from rules.star_wars_destiny.effects.card_verbs import activate, end_action_phase, exhaust, may_act, play, ready
from rules.star_wars_destiny.effects.choosing import any_number, choose, every, up_to
from rules.star_wars_destiny.effects.clauses import N_, ambush, card, event, only_with_battlefield
from rules.star_wars_destiny.effects.conditions import count, spot, value_of
from rules.star_wars_destiny.effects.control import if_, may, one_of, pay, pick, then
from rules.star_wars_destiny.effects.dice_verbs import remove, reroll, resolve, side, turn
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.hand_verbs import discard, draw, look
from rules.star_wars_destiny.effects.nodes import (
    Condition,
    Group,
    Number,
    Target,
    Thing,
    Value,
    Who,
    cards,
    enemy_player,
    number,
)
from rules.star_wars_destiny.effects.resource_verbs import lose
from rules.star_wars_destiny.effects.selectors import (
    DC,
    MD,
    RD,
    UPGRADE,
    VEHICLE,
    R,
    at_least,
    at_most,
    either,
    enemy,
    is_one_of,
    your,
)
from rules.star_wars_destiny.effects.steps import Aimed, Step
from rules.star_wars_destiny.effects.targets import ChosenSymbol, each, random
from rules.star_wars_destiny.effects.token_verbs import deal, heal, shield, spread
from rules.star_wars_destiny.facts import printed

card(
    printed(68, "Cannon Fodder", "red villain event"),
    event(deal(value_of(d := choose(enemy.die.shows(MD, RD))), choose(your.character.common)), then(remove(d))),
    says=N_("A non-unique character of yours is dealt the damage that an enemy die shows; then the die is removed."),
    ruling=BLOCKED,
    test="test_068_cannon_fodder_chooses_among_the_dice_of_all_opponents",
)


class goes_under_deck(Step):
    """A step that makes the event go under its owner's deck, instead of the discard pile, when it is finished."""

    async def do(self, f: Frame) -> bool:
        f.goes_under = True
        return True


card(
    printed(69, "Closing the Net", "red villain event", cost=1),
    event(remove(choose(enemy.die, by=enemy_player)), may(goes_under_deck())),
    says=N_(
        "An opponent picks a die of theirs and removes it. This card may go under your deck rather than to the discard "
        "pile."
    ),
    test="test_069_closing_the_net_removes_an_opponents_die_and_may_go_under_the_deck",
)


class revive(Aimed):
    """A step that returns defeated characters to play: ready and without damage (R40)."""

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        found = cards(self.target, f)
        for character in found:
            defeat.revive(f.table, character)
        return bool(found)


card(
    printed(70, "Endless Ranks", "red villain event", cost=5),
    event(revive(choose(your.defeated.red.common))),
    says=N_("A red non-unique character of yours that was defeated comes back into play undamaged."),
    test="test_070_endless_ranks_brings_a_red_common_character_back",
)

card(
    printed(71, "Occupation", "red villain event", cost=2),
    only_with_battlefield,
    event(lose(every, enemy_player)),
    says=N_("An opponent's resources all go back to the supply."),
    test="test_071_occupation_takes_all_resources_of_an_opponent",
)


class events_among(Group):
    """The target that means the events among the cards of another target, which were looked at before."""

    target: Target

    def of(self, f: Frame) -> Sequence[Thing]:
        return [thing for thing in self.target.of(f) if thing.printed.type == "event"]


card(
    printed(72, "Probe", "red villain event"),
    event(look(seen := random(enemy.hand, 2)), discard(events_among(seen))),
    says=N_("See two cards drawn at random from an opponent's hand; events among them are discarded."),
    test="test_072_probe_of_two_cards_or_fewer_draws_no_lots",
)

card(
    printed(73, "Sweep the Area", "red villain event"),
    event(reroll(choose(enemy.die, count(your.character.red.ready)))),
    says=N_("For each ready red character you have, reroll one enemy die, all at once."),
    test="test_073_sweep_the_area_by_silence_takes_the_first",
)

card(
    printed(74, "Tactical Mastery", "red villain event", cost=1),
    event(if_(spot(your.character.red), may_act(2))),
    says=N_("With a red character on your side you may take one or two additional actions."),
    ruling=NO_SPOT,
    test="test_074_tactical_mastery_grants_two_actions",
)

card(
    printed(75, "The Best Defense...", "red villain event", cost=1),
    event(pay(deal(3, choose(your.character.red)), remove(choose(enemy.die, up_to(2))))),
    says=N_("At the price of 3 damage to a red character of yours, remove as many as two dice of an opponent."),
    test="test_075_the_best_defense_without_a_red_character_does_nothing",
)

card(
    printed(103, "Commando Raid", "red hero event", cost=1),
    event(resolve(choose(your.die.red.shows(DC)), plus=2), then(draw(1))),
    says=N_("Resolve a red discard die of yours at value +2; after that draw 1 card."),
    test="test_103_commando_raid_does_nothing_without_a_red_discard_die",
)

card(
    printed(104, "Defensive Position", "red hero event", cost=1),
    only_with_battlefield,
    event(remove(each(enemy.die.value(at_least(2))))),
    says=N_("Every die of an opponent that shows value 2 or more is removed."),
    test="test_104_d190_defensive_position_needs_the_battlefield",
)

card(
    printed(105, "Field Medic", "red hero event", cost=1),
    event(heal(2, choose(either.character))),
    says=N_("Heal 2 damage on a character."),
    ruling=N_("Healing more than there is does nothing more (D195)."),
    test="test_105_d195_field_medic_heals_two_and_what_is_too_much_is_ignored",
)

card(
    printed(106, "Hit and Run", "red hero event"),
    ambush,
    event(activate(choose(your.character.red))),
    says=N_("A ready red character of yours is activated."),
    test="test_106_hit_and_run_asks_which_and_takes_only_ready_ones",
)

card(
    printed(107, "It's a Trap!", "red hero event", cost=1),
    ambush,
    event(pick(symbol := ChosenSymbol(enemy.die)), then(turn(choose(your.die.red, any_number), side(symbol)))),
    says=N_(
        "Name a symbol that some die of an opponent shows; after that set as many red dice of yours as you like to "
        "sides with it."
    ),
    ruling=(SHOWN, SYMBOLS),
    test="test_107_its_a_trap_without_an_opponents_die_only_acts_again",
)

card(
    printed(108, "Natural Talent", "red hero event", cost=1),
    event(resolve(choose(your.die), plus=1)),
    says=N_("A die of yours is resolved at value +1."),
    test="test_108_natural_talent_resolves_no_modifier",
)

card(
    printed(109, "Rearm", "red hero event"),
    event(play(your.discards.red.is_a(UPGRADE), less=1)),
    says=N_("A red upgrade out of your discard pile is played for 1 less."),
    test="test_109_rearm_needs_the_rest_of_the_price",
)


class let_act(Step):
    """A step that lets an opponent take an action as part of the event (R24)."""

    enemy: Who

    async def do(self, f: Frame) -> bool:
        enemy = await f.meet()
        if enemy is not None:
            await actions.act_once(f.table, enemy, f.source)
        return True


card(
    printed(110, "Retreat", "red hero event", cost=2),
    event(let_act(enemy_player), end_action_phase()),
    says=N_("An opponent is allowed one action; after that the action phase is over."),
    ruling=N_("Who controls the battlefield does not change (D231)."),
    test="test_110_r24_claiming_in_retreat_is_possible",
)

card(
    printed(111, "Strategic Planning", "red hero event", cost=1),
    event(one_of(ready(choose(either.support)), exhaust(choose(either.support)))),
    says=N_("Ready or exhaust one support of any player."),
    ruling=BOTH_OFFERS,
    offers=(N_("Ready a support"), N_("Exhaust a support")),
    test="test_111_strategic_planning_readies_a_support",
)

card(
    printed(112, "Surgical Strike", "red hero event", cost=1),
    event(
        pay(
            remove(gone := choose(your.die.red.shows(RD), any_number)),
            discard(choose(either.support.cost(at_most(value_of(gone) + count(gone))))),
        )
    ),
    says=N_(
        "Remove as many red ranged dice of yours as you like, each counted at value +1; discard from play a support "
        "that costs no more than their sum."
    ),
    ruling=N_("The values of all removed dice are added; you may remove none (D192, D194)."),
    test="test_112_surgical_strike_with_one_die_reaches_less",
)

card(
    printed(138, "Award Ceremony", "red neutral event", cost=1),
    event(if_(spot(your.character.red), draw(count(your.character.exhausted)))),
    says=N_("With a red character on your side, draw a card for each exhausted character of yours."),
    ruling=NO_SPOT,
    test="test_138_award_ceremony_draws_for_each_exhausted_character",
)

card(
    printed(139, "Dug in", "red neutral event", cost=1),
    only_with_battlefield,
    event(shield(3, spread(your.character))),
    says=N_("Hand out 3 shields among your characters in any split."),
    test="test_139_d190_dug_in_needs_the_battlefield",
)


class either_number(Value):
    """A number that is `one` if the condition is met, and otherwise `other`."""

    condition: Condition
    one: Number
    other: Number

    def get(self, f: Frame) -> int:
        return number(self.one if self.condition.holds(f) else self.other, f)


class is_a(Condition):
    """The condition that a card or die of the target has that type or subtype."""

    target: Target
    word: str

    def holds(self, f: Frame) -> bool:
        return any(is_one_of(thing, (self.word,)) for thing in self.target.of(f))


card(
    printed(140, "Firepower", "red neutral event", cost=1),
    event(resolve(used := choose(your.die.red.shows(RD)), plus=either_number(is_a(used, VEHICLE), 2, 1))),
    says=N_("Resolve a red ranged die of yours at value +1, or +2 if it is a vehicle's."),
    ruling=N_("The larger bonus in place of the smaller, not both (D134)."),
    test="test_140_firepower_adds_one",
)

card(
    printed(141, "Leadership", "red neutral event", cost=1),
    event(
        pay(exhaust(leader := choose(your.character.red.unique)), ready(choose(either.character.other_than(leader))))
    ),
    says=N_("Exhaust a ready unique red character of yours; a different character readies."),
    test="test_141_leadership_readies_no_one_if_no_leader_is_ready",
)

card(
    printed(142, "Logistics", "red neutral event"),
    event(if_(spot(your.character.red), resolve(choose(your.die.shows(R)), plus=1))),
    says=N_("With a red character on your side, resolve a resource die at value +1."),
    ruling=(NO_SPOT, N_("Only a die of your own pool (D41).")),
    test="test_142_logistics_resolves_a_resource_die_at_one_more",
)

card(
    printed(143, "Squad Tactics", "red neutral event"),
    event(activate(choose(your.character.common, any_number))),
    says=N_("As many ready non-unique characters of yours as you like are activated together."),
    test="test_143_squad_tactics_may_activate_no_one",
)
