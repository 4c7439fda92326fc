"""Blue events of Awakenings, by set number."""

from __future__ import annotations

from collections.abc import Sequence

from rules.star_wars_destiny.cards.rulings import BLOCKED, BOTH_OFFERS, MOVED, NO_SPOT, SEVERAL_DICE, SHOWN, SYMBOLS
from rules.star_wars_destiny.effects.card_verbs import exhaust
from rules.star_wars_destiny.effects.choosing import any_number, choose, every
from rules.star_wars_destiny.effects.clauses import N_, card, event
from rules.star_wars_destiny.effects.conditions import count, spot, value_of
from rules.star_wars_destiny.effects.control import if_, may, one_of, pay, pick, then
from rules.star_wars_destiny.effects.dice_verbs import any_side, remove, reroll, resolve, side, turn
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.hand_verbs import discard, draw, look, mill, to_hand
from rules.star_wars_destiny.effects.nodes import Found, Group, Target, Thing, Value, enemy_player, loose_cards
from rules.star_wars_destiny.effects.resource_verbs import gain, lose
from rules.star_wars_destiny.effects.selectors import BLANK, CHARACTER, EVENT, MD, RD, either, enemy, your
from rules.star_wars_destiny.effects.steps import Step
from rules.star_wars_destiny.effects.targets import ChosenSymbol, Top, each
from rules.star_wars_destiny.effects.token_verbs import deal, defeat, move_damage, shield, unshield
from rules.star_wars_destiny.facts import printed
from rules.star_wars_destiny.table import HAND_SIZE

card(
    printed(79, "Abandon All Hope", "blue villain event", cost=2),
    event(one_of(lose(every, enemy_player), discard(each(enemy.hand)), by=enemy_player)),
    says=N_("An opponent picks what goes: the whole stock of resources or the whole hand."),
    ruling=BOTH_OFFERS,
    offers=(N_("Lose all resources"), N_("Discard the whole hand")),
    test="test_079_abandon_all_hope_discards_the_whole_hand",
)


class missing_cards(Value):
    """The number of cards that the player's hand lacks to the player's current hand size (D231)."""

    def get(self, f: Frame) -> int:
        extra = sum(card.text.hand_size for card in f.table.watching.get("hand_size", ()) if card.player is f.you)
        return max(0, HAND_SIZE + extra - len(f.you.hand))


card(
    printed(80, "Boundless Ambition", "blue villain event", cost=1),
    event(draw(missing_cards())),
    says=N_("Draw until your hand is as large as your hand size."),
    ruling=N_("Up to your hand size at that moment (D231)."),
    test="test_080_boundless_ambition_with_as_many_draws_none",
)

card(
    printed(81, "Enrage", "blue villain event"),
    event(pay(deal(1, choose(your.character.blue)), gain(1))),
    says=N_("At the price of 1 damage to a blue character of yours you get 1 resource."),
    test="test_081_enrage_hurts_a_blue_character_for_a_resource",
)

card(
    printed(82, "Feel Your Anger", "blue villain event", cost=1),
    event(remove(choose(enemy.die, count(enemy.die.shows(BLANK))))),
    says=N_("For each blank an opponent shows, remove any one die of that opponent."),
    test="test_082_feel_your_anger_without_a_blank_removes_none",
)

card(
    printed(83, "Force Strike", "blue villain event", cost=1),
    event(turn(d := choose(your.die.blue), side(MD)), then(may(resolve(d)))),
    says=N_("Set a blue die of yours to its melee side, after which you may resolve it."),
    test="test_083_force_strike_may_leave_it_and_pays_its_cost",
)

card(
    printed(84, "Intimidate", "blue villain event"),
    event(unshield(every, choose(either.character))),
    says=N_("A character loses all of its shields."),
    test="test_084_intimidate_takes_all_shields_off_a_character",
)

card(
    printed(85, "Isolation", "blue villain event", cost=1),
    event(if_(spot(your.character.blue), remove(choose(either.die.is_a(CHARACTER))))),
    says=N_("With a blue character on your side, remove one character die from any pool."),
    ruling=(NO_SPOT, N_("Upgrade dice are not character dice (D185).")),
    test="test_085_isolation_removes_a_character_die",
)

card(
    printed(86, "No Mercy", "blue villain event", cost=2),
    event(
        discard(gone := choose(your.hand.blue, any_number)),
        then(resolve(choose(your.die.shows(MD, RD)), plus=count(gone))),
    ),
    says=N_(
        "Discard blue cards out of your hand, as many as you like; after that resolve a damage die of yours, worth 1 "
        "more per card discarded."
    ),
    ruling=N_("You may discard none (D192)."),
    test="test_086_no_mercy_resolves_no_single_modifier_and_nothing_unpaid",
)


class arrange(Step):
    """A step that lets the player put each of the looked-at cards on top of its deck or under it, in any order."""

    target: Target

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        seen = loose_cards(self.target, f)
        if not seen:
            return False
        player, left = seen[0].player, [card.code for card in seen]
        top: list[str] = []
        bottom: list[str] = []
        while left:
            keys = [f"{place}:{code}" for code in dict.fromkeys(left) for place in ("top", "bottom")]
            place, _, code = (await f.ask("arrange", keys, secret=True)).partition(":")
            left.remove(code)
            (top if place == "top" else bottom).append(code)
        player.deck[:] = [*top, *player.deck[len(seen) :], *bottom]
        return True


card(
    printed(87, "Pulling the Strings", "blue villain event"),
    event(look(seen := Top(3)), then(arrange(seen))),
    says=N_("Look at the top three cards of any deck; then put each back on top or at the bottom, in any order."),
    test="test_087_pulling_the_strings_does_not_offer_an_empty_deck",
)

card(
    printed(114, "Anticipate", "blue hero event", cost=2),
    event(
        resolve(used := choose(enemy.die, any_number, by=enemy_player), by=enemy_player, in_order=True),
        then(remove(each(enemy.die.other_than(used)))),
    ),
    says=N_(
        "An opponent resolves whichever dice they like, one after another; after that every other die of theirs is "
        "removed."
    ),
    ruling=SEVERAL_DICE,
    test="test_114_anticipate_side_costs_are_paid",
)

card(
    printed(115, "Defensive Stance", "blue hero event", cost=1),
    event(shield(2, choose(either.character))),
    says=N_("A character of your choice gets 2 shields."),
    test="test_115_defensive_stance_gives_two_shields",
)

card(
    printed(116, "Force Misdirection", "blue hero event", cost=1),
    event(pick(symbol := ChosenSymbol(your.die.blue)), then(remove(each(enemy.die.shows_chosen(symbol))))),
    says=N_(
        "Name a symbol that some blue die of yours shows; after that each die of an opponent with that symbol is "
        "removed."
    ),
    ruling=(SHOWN, SYMBOLS),
    test="test_116_force_misdirection_counts_blank_and_special_as_symbols",
)

card(
    printed(117, "Heroism", "blue hero event"),
    event(deal(value_of(d := choose(enemy.die.shows(MD, RD))), choose(your.character.unique)), then(remove(d))),
    says=N_("Choose an enemy die: a unique character of yours takes the damage it shows. Then remove that die."),
    ruling=BLOCKED,
    test="test_117_heroism_takes_damage_dice_only",
)

card(
    printed(118, "Noble Sacrifice", "blue hero event"),
    event(pay(defeat(choose(your.character.blue)), exhaust(choose(either.character)))),
    says=N_("A blue character of yours is defeated; in return a character is exhausted."),
    ruling=N_("If it was your last character you have lost (D103)."),
    test="test_118_noble_sacrifice_of_the_last_character_loses_the_game",
)

card(
    printed(119, "Patience", "blue hero event", cost=1),
    event(remove(gone := choose(your.die, any_number)), then(mill(count(gone), enemy_player))),
    says=N_("Remove as many of your dice as you like; then discard as many cards from the top of an opponent's deck."),
    test="test_119_patience_with_no_die_mills_nothing",
)

card(
    printed(120, "Return of the Jedi", "blue hero event", cost=1),
    event(to_hand(choose(your.discards.blue.is_a(EVENT)))),
    says=N_("Take a blue event out of your discard pile into your hand."),
    ruling=N_("This card itself is still in limbo and cannot be taken (D47)."),
    test="test_120_return_of_the_jedi_cannot_bring_itself_back",
)

card(
    printed(121, "Riposte", "blue hero event"),
    event(off := unshield(any_number, choose(your.character)), then(deal(off.removed, choose(either.character)))),
    says=N_(
        "Take as many shields as you like off one character of yours; after that a character is dealt as much damage."
    ),
    test="test_121_riposte_may_take_none_off",
)

card(
    printed(122, "Willpower", "blue hero event", cost=1),
    event(move_damage(1, off=choose(your.character.exhausted), onto=choose(enemy.character.exhausted))),
    says=N_("Shift 1 damage from an exhausted character of yours to an exhausted enemy character, past any shields."),
    ruling=MOVED,
    test="test_122_willpower_may_defeat",
)


class half_up(Value):
    """A number that is half of another number, rounded up."""

    value: Value

    def get(self, f: Frame) -> int:
        return (self.value.get(f) + 1) // 2


card(
    printed(145, "Deflect", "blue neutral event", cost=1),
    event(
        if_(
            spot(your.character.blue),
            remove(d := choose(either.die.shows(RD))),
            deal(half_up(value_of(d)), choose(either.character)),
        )
    ),
    says=N_(
        "With a blue character on your side, remove a ranged die from any pool; a character is dealt half its value, "
        "rounded up."
    ),
    ruling=NO_SPOT,
    test="test_145_r11_deflect_deals_damage_without_a_kind",
)

card(
    printed(146, "Disturbance in the Force", "blue neutral event", cost=1),
    event(reroll(each(either.die))),
    says=N_("Every die in all pools is rerolled."),
    test="test_146_disturbance_in_the_force_rolls_every_die_again",
)


class heap(Found, Group):
    """The target that means a group of dice: an opponent divides their dice into two groups, and you choose one."""

    async def find(self, f: Frame) -> Sequence[Thing]:
        enemy = await f.meet()
        dice = [die for die in enemy.pool if not die.busy] if enemy is not None else []
        if enemy is None or not dice:
            return []
        names = [die.name for die in dice]
        first = await f.ask_some("split", names, 0, len(names), enemy)
        groups = [[name for name in names if name in first], [name for name in names if name not in first]]
        chosen = groups[int(await f.ask("group", ["1", "2"], more={"groups": groups})) - 1]
        return [die for die in dice if die.name in chosen]


card(
    printed(147, "Mind Trick", "blue neutral event", cost=2),
    event(if_(spot(your.character.blue), remove(heap()))),
    says=N_(
        "With a blue character on your side, an opponent sorts their pool into two heaps, either of which may be "
        "empty; you remove one heap."
    ),
    ruling=NO_SPOT,
    test="test_147_q17_mind_trick_splits_one_die_too_and_a_heap_may_be_empty",
)

card(
    printed(148, "The Power of the Force", "blue neutral event", cost=1),
    event(resolve(choose(your.die), value=count(your.upgrade.blue))),
    says=N_("A die of yours is resolved, its value taken to be the count of your blue upgrades in play."),
    test="test_148_the_power_of_the_force_may_lower_the_value_to_nothing",
)

card(
    printed(149, "Use The Force", "blue neutral event", cost=1),
    event(if_(spot(your.character.blue), turn(choose(either.die), any_side))),
    says=N_("With a blue character on your side, set a die of any pool to whichever side you like."),
    ruling=NO_SPOT,
    test="test_149_use_the_force_turns_any_die",
)
