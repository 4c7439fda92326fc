"""The context of an ability while it is carried out: "you", "this card", "this die", and the choices made so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from rules.events import Event, Facts
from rules.star_wars_destiny import asking
from rules.star_wars_destiny.asking import DONE
from rules.star_wars_destiny.causes import Cause
from rules.star_wars_destiny.pieces import Card, Die, Player
from rules.star_wars_destiny.table import Table


class Declined(Exception):
    """The exception that the player declined an optional part at its first decision."""


class Stopped(Exception):
    """The exception that ends an ability because its player is out of the game (R54)."""


class Cost(Protocol):
    """The interface of a step that is a cost of an ability."""

    async def do(self, f: Frame, /) -> bool:
        """Pays the cost; returns whether it was paid in full."""


class Frame:
    """The context of one ability that is being carried out: its player, card, die and cause, and the choices made."""

    __slots__ = (
        "announcement",
        "blocked",
        "cause",
        "compelled",
        "die",
        "enemies_where",
        "enemy",
        "event",
        "found",
        "goes_under",
        "opening",
        "pending",
        "source",
        "table",
        "this",
        "value",
        "you",
    )  # fmt: skip

    def __init__(
        self, table: Table, you: Player, source: str, this: Card | None = None, die: Die | None = None
    ) -> None:
        self.table = table
        self.you = you
        self.source = source
        """The name of the card, which its decisions show."""
        self.this = this
        self.die = die
        self.value = 0
        """The value of the die that is being resolved, with modifiers and increases."""
        self.cause: Cause | None = None
        self.event: str | None = None
        self.enemy: Player | None = None
        self.enemies_where: Callable[[Frame], bool] | None = None
        """The condition on opponents that may be chosen, if there is one (Flank)."""
        self.found: dict[object, Any] = {}
        """The choices made so far, by expression. A choice does not change until the ability ends."""
        self.opening = False
        """Whether the next decision begins an optional part, so that `done` declines it."""
        self.pending: list[Cost] = []
        """Costs that are paid after the first answer."""
        self.announcement: Callable[[], None] | None = None
        """The function that announces the ability as soon as it does something."""
        self.blocked = 0
        """The part of this ability's last damage that shields blocked."""
        self.compelled: Callable[[], bool] | None = None
        """Returns whether the ability can no longer be declined, because the price could not be paid without it."""
        self.goes_under = False
        """Whether the event goes under its owner's deck."""
        others = table.others(you)
        if len(others) == 1:
            self.enemy = others[0]

    @property
    def bearer(self) -> Card | None:
        """The character to which the card is (or was) attached."""
        return self.this.bearer if self.this is not None else None

    def enemies(self) -> list[Player]:
        """Returns the opponents that `enemy` means: the chosen one, otherwise all of them (R57)."""
        if self.enemy is not None:
            return [self.enemy]
        return self.table.others(self.you)

    def alive(self) -> None:
        """Raises Stopped if the player of the ability is out of the game (R54)."""
        if self.you.out:
            raise Stopped

    # Telling

    def announce(self, event: Callable[[*Facts], Event], *facts: *Facts) -> None:
        """Sets the event that is told as soon as the ability does something."""
        self.announcement = partial(self.table.tell, event, *facts)

    def begin(self) -> None:
        """Tells the event that was set by `announce`, if it has not been told yet."""
        if self.announcement is not None:
            tell, self.announcement = self.announcement, None
            tell()

    # Asking

    def about(self, more: Mapping[str, object] | None = None) -> dict[str, object]:
        """Returns the facts (`about`) of the ability's decisions: its card, what triggered it, and the given ones."""
        about: dict[str, object] = {"source": self.source}
        if self.event is not None:
            about["event"] = self.event
        if more:
            about.update(more)
        return about

    async def ask(
        self, kind: str, keys: Sequence[str], by: Player | None = None,
        *, secret: bool = False, hidden: bool = False, more: Mapping[str, object] | None = None,
    ) -> str:  # fmt: skip
        """Asks for one key and returns it.

        The first decision of an optional part also offers `done`, which raises Declined; any other answer begins that
        part and pays its costs (`open`).

        `hidden`: the question is asked even with one key, because an onlooker cannot see that it is the only one.
        """
        player = by or self.you
        opening = self.opening and player is self.you
        if opening:
            keys = [*keys, DONE]
        elif len(keys) == 1 and not hidden:
            return keys[0]
        answer = await asking.choice(self.table, kind, player, keys, self.about(more), secret=secret)
        if opening:
            if answer == DONE:
                raise Declined
            await self.open()
        return answer

    async def ask_some(  # noqa: PLR0913 - the question, the seat and the options
        self, kind: str, keys: Sequence[str], least: int, most: int, by: Player | None = None,
        *, secret: bool = False, hidden: bool = False,
    ) -> Sequence[str]:  # fmt: skip
        """Asks for some keys and returns them; does not ask if all must be chosen, unless they are hidden.

        In the first decision of an optional part, choosing none raises Declined; any other answer begins that part and
        pays its costs (`open`).
        """
        player = by or self.you
        if least >= len(keys) and not hidden:
            return keys
        answer: Sequence[str] = await asking.several(
            self.table, kind, player, keys, self.about(), least=least, most=most, secret=secret
        )  # fmt: skip
        if self.opening and player is self.you:
            if not answer:
                raise Declined
            await self.open()
        return answer

    async def may(self, by: Player | None = None) -> bool:
        """Asks a player (by default the ability's) yes or no; returns whether the answer is yes.

        Returns True without asking if the ability can no longer be declined.
        """
        if self.compelled is not None and self.compelled():
            return True
        keys = (asking.YES, asking.NO)
        return await asking.choice(self.table, "may", by or self.you, keys, self.about()) == asking.YES

    async def open(self) -> None:
        """Begins the optional part and pays the costs that waited for its first answer."""
        self.opening = False
        pending, self.pending = self.pending, []
        self.begin()
        for cost in pending:
            await cost.do(self)
            self.alive()

    async def meet(self) -> Player | None:
        """Returns the opponent that the ability means, and asks for it once if there are several (D203).

        Returns None if no opponent meets the condition `enemies_where`.
        """
        if self.enemy is None:
            others = self.table.others(self.you)
            if self.enemies_where is not None:
                others = [other for other in others if self._true_of(other, self.enemies_where)]
            if not others:
                return None
            seat = await self.ask("opponent", [other.seat for other in others])
            self.enemy = self.table.players[seat]
        return self.enemy

    def _true_of(self, other: Player, test: Callable[[Frame], bool]) -> bool:
        self.enemy = other
        try:
            return test(self)
        finally:
            self.enemy = None
