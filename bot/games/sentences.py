"""Sentences of events: templates whose places name a fact and say how the game's context puts it into words.

| place                 | what is shown                                                              |
|-----------------------|----------------------------------------------------------------------------|
| `{count}`             | the fact `count` as it is                                                  |
| `{seat:who}`          | `ctx.who(...)` of the fact `seat`                                          |
| `{card:piece seat}`   | `ctx.piece(..., ...)` of the facts `card` and `seat`                       |
| `{seat:owned storm}`  | `ctx.owned(..., "storm")`: what is no fact is an argument as it is         |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Any, NamedTuple

from bot.games.context import Context

Told = Mapping[str, Any]
"""The facts of an event."""
Sentence = str | Callable[[Any, Told], str | None] | None
"""An event's sentence: a template, or a function of the game's context and the facts; None: it needs no words."""


class _Part(NamedTuple):
    """A piece of a template: a text, and the place after it."""

    text: str
    fact: str
    """Empty: no place follows."""
    method: str
    others: Sequence[str]
    """The further arguments of the method: facts, or else words."""


@lru_cache(2048)
def _parts(template: str) -> Sequence[_Part]:
    found = []
    for text, fact, spec, _ in Formatter().parse(template):
        method, *others = (spec or "").split() or [""]
        found.append(_Part(text, fact or "", method, others))
    return found


def _filled(template: str, ctx: Context, told: Told) -> str:
    said = []
    for text, fact, method, others in _parts(template):
        said.append(text)
        if method:
            said.append(str(getattr(ctx, method)(told[fact], *(told.get(other, other) for other in others))))
        elif fact:
            said.append(str(told[fact]))
    return "".join(said)


def say(sentence: Sentence, ctx: Context, told: Told) -> str | None:
    """Returns an event's sentence; None if it needs no words."""
    if isinstance(sentence, str):
        return _filled(ctx.t(sentence), ctx, told)
    return None if sentence is None else sentence(ctx, told)


def plural(one: str, many: str, fact: str) -> Callable[[Context, Told], str]:
    """A sentence with a number, which it names as `{n}`."""
    return lambda ctx, told: _filled(ctx.t.form(one, many, told[fact]), ctx, {**told, "n": told[fact]})


def either(fact: str, with_it: Sentence, without: Sentence) -> Callable[[Context, Told], str | None]:
    """One sentence if the fact says something (it is not None, False, 0 or empty), another one if not."""
    return lambda ctx, told: say(with_it if told[fact] else without, ctx, told)


def by(fact: str, sentences: Mapping[Any, Sentence]) -> Callable[[Context, Told], str | None]:
    """One sentence for each value of a fact; a value without one needs no words."""
    return lambda ctx, told: say(sentences.get(told[fact]), ctx, told)
