"""The text of a card: abilities, keywords and restrictions, built from the clauses of its entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from typing import NamedTuple

from rules.star_wars_destiny import events
from rules.star_wars_destiny.causes import Cause
from rules.star_wars_destiny.effects.choosing import choose
from rules.star_wars_destiny.effects.frame import Frame, Stopped
from rules.star_wars_destiny.effects.nodes import Condition, enemy_player
from rules.star_wars_destiny.effects.selectors import Selector
from rules.star_wars_destiny.effects.steps import Pay, Step, optionally
from rules.star_wars_destiny.facts import Printed
from rules.star_wars_destiny.pieces import Card, Player

ONGOING = ("guards", "discount", "unrestricted", "income", "hand_size", "extra_action")
IN_PLAY = ("character", "support", "upgrade", "card", "die")


class Ability:
    """One ability of a card (D120): an effect, with a cost if it has one."""

    def __init__(self, step: Step, cost: Step | None = None, *, optional: bool = False, once: bool = False) -> None:
        self.step = step if cost is None else Pay(cost, step)
        self.cost = cost
        self.optional = optional
        self.once = once
        """Whether it can be used at most once a round (R2)."""
        _find_direct(self.step)

    def payable(self, f: Frame) -> bool:
        """Returns whether the cost can be paid (R9)."""
        return self.cost is None or self.cost.payable(f)

    def possible(self, f: Frame) -> bool:
        """Returns whether the ability could do anything, as far as an onlooker sees."""
        return self.step.able(f)

    async def use(self, f: Frame) -> None:
        """Carries out the ability, after asking the player if it is optional. It stops if the player goes out (R54)."""
        try:
            if self.optional:
                await optionally(f, self.step)
                return
            if self.step.able(f):
                f.begin()
            await self.step.do(f)
        except Stopped:
            return


def _find_direct(step: Step) -> None:
    """Marks the choice of an opponent's card or die as direct, if the ability mentions opponents only there.

    Such a choice is made among the cards or dice of all opponents at once (D203).
    """
    nodes = list(step.walk(set()))
    mentions = [node for node in nodes for part in node.parts if part is enemy_player]
    if len(mentions) != 1:
        return
    for node in nodes:
        if (
            isinstance(node, choose)
            and isinstance(node.among, Selector)
            and node.among is mentions[0]
            and node.amount is None
            and node.among.zone in IN_PLAY
        ):
            node.role.direct = True


Meets = Callable[[Card, Cause], bool]


class Triggered(Ability):
    """A triggered ability: a moment, a condition and an effect (D124)."""

    def __init__(  # noqa: PLR0913 - what a card says of one trigger
        self, moment: str, meets: Meets, step: Step, cost: Step | None = None,
        *, optional: bool, quiet: bool, of_enemy: bool, discount: int,
    ) -> None:  # fmt: skip
        super().__init__(step, cost, optional=optional)
        self.moment = moment
        self.meets = meets
        self.quiet = quiet
        """Whether it does not affect other abilities, so that no player is asked for its place in the order."""
        self.of_enemy = of_enemy
        """Whether the trigger names an opponent, who is meant by `enemy`."""
        self.discount = discount
        """The number by which it can reduce the cost of the card that is being played."""

    async def resolve(self, f: Frame) -> None:
        """Carries out the ability and announces it when it does something."""
        f.announce(events.triggers, f.you.seat, f.source, f.event or "")
        await self.use(f)


class Words(NamedTuple):
    """The English texts of a card for players. A front end translates them."""

    says: tuple[str, ...] = ()
    """The effect of the card; the last sentence is that of its action, special or claim ability, if it has one."""
    rulings: tuple[str, ...] = ()
    """Rulings about this card that help a player."""
    offers: tuple[str, ...] = ()
    """The names of the offers between which a player chooses, in the order of the text (D180)."""


@dataclass(eq=False)
class Text:
    """The complete text of one card."""

    printed: Printed
    clauses: InitVar[Sequence[Clause]]
    test: str
    """The name of a test that shows what the card does."""
    words: Words = field(default_factory=Words)
    play_on: Condition | None = None
    """The restriction that is checked when the card is played, and only then (D190)."""
    attach_to: Callable[[Card], bool] | None = None
    """Returns whether an upgrade may be played on a character (D190)."""
    restriction: str = ""
    """The sentence for players that states the restriction `play_on` or `attach_to`."""
    ambush: bool = False
    guardian: bool = False
    redeploy: bool = False
    special: Ability | None = None
    action: Ability | None = None
    event: Ability | None = None
    claim: Ability | None = None
    triggers: list[Triggered] = field(default_factory=list)
    replaces_defeat: Step | None = None
    """The step that replaces the defeat of its bearer (D134)."""
    played: Step | None = None
    """The step that is a part of playing the card."""
    guards: Callable[[Card, Card], bool] | None = None
    discount: Callable[[Card, Printed, Card], int] | None = None
    unrestricted: Callable[[Card, Printed, Card], bool] | None = None
    x_is: Callable[[Player], int] | None = None
    x_says: str = ""
    """The sentence for players that states how `x_is` computes the value of X."""
    income: int = 0
    income_at_least: int = 0
    hand_size: int = 0
    splits_shields: bool = False
    becomes_support: bool = False
    extra_action: Callable[[Card, Printed, Card | None], bool] | None = None

    def __post_init__(self, clauses: Sequence[Clause]) -> None:
        self.code = self.printed.code
        for clause in clauses:
            clause(self)
        if self.play_on is not None and self.event is not None:
            self._settle_restricted(self.play_on, self.event)
        triggered: dict[str, list[Triggered]] = {}
        for trigger in self.triggers:
            triggered.setdefault(trigger.moment, []).append(trigger)
        self.triggered: Mapping[str, Sequence[Triggered]] = triggered
        self.has_special = self.special is not None
        self.watches: Sequence[str] = (*triggered, *(name for name in ONGOING if getattr(self, name)))

    @staticmethod
    def _settle_restricted(play_on: Condition, event: Ability) -> None:
        """Makes the effect choose its opponent first if the restriction depends on that opponent (Flank)."""
        if any(part is enemy_player for node in play_on.walk(set()) for part in node.parts):
            for node in event.step.walk(set()):
                if isinstance(node, choose):
                    node.role.direct = False


Clause = Callable[[Text], None]
"""A function that writes one clause into the text of a card."""

TEXTS: dict[str, Text] = {}
"""Every card's text by its code; the package `cards` fills it."""
