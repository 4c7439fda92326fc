"""The ability of a game to offer standing orders, and the meaning of a missing answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Generic, NamedTuple

from bot.games.context import About, C, View
from bot.texts import Translator

PASSES: Final = "pass:"
"""The prefix of an order's topic that is followed by the kind of window (or question out of turn) to pass."""


class Offer(NamedTuple):
    """An order that a player can give: its stored form and its label."""

    standing: str
    text: str
    description: str = ""


class Ahead(NamedTuple):
    """The orders about one topic that the panel of a question offers."""

    topic: str
    title: str
    offers: Sequence[Offer]
    several: bool = False
    """Whether a player can choose several of these orders together."""
    lasting: bool = False
    """Whether the orders hold for the whole game instead of this phase."""
    most: int = 25
    """The maximum number of these orders that a player can choose together."""


class PreOrders(Generic[C]):
    """The ability of a game to offer standing orders, which answer future decisions for a seat; by default none."""

    asks_out_of_turn: bool = False
    """Whether seats are asked optional questions out of turn (patience `window`, one seat), which they can decline."""

    def ahead(self, ctx: C, kind: str) -> Sequence[Ahead]:
        """Returns the orders that the context's seat can give in this kind of question; the view is an onlooker's."""
        return ()

    def ordered(
        self, kind: str, keys: Sequence[str], about: About, view: View, seat: str, orders: Mapping[str, str]
    ) -> tuple[str, ...] | None:
        """Returns the answer that follows from a seat's orders (by topic); None if they do not answer this question.

        The view is an onlooker's and secret keys are left out, so an order's effect and timing depend only on public
        facts and on the order itself.
        """
        return None

    def order_said(self, topic: str, standing: str, t: Translator) -> str:
        """Returns an order as text, for the seat that gave it."""
        return topic

    def stays_out(self, kind: str) -> str | None:
        """Returns the answer for a seat that stays out of the rest of the phase; None if the seat is asked in any
        case.
        """
        return None

    def may_stay_out_after(self, kind: str, key: str) -> bool:
        """Returns whether a seat can stay out of the rest of the phase after this answer."""
        return False

    def could_act_again(self, view: View, seat: str) -> bool:
        """Returns whether the seat, which may stay out of the rest of the phase, holds a card for a further question.

        Ask only if no other person is at the table: the result depends on the hand.
        """
        return True

    def staying_out(self, t: Translator) -> str:
        """Returns the text that offers a player to stay out of the rest of the phase."""
        return ""

    def silence_means(self, kind: str, t: Translator) -> str:
        """Returns the text about the consequence of a missed deadline for the seat, beyond what the event says."""
        return ""

    def grace(self, kind: str, view: View, seat: str) -> bool:
        """Returns whether silence would cost the seat more than this answer, so that its deadline is extended once."""
        return False

    def aimed_at(self, kind: str, about: About, view: View, seat: str) -> bool:
        """Returns whether the play in a window is aimed at the seat, by public facts (`view` is an onlooker's)."""
        return False

    def remedy(self, keys: Iterable[str]) -> str | None:
        """Returns the key that executes the order "cancel if it is aimed at me"; None if there is none."""
        return None
