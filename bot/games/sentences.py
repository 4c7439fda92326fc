"""Sentences of events: templates whose places name a fact and say how the game's context puts it into words.

| place                 | what is shown                                                              |
|-----------------------|----------------------------------------------------------------------------|
| `{count}`             | the fact `count` as it is                                                  |
| `{seat:who}`          | `ctx.who(...)` of the fact `seat`                                          |
| `{card:piece seat}`   | `ctx.piece(..., ...)` of the facts `card` and `seat`                       |
| `{seat:owned storm}`  | `ctx.owned(..., "storm")`: what is no fact is an argument as it is         |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bot.games.context import Context

Told = Mapping[str, Any]
"""The facts of an event."""
Sentence = str | Callable[[Any, Told], str | None] | None
"""An event's sentence: a template, or a function of the game's context and the facts; None: it needs no words."""


class _Place:
    """A fact that is put into words as a place of the template asks."""

    __slots__ = ("_ctx", "_told", "_value")

    def __init__(self, ctx: Context, told: Told, value: object) -> None:
        self._ctx = ctx
        self._told = told
        self._value = value

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self._value)
        method, *others = spec.split()
        return str(getattr(self._ctx, method)(self._value, *(self._told.get(other, other) for other in others)))


class _Places(Mapping[str, _Place]):
    """All facts, ready for the places of a template."""

    def __init__(self, ctx: Context, told: Told) -> None:
        self._ctx = ctx
        self._told = told

    def __getitem__(self, name: str) -> _Place:
        return _Place(self._ctx, self._told, self._told[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._told)

    def __len__(self) -> int:
        return len(self._told)


def say(sentence: Sentence, ctx: Context, told: Told) -> str | None:
    """Returns an event's sentence; None if it needs no words."""
    if isinstance(sentence, str):
        return ctx.t(sentence).format_map(_Places(ctx, told))
    return None if sentence is None else sentence(ctx, told)


def plural(one: str, many: str, fact: str) -> Callable[[Context, Told], str]:
    """A sentence with a number, which it names as `{n}`."""
    return lambda ctx, told: ctx.t.plural(one, many, told[fact], **_Places(ctx, told))


def either(fact: str, with_it: Sentence, without: Sentence) -> Callable[[Context, Told], str | None]:
    """One sentence if the fact says something (it is not None, False, 0 or empty), another one if not."""
    return lambda ctx, told: say(with_it if told[fact] else without, ctx, told)


def by(fact: str, sentences: Mapping[Any, Sentence]) -> Callable[[Context, Told], str | None]:
    """One sentence for each value of a fact; a value without one needs no words."""
    return lambda ctx, told: say(sentences.get(told[fact]), ctx, told)
