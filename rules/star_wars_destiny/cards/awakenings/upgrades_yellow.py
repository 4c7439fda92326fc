"""Yellow upgrades of Awakenings, by set number."""

from __future__ import annotations

from collections.abc import Sequence

from rules.star_wars_destiny import events, resolving
from rules.star_wars_destiny.cards.rulings import BORROWED, SHOWN
from rules.star_wars_destiny.effects.card_verbs import exhaust
from rules.star_wars_destiny.effects.choosing import choose, every, up_to
from rules.star_wars_destiny.effects.clauses import (
    N_,
    action,
    after,
    ambush,
    attach_to,
    attached_takes,
    card,
    instead_of_defeat,
    only_if,
    redeploy,
    special,
    splits_shields,
    this_played,
)
from rules.star_wars_destiny.effects.conditions import spot
from rules.star_wars_destiny.effects.control import may, pay, pick, then
from rules.star_wars_destiny.effects.dice_verbs import remove, reroll
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.hand_verbs import discard
from rules.star_wars_destiny.effects.nodes import Target, Thing, cards, enemy_player
from rules.star_wars_destiny.effects.resource_verbs import spend
from rules.star_wars_destiny.effects.selectors import CHARACTER, MD, either, enemy, your
from rules.star_wars_destiny.effects.steps import Step
from rules.star_wars_destiny.effects.targets import attached, each, this
from rules.star_wars_destiny.effects.text import TEXTS
from rules.star_wars_destiny.effects.token_verbs import deal, heal, shield, unshield
from rules.star_wars_destiny.facts import printed
from rules.star_wars_destiny.pieces import Card, Delayed, Die


class doom(Step):
    """A step that notes that characters are defeated when the round ends (R29)."""

    target: Target

    @property
    def harmed(self) -> Sequence[Target]:
        return (self.target,)

    async def do(self, f: Frame) -> bool:
        for doomed in cards(self.target, f):
            f.table.delayed.append(Delayed(doomed, f.source, f.you))
            f.table.tell(events.names, f.you.seat, doomed.name)
        return True


card(
    printed(23, "Crime Lord", "yellow villain upgrade ability", cost=4),
    attach_to("yellow"),
    special(pay(spend(5), pick(doomed := choose(either.character)), doom(doomed))),
    die="2f 3dr1 2sh 2r sp sp",
    says=N_("Pay 5 resources and name a character: it is defeated once this round is over."),
    ruling=N_(
        "The named character falls even if this card is gone by then; a player without cards has lost before that "
        "(D229)."
    ),
    test="test_023_crime_lord_is_for_yellow_characters",
)

card(
    printed(24, "Flame Thrower", "yellow villain upgrade weapon", cost=3),
    special(deal(1, choose(either.character, up_to(3)))),
    die="2md 4md1 1dr 1r sp blank",
    says=N_("Pick at most three characters; each of them is dealt 1 damage."),
    test="test_024_flame_thrower_deals_one_to_each_of_up_to_three",
)

card(
    printed(25, "Gaffi Stick", "yellow villain upgrade weapon", cost=2),
    redeploy,
    special(pay(remove(choose(your.die.shows(MD))), deal(3, choose(either.character)))),
    die="2md1 +2md 1dr 1r sp blank",
    says=N_("Give up one of your dice that shows melee damage; a character is dealt 3 damage."),
    ruling=SHOWN,
    test="test_025_gaffi_stick_deals_no_melee_damage",
)

card(
    printed(26, "On The Hunt", "yellow villain upgrade ability", cost=1),
    special(unshield(every, who := choose(either.character)), may(pay(spend(1), remove(choose(either.die.on(who)))))),
    die="+1rd +1md 1dc sp sp blank",
    says=N_(
        "A character loses all of its shields; for 1 resource you may also remove one die of it or of its upgrades."
    ),
    test="test_026_on_the_hunt_may_turn_on_an_own_character",
)

card(
    printed(50, "Diplomatic Immunity", "yellow hero upgrade ability", cost=4),
    splits_shields,
    die="2f 1sh 2sh 3sh 4sh 2dr",
    says=N_("What this die gives in shields may be split freely among your characters."),
    ruling=N_("Without this card all shields of one die go to one character (D19)."),
    test="test_050_diplomatic_immunity_has_targets_for_its_other_sides",
)

card(
    printed(51, "DL-44 Heavy Blaster Pistol", "yellow hero upgrade weapon", cost=3),
    ambush,
    after(this_played, remove(choose(enemy.die, by=enemy_player))),
    die="3rd 3rd1 +2rd 1r blank blank",
    says=N_("Once played, an opponent must remove a die of their own choosing from their pool."),
    test="test_051_dl_44_asks_for_the_opponent_who_removes_the_die",
)

card(
    printed(52, "Infiltrate", "yellow hero upgrade ability", cost=1),
    special(reroll(choose(enemy.die, up_to(2)))),
    die="1dr 1sh 1r sp sp blank",
    says=N_("Roll again as many as two dice in an opponent's pool."),
    test="test_052_infiltrate_may_reroll_none",
)


class use_special(Step):
    """A step that uses another card's special with you as its player and without its die (R48)."""

    lender: Target

    async def do(self, f: Frame) -> bool:
        found = cards(self.lender, f)
        if not found:
            return False
        lender, borrowing = found[0], f.table.borrowing
        borrowing.extend([] if f.this is None else [f.this])
        await resolving.special(Frame(f.table, f.you, lender.name, lender), TEXTS[lender.code])
        if f.this is not None:
            borrowing.remove(f.this)
        return True


def lends_special(f: Frame, thing: Thing) -> bool:
    """Returns whether a card in play has a special that may be used now, and is not this card.

    Cards that are in use are excluded to avoid an endless loop.
    """
    in_use = [f.this, *f.table.barred, *f.table.borrowing]
    return isinstance(thing, Card) and thing.text.has_special and thing not in in_use


card(
    printed(65, "Cunning", "yellow neutral upgrade ability", cost=2),
    attach_to("yellow"),
    special(pick(lender := choose(either.card.where(lends_special))), then(use_special(lender))),
    die="1f 1dr 1dc 1r sp blank",
    says=N_("Use any other in-play card's special ability as though you owned that card."),
    ruling=N_(
        "An opponent's Thermal Detonator or Infantry Grenades work, an opponent's Sith Holocron does not (D226)."
    ),
    test="test_065_cunning_rolls_no_this_die",
)

card(
    printed(66, "Jetpack", "yellow neutral upgrade equipment", cost=2),
    special(remove(choose(either.die.shows(MD))), shield(1, attached)),
    die="+2rd +3rd 1dr 2sh sp blank",
    says=N_("Remove a die showing melee damage from any pool; the bearer gets 1 shield."),
    ruling=N_("The shield comes even if there was no such die (D121)."),
    test="test_066_jetpack_shields_also_if_there_was_no_such_die",
)

card(
    printed(67, "Thermal Detonator", "yellow neutral upgrade weapon", cost=3),
    only_if(spot(your.character.yellow), N_("Only while you have a yellow character.")),
    special(deal(3, each(enemy.character)), discard(this)),
    die="1dc 2dc 1r sp sp1 blank",
    says=N_("Every character of one opponent is dealt 3 damage, and this upgrade goes to the discard pile."),
    ruling=BORROWED,
    test="test_067_thermal_detonator_hits_each_opposing_character_and_is_discarded",
)


class hold(Step):
    """A step that keeps an opponent's character die on this card, so that it is not rolled.

    It has no effect if this card or the die's character has left play (Q74).
    """

    die: Target

    def able(self, f: Frame) -> bool:
        return bool(self.die.could(f))

    async def do(self, f: Frame) -> bool:
        held = next((die for die in self.die.of(f) if isinstance(die, Die)), None)
        prize = f.this
        if held is None or prize is None or not prize.in_play or held.card is None or not held.card.in_play:
            return False
        held.holder = prize
        prize.holds = held
        f.table.tell(events.holds, prize.name, held.name)
        return True


card(
    printed(102, "Prized Possession", "unique yellow villain upgrade", cost=4),
    after(this_played, remove(prize := choose(enemy.die.is_a(CHARACTER))), hold(prize), optional=True),
    says=N_(
        "Once played, you may take a character die out of an opponent's pool and keep it on this card. It is not "
        "rolled, and it goes back to its character when this card leaves play."
    ),
    ruling=N_("If the die's character falls, the die leaves with it (D26, R43)."),
    test="test_102_prized_possession_keeps_a_character_die",
)

card(
    printed(137, "Second Chance", "yellow hero upgrade ability", cost=3),
    attach_to("yellow"),
    instead_of_defeat(heal(5, attached), discard(this)),
    says=N_(
        "When the bearer would be defeated, that does not happen: 5 damage is healed on it and this card is discarded."
    ),
    ruling=N_("Nothing happens that waits for a defeat: it never was one (D134, Q44)."),
    test="test_137_second_chance_sets_nothing_off",
)

card(
    printed(164, "Hunker Down", "yellow neutral upgrade ability"),
    after(attached_takes(MD), discard(this), quiet=True),
    action(shield(1, attached), cost=exhaust(this)),
    says=(
        N_("As soon as melee damage leaves a mark on the bearer, this card is discarded."),
        N_("Exhaust this card; its bearer gets 1 shield."),
    ),
    ruling=N_("If shields stop all of the damage, this card stays (D230)."),
    test="test_164_hunker_down_shields_its_bearer",
)
