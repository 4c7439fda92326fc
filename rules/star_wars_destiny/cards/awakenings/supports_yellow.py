"""Yellow supports of Awakenings, by set number."""

from __future__ import annotations

from rules.star_wars_destiny import events
from rules.star_wars_destiny.cards.rulings import MOVED, SHOWN
from rules.star_wars_destiny.effects.card_verbs import exhaust, play
from rules.star_wars_destiny.effects.choosing import choose
from rules.star_wars_destiny.effects.clauses import (
    N_,
    action,
    after,
    ambush,
    before,
    card,
    special,
    when_played,
    you_play,
    you_resolve,
)
from rules.star_wars_destiny.effects.conditions import shows
from rules.star_wars_destiny.effects.control import if_, may
from rules.star_wars_destiny.effects.dice_verbs import reroll
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.hand_verbs import draw, look
from rules.star_wars_destiny.effects.nodes import Target, Value, cards
from rules.star_wars_destiny.effects.resource_verbs import gain
from rules.star_wars_destiny.effects.selectors import DR, EVENT, UPGRADE, R, either, enemy, your
from rules.star_wars_destiny.effects.steps import Step
from rules.star_wars_destiny.effects.targets import each, this
from rules.star_wars_destiny.effects.token_verbs import move_damage
from rules.star_wars_destiny.facts import printed

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
    """A step that puts damage on a support. This is not dealt as damage."""

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
    """The number of resources that an opponent lost by the resolved die that triggered the ability."""

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
    says=N_("Exhaust this card and reroll a yellow die of yours; should it come up with resources, you get 1."),
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
    """A step that gives Ambush to the card that is being played."""

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
