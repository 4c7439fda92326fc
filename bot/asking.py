"""A seat's keys as a tree of words: what a panel offers at each step, and which answer a press means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bot.ids import CustomId
from rules.decisions import PASS, Several
from rules.engine import Game

MOST_OPTIONS = 25
"""What fits into one select; more options are grouped one step deeper."""


@dataclass(frozen=True, slots=True)
class Option:
    """One way on from a step; `last` differs from `first` where it stands for a group of many options."""

    index: int
    path: tuple[int, ...]
    first: tuple[str, ...]
    last: tuple[str, ...]
    words: tuple[str, ...]
    """All words walked when it is taken."""
    leaf: bool


@dataclass(frozen=True, slots=True)
class Step:
    """Where somebody stands in the tree; `key` is the complete key at its leaves."""

    kind: str
    number: int
    path: tuple[int, ...]
    words: tuple[str, ...]
    options: tuple[Option, ...]
    key: str | None
    several: bool


@dataclass(slots=True)
class _Node:
    """A point of the tree: the words that lead here, and what follows."""

    words: tuple[str, ...]
    children: list[_Node] = field(default_factory=list)
    key: str | None = None
    first: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    """The first word that was chosen on the way here (of the first and of the last option of a group)."""


def step(game: Game, seat: str, path: tuple[int, ...]) -> Step | None:
    """The step at that path; None where the seat is not asked or the path makes no sense."""
    decision = game.decision
    if decision is None or seat not in game.waiting:
        return None
    several = isinstance(decision, Several)
    node = _flat(game.keys(seat)) if several else _tree(game.keys(seat))
    for index in path:
        if index >= len(node.children):
            return None
        node = node.children[index]
    options = tuple(
        Option(index, (*path, index), child.first, child.last, child.words, not child.children)
        for index, child in enumerate(node.children)
    )
    return Step(decision.kind, game.number, path, node.words, options, node.key, several)


def keys_of(game: Game, seat: str, custom_id: CustomId) -> tuple[str, ...] | None:
    """The answer that a committing press means; None where it is stale, foreign or nonsense."""
    if custom_id.number != game.number or seat not in game.waiting or game.decision is None:
        return None
    if custom_id.verb == PASS:
        return (PASS,) if PASS in game.keys(seat) else None
    if isinstance(game.decision, Several):
        return None if custom_id.chosen is None else chosen_keys(game.keys(seat), custom_id.chosen)
    found = step(game, seat, custom_id.path) if custom_id.chosen is None else None
    return None if found is None or found.key is None else (found.key,)


def mask_of(game: Game, seat: str, values: Iterable[str]) -> int | None:
    """The set of keys that a multi-select's values (their indices) mean; None where one makes no sense."""
    count, mask = len(game.keys(seat)), 0
    for value in values:
        if not (value.isascii() and value.isdigit()) or int(value) >= count:
            return None
        mask |= 1 << int(value)
    return mask


def chosen_keys(keys: Iterable[str], mask: int) -> tuple[str, ...] | None:
    """The keys of a set, in the order offered; None where a bit stands for no key."""
    offered = list(keys)
    if mask >> len(offered):
        return None
    return tuple(key for bit, key in enumerate(offered) if mask >> bit & 1)


def _flat(keys: Iterable[str]) -> _Node:
    leaves = [_leaf(tuple(key.split(":")), key) for key in keys]
    return _Node((), leaves)


def _leaf(words: tuple[str, ...], key: str) -> _Node:
    return _Node(words, key=key, first=words, last=words)


def _tree(keys: Iterable[str]) -> _Node:
    """Words that lead on in a single way are walked at once, from the first choice on."""
    split = [tuple(key.split(":")) for key in keys]
    return _Node((), _grouped((), _children((), split)))


def _children(walked: tuple[str, ...], keys: Sequence[tuple[str, ...]]) -> list[_Node]:
    depth = len(walked)
    following: dict[str, list[tuple[str, ...]]] = {}
    for key in keys:
        following.setdefault(key[depth], []).append(key)
    return [_child((*walked, word), below) for word, below in following.items()]


def _child(walked: tuple[str, ...], keys: list[tuple[str, ...]]) -> _Node:
    chosen = walked
    while len(keys) > 1 and len({key[len(walked)] for key in keys}) == 1:
        walked = keys[0][: len(walked) + 1]
    if len(keys) == 1:
        return _Node(keys[0], key=":".join(keys[0]), first=chosen, last=chosen)
    return _Node(walked, _grouped(walked, _children(walked, keys)), first=chosen, last=chosen)


def _grouped(walked: tuple[str, ...], children: list[_Node]) -> list[_Node]:
    """At most 25 children: more are put into groups of 25, and groups into groups."""
    while len(children) > MOST_OPTIONS:
        runs = [children[at : at + MOST_OPTIONS] for at in range(0, len(children), MOST_OPTIONS)]
        children = [_Node(walked, run, first=run[0].first, last=run[-1].last) for run in runs]
    return children
