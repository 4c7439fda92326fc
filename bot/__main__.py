"""`python -m bot`: the bot by its settings; with a command it serves the operator instead."""

from __future__ import annotations

import asyncio
import sys

from bot import cli
from bot.logs import set_up_logging
from bot.run import FINAL, STOPPED, check_games, final_word, serve
from bot.settings import NoToken, load


def main() -> int:
    """0: stopped in order; 1: Discord cannot be served; 2: a setting must be mended, as standard error says.

    Without a token it plays on this machine.
    """
    try:
        settings = load()
        set_up_logging(settings.log_level, structured=settings.log_format == "json")
        check_games()
        asyncio.run(serve(settings))
    except NoToken as hint:
        print(hint, file=sys.stderr, flush=True)
        from bot.local import play  # noqa: PLC0415 - a bot that serves Discord needs none of it

        return play.main()
    except FINAL as error:
        return _said(*final_word(error))
    except KeyboardInterrupt:
        return STOPPED
    return STOPPED


def _said(text: str, status: int) -> int:
    print(text, file=sys.stderr)
    return status


def entry() -> int:
    """`krupier` and `python -m bot`: an operator's command, or else the bot."""
    words = sys.argv[1:]
    return cli.main(words) if words else main()


if __name__ == "__main__":
    sys.exit(entry())
