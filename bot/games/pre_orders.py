"""Orders that players give in advance, and what a missing answer means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Generic, NamedTuple

from bot.games.context import About, C, View
from bot.texts import Translator

PASSES: Final = "pass:"
"""Before the kind of window (or question out of turn) that an order lets pass."""


class Offer(NamedTuple):
    """One order that a player can give: its stored form and its label."""

    standing: str
    text: str
    description: str = ""


class Ahead(NamedTuple):
    """Orders about one topic, offered in the panel of the question."""

    topic: str
    title: str
    offers: Sequence[Offer]
    several: bool = False
    """Whether a player can give any number of them together."""
    lasting: bool = False
    """Whether they hold for the whole game instead of this phase."""


class PreOrders(Generic[C]):
    """Orders that answer future decisions for a seat; by default only windows can be answered so."""

    asks_out_of_turn: bool = False
    """Whether seats get optional questions out of turn (patience `window`, one seat), which they can decline."""

    def ahead(self, ctx: C, kind: str) -> Sequence[Ahead]:
        """Returns the orders that the context's seat can give in this kind of question; the view is an onlooker's."""
        return ()

    def ordered(
        self, kind: str, keys: Sequence[str], about: About, view: View, seat: str, orders: Mapping[str, str]
    ) -> tuple[str, ...] | None:
        """Returns the answer that follows from the seat's orders (by topic); None if they do not answer this.

        The view is an onlooker's and secret keys are left out: an order's effect and time depend only on public facts
        and the order itself.
        """
        return None

    def order_said(self, topic: str, standing: str, t: Translator) -> str:
        """Returns an order in words, for the seat that gave it."""
        return topic

    def stays_out(self, kind: str) -> str | None:
        """Returns the key that answers for a seat that stays out of the phase; None if the seat is asked anyway."""
        return None

    def may_stay_out_after(self, kind: str, key: str) -> bool:
        """Returns whether a seat can stay out of the rest of the phase after this answer."""
        return False

    def staying_out(self, t: Translator) -> str:
        """Returns the offer to stay out: of what, and for how long."""
        return ""

    def silence_means(self, kind: str, t: Translator) -> str:
        """Returns what a missed deadline means for the seat, beyond what the event says."""
        return ""

    def grace(self, kind: str, view: View, seat: str) -> bool:
        """Returns whether silence costs the seat more than this answer, so that its time is extended once."""
        return False

    def aimed_at(self, kind: str, about: About, view: View, seat: str) -> bool:
        """Returns whether a window's play is aimed at the seat, by public facts (`view` is an onlooker's)."""
        return False

    def remedy(self, keys: Iterable[str]) -> str | None:
        """Returns the key that carries out the order "cancel when it is aimed at me", if there is one."""
        return None
