"""Blue upgrades of Awakenings, by set number."""

from __future__ import annotations

from rules.star_wars_destiny import dice, events, leaving, playing
from rules.star_wars_destiny.cards.rulings import ONCE
from rules.star_wars_destiny.effects.card_verbs import exhaust
from rules.star_wars_destiny.effects.choosing import choose
from rules.star_wars_destiny.effects.clauses import (
    N_,
    action,
    after,
    attach_to,
    attached_defeated,
    before,
    card,
    may_be_support,
    only_if,
    redeploy,
    special,
    this_played,
)
from rules.star_wars_destiny.effects.conditions import count, first_round, spot, value_of
from rules.star_wars_destiny.effects.control import if_, may, one_of, pay, some_of, then
from rules.star_wars_destiny.effects.dice_verbs import any_side, remove, reroll, side, stays, turn
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.nodes import Condition, Target, Value, loose_cards
from rules.star_wars_destiny.effects.resource_verbs import gain, spend
from rules.star_wars_destiny.effects.selectors import ABILITY, BLANK, UPGRADE, either, enemy, has_no_copy, your
from rules.star_wars_destiny.effects.steps import Step
from rules.star_wars_destiny.effects.targets import attached, own_die, this, this_die
from rules.star_wars_destiny.effects.token_verbs import deal, shield, spread
from rules.star_wars_destiny.facts import printed
from rules.star_wars_destiny.pieces import Card, Die

card(
    printed(13, "Force Choke", "blue villain upgrade ability", cost=2),
    attach_to("blue"),
    special(
        deal(1, who := choose(either.character.other_than(attached)), unblockable=True),
        then(may(turn(choose(either.die.on(who)), any_side))),
    ),
    die="2dr 1dc 1r sp sp blank",
    says=N_(
        "A character other than the bearer is dealt 1 unblockable damage; after that you may set one die of that "
        "character or of its upgrades to any side."
    ),
    test="test_013_force_choke_may_leave_the_dice",
)

card(
    printed(14, "Immobilize", "blue villain upgrade ability", cost=2),
    attach_to("blue"),
    action(turn(choose(either.die), side(BLANK)), cost=remove(own_die)),
    die="1dr 1sh 1sh 2sh 1r blank",
    says=N_("Remove this upgrade's die from your pool; a die in any pool is turned to blank."),
    ruling=N_("A die that shows its only blank already cannot be turned (D186)."),
    test="test_014_immobilize_needs_its_own_die_in_the_pool",
)


class blocked_by_shields(Condition):
    """The condition that shields blocked some of the damage that this ability dealt last."""

    def holds(self, f: Frame) -> bool:
        return f.blocked > 0


card(
    printed(15, "Kylo Ren's Lightsaber", "unique blue villain upgrade weapon", cost=3),
    attach_to("blue"),
    special(deal(2, choose(either.character)), if_(blocked_by_shields(), stays(), reroll(this_die)), once_a_round=True),
    die="3md1 +2md +3md 1sh sp blank",
    says=N_("A character is dealt 2 damage; if shields stop any of it, this die is rerolled and remains in the pool."),
    ruling=ONCE,
    test="test_015_kylo_rens_lightsaber_rolls_again_when_a_shield_blocked",
)


class swap_for(Step):
    """A step that swaps this upgrade with a hand card, which takes its place without being played or rolled.

    Nothing happens if the card belongs to an opponent. The new card comes last among its bearer's upgrades (Q72).
    """

    newcomer: Target

    def able(self, f: Frame) -> bool:
        return bool(f.you.hand)

    async def do(self, f: Frame) -> bool:
        holocron = f.this
        if holocron is None or not holocron.in_play or holocron.owner != f.you.seat or holocron.player is not f.you:
            return False
        await self.newcomer.settle(f)
        found = loose_cards(self.newcomer, f)
        if not found or holocron.bearer is None:
            return False
        bearer, code = holocron.bearer, found[0].code
        await leaving.leave_play(f.table, holocron)
        f.you.hand.remove(code)
        f.you.hand.append(holocron.code)
        new = f.table.new_card(f.you, code)
        playing.attach(f.table, new, bearer)
        f.found[self] = new
        f.table.tell(events.swaps, f.you.seat, holocron.name, new.name)
        return True

    def dice(self, f: Frame) -> list[Die]:
        """Returns the dice of the new card that are not in a pool."""
        new = f.found.get(self)
        return [die for die in new.dice if die.pool is None] if isinstance(new, Card) and new.in_play else []


class roll_newcomer(Step):
    """A step that rolls the dice of the card that `swap_for` has put into play into your pool."""

    swap: swap_for

    def able(self, f: Frame) -> bool:
        return bool(self.swap.dice(f))

    async def do(self, f: Frame) -> bool:
        await dice.roll_in(f.table, f.you, self.swap.dice(f), "card")
        return True


card(
    printed(16, "Sith Holocron", "blue villain upgrade equipment"),
    special(
        swap := swap_for(choose(your.hand.blue.is_a(UPGRADE).is_a(ABILITY)).needs(has_no_copy)),
        then(may(pay(spend(1), roll_newcomer(swap)))),
    ),
    die="1f +1r sp sp blank blank",
    says=N_(
        "Swap this card with a blue ability upgrade from your hand, ignoring its play restrictions; for 1 "
        "resource you may roll its die into your pool at once."
    ),
    ruling=(
        N_("The exchange costs nothing and may put a card for blue characters on any character (D227)."),
        N_("Cunning gets nothing from an opponent's Holocron (D46, D226)."),
    ),
    test="test_016_sith_holocron_accepts_only_abilities",
)

card(
    printed(39, "Force Protection", "blue hero upgrade ability", cost=3),
    attach_to("blue"),
    special(shield(3, spread(your.character))),
    die="1dr 1dc 1r sp sp blank",
    says=N_("Hand out 3 shields among your characters in any split."),
    ruling=N_("More than three shields on a character are lost (D114)."),
    test="test_039_force_protection_for_one_character_asks_nothing",
)

card(
    printed(40, "Jedi Robes", "blue hero upgrade equipment", cost=2),
    after(this_played, if_(first_round(), shield(2, attached), else_=shield(1, attached))),
    die="1f 1f 1dr 1r +1r blank",
    says=N_("Once attached, the robes bring their bearer a single shield, or two while it is still the first round."),
    ruling=N_("In the first round 2 shields in place of 1, not both (D134)."),
    test="test_040_jedi_robes_give_a_shield_in_the_first_round_two",
)

card(
    printed(41, "Luke Skywalker's Lightsaber", "unique blue hero upgrade weapon", cost=3),
    attach_to("blue"),
    special(one_of(shield(2, choose(either.character)), deal(2, choose(either.character), unblockable=True))),
    die="3md1 +3md 2sh 1r sp blank",
    says=N_("Your choice: a character gets 2 shields, or one is dealt 2 damage that nothing can block."),
    offers=(N_("2 shields"), N_("2 unblockable damage")),
    test="test_041_luke_skywalkers_lightsaber_gives_two_shields",
)


class become_support(Step):
    """A step that turns this upgrade into a ready support of its player, before its bearer is defeated (R43)."""

    async def do(self, f: Frame) -> bool:
        force = f.this
        if force is None or not force.in_play or force.kind != "upgrade":
            return False
        leaving.detach(force)
        force.kind = "support"
        force.exhausted = False
        force.player.supports.append(force)
        f.table.tell(events.upgrade_moves, force.name, None)
        return True


card(
    printed(42, "One With The Force", "blue hero upgrade ability", cost=4),
    attach_to("blue"),
    before(attached_defeated, become_support(), quiet=True),
    may_be_support,
    die="3rd 2f 3f 3dr 2sh 2r",
    says=N_(
        "Just before its bearer goes down this card turns into one of your supports, ready, and remains one until the "
        "game ends."
    ),
    test="test_042_one_with_the_force_is_quiet",
)

card(
    printed(57, "Force Throw", "blue neutral upgrade ability", cost=3),
    attach_to("blue"),
    special(pay(remove(d := choose(either.die)), deal(value_of(d), choose(either.character)))),
    die="1rd 1dr 2dr sp sp blank",
    says=N_(
        "Remove a die from any pool; a character is dealt as much damage as the value it showed, blanks and specials "
        "being 0."
    ),
    ruling=N_("Blank and special have the value 0 (D15)."),
    test="test_057_force_throw_takes_a_modifier_for_its_number",
)

card(
    printed(58, "Force Training", "blue neutral upgrade ability", cost=2),
    only_if(spot(your.character.blue), N_("Only while you have a blue character.")),
    special(some_of(2, deal(1, choose(either.character)), gain(1), shield(1, choose(either.character)))),
    die="1rd +2md 1f 1r sp blank",
    says=N_("Do any two of these three: a character is dealt 1 damage; you get 1 resource; a character gets 1 shield."),
    offers=(N_("1 damage"), N_("1 resource"), N_("1 shield")),
    test="test_058_force_training_does_two_different_ones_of_three",
)

card(
    printed(59, "Lightsaber", "blue neutral upgrade weapon", cost=3),
    redeploy,
    special(deal(2, choose(either.character), unblockable=True)),
    die="3md1 +2md 1sh 1r sp blank",
    says=N_("A character is dealt 2 damage that nothing can block."),
    test="test_059_lightsaber_deals_two_past_the_shields",
)

card(
    printed(60, "Mind Probe", "blue neutral upgrade ability", cost=4),
    attach_to("blue"),
    special(deal(count(enemy.hand), choose(enemy.character))),
    die="3rd1 2dr 2dc sp sp blank",
    says=N_("An enemy character is dealt as much damage as its controller has cards in hand."),
    test="test_060_mind_probe_says_which_opponent",
)


class shields_on(Value):
    """The number of shields on all cards of the target."""

    target: Target

    def get(self, f: Frame) -> int:
        return sum(thing.shields for thing in self.target.of(f) if isinstance(thing, Card))


card(
    printed(90, "Hidden In Shadow", "blue villain upgrade ability", cost=1),
    action(if_(shields_on(attached).is_(0), pay(exhaust(this), shield(1, attached))), needs=exhaust(this)),
    says=N_("As long as its bearer is without shields, this card may be exhausted for 1 shield on the bearer."),
    test="test_90_q7_hidden_in_shadow_is_not_offered_exhausted",
)
