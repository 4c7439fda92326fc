"""`python -m bot`: the bot by its settings; with a command it serves the operator instead."""

from __future__ import annotations

import logging
import sys
from typing import Final

from bot.commands import parser

RULES: Final = "KRUPIER_RULES"
"""Asks for compiled rules, maybe where there are none: `rules` says so when it is imported."""
WRONG: Final = 2


def main() -> int:
    """0: stopped in order; 1: Discord cannot be served; 2: a setting must be mended, as standard error says.

    Without a token it plays on this machine.
    """
    # Whoever types a command need not wait for all that serves Discord.
    from bot.monitoring.logs import set_up_logging  # noqa: PLC0415
    from bot.run import FAILED, FINAL, STOPPED, check_games, check_libraries, final_word, run  # noqa: PLC0415
    from bot.settings import NoToken, load  # noqa: PLC0415
    from storage.misspelt import misspelt  # noqa: PLC0415

    try:
        settings = load()
        set_up_logging(settings.log_level, structured=settings.log_format == "json")
        for sentence in misspelt():
            logging.getLogger("bot").warning("%s", sentence)
        check_libraries()
        check_games()
        run(settings)
    except NoToken as hint:
        print(hint, *misspelt(), sep="\n", file=sys.stderr, flush=True)
        from bot.local import play  # noqa: PLC0415 - a bot that serves Discord needs none of it

        return play.main()
    except FINAL as error:
        return _ended(*final_word(error))
    except KeyboardInterrupt:
        return STOPPED
    except Exception:
        # Not by Python itself, which would print the error's own words.
        logging.getLogger("bot").critical("the bot has failed", exc_info=True)
        return FAILED
    return STOPPED


def _ended(text: str, status: int) -> int:
    """The last word: where the log is JSON a line of it, which a collector of logs keeps."""
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
    """`krupier` and `python -m bot`: an operator's command, or else the bot."""
    try:
        return _entered(sys.argv[1:])
    except ImportError as missing:
        if missing.name != RULES:
            raise
        return _said(str(missing), WRONG)


def _entered(words: list[str]) -> int:
    if not words:
        return main()
    parser().parse_args(words)  # ends here where help is all that is asked for
    from bot import cli  # noqa: PLC0415

    return cli.main(words)


if __name__ == "__main__":
    sys.exit(entry())
