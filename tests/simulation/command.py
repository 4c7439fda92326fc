"""The command line of the simulation: plays evenings, reports failed ones, and looks for fewer faults that fail."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import os
import pickle
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NoReturn

from bot.texts import LANGUAGES, translator_for
from tests.simulation import previous_schema, server_troubles, shared_evening
from tests.simulation import troubles as own_troubles
from tests.simulation.evening import simulated
from tests.simulation.planted import DEFECTS
from tests.simulation.report import Report
from tests.simulation.sometimes import SOMETIMES
from tests.simulation.virtual import SimulatedLoop

PRESSES: Final = 150
SHARED_EVERY: Final = 4
"""Every fourth evening is one of several workers, which takes twice as long."""


def play(seed: str, presses: int, troubles: Sequence[str], *, shared: bool = False) -> Report:
    """Plays one evening in a process of its own and returns its report; `shared`: of several workers.

    What an evening leaves in memory, such as caches, would change the evenings after it.
    """
    reading, writing = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _report_to(writing, seed, presses, troubles, shared=shared)
    os.close(writing)
    try:
        with open(reading, "rb") as pipe:
            sent = pipe.read()
    except BaseException:
        os.kill(child, signal.SIGKILL)
        raise
    finally:
        _, status = os.waitpid(child, 0)
    if not sent:
        return Report(seed, wrong=f"the process of the evening ended with {os.waitstatus_to_exitcode(status)}")
    report: Report = pickle.loads(sent)
    return report


def _report_to(pipe: int, seed: str, presses: int, troubles: Sequence[str], *, shared: bool) -> NoReturn:
    """Plays an evening in this process, writes its report to a pipe and ends the process."""
    try:
        sent = pickle.dumps(played(seed, presses, troubles, shared=shared))
        with open(pipe, "wb") as file:
            file.write(sent)
    except BaseException:
        logging.getLogger(__name__).critical("the evening has no report", exc_info=True)
        os._exit(1)
    os._exit(0)


def played(seed: str, presses: int, troubles: Sequence[str], *, shared: bool) -> Report:
    """Plays one evening in an event loop of its own, in this process, and returns its report."""
    course = shared_evening.simulated if shared else simulated
    gc.disable()  # A collection would end forgotten tasks at a moment that the seed does not choose.
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        loop = SimulatedLoop()
        asyncio.set_event_loop(loop)
        return loop.run_until_complete(course(seed, Path(folder), presses, troubles))


def kinds(*, shared: bool) -> tuple[str, ...]:
    """Returns the names of the kinds of faults that an evening of several workers (`shared`) or of one process has."""
    return tuple(server_troubles.TROUBLES if shared else own_troubles.TROUBLES)


def shrunk(report: Report, presses: int, troubles: Sequence[str], *, shared: bool) -> tuple[int, list[str]]:
    """Plays the failed evening again with fewer faults and presses, as long as it still fails.

    Returns the number of presses and the kinds of faults that are left.
    """
    left = list(troubles)
    for kind in list(left):
        fewer = [one for one in left if one != kind]
        if play(report.seed, presses, fewer, shared=shared).wrong:
            left = fewer
    while presses > 5 and play(report.seed, presses // 2, left, shared=shared).wrong:
        presses //= 2
    return presses, left


def repeat(seed: str, presses: int, troubles: Sequence[str], *, shared: bool, planted: str | None) -> str:
    """Returns the command line that plays that evening again."""
    without = ",".join(kind for kind in kinds(shared=shared) if kind not in troubles)
    more = f" --without {without}" if without else ""
    more += f" --planted {planted}" if planted else ""
    return f"python -m tests.simulation {seed} {'--workers' if shared else '--alone'} --presses {presses}{more}"


def main(words: Sequence[str], wall: Callable[[], float]) -> int:
    """Runs the command; returns 1 if an evening failed, otherwise 0.

    With a planted defect it returns 1, except with `--evenings`: 0 as soon as an evening fails, which finds the defect.
    """
    reader = argparse.ArgumentParser(prog="python -m tests.simulation")
    reader.add_argument("seed", nargs="?", help="the evening to play; default: 1, 2, 3, …")
    reader.add_argument("--evenings", type=int, default=0, help="number of evenings to play")
    reader.add_argument("--minutes", type=float, default=1.0, help="minutes to play, without --evenings or a seed")
    reader.add_argument("--presses", type=int, default=PRESSES, help="number of presses in each evening")
    reader.add_argument("--workers", action="store_true", help="play only evenings of several workers on one server")
    reader.add_argument("--alone", action="store_true", help="play only evenings of one process with SQLite")
    reader.add_argument(
        "--without",
        default="",
        help=f"kinds of faults to leave out: {', '.join(sorted({*kinds(shared=False), *kinds(shared=True)}))}",
    )
    reader.add_argument("--planted", choices=sorted(DEFECTS), help="a defect to plant; then an evening must fail")
    reader.add_argument("--log", type=Path, help="the file for everything that happens")
    reader.add_argument("--no-shrink", action="store_true", help="do not look for fewer faults that fail")
    reader.add_argument("--verbose", action="store_true", help="print the log of the bot")
    given = reader.parse_args(words)
    level = logging.DEBUG if given.verbose else logging.CRITICAL
    logging.basicConfig(level=level)
    for handler in logging.getLogger().handlers:
        handler.setLevel(level)
    for noisy in ("asyncio", "discord", "aiosqlite"):
        logging.getLogger(noisy).setLevel(logging.INFO if given.verbose else logging.CRITICAL)
    # Once, instead of in each evening's process:
    for language in LANGUAGES:
        translator_for(language)
    previous_schema.empty_database()
    begun, failed, states, reports = wall(), 0, Counter[str](), list[Report]()
    for seed in _seeds(given.seed, given.evenings, given.minutes, wall):
        at = wall()
        shared = given.workers or (not given.alone and seed.isdecimal() and int(seed) % SHARED_EVERY == 0)
        troubles = [kind for kind in kinds(shared=shared) if kind not in given.without.split(",")]
        report = play(seed, given.presses, troubles, shared=shared)
        states += report.states
        reports.append(report)
        print(
            f"{seed}: {report.presses} presses ({report.failed} failed), {report.answers} answers, "
            f"{report.kills} kills, {len(report.lines)} events, {wall() - at:.1f} s, {report.digest[:12]}", flush=True,
        )  # fmt: skip
        if given.log:
            given.log.write_text("\n".join(report.lines), encoding="utf-8")
        if report.wrong:
            failed += 1
            least = given.presses, troubles
            if not given.no_shrink and not (given.planted and given.evenings):
                least = shrunk(report, given.presses, troubles, shared=shared)
            print(f"  WRONG {report.wrong}")
            print(f"  {repeat(seed, *least, shared=shared, planted=given.planted)}", flush=True)
        if report.wrong and given.planted and given.evenings:
            print(f"found in evening {seed}, after {len(reports)}: {report.wrong[:200]}")
            return 0
    if len(reports) > 1:
        _print_states(states)
        spent = sum(os.times()[:4])  # Of this process and of those of the evenings, in seconds.
        print(
            f"{len(reports)} evenings, {failed} failed, {len(reports) / (wall() - begun) * 3600:.0f} an hour "
            f"({len(reports) / spent * 3600:.0f} an hour of processor time)"
        )
    return 1 if failed or given.planted else 0


def _print_states(reached: Counter[str]) -> None:
    """Prints how often each rare state was reached, those that never were at the end."""
    for state in sorted(SOMETIMES, key=lambda state: -reached[state]):
        print(f"  {state}: {reached[state] or 'never reached'}")


def _seeds(seed: str | None, evenings: int, minutes: float, wall: Callable[[], float]) -> Iterator[str]:
    if seed is not None and not evenings:
        yield seed
        return
    first, begun = int(seed or 1), wall()
    number = first
    while number < first + evenings if evenings else wall() - begun < minutes * 60:
        yield str(number)
        number += 1
