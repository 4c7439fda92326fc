"""Draws: decisions that chance answers (docs/protocol.md, "Decisions"). `rules/chance.py` computes the answers."""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from typing import Any

from rules.decisions import CHANCE, NO_FACTS, Decision, Facts, Keys
from rules.errors import NotAllowed, NotAsked

BY_CHANCE = (CHANCE,)


class Draw(Decision):
    """A decision that chance answers: `count` of the options in the order drawn; equal options count separately."""

    __slots__ = ("count", "kind", "options", "seats", "silence")
    shape = "draw"
    patience = None

    def __init__(self, kind: str, options: Sequence[str], count: int | None = None, about: Facts = NO_FACTS) -> None:
        self.kind = kind
        self.seats = BY_CHANCE
        self.silence = None
        self.options = tuple(options)
        self.count = len(self.options) if count is None else count
        self._about = about

    def keys(self, seat: str) -> Keys:
        return self.options

    def accept(self, seat: str, keys: tuple[str, ...]) -> tuple[str, ...]:
        if seat not in self.seats:
            raise self.refusal(seat, keys)
        if len(keys) != self.count:
            raise NotAllowed(f"{self.count} keys must be drawn, not {len(keys)}")
        if len(set(keys)) == len(keys) and set(self.options).issuperset(keys):
            return keys
        if self.count == len(self.options) and sorted(keys) == sorted(self.options):
            return keys
        left = list(self.options)
        for key in keys:
            try:
                left.remove(key)
            except ValueError:
                raise NotAllowed(f"{key!r} is not among the options that are left to draw") from None
        return keys

    def lapse(self) -> Any:
        raise NotAsked("a draw has no default answer for a missed deadline")

    def __await__(self) -> Generator[Decision, Any, tuple[str, ...]]:
        answer: tuple[str, ...] = yield self
        return answer


class OwnDraw(Draw):
    """A draw that puts all of its options into a random order: cards of one player, such as a discard pile.

    `of`: the seat of that player.
    """

    __slots__ = ("of",)

    def __init__(self, kind: str, options: Sequence[str], of: str) -> None:
        super().__init__(kind, options, None, {"of": of})
        self.of = of


async def drawn(
    kind: str, options: Collection[str], count: int | None = None, about: Facts = NO_FACTS
) -> tuple[str, ...]:
    """Returns `count` of the options (None: all) in random order; a single option is returned without a draw."""
    if len(options) < 2:
        return tuple(options)
    return await Draw(kind, tuple(options), count, about)


async def drawn_of(kind: str, options: Collection[str], of: str) -> tuple[str, ...]:
    """Returns all options, which are cards of the player `of`, in random order; fewer than two without a draw."""
    if len(options) < 2:
        return tuple(options)
    return await OwnDraw(kind, tuple(options), of)
