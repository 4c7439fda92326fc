"""The bot as a process of its own, connected to the local Discord: starting, restarting and stopping it."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

MUST_BE_MENDED: Final = 2
"""The bot's exit code if starting it again cannot help: a setting or the database must be corrected first."""
SHORTEST, LONGEST, STEADY = 1.0, 30.0, 60.0
SECONDS_TO_STOP: Final = 15.0
PR_SET_PDEATHSIG: Final = 1


def _die_with_parent() -> Callable[[], None] | None:
    """Returns a function for the new process that makes it end when its parent is killed, so that the database is
    released; None if the system is not Linux."""
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None)
    return lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class BotProcess:
    """The bot as a process (`python -m bot`) that is restarted when it ends; `say` gets messages about it.

    `settings`: environment variables. `program`: the module to run instead of `bot`, with its arguments.
    """

    def __init__(
        self, settings: Mapping[str, str], say: Callable[[str], None], program: Sequence[str] = ("bot",)
    ) -> None:
        self.settings = dict(settings)
        self.say = say
        self.program = program
        self.process: asyncio.subprocess.Process | None = None
        self.wait = SHORTEST

    async def run(self) -> int:
        """Keeps the bot's process running; returns its exit code at an error that the user must correct."""
        while True:
            began = time.monotonic()
            code = await self._once()
            if code == MUST_BE_MENDED:
                return code
            self.wait = SHORTEST if time.monotonic() - began > STEADY else self.wait
            self.say(f"The bot has ended unexpectedly (exit code {code}); it starts again in {self.wait:.0f} s.")
            await asyncio.sleep(self.wait)
            self.wait = min(self.wait * 2, LONGEST)

    async def _once(self) -> int:
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", *self.program),
            env={**os.environ, **self.settings},
            stdin=asyncio.subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=_die_with_parent(),
        )
        return await self.process.wait()

    async def stop(self) -> None:
        """Stops the bot's process; kills it if it takes longer than SECONDS_TO_STOP."""
        process = self.process
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), SECONDS_TO_STOP)
        except TimeoutError:
            self.say("The bot does not stop, so it will be killed.")
            process.kill()
            await process.wait()
