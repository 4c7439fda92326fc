"""The tree of a seat's keys, word by word: the options of a panel at each step, and the answer of a press."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import islice

from bot.games import GAME_UIS
from bot.games.batch_moves import BatchMoves
from bot.games.context import END
from bot.measuring.parsing import parse_int
from rules.decisions import Several
from rules.engine import Game

MAX_OPTIONS = 25
"""The maximum number of options in one select; more options are grouped one step deeper."""
MAX_WHOLE = 2 * MAX_OPTIONS
"""The maximum number of keys that are offered as a whole instead of word by word."""
Way = tuple[str, ...]
"""A key, or its beginning, as words."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option that a panel offers at a step in the tree of keys; `path` leads to the step after it.

    `first` and `last`: the beginnings of keys that the label names; they differ if the option is a group of several.
    """

    index: int
    path: tuple[int, ...]
    first: Way
    last: Way
    words: Way
    """The words of the key after this option was chosen."""
    leaf: bool


@dataclass(frozen=True, slots=True)
class Step:
    """A position in the tree of keys with the options there; `key` is the complete key at a leaf.

    `path`: the indices of the options that lead here; `several`: whether the answer is a set of keys.
    """

    kind: str
    number: int
    path: tuple[int, ...]
    words: Way
    options: tuple[Option, ...]
    key: str | None
    several: bool


@dataclass(frozen=True)
class _Node:
    """A node of the tree: the words that lead to it and the keys below it; its children are created when needed."""

    words: Way
    keys: Sequence[Way] = ()
    members: Sequence[_Node] = ()
    """The members of a group."""
    first: Way = ()
    last: Way = ()
    """`first`, `last`: the words up to the one that was chosen to get here; for a group, those of its first and of its
    last option."""

    @property
    def key(self) -> str | None:
        """The complete key at a leaf; None at other nodes."""
        return ":".join(self.keys[0]) if len(self.keys) == 1 else None

    @property
    def leaf(self) -> bool:
        """Whether the node is a complete key, so that no further word can be chosen."""
        return not self.members and len(self.keys) < 2

    @cached_property
    def children(self) -> Sequence[_Node]:
        """The nodes of the next step."""
        if self.members or self.leaf:
            return self.members
        return _grouped(self.words, _children(self.words, self.keys))


def step(game: Game, seat: str, path: tuple[int, ...]) -> Step | None:
    """Returns the step at that path; None if the seat is not asked or the path is invalid."""
    decision = game.decision
    if decision is None or seat not in game.waiting:
        return None
    several = isinstance(decision, Several)
    found = _at(tuple(game.keys(seat) if several else offered(game, seat)), path, several)
    return None if found is None else Step(decision.kind, game.number, path, *found, several)


@lru_cache(256)
def _at(
    keys: tuple[str, ...], path: tuple[int, ...], several: bool
) -> tuple[Way, tuple[Option, ...], str | None] | None:
    """Returns the words, the options and the complete key at that path; None if it is invalid."""
    node = _flat(keys) if several else _tree(keys)
    children = node.children
    for index in path:
        if index >= len(children):
            return None
        node = children[index]
        children = node.children
    options = tuple(
        Option(index, (*path, index), child.first, child.last, child.words, child.leaf)
        for index, child in enumerate(children)
    )
    return node.words, options, node.key


def leaves(game: Game, seat: str, path: tuple[int, ...] = ()) -> tuple[Option, ...]:
    """Returns all complete keys below a path as options; empty if they are more than `MAX_WHOLE`, or no such path."""
    node = _tree(offered(game, seat))
    for index in path:
        if index >= len(node.children):
            return ()
        node = node.children[index]
    found = tuple(islice(_leaves(node, path), MAX_WHOLE + 1))
    return found if len(found) <= MAX_WHOLE else ()


def _leaves(node: _Node, path: tuple[int, ...]) -> Iterator[Option]:
    for index, child in enumerate(node.children):
        way = (*path, index)
        if child.leaf:
            yield Option(index, way, child.words, child.words, child.words, leaf=True)
        else:
            yield from _leaves(child, way)


def path_to(game: Game, seat: str, key: str) -> tuple[int, ...] | None:
    """Returns the path of a complete key; None if it is not offered."""
    way, node = tuple(key.split(":")), _tree(offered(game, seat))
    path: tuple[int, ...] = ()
    while not node.leaf:
        found = ((at, child) for at, child in enumerate(node.children) if _leads_to(child, way))
        at, node = next(found, (-1, node))
        if at < 0:
            return None
        path = (*path, at)
    return path if node.words == way else None


def _leads_to(node: _Node, way: Way) -> bool:
    """Returns whether a key is at this node or below it."""
    if node.members:
        return any(_leads_to(member, way) for member in node.members)
    return way in node.keys


def offered(game: Game, seat: str) -> Sequence[str]:
    """Returns the keys of the present decision that a panel offers to a seat: one of each group of keys with the same
    effect.
    """
    keys, game_ui = list(game.keys(seat)), GAME_UIS.get(game.rules.name)
    decision = game.decision
    if game_ui is None or decision is None:
        return keys
    return game_ui.get(BatchMoves).offered(keys, partial(game.view, seat))


def mask_of(game: Game, seat: str, values: Iterable[str], chosen: int = 0, page: int = 0) -> int | None:
    """Returns a bit mask of the keys chosen in a multi-select, whose values are keys' indices; None if one is invalid.

    `chosen`: the bit mask so far, in which the values replace all keys of that page (of 25 keys). If it has a
    bit that is no key, the result is also None.
    """
    count, first = len(game.keys(seat)), page * MAX_OPTIONS
    of_page = ((1 << MAX_OPTIONS) - 1) << first
    mask = chosen & ~of_page
    for value in values:
        at = parse_int(value)
        if at is None or at >= count or not of_page >> at & 1:
            return None
        mask |= 1 << at
    return None if mask >> count else mask


def chosen_keys(keys: Iterable[str], mask: int) -> tuple[str, ...] | None:
    """Returns the keys of a bit mask (bit 0: the first key), in the order offered; None if a bit is no key."""
    offered = list(keys)
    if mask >> len(offered):
        return None
    return tuple(key for bit, key in enumerate(offered) if mask >> bit & 1)


def _flat(keys: Iterable[str]) -> _Node:
    return _Node((), members=[_leaf(words, chosen=words) for words in _split(keys)])


def _tree(keys: Iterable[str]) -> _Node:
    """Returns the root of the tree of these keys; words without an alternative are joined into one step."""
    return _tree_of(tuple(keys))


@lru_cache(64)
def _tree_of(keys: tuple[str, ...]) -> _Node:
    return _Node((), members=_grouped((), _children((), _split(keys))))


def _split(keys: Iterable[str]) -> list[Way]:
    return [tuple(key.split(":")) for key in keys]


def _children(walked: Way, keys: Iterable[Way]) -> list[_Node]:
    depth = len(walked)
    following: dict[str, list[Way]] = {}
    for key in keys:
        if len(key) > depth:
            following.setdefault(key[depth], []).append(key)
    ends = [_leaf(walked, (*walked, END)) for key in keys if len(key) == depth]
    return [*ends, *(_child((*walked, word), below) for word, below in following.items())]


def _child(walked: Way, keys: Sequence[Way]) -> _Node:
    chosen, some = walked, keys[0]
    if len(keys) == 1:
        return _leaf(some, chosen)
    while all(len(key) > len(walked) and key[len(walked)] == some[len(walked)] for key in keys):
        walked = some[: len(walked) + 1]
    return _Node(walked, keys, first=chosen, last=chosen)


def _leaf(words: Way, chosen: Way) -> _Node:
    return _Node(words, (words,), first=chosen, last=chosen)


def _grouped(walked: Way, children: Sequence[_Node]) -> Sequence[_Node]:
    """Returns at most 25 children; more are combined into groups of 25, recursively."""
    while len(children) > MAX_OPTIONS:
        runs = [children[at : at + MAX_OPTIONS] for at in range(0, len(children), MAX_OPTIONS)]
        children = [_Node(walked, members=run, first=run[0].first, last=run[-1].last) for run in runs]
    return children
