"""The meaning of an ability's words while it is carried out: you, this card, this die, chosen things."""

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
    """An optional part was let pass at its first decision."""


class Stopped(Exception):
    """R54: the player of the ability is out of the game, and what they had begun is not finished."""


class Cost(Protocol):
    """The paid cost."""

    async def do(self, f: Frame, /) -> bool:
        """Pays it; whether in full."""


class Frame:
    """One ability being carried out."""

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
        """The card's name, as decisions give it."""
        self.this = this
        self.die = die
        self.value = 0
        """Of the die that is being resolved, with its modifiers and increases."""
        self.cause: Cause | None = None
        self.event: str | None = None
        self.enemy: Player | None = None
        self.enemies_where: Callable[[Frame], bool] | None = None
        """Flank: only opponents for which this is true may be meant."""
        self.found: dict[object, Any] = {}
        """What was chosen, by the expression that chose it; it stays the same thing afterwards."""
        self.opening = False
        """Whether the next decision begins an optional part, so that `done` declines it."""
        self.pending: list[Cost] = []
        """Costs that are paid after that first answer."""
        self.announcement: Callable[[], None] | None = None
        """Called as soon as the ability does something."""
        self.blocked = 0
        """What shields blocked of the last damage that it dealt."""
        self.compelled: Callable[[], bool] | None = None
        """Whether it cannot be declined any more: without it the price could not be paid."""
        self.goes_under = False
        """The event goes under its owner's deck."""
        others = table.others(you)
        if len(others) == 1:
            self.enemy = others[0]

    @property
    def bearer(self) -> Card | None:
        """The character that the card is (or was) attached to."""
        return self.this.bearer if self.this is not None else None

    def enemies(self) -> list[Player]:
        """Returns the opponents that `enemy` means: the settled one, otherwise all of them (R57)."""
        if self.enemy is not None:
            return [self.enemy]
        return self.table.others(self.you)

    def alive(self) -> None:
        """R54: goes no further once its player is out."""
        if self.you.out:
            raise Stopped

    # Telling

    def announce(self, event: Callable[[*Facts], Event], *facts: *Facts) -> None:
        """Announces that the ability begins to do something."""
        self.announcement = partial(self.table.tell, event, *facts)

    def begin(self) -> None:
        """The ability does something from here on."""
        if self.announcement is not None:
            tell, self.announcement = self.announcement, None
            tell()

    # Asking

    def about(self, more: Mapping[str, object] | None = None) -> dict[str, object]:
        """Returns the facts of its decisions."""
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
        """One key; the first decision of an optional part carries `done` and is asked even with one other key.

        `hidden`: asked even with one key, because an onlooker cannot see that it is the only one.
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
        """Some keys; not asked where all must be named, unless they are hidden. None declines an optional part."""
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
        """A plain yes or no."""
        if self.compelled is not None and self.compelled():
            return True
        keys = (asking.YES, asking.NO)
        return await asking.choice(self.table, "may", by or self.you, keys, self.about()) == asking.YES

    async def open(self) -> None:
        """The optional part is begun: what it costs is paid now."""
        self.opening = False
        pending, self.pending = self.pending, []
        self.begin()
        for cost in pending:
            await cost.do(self)
            self.alive()

    async def meet(self) -> Player | None:
        """Settles which opponent is meant (D203); it is the same one for the rest of the ability."""
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
