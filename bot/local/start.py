"""`make run`: prepares the environment of a checkout, then becomes the bot or the local table.

Standard library only: it runs before anything is installed. The waiting page answers until the table is open.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NoReturn

from bot.local import background_build
from bot.local.environment import OLDEST, TOO_OLD, Failed, prepare, python
from bot.local.steps import Step, Terminal
from bot.local.waiting_page import WaitingPage, listener, wanted_address

ENVIRONMENT: Final = Path(".venv")
LOCK: Final = Path("requirements.lock")
SETTINGS: Final = Path(".env")
SERVER_VARIABLES: Final = ("DISCORD_TOKEN", "KRUPIER_METRICS")
"""Variables that are set, perhaps to an empty value, only for a bot on Discord."""


def local_table_is_meant(environment: Mapping[str, str], settings: Path = SETTINGS) -> bool:
    """Returns whether the local table is meant, because nothing is configured for a bot on Discord."""
    on_postgres = environment.get("KRUPIER_DATABASE", "").startswith("postgres")
    return not settings.exists() and not on_postgres and not any(name in environment for name in SERVER_VARIABLES)


def main() -> int:
    """Prepares the environment and replaces this process by the bot; returns an exit code only if that fails."""
    if sys.version_info < OLDEST:
        return _said(TOO_OLD)
    listening = None
    if local_table_is_meant(os.environ):
        print("There is no .env with a DISCORD_TOKEN, so the table opens in the browser of this machine.", flush=True)
        listening = listener(*wanted_address(os.environ, SETTINGS))
    try:
        words = _prepared(listening)
    except (Failed, OSError) as failed:
        return _said(str(failed))
    except KeyboardInterrupt:
        return 130
    return _become([str(python(ENVIRONMENT)), "-m", "bot", *words])


def _prepared(listening: socket.socket | None) -> list[str]:
    """Prepares the environment behind the waiting page, then starts the build; returns the bot's arguments."""
    terminal = Terminal()
    with contextlib.ExitStack() as stack:
        page = stack.enter_context(WaitingPage(listening)) if listening is not None else None

        def report(step: Step) -> None:
            terminal.report(step)
            if page is not None:
                page.report(step)

        prepare(ENVIRONMENT, LOCK, report)
    background_build.before_start(terminal.report)
    if listening is not None:
        listening.set_inheritable(True)
        return ["local", "--listener", str(listening.fileno())]
    return ["local"] if local_table_is_meant(os.environ) else []


def _become(command: list[str]) -> NoReturn:
    os.execv(command[0], command)  # noqa: S606 - no shell is needed


def _said(text: str) -> int:
    print(text, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
