"""The entry point `python -m bot`: runs the bot, or the command on its command line."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.commands import parser

if TYPE_CHECKING:
    from bot.settings import NoToken
    from storage.settings import Settings

RULES: Final = "KRUPIER_RULES"
"""The `name` of the ImportError that `rules` raises if this setting requires compiled rules and they are missing."""
WRONG: Final = 2


def main() -> int:
    """Runs the bot and returns an exit code.

    0: stopped; 1: it has failed or Discord cannot be reached; 2: a setting must be corrected first (see standard
    error). Without a token it opens the local table, if it runs in a terminal and nothing is configured for a server.
    """
    # Imported here, so the commands and the local table start without the modules that serve Discord.
    from bot.settings import NoToken, load  # noqa: PLC0415
    from storage.errors import BadSetting  # noqa: PLC0415

    try:
        return _serve(load())
    except NoToken as missing:
        return _without_token(missing)
    except BadSetting as wrong:
        return _ended(str(wrong), WRONG)
    except KeyboardInterrupt:
        return 0


def _without_token(missing: NoToken) -> int:
    """Opens the local table in a terminal. On a server, prints why it is not opened and returns exit code 2."""
    from storage.unknown_settings import unknown_settings  # noqa: PLC0415 - as in `main`

    reason = missing.reason_to_refuse(terminal=_in_terminal())
    if reason:
        return _ended("\n".join((reason, *unknown_settings())), WRONG)
    print(missing, *unknown_settings(), sep="\n", file=sys.stderr, flush=True)
    return _local()


def _in_terminal() -> bool:
    return any(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def _local(listener: int | None = None) -> int:
    """Serves the waiting page while the program loads, then the local table on the same socket.

    Returns the exit code. `listener` is the file descriptor of a listening socket that the starting process has opened
    already.
    """
    from bot.local import steps, waiting_page  # noqa: PLC0415 - a bot that serves Discord needs none of it

    try:
        address = waiting_page.wanted_address(os.environ, Path(".env"))
        listening = waiting_page.listener(*address) if listener is None else waiting_page.inherited(listener)
        with contextlib.ExitStack() as stack:
            if listening is not None:
                stack.enter_context(waiting_page.WaitingPage(listening)).report(steps.Step("loading"))
            from bot.local.play import play_on  # noqa: PLC0415 - slow to import, so the page answers first
        return play_on(listening)
    except KeyboardInterrupt:
        return 0


def _serve(settings: Settings) -> int:
    from bot.monitoring.logs import set_up_logging  # noqa: PLC0415 - as in `main`
    from bot.run import FAILED, FINAL, STOPPED, check_games, check_libraries, final_word, run  # noqa: PLC0415
    from storage.unknown_settings import unknown_settings  # noqa: PLC0415

    try:
        set_up_logging(settings.log_level, structured=settings.log_format == "json")
        for sentence in unknown_settings():
            logging.getLogger("bot").warning("%s", sentence)
        check_libraries()
        check_games()
        run(settings)
    except FINAL as error:
        return _ended(*final_word(error))
    except KeyboardInterrupt:
        return STOPPED
    except Exception:
        # Python itself would print the error's text, which may name a card.
        logging.getLogger("bot").critical("the bot has failed", exc_info=True)
        return FAILED
    return STOPPED


def _ended(text: str, status: int) -> int:
    """Prints the last message of the process and returns the exit code `status`.

    If the log is JSON, it is a JSON line, so that a log collector stores it.
    """
    from bot.monitoring.logs import set_up_logging  # noqa: PLC0415 - as in `main`
    from bot.settings import json_is_asked_for  # noqa: PLC0415

    if not json_is_asked_for():
        return _said(text, status)
    log = logging.getLogger("bot")
    if not log.hasHandlers():
        set_up_logging(logging.INFO, structured=True)
    log.critical("%s", text)
    return status


def _said(text: str, status: int) -> int:
    print(text, file=sys.stderr)
    return status


def entry() -> int:
    """Runs the command `local`, `tables` or `close`, without one the bot; returns an exit code."""
    try:
        return _entered(sys.argv[1:])
    except ImportError as missing:
        if missing.name != RULES:
            raise
        return _said(str(missing), WRONG)


def _entered(words: list[str]) -> int:
    if not words:
        return main()
    options = parser().parse_args(words)  # ends here if only help is requested
    if options.command == "local":
        return _local(options.listener)
    from bot import cli  # noqa: PLC0415

    return cli.main(words)


if __name__ == "__main__":
    sys.exit(entry())
