"""What stands for people's answers: orders that they give in advance, as far as a game knows them, and silence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from bot.games.facts import TableFacts
from bot.texts import Words

View = Mapping[str, Any]
About = Mapping[str, Any]


PASSES: Final = "pass:"
"""Before the kind of window (or question out of turn) that an order lets pass."""


class Offer(NamedTuple):
    """One order that can be given: how it is stored, and how it is offered."""

    standing: str
    text: str
    description: str = ""


class Ahead(NamedTuple):
    """Orders about one topic that are offered where it is asked; several answers given at once, each its own entry."""

    topic: str
    title: str
    offers: Sequence[Offer]
    several: bool = False
    """Whether any number of them stand together."""
    lasting: bool = False
    """Whether they hold for the whole game, not for this phase alone."""


class StandingOrders:
    """Answers given in advance; by default a game has none but to let every window pass, and silence is just that."""

    asks_out_of_turn: bool = False
    """Whether people are asked out of turn what they may decline (patience `window`, for one seat): their silence."""

    def ahead(
        self, kind: str, about: About, view: View, seat: str, facts: TableFacts, words: Words
    ) -> Sequence[Ahead]:  # fmt: skip
        """What can be answered in advance where this is asked."""
        return ()

    def ordered(
        self, kind: str, keys: Sequence[str], about: About, view: View, seat: str, orders: Mapping[str, str]
    ) -> tuple[str, ...] | None:
        """What the seat's orders (by topic) answer to what it is asked; None where they say nothing.

        The view is an onlooker's, and keys that are secret are not among those given: what is done by order, and when,
        depends on public facts and the order alone.
        """
        return None

    def order_said(self, topic: str, standing: str, words: Words) -> str:
        """An order in words, for its owner."""
        return topic

    def stays_out(self, kind: str) -> str | None:
        """The key with which somebody who stays out for the phase answers; None where it is asked all the same."""
        return None

    def may_stay_out_after(self, kind: str, key: str) -> bool:
        """Whether somebody who answered so may wish to stay out for the rest of the phase."""
        return False

    def staying_out(self, words: Words) -> str:
        """Told to whoever may wish to stay out: of what, and for how long."""
        return ""

    def silence_means(self, kind: str, words: Words) -> str:
        """What it means for somebody that the time for such a decision has gone by, beyond what the event says."""
        return ""

    def grace(self, kind: str, view: View, seat: str) -> bool:
        """Whether silence would cost the seat more than this answer, by public facts: its time is prolonged once."""
        return False

    def aimed_at(self, kind: str, about: About, view: View, seat: str) -> bool:
        """Whether what a window is about is aimed at the seat, by public facts (`view` is an onlooker's)."""
        return False

    def remedy(self, keys: Iterable[str]) -> str | None:
        """The key by which the order "cancel when it is aimed at me" is carried out, if there is one."""
        return None
