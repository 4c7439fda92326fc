"""Compiles the rules in the background for the next start, at the lowest priority. Standard library only.

The process waits until the bot has started, ends when the bot ends, and installs the result in one step
(`hatch_build.py`). A build that failed is not repeated until the rules change.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import select
import shutil
import signal
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import ModuleType
from typing import Final

from bot.local.environment import Failed, prepare, python
from bot.local.steps import Report

CHECKOUT: Final = Path(__file__).parents[2]
ENVIRONMENT: Final = Path(".venv-build")
LOCK: Final = Path("requirements-build.lock")
LOG: Final = Path("rules/_compiled/compile.log")
FAILED: Final = Path("rules/_compiled/failed")
"""The file with the fingerprint of the rules that could not be compiled."""
SECONDS_FOR_THE_START: Final = 20.0
SECONDS_TO_STOP: Final = 10.0
LOWEST_PRIORITY: Final = 19


def before_start(report: Report) -> None:
    """Starts the background build if the rules are not compiled yet, a compiler is installed and no build has failed.

    With KRUPIER_RULES=compiled, compiles at once and waits; with `pure`, does nothing. Prints what it does.
    """
    wanted = os.environ.get("KRUPIER_RULES", "")
    rules = _chooser()
    if wanted == "pure" or rules.available()[0] or not _compiler_is_installed():
        return
    if wanted == "compiled":
        prepare(ENVIRONMENT, LOCK, report)
        subprocess.run([str(python(ENVIRONMENT)), "hatch_build.py"], check=False)  # noqa: S603
    elif _failed_with(rules.fingerprint()):
        print(f"The rules run from source, because they could not be compiled. See {LOG}.", flush=True)
    else:
        print(f"The rules run from source; they are compiled in the background for the next start ({LOG}).", flush=True)
        _begin()


def _chooser() -> ModuleType:
    """Returns the module `rules.compiled` without importing the rules."""
    spec = importlib.util.spec_from_file_location("chooser", CHECKOUT / "rules/compiled.py")
    if spec is None or spec.loader is None:
        raise ImportError("rules/compiled.py is missing")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _compiler_is_installed() -> bool:
    headers = Path(sysconfig.get_path("include")) / "Python.h"
    return shutil.which(os.environ.get("CC") or "cc") is not None and headers.is_file()


def _failed_with(fingerprint: str) -> bool:
    try:
        return FAILED.read_text(encoding="utf-8") == fingerprint
    except OSError:
        return False


def _begin() -> None:
    """Starts the build in a process of its own.

    This process, which becomes the bot, keeps the other end of a pipe. The pipe closes when the bot ends.
    """
    theirs, ours = os.pipe()
    command = [sys.executable, "-m", "bot.local.background_build", str(theirs)]
    if os.fork() == 0:
        # This process ends at once, so that the system and not the bot waits for the build.
        nowhere = subprocess.DEVNULL
        subprocess.Popen(  # noqa: S603
            command, stdin=nowhere, stdout=nowhere, stderr=nowhere, pass_fds=(theirs,), start_new_session=True
        )
        os._exit(0)
    os.wait()
    os.close(theirs)
    os.set_inheritable(ours, True)


def main(pipe: int, patience: float = SECONDS_FOR_THE_START) -> int:
    """Compiles the rules once the bot has run for `patience` seconds, with output to LOG; returns the exit code.

    `pipe`: the file descriptor of a pipe that closes when the bot ends, which also ends the build.
    """
    if _broken(pipe, patience):
        return 0
    _lower_priority()
    LOG.parent.mkdir(exist_ok=True)
    with LOG.open("a", encoding="utf-8") as log:
        try:
            prepare(ENVIRONMENT, LOCK, lambda _: None)
        except (Failed, OSError) as failed:
            print(failed, file=log)
            return 1
        code = _compiled(pipe, log.fileno())
    if code > 0:
        FAILED.write_text(_chooser().fingerprint(), encoding="utf-8")
    return code


def _compiled(pipe: int, log: int) -> int:
    """Runs the build; stops it when the bot ends. Returns its exit code, or a negative number if it was stopped."""
    if _broken(pipe, 0.0):
        return -1
    process = subprocess.Popen(  # noqa: S603
        [str(python(ENVIRONMENT)), "hatch_build.py"], stdout=log, stderr=log, start_new_session=True
    )
    while process.poll() is None:
        if _broken(pipe, 1.0):
            _stop(process)
            return -1
    return process.returncode


def _stop(process: subprocess.Popen[bytes]) -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(SECONDS_TO_STOP)
            return


def _broken(pipe: int, patience: float) -> bool:
    """Waits at most `patience` seconds for the bot to close a pipe by its end; returns whether it has ended."""
    return bool(select.select([pipe], [], [], patience)[0])


def _lower_priority() -> None:
    """Gives this process the lowest CPU priority."""
    os.nice(LOWEST_PRIORITY)
    if hasattr(os, "SCHED_IDLE"):
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
