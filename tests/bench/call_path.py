"""Counts the modules on the way of a press to the rules, and from an answer's commit to the edit of the board.

For each, one answer at a table on the local Discord is profiled. The path of the second is the chain of calls that
leads from the return of the commit to the request: up to the function that publishes the change, down to the one that
begins the board's task, and down that task to the request. Only modules of `bot`, `storage` and `rules` count; the
local Discord does not.

A return is a step of the path into a module that it has left before. The line "with every function looked at" also
counts every function of another module that a function on the path calls directly: the reader looks at it and comes
back, which is one return.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, NamedTuple

from tests import databases
from tests.any_answer import any_answer
from tests.bot.clicks import Clicks
from tests.bot.table import Evening

ROOT = Path(__file__).parents[2]
PACKAGES = ("bot/", "storage/", "rules/")
COMMIT, CHANGED = "bot/tables/commits.py", "bot/features/play/publisher.py"
REQUEST = "bot/messages/wire.py"
ROUTER, RULES = "bot/gateway/router.py", ("rules/engine.py", "answer")


class Step(NamedTuple):
    """A function on the path."""

    module: str
    name: str
    frame: FrameType


def module_of(frame: FrameType) -> str:
    """Returns the module of a stack frame as a path; empty for modules that are not counted."""
    path = os.path.relpath(frame.f_code.co_filename, ROOT)
    return path if path.startswith(PACKAGES) and not path.startswith("bot/emulator/") else ""


def stack(frame: FrameType | None) -> list[Step]:
    """Returns the chain of calls that leads to the frame, outermost first."""
    steps = []
    while frame is not None:
        if module := module_of(frame):
            steps.append(Step(module, frame.f_code.co_name, frame))
        frame = frame.f_back
    return steps[::-1]


@dataclass
class Trace:
    """A profiler for `sys.setprofile` that records the calls from an answer's commit to the request that edits the
    board.
    """

    commit: list[Step] = field(default_factory=list)
    changed: list[Step] = field(default_factory=list)
    request: list[Step] = field(default_factory=list)
    calls: list[tuple[FrameType | None, FrameType]] = field(default_factory=list)
    """Each call as (caller, called function)."""
    seen: set[FrameType] = field(default_factory=set)

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """Records one event of the profiler.

        A coroutine's pauses are returns too, so the last return of `commit` counts; a frame's later calls are ignored.
        """
        if self.request or not (module := module_of(frame)):
            return
        name = frame.f_code.co_name
        if event == "return" and (module, name) == (COMMIT, "commit"):
            self.commit = stack(frame)
            self.calls.clear()
        if event != "call" or not self.commit or frame in self.seen:
            return
        self.seen.add(frame)
        self.calls.append((frame.f_back, frame))
        if (module, name) == (CHANGED, "changed"):
            self.changed = stack(frame)
        elif module == REQUEST and name in {"edit_message", "edit_original"} and self.changed:
            self.request = stack(frame)

    def path(self) -> list[Step]:
        """Returns the functions from the commit to the request."""
        shared = sum(one.frame is other.frame for one, other in zip(self.commit, self.changed, strict=False))
        up = self.commit[: max(shared - 2, 0) : -1]
        return [*up, *self.changed[shared:], *self.request]

    def looked_at(self, path: list[Step]) -> set[tuple[str, str, str]]:
        """Returns (caller's module, module, function) of each function in another module that a function on the path
        calls.

        Functions that are on the path themselves are left out.
        """
        on_path = {step.frame: step.module for step in path}
        found = set()
        for caller, called in self.calls:
            module, name = module_of(called), called.f_code.co_name
            if caller in on_path and called not in on_path and module != on_path[caller] and name[0] != "<":
                found.add((on_path[caller], module, name))
        return found


async def press() -> list[str]:
    """Answers once at a table by a press; returns the modules in the chain of calls from the router to the rules."""
    found: list[str] = []

    def watch(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and (module_of(frame), frame.f_code.co_name) == RULES and not found:
            found.extend(module for module, _ in groupby(step.module for step in stack(frame)))

    with tempfile.TemporaryDirectory() as folder:
        database = databases.create(Path(folder) / "krupier.sqlite3")
        async with Evening.of("Anna", "Bert", "Cyril", database=database, pictures=False, seed=bytes(32)) as evening:
            await evening.sit_down()
            seat = evening.game.waiting[0]
            keys = any_answer(evening.game, seat, Random(3))
            sys.setprofile(watch)
            try:
                await Clicks(evening).answer(seat, *keys)
            finally:
                sys.setprofile(None)
    return found[found.index(ROUTER) :]


async def trace() -> Trace:
    """Answers at a table until an answer edits the board in place; returns the profile of that answer."""
    with tempfile.TemporaryDirectory() as folder:
        database = databases.create(Path(folder) / "krupier.sqlite3")
        async with Evening.of("Anna", "Bert", "Cyril", database=database, pictures=False, seed=bytes(32)) as evening:
            board = await evening.sit_down()
            dice, found = Random(3), Trace()
            while not found.request or evening.board().id != board.id:
                board, found = evening.board(), Trace()
                seat = evening.game.waiting[0]
                keys = any_answer(evening.game, seat, dice)
                sys.setprofile(found)
                try:
                    await evening.answer(seat, *keys)
                finally:
                    sys.setprofile(None)
            return found


def figures() -> list[str]:
    """Profiles one answer and one press at tables on the local Discord, and returns the report's lines.

    They are the functions called from commit to board edit, the counts of modules and returns with their aims in
    brackets, and the functions of other modules that this path calls.
    """
    found = asyncio.run(trace())
    path = found.path()
    modules = [module for module, _ in groupby(step.module for step in path)]
    looked_at = found.looked_at(path)
    all_modules = {*modules, *(module for _, module, _ in looked_at)}
    returns = len(modules) - len({*modules})
    pressed = asyncio.run(press())
    return [
        " > ".join(f"{Path(step.module).stem}.{step.name}" for step in path),
        f"from commit to board edit: {len({*modules})} modules [12], {returns} returns [10]",
        f"a press from router to rules: {len({*pressed})} modules [12]",
        f"with every function looked at on the way: {len(all_modules)} modules, {returns + len(looked_at)} returns",
        *(f"    {Path(caller).stem} -> {module} {name}" for caller, module, name in sorted(looked_at)),
    ]


if __name__ == "__main__":
    print(*figures(), sep="\n")
