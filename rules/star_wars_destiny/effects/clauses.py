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
    """Adds a card to `CARDS` and `TEXTS`; raises ValueError if it is there already or has no clauses.

    `facts` are what is printed on it, `die` the sides of its die, `says`, `ruling` and `offers` the texts for players,
    and `test` is the name of a test that shows its effect.
    """
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
"""The clause of a card without text, which changes nothing."""

# Keywords and restrictions

ambush = _sets(ambush=True)
"""The clause of the keyword Ambush: after the card is played, its player may take one more action (D130)."""
guardian = _sets(guardian=True)
"""The clause of the keyword Guardian: before the character is activated, it may take the damage of an opponent's die,
which is removed (D131)."""
redeploy = _sets(redeploy=True)
"""The clause of the keyword Redeploy: when its character is defeated, the upgrade may move to another one (D132)."""


COLOUR_ONLY = {
    "red": N_("Red character only."), "blue": N_("Blue character only."), "yellow": N_("Yellow character only."),
}  # fmt: skip


def attach_to(colour: str) -> Clause:
    """Returns the clause that an upgrade can be played only on a character of that colour (D190)."""
    return _sets(attach_to=lambda character: character.printed.colour == colour, restriction=COLOUR_ONLY[colour])


def only_if(condition: Condition, says: str) -> Clause:
    """Returns the clause that the card can be played only if a condition is met; `says` is its sentence (D190)."""
    return _sets(play_on=condition, restriction=says)


only_with_battlefield = only_if(controls_battlefield(), N_("Only while you control the battlefield."))
"""The clause that the card can be played only by the player who controls the battlefield (D6, D190)."""


# Abilities


def special(*steps: Step, once_a_round: bool = False) -> Clause:
    """Returns the clause with the steps of the special on the card's die; with `once_a_round`, it works once a round
    (R2).
    """
    return _sets(special=Ability(one_step(steps), once=once_a_round))


def event(*steps: Step) -> Clause:
    """Returns the clause with the steps that an event does when it is played (D8)."""
    return _sets(event=Ability(one_step(steps)))


def claim(*steps: Step) -> Clause:
    """Returns the clause with a battlefield's claim ability: steps that the player who claims may do (D122)."""
    return _sets(claim=Ability(one_step(steps), optional=True))


class ActionAbility(Ability):
    """An action of a card. It can be used only if its cost, the part before its "to", can be paid (R9)."""

    def __init__(self, step: Step, cost: Step | None, needs: Step | None) -> None:
        super().__init__(step, cost)
        self.needs = needs

    def payable(self, f: Frame) -> bool:
        return (self.needs is None or self.needs.payable(f)) and (self.cost is None or self.cost.offered(f))


def action(*steps: Step, cost: Step | None = None, needs: Step | None = None) -> Clause:
    """Returns the clause with a card's action: steps that its player can do as their action in a turn.

    `cost` is its price, and `needs` a price inside the steps that must be payable, too (Q7).
    """
    return _sets(action=ActionAbility(one_step(steps), cost, needs))


class Trigger(NamedTuple):
    """A kind of occurrence that triggers an ability, with a test whether a certain cause triggers it on a card."""

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
    """Returns the clause with steps that are done just before an occurrence (D125).

    `discount`: how much they can take off the price of a card that is played. `quiet`: they do not affect other
    abilities, so players are not asked for their order.
    """
    return _triggered("before", trigger, steps, cost, optional=optional, quiet=quiet, discount=discount)


def after(
    trigger: Trigger, *steps: Step, cost: Step | None = None, optional: bool = False, quiet: bool = False
) -> Clause:  # fmt: skip
    """Returns the clause with steps that are done after an occurrence (D126).

    `quiet`: they do not affect other abilities, so players are not asked for their order.
    """
    return _triggered("after", trigger, steps, cost, optional=optional, quiet=quiet, discount=0)


def instead_of_defeat(*steps: Step) -> Clause:
    """Returns the clause with the steps that are done instead of defeating the upgrade's character (D134)."""
    return _sets(replaces_defeat=one_step(steps))


def when_played(*steps: Step) -> Clause:
    """Returns the clause with steps that are done as a part of playing the card, when it is in play."""
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
    """Returns a clause that gives Guardian to the characters for which the test is true.

    The test gets this card and the character.
    """
    return _sets(guards=whom)


def discount(count: Callable[[Card, Printed, Card], int]) -> Clause:
    """Returns a clause that lowers the prices of played cards by the result of the function.

    The function gets this card, the played card and the character it is played on.
    """
    return _sets(discount=count)


def ignores_restrictions(when: Callable[[Card, Printed, Card], bool]) -> Clause:
    """Returns a clause that lifts the restrictions of an upgrade for which the test is true.

    The test gets this card, the played card and the character it is played on.
    """
    return _sets(unrestricted=when)


def grants_action(when: Callable[[Card, Printed, Card | None], bool]) -> Clause:
    """Returns a clause that gives its player an additional action for each card they play that passes the test (R23).

    The test gets this card, the played card and the character it is played on, if any.
    """
    return _sets(extra_action=when)


def x_is(count: Callable[[Player], int], says: str) -> Clause:
    """Returns a clause that computes the value of X on the card's die, with its sentence for players (D197)."""
    return _sets(x_is=count, x_says=says)


def income_of_opponents(change: int, *, at_least: int) -> Clause:
    """Returns a clause that changes the resources that each opponent gets in the upkeep, but not below `at_least`."""
    return _sets(income=change, income_at_least=at_least)


def hand_size_plus(count: int) -> Clause:
    """Returns a clause that raises its player's hand size (D193)."""
    return _sets(hand_size=count)


splits_shields = _sets(splits_shields=True)
"""The clause that the shields which the card's die gives are split among its player's characters."""
may_be_support = _sets(becomes_support=True)
"""The clause that this upgrade can turn into a support, so a given table may have it among the supports."""
