"""The clauses of a card: keywords, restrictions, abilities and ongoing effects."""

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
    """Marks a sentence that a front end translates; its catalogues must have it."""
    return message


Sentences = str | tuple[str, ...]


def card(
    facts: Printed, *clauses: Clause, die: str = "", says: Sentences = (), ruling: Sentences = (),
    offers: tuple[str, ...] = (), test: str,
) -> None:  # fmt: skip
    """The entry of a card: its facts, clauses, die and words for a player, and the name of a test that shows it."""
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
"""Nothing is printed on it beyond its facts."""

# Keywords and restrictions

ambush = _sets(ambush=True)
"""D130."""
guardian = _sets(guardian=True)
"""D131."""
redeploy = _sets(redeploy=True)
"""D132."""


COLOUR_ONLY = {
    "red": N_("Red character only."), "blue": N_("Blue character only."), "yellow": N_("Yellow character only."),
}  # fmt: skip


def attach_to(colour: str) -> Clause:
    """D190: "colour character only"."""
    return _sets(attach_to=lambda character: character.printed.colour == colour, restriction=COLOUR_ONLY[colour])


def only_if(condition: Condition, says: str) -> Clause:
    """D190: a restriction that must hold to play the card, and its sentence."""
    return _sets(play_on=condition, restriction=says)


only_with_battlefield = only_if(controls_battlefield(), N_("Only while you control the battlefield."))
"""D190, D6."""


# Abilities


def special(*steps: Step, once_a_round: bool = False) -> Clause:
    """The special of its die; R2: one that rolls its own die again works once a round."""
    return _sets(special=Ability(one_step(steps), once=once_a_round))


def event(*steps: Step) -> Clause:
    """Returns the effect of playing it (D8)."""
    return _sets(event=Ability(one_step(steps)))


def claim(*steps: Step) -> Clause:
    """A claim ability, which is optional (D122)."""
    return _sets(claim=Ability(one_step(steps), optional=True))


class ActionAbility(Ability):
    """An action of a card; what stands before its "to" must be possible (R9)."""

    def __init__(self, step: Step, cost: Step | None, needs: Step | None) -> None:
        super().__init__(step, cost)
        self.needs = needs

    def payable(self, f: Frame) -> bool:
        return (self.needs is None or self.needs.payable(f)) and (self.cost is None or self.cost.offered(f))


def action(*steps: Step, cost: Step | None = None, needs: Step | None = None) -> Clause:
    """A card's action; `needs` is a price inside it without which it cannot be used either (Q7)."""
    return _sets(action=ActionAbility(one_step(steps), cost, needs))


class Trigger(NamedTuple):
    """An occurrence and whose it must be."""

    name: str
    meets: Callable[[Card, Cause], bool]
    of_enemy: bool = False
    """It names an opponent, who is `enemy` in the ability."""


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
    """D125; `discount`: what it can take off the price of a card that is played."""
    return _triggered("before", trigger, steps, cost, optional=optional, quiet=quiet, discount=discount)


def after(
    trigger: Trigger, *steps: Step, cost: Step | None = None, optional: bool = False, quiet: bool = False
) -> Clause:  # fmt: skip
    """D126; `quiet`: it cannot touch what another ability asks, so it is never ordered."""
    return _triggered("after", trigger, steps, cost, optional=optional, quiet=quiet, discount=0)


def instead_of_defeat(*steps: Step) -> Clause:
    """D134: its bearer's defeat never happens, but this."""
    return _sets(replaces_defeat=one_step(steps))


def when_played(*steps: Step) -> Clause:
    """A part of playing it."""
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
    """The bearer takes damage of that kind (R11)."""
    return Trigger("taken", lambda card, cause: cause.card is card.bearer and cause.kind == kind)


def you_resolve(symbol: str) -> Trigger:
    """You have resolved a die that shows that symbol."""
    return Trigger("resolved", lambda card, cause: cause.player is card.player and cause.symbol == symbol)


def you_play(test: Callable[[Printed], bool]) -> Trigger:
    """You play such a card."""
    return Trigger(
        "played",
        lambda card, cause: cause.player is card.player and cause.printed is not None and test(cause.printed),
    )


you_have_played_ambush = Trigger("played", lambda card, cause: cause.player is card.player and cause.ambush)


# Ongoing


def gives_guardian(whom: Callable[[Card, Card], bool]) -> Clause:
    """Others (or its bearer) count as having Guardian; called with this card and the character."""
    return _sets(guards=whom)


def discount(count: Callable[[Card, Printed, Card], int]) -> Clause:
    """Takes that off the price of a card that is played onto a character; called with this card, the card and it."""
    return _sets(discount=count)


def ignores_restrictions(when: Callable[[Card, Printed, Card], bool]) -> Clause:
    """Returns a clause by which such cards may be played onto such characters without their restrictions."""
    return _sets(unrestricted=when)


def grants_action(when: Callable[[Card, Printed, Card | None], bool]) -> Clause:
    """R23: playing such a card grants an additional action."""
    return _sets(extra_action=when)


def x_is(count: Callable[[Player], int], says: str) -> Clause:
    """D197: what X on its die stands for, and how a player reads it."""
    return _sets(x_is=count, x_says=says)


def income_of_opponents(change: int, *, at_least: int) -> Clause:
    """Returns a clause that changes what the upkeep gives each opponent."""
    return _sets(income=change, income_at_least=at_least)


def hand_size_plus(count: int) -> Clause:
    """D193."""
    return _sets(hand_size=count)


splits_shields = _sets(splits_shields=True)
"""What its die gives in shields is split among own characters."""
may_be_support = _sets(becomes_support=True)
"""This upgrade may turn into a support."""
