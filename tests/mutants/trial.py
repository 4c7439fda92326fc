"""Tries each change with the tests that run the changed code, until one of them fails.

One process collects the tests. Every change gets a copy of that process (fork), so nothing is imported or collected
twice. First each test runs without changes, which shows what code it runs and how long it takes.
"""

from __future__ import annotations

import gc
import json
import os
import pickle
import resource
import signal
import sys
import time
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate, zip_longest
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

import pytest
from hypothesis import Phase, settings

from tests.mutants.changes import Change, put_in_force

RULES: Final = str(Path("rules").resolve())
MEMORY: Final = 3 * 1024**3
"""Bytes of memory above which a change counts as noticed."""
PATIENCE: Final = 10
"""The multiple of its usual CPU time (plus a second) after which a test counts as one that never ends."""
IMPOSSIBLE: Final = 99
"""The exit code of a copy in which the change could not be tried."""
BRIEF: Final = float(os.environ.get("BRIEF", "inf"))
"""Maximum seconds of tests per change, for a first round over many changes."""
HYPOTHESIS: Final = "ignore:Module already imported:pytest.PytestAssertRewriteWarning"
QUIET: Final = ("-qq", "--tb=no", "--capture=no", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", HYPOTHESIS)


def try_all(tests: Sequence[str], changes: list[Change], results: Path) -> None:
    """Tries each change with these tests, appends the results to a file, and ends the process with pytest's exit
    code.
    """
    settle_hypothesis()
    workers = os.environ.get("WORKERS", "1")
    trial = Trial(changes, results, max(1, (os.cpu_count() or 1) if workers == "auto" else int(workers)))
    sys.exit(pytest.main([*QUIET, *tests], plugins=[trial]))


def settle_hypothesis() -> None:
    """Makes hypothesis use the same examples for every change, without shrinking them."""
    settings.register_profile("mutants", derandomize=True, database=None, phases=(Phase.explicit, Phase.generate))
    settings.load_profile("mutants")


class Trial:
    """A pytest plugin that tries changes instead of running the tests once."""

    def __init__(self, changes: list[Change], results: Path, workers: int) -> None:
        self._changes = changes
        self._results = results
        self._workers = workers
        self._failed = ""
        self._running: dict[int, tuple[Change, int]] = {}
        self._good: Counter[tuple[str, str]] = Counter()
        """The number of changes that a test has noticed, by (module or function, test); such tests run first."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Stores the id of a test that has failed."""
        if report.failed:
            self._failed = report.nodeid

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Measures each test without changes, then tries all changes, one or several at a time."""
        gc.freeze()
        self._items = session.items
        self._seconds: list[float] = []
        self._tests: dict[tuple[str, str], list[int]] = {}
        for at in range(len(session.items)):
            self._look_at(at)
        for change in self._changes:
            while len(self._running) >= self._workers:
                self._wait()
            self._begin(change)
        while self._running:
            self._wait()
        return True

    def _look_at(self, at: int) -> None:
        """Runs a test without changes in a copy of the process; stores its time and the code that it runs.

        Raises UsageError if it fails.
        """
        reading = copy(lambda: self._ran(at))[1]
        failed, seconds, ran = pickle.loads(read(reading))  # it comes from a copy of this very process
        os.wait()
        if failed:
            raise pytest.UsageError(f"{failed} fails with nothing changed")
        self._seconds.append(seconds)
        for function in ran:
            self._tests.setdefault(function, []).append(at)

    def _ran(self, at: int) -> bytes:
        ran: set[tuple[str, str]] = set()

        def look(frame: FrameType, event: str, argument: object) -> None:
            code = frame.f_code
            if code.co_filename.startswith(RULES):
                ran.add((frame.f_globals["__name__"], code.co_qualname.partition(".<locals>")[0]))

        sys.settrace(look)
        begun = time.process_time()
        self._run([at])
        sys.settrace(None)
        return pickle.dumps((self._failed, time.process_time() - begun, ran))

    def _run(self, tests: list[int]) -> None:
        """Runs the tests in their given order until one fails."""
        for at, following in zip_longest(tests, tests[1:]):
            item = self._items[at]
            if at < len(self._seconds):  # else nothing is changed yet
                signal.setitimer(signal.ITIMER_VIRTUAL, 1 + PATIENCE * self._seconds[at])
            item.config.hook.pytest_runtest_protocol(
                item=item, nextitem=None if following is None else self._items[following]
            )
            if self._failed:
                return

    def _begin(self, change: Change) -> None:
        tests = self._tests.get((change.module, change.function), [])
        tests = self._within_brief(sorted(tests, key=lambda at: self._order(change, at)))
        child, reading = copy(lambda: self._with(change, tests))
        self._running[child] = (change, reading)

    def _within_brief(self, tests: list[int]) -> list[int]:
        """Returns the first of these tests that together fit the time limit `BRIEF`, at least one."""
        spent = list(accumulate(self._seconds[at] for at in tests))
        return tests[: max(1, bisect(spent, BRIEF))]

    def _order(self, change: Change, at: int) -> float:
        """Returns the sort key of a test: quick tests that have noticed much in this function and module come first."""
        name = self._items[at].nodeid
        return self._seconds[at] / (1 + 9 * self._good[change.place, name] + self._good[change.module, name])

    def _with(self, change: Change, tests: list[int]) -> bytes:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        put_in_force(change)
        self._run(tests)
        return self._failed.encode()

    def _wait(self) -> None:
        """Waits for the next forked copy of the process to end, and appends the result of its change to the file."""
        child, status = os.wait()
        change, reading = self._running.pop(child)
        by = read(reading).decode()
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == IMPOSSIBLE:
            raise pytest.UsageError(f"cannot be tried: {change}")
        if not os.WIFEXITED(status) or os.WEXITSTATUS(status):
            by = "it neither passes nor fails"
        elif by:
            self._good[change.place, by] += 1
            self._good[change.module, by] += 1
        tested = (change.module, change.function) in self._tests
        line = {"key": change.key, "change": str(change), "by": by, "tested": tested}
        with self._results.open("a", encoding="utf-8") as results:
            results.write(json.dumps(line, ensure_ascii=False) + "\n")


def copy(work: Callable[[], bytes]) -> tuple[int, int]:
    """Forks a copy of this process that does the work; returns its process id and the pipe for its result."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        _work(work, writing)
    os.close(writing)
    return child, reading


def _work(work: Callable[[], bytes], writing: int) -> NoReturn:
    code = 1
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        told = work()
        with open(writing, "wb") as pipe:
            pipe.write(told)
        code = 0
    except MemoryError:
        code = 1
    except Exception:  # a defect of the trial itself shall not pass for a change that was noticed
        code = IMPOSSIBLE
    finally:
        os._exit(code)


def read(reading: int) -> bytes:
    with open(reading, "rb") as pipe:
        return pipe.read()
