"""The clauses from which a card is written: keywords, restrictions, abilities and ongoing effects."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rules.star_wars_destiny.causes import Cause
from rules.star_wars_destiny.effects.conditions import controls_battlefield
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.nodes import Condition
from rules.star_wars_destiny.effects.steps import Step, one_step
from rules.star_wars_destiny.effects.text import TEXTS, Ability, Clause, Text, Triggered, Words
from rules.star_wars_destiny.facts import CARDS, Printed, sides
from rules.star_wars_destiny.pieces import Card, Player


def N_(message: str) -> str:  # noqa: N802 - the name that gettext uses
    """Returns the message unchanged. The name marks it for translation; a front end's catalogues must have it."""
    return message


Sentences = str | tuple[str, ...]


def card(
    facts: Printed, *clauses: Clause, die: str = "", says: Sentences = (), ruling: Sentences = (),
    offers: tuple[str, ...] = (), test: str,
) -> None:  # fmt: skip
    """Registers a card: its facts, clauses, die and texts for players, and the name of a test that shows its effect."""
    code, printed = facts.code, facts._replace(sides=sides(die))
    if code in TEXTS:
        raise ValueError(f"{code} is written twice")
    if not clauses:
        raise ValueError(f"{code} says nothing; if that is meant, write no_effect")
    CARDS[code], TEXTS[code] = printed, Text(printed, clauses, test, Words(_each(says), _each(ruling), offers))


def _each(sentences: Sentences) -> tuple[str, ...]:
    return (sentences,) if isinstance(sentences, str) else sentences


def _sets(**members: object) -> Clause:
    def write(text: Text) -> None:
        for name, value in members.items():
            setattr(text, name, value)

    return write


no_effect = _sets()
"""The clause of a card that has no text."""

# Keywords and restrictions

ambush = _sets(ambush=True)
"""The keyword Ambush (D130)."""
guardian = _sets(guardian=True)
"""The keyword Guardian (D131)."""
redeploy = _sets(redeploy=True)
"""The keyword Redeploy (D132)."""


COLOUR_ONLY = {
    "red": N_("Red character only."), "blue": N_("Blue character only."), "yellow": N_("Yellow character only."),
}  # fmt: skip


def attach_to(colour: str) -> Clause:
    """Returns the restriction "colour character only" (D190)."""
    return _sets(attach_to=lambda character: character.printed.colour == colour, restriction=COLOUR_ONLY[colour])


def only_if(condition: Condition, says: str) -> Clause:
    """Returns a restriction that must be met to play the card, with its sentence (D190)."""
    return _sets(play_on=condition, restriction=says)


only_with_battlefield = only_if(controls_battlefield(), N_("Only while you control the battlefield."))
"""A restriction to players who control the battlefield (D6, D190)."""


# Abilities


def special(*steps: Step, once_a_round: bool = False) -> Clause:
    """Returns the special of the card's die. With `once_a_round` it works once a round (R2)."""
    return _sets(special=Ability(one_step(steps), once=once_a_round))


def event(*steps: Step) -> Clause:
    """Returns the effect of playing an event (D8)."""
    return _sets(event=Ability(one_step(steps)))


def claim(*steps: Step) -> Clause:
    """Returns a claim ability, which is optional (D122)."""
    return _sets(claim=Ability(one_step(steps), optional=True))


class ActionAbility(Ability):
    """An action of a card. It can be used only if its cost, the part before its "to", can be paid (R9)."""

    def __init__(self, step: Step, cost: Step | None, needs: Step | None) -> None:
        super().__init__(step, cost)
        self.needs = needs

    def payable(self, f: Frame) -> bool:
        return (self.needs is None or self.needs.payable(f)) and (self.cost is None or self.cost.offered(f))


def action(*steps: Step, cost: Step | None = None, needs: Step | None = None) -> Clause:
    """Returns a card's action. `needs` is a price inside it that must be payable, too (Q7)."""
    return _sets(action=ActionAbility(one_step(steps), cost, needs))


class Trigger(NamedTuple):
    """The kind of occurrence that triggers an ability, and a test of its cause."""

    name: str
    meets: Callable[[Card, Cause], bool]
    of_enemy: bool = False
    """Whether it names an opponent, who is `enemy` in the ability."""


def _triggered(  # noqa: PLR0913 - what a card says of one trigger
    moment: str, trigger: Trigger, steps: tuple[Step, ...], cost: Step | None,
    *, optional: bool, quiet: bool, discount: int,
) -> Clause:  # fmt: skip
    ability = Triggered(
        f"{moment}:{trigger.name}", trigger.meets, one_step(steps), cost,
        optional=optional, quiet=quiet, of_enemy=trigger.of_enemy, discount=discount,
    )  # fmt: skip
    return lambda text: text.triggers.append(ability)


def before(
    trigger: Trigger, *steps: Step, cost: Step | None = None, optional: bool = False, quiet: bool = False,
    discount: int = 0,
) -> Clause:  # fmt: skip
    """Returns a "before" ability (D125). `discount`: how much it can take off the price of a card that is played."""
    return _triggered("before", trigger, steps, cost, optional=optional, quiet=quiet, discount=discount)


def after(
    trigger: Trigger, *steps: Step, cost: Step | None = None, optional: bool = False, quiet: bool = False
) -> Clause:  # fmt: skip
    """Returns an "after" ability (D126). `quiet`: it does not affect others, so players are not asked for its order."""
    return _triggered("after", trigger, steps, cost, optional=optional, quiet=quiet, discount=0)


def instead_of_defeat(*steps: Step) -> Clause:
    """Returns the steps that replace the defeat of the card's bearer (D134)."""
    return _sets(replaces_defeat=one_step(steps))


def when_played(*steps: Step) -> Clause:
    """Returns steps that are a part of playing the card."""
    return _sets(played=one_step(steps))


# Triggers

this_activated = Trigger("activated", lambda card, cause: cause.card is card)
enemy_activates_character = Trigger(
    "activated",
    lambda card, cause: cause.card is not None and cause.card.kind == "character" and cause.player is not card.player,
    of_enemy=True,
)
this_played = Trigger("played", lambda card, cause: cause.card is card)
enemy_character_defeated = Trigger("defeated", lambda card, cause: cause.player is not card.player, of_enemy=True)
attached_defeated = Trigger("defeated", lambda card, cause: cause.card is card.bearer and card.kind == "upgrade")
this_dealt_damage = Trigger("dealt", lambda card, cause: cause.card is card)
this_gains_shields = Trigger("gains_shields", lambda card, cause: cause.card is card)
enemy_hand_emptied = Trigger("last_card_gone", lambda card, cause: cause.player is not card.player, of_enemy=True)


def attached_takes(kind: str) -> Trigger:
    """Returns the trigger "the bearer takes damage of that kind" (R11)."""
    return Trigger("taken", lambda card, cause: cause.card is card.bearer and cause.kind == kind)


def you_resolve(symbol: str) -> Trigger:
    """Returns the trigger "you have resolved a die that shows that symbol"."""
    return Trigger("resolved", lambda card, cause: cause.player is card.player and cause.symbol == symbol)


def you_play(test: Callable[[Printed], bool]) -> Trigger:
    """Returns the trigger "you play a card for which the test is true"."""
    return Trigger(
        "played",
        lambda card, cause: cause.player is card.player and cause.printed is not None and test(cause.printed),
    )


you_have_played_ambush = Trigger("played", lambda card, cause: cause.player is card.player and cause.ambush)


# Ongoing


def gives_guardian(whom: Callable[[Card, Card], bool]) -> Clause:
    """Returns a clause that gives characters Guardian. The test gets this card and the character."""
    return _sets(guards=whom)


def discount(count: Callable[[Card, Printed, Card], int]) -> Clause:
    """Returns a clause that lowers prices. The function gets this card, the played card and the character it is
    played on."""
    return _sets(discount=count)


def ignores_restrictions(when: Callable[[Card, Printed, Card], bool]) -> Clause:
    """Returns a clause that lifts restrictions. The test gets this card, the played card and its character."""
    return _sets(unrestricted=when)


def grants_action(when: Callable[[Card, Printed, Card | None], bool]) -> Clause:
    """Returns a clause by which playing a fitting card grants an additional action (R23)."""
    return _sets(extra_action=when)


def x_is(count: Callable[[Player], int], says: str) -> Clause:
    """Returns a clause that computes the value of X on the card's die, with its sentence for players (D197)."""
    return _sets(x_is=count, x_says=says)


def income_of_opponents(change: int, *, at_least: int) -> Clause:
    """Returns a clause that changes what the upkeep gives each opponent."""
    return _sets(income=change, income_at_least=at_least)


def hand_size_plus(count: int) -> Clause:
    """Returns a clause that raises its player's hand size (D193)."""
    return _sets(hand_size=count)


splits_shields = _sets(splits_shields=True)
"""The shields that its die gives are split among own characters."""
may_be_support = _sets(becomes_support=True)
"""This upgrade may turn into a support."""
