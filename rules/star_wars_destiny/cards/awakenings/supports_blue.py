"""Blue supports of Awakenings, by set number."""

from __future__ import annotations

from collections.abc import Sequence

from rules.star_wars_destiny.effects.card_verbs import exhaust, play
from rules.star_wars_destiny.effects.choosing import choose
from rules.star_wars_destiny.effects.clauses import N_, action, before, card, hand_size_plus, you_play
from rules.star_wars_destiny.effects.conditions import shows
from rules.star_wars_destiny.effects.control import if_, may, steps, then
from rules.star_wars_destiny.effects.dice_verbs import reroll, resolve
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.hand_verbs import discard, draw, look
from rules.star_wars_destiny.effects.nodes import Target, Who, loose_cards
from rules.star_wars_destiny.effects.selectors import BLANK, Filter, either, your
from rules.star_wars_destiny.effects.steps import Step
from rules.star_wars_destiny.effects.targets import Top, this
from rules.star_wars_destiny.effects.token_verbs import deal
from rules.star_wars_destiny.facts import printed
from rules.star_wars_destiny.pieces import Die, Player

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
        "Exhaust this card and reroll a die of yours; should it come up blank, a character is dealt 2 unblockable "
        "damage."
    ),
    test="test_89_power_of_the_dark_side_is_not_used_exhausted",
)


class owner_of(Who):
    """The expression for the players from whose hands or decks the target's cards come."""

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
    """Returns a filter for cards with the same title as a card of the given target (D184)."""
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
    """A step that lowers the price of the card that is being played, by `amount`."""

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
