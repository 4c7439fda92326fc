"""Finds the decisions of a card in which players choose what is harmed, so that front ends can warn them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rules.star_wars_destiny.cards import TEXTS
from rules.star_wars_destiny.effects.choosing import choose
from rules.star_wars_destiny.effects.control import pick
from rules.star_wars_destiny.effects.nodes import Target, you
from rules.star_wars_destiny.effects.selectors import Selector
from rules.star_wars_destiny.effects.steps import Step
from rules.star_wars_destiny.effects.text import IN_PLAY, Text


@lru_cache(maxsize=512)
def harming_kinds(code: str) -> frozenset[str]:
    """Returns the kinds of a card's decisions in which its player harms the chosen card or die, of any player.

    Leaves out a kind of which the card also has a helpful choice, because such decisions look the same.
    """
    found: dict[str, list[tuple[choose, bool]]] = {}
    for step in _steps(TEXTS[code]) if code in TEXTS else ():
        nodes = list(step.walk(set()))
        harmed = {target for node in nodes if isinstance(node, Step) for target in node.harmed}
        helped = {part for node in nodes if isinstance(node, Step) for part in _unharmed(node)}
        for node in nodes:
            if isinstance(node, choose) and node.by is you:
                found.setdefault(node.kind, []).append((node, node in harmed and node not in helped))
    return frozenset(
        kind
        for kind, choices in found.items()
        if all(harms for _, harms in choices) and any(_of_any_player(choice) for choice, _ in choices)
    )


def _steps(text: Text) -> Iterator[Step]:
    for ability in (text.special, text.action, text.event, text.claim, *text.triggers):
        if ability is not None:
            yield ability.step
    yield from (step for step in (text.played, text.replaces_defeat) if step is not None)


def _unharmed(step: Step) -> Iterator[Target]:
    """Yields the targets of a step that it does not harm; a step that only makes a choice has none."""
    if not isinstance(step, pick):
        yield from (part for part in step.parts if isinstance(part, Target) and part not in step.harmed)


def _of_any_player(choice: choose) -> bool:
    among = choice.among
    return isinstance(among, Selector) and among.whose is None and among.zone in IN_PLAY
