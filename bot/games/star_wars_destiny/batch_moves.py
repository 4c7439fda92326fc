"""Answers about several dice: resolving all of one symbol at one target (D96), and the form of a reroll (D99)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.games.batch_moves import Answer, BatchForm, Run
from bot.games.context import Label, View
from bot.games.star_wars_destiny.names import DestinyContext, owner_of_view
from bot.games.star_wars_destiny.options import option
from bot.games.star_wars_destiny.symbols import SIGNS, SYMBOLS
from rules.star_wars_destiny.facts import Side, side

AT_ONE_TARGET = ("md", "rd", "sh", "r", "dr", "dc")
"""The symbols whose resolution asks for nothing but a target, if any."""
KINDS = ("action", "resolve")
MAX_SHIELDS = 3


@dataclass(frozen=True, slots=True)
class Heap:
    """Dice of one symbol that can be resolved at one target (empty: they need none), with their modifiers."""

    symbol: str
    target: str
    dice: Sequence[tuple[str, Side]]
    modifiers: Sequence[tuple[str, Side]]

    @property
    def value(self) -> int:
        """The sum of the values of the dice and modifiers."""
        return sum(shown.value for _, shown in (*self.dice, *self.modifiers))


def runs(ctx: DestinyContext, kind: str, keys: Sequence[str]) -> Sequence[Run]:
    """Returns the runs that resolve all dice of one symbol at one target, if that is useful and can be paid for."""
    me = owner_of_view(ctx.view)
    if me is None or kind not in KINDS:
        return ()
    return [_run(ctx, kind, heap, me) for heap in _heaps(kind, keys, ctx.view, me)]


def form(ctx: DestinyContext, kind: str, word: str, keys: Sequence[str]) -> BatchForm | None:
    """D99: returns the form of a reroll: the card to discard and the dice to roll again; None for other moves."""
    me = owner_of_view(ctx.view)
    if me is None or (kind, word) != ("action", "reroll"):
        return None
    cards = [(key, option(ctx, kind, tuple(key.split(":")))) for key in keys if key.startswith("reroll:")]
    names = [die["die"] for die in ctx.view["players"][me]["pool"]]
    dice = [(name, option(ctx, "dice", (name,))) for name in names]
    return BatchForm(ctx.t("Which card do you discard?"), cards, "dice", ctx.t("Which dice do you reroll?"), dice, 1)


def _heaps(kind: str, keys: Sequence[str], view: View, me: str) -> Iterator[Heap]:
    player = view["players"][me]
    shown = {die["die"]: side(die["side"]) for die in player["pool"]}
    found: dict[tuple[str, str], list[tuple[str, Side]]] = {}
    for die, target in _resolvable(kind, keys):
        if die in shown and shown[die].symbol in AT_ONE_TARGET and not shown[die].x:
            found.setdefault((shown[die].symbol, target), []).append((die, shown[die]))
    for (symbol, target), dice in found.items():
        modifiers = [one for one in shown.items() if one[1].modifier and one[1].symbol == symbol]
        heap = Heap(symbol, target, dice, modifiers)
        if _is_worth_it(heap, view, me) and sum(each.cost for _, each in dice) <= player["resources"]:
            yield heap


def _resolvable(kind: str, keys: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yields the pairs of a die that can be resolved now and its target (empty: none), from the keys."""
    for key in keys:
        verb, *way = (key if kind == "action" else f"resolve:{key}").split(":")
        if verb == "resolve" and way != ["done"]:
            yield way[0], way[1] if len(way) > 1 else ""


def _is_worth_it(heap: Heap, view: View, me: str) -> bool:
    """Returns whether it is useful to resolve these dice together.

    There must be several dice, no choice about modifiers, no damage to own characters, no shields for others, and no
    die whose shields would all be above the maximum.
    """
    if len(heap.dice) + len(heap.modifiers) < 2 or any(each.cost or each.x for _, each in heap.modifiers):
        return False
    target = _character(heap.target, view["players"][me]["characters"])
    if heap.symbol in ("md", "rd"):
        return target is None
    if heap.symbol == "sh":
        before_the_last = heap.value - heap.dice[-1][1].value
        return target is not None and target.get("shields", 0) + before_the_last < MAX_SHIELDS
    return True


def _character(name: str, characters: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    return next((each for each in characters if each["id"] == name), None)


def _run(ctx: DestinyContext, kind: str, heap: Heap, me: str) -> Run:
    first, *rest = (f"{die}:{heap.target}" if heap.target else die for die, _ in heap.dice)
    answers = [Answer(kind, (f"resolve:{first}" if kind == "action" else first,))]
    if heap.modifiers:
        answers.append(Answer("modify", tuple(die for die, _ in heap.modifiers)))
    answers += [Answer("resolve", (key,)) for key in rest]
    return Run(_label(ctx, heap, me), tuple(answers))


def _label(ctx: DestinyContext, heap: Heap, me: str) -> Label:
    count = len(heap.dice) + len(heap.modifiers)
    what = ctx.t("{symbol}: all {count} dice, {value} in all", symbol=ctx.t(SYMBOLS[heap.symbol]), count=count,
                 value=heap.value)  # fmt: skip
    text = f"{what} → {ctx.thing(heap.target, me)}" if heap.target else what
    return Label(text, ctx.t("Resolved one after the other, as one action."), SIGNS[heap.symbol])
