"""Carries out a single step of a card with given answers."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from rules.decisions import Decision
from rules.draws import Draw
from rules.engine import Game
from rules.star_wars_destiny import STAR_WARS_DESTINY
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.steps import Step

from .table import given, player


def frame(**how: Any) -> Frame:
    """Returns the context in which a step of seat a's Rey is carried out, at a table that `given` describes; unless
    given, a has Rey and b has Finn.
    """
    laid = given(**{"a": player("rey"), "b": player("finn"), **how})
    table = Game.at(STAR_WARS_DESTINY, laid).table
    return Frame(table, table.players["a"], "a-rey")


class Run:
    """A step of a card, run to its end with given answers; draws get the first options. `asked` has its decisions and
    `result` its result. Asserts that every answer was needed.
    """

    def __init__(self, work: Awaitable[Any], *answers: Any) -> None:
        self.asked: list[Decision] = []
        self.result: Any = None
        self._go(work.__await__(), list(answers))

    def _go(self, running: Any, answers: list[Any]) -> None:
        said: Any = None
        try:
            while True:
                decision = running.send(said)
                if isinstance(decision, Draw):
                    said = tuple(decision.options[: decision.count])
                else:
                    self.asked.append(decision)
                    answer = answers.pop(0)
                    said = answer if isinstance(answer, str) else tuple(answer)
        except StopIteration as end:
            self.result = end.value
        assert not answers, f"never asked for {answers}"


def done(step: Step, f: Frame, *answers: Any) -> bool:
    fully = Run(step.do(f), *answers).result
    assert type(fully) is bool
    return fully
