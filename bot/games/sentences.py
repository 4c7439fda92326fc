"""Sentences of events: templates whose placeholders name a fact and the context's method that formats it.

| placeholder           | what is shown                                                              |
|-----------------------|----------------------------------------------------------------------------|
| `{count}`             | the fact `count` as it is                                                  |
| `{seat:who}`          | `ctx.who(...)` of the fact `seat`                                          |
| `{card:piece seat}`   | `ctx.piece(..., ...)` of the facts `card` and `seat`                       |
| `{seat:owned storm}`  | `ctx.owned(..., "storm")`: a word that names no fact is passed unchanged   |
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
"""An event's sentence: a template, or a function of the game's context and the facts; None: it is not mentioned."""


class _Part(NamedTuple):
    """A piece of a template: a text, and the placeholder after it."""

    text: str
    fact: str
    """The name of the fact; empty: no placeholder follows."""
    method: str
    others: Sequence[str]
    """The further arguments of the method: names of facts, or literal words."""


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
    """Returns an event's sentence in the context's language, with its facts filled in; None if it is not mentioned."""
    if isinstance(sentence, str):
        return _filled(ctx.t(sentence), ctx, told)
    return None if sentence is None else sentence(ctx, told)


def plural(one: str, many: str, fact: str) -> Callable[[Context, Told], str]:
    """Returns a sentence function that chooses singular or plural by the number in a fact; the texts call it `{n}`."""
    return lambda ctx, told: _filled(ctx.t.form(one, many, told[fact]), ctx, {**told, "n": told[fact]})


def either(fact: str, with_it: Sentence, without: Sentence) -> Callable[[Context, Told], str | None]:
    """Returns a sentence function: one text if the fact has a value (not None, False, 0 or empty), another one if
    not."""
    return lambda ctx, told: say(with_it if told[fact] else without, ctx, told)


def addressed(own: Sentence, others: Sentence, fact: str = "seat") -> Callable[[Context, Told], str | None]:
    """Returns a sentence function: `own` for a reader who holds the seat in a fact, `others` for everyone else."""
    return lambda ctx, told: say(own if ctx.reads(told[fact]) else others, ctx, told)


def by(fact: str, sentences: Mapping[Any, Sentence]) -> Callable[[Context, Told], str | None]:
    """Returns a sentence function that chooses the text by the value of a fact; None for values without a text."""
    return lambda ctx, told: say(sentences.get(told[fact]), ctx, told)
