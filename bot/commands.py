"""The command-line parser of `python -m bot`, which is needed before the modules of the bot are loaded."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Final

from bot.measuring.parsing import parse_int

WHICH: Final = "a file or postgresql://…; default: KRUPIER_DATABASE, else krupier.sqlite3"
"""The help text of the option --database, repeated here because the storage package is not loaded yet."""


def parser(place: Callable[[str], object] = str) -> argparse.ArgumentParser:
    """Returns the parser of the commands `local`, `tables` and `close`; `place` converts the name of a database."""
    words = argparse.ArgumentParser(
        prog="krupier", description="Without a command: run the bot. The commands are safe while it runs."
    )
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--database", type=place, metavar="DATABASE", help=WHICH)
    commands = words.add_subparsers(dest="command", required=True)
    local = commands.add_parser("local", help="open the table in the browser of this machine, without Discord")
    # bot/local/start.py has already opened a socket if the program was started from a checkout.
    local.add_argument("--listener", type=int, help=argparse.SUPPRESS)
    commands.add_parser("tables", parents=[shared], help="list the unfinished tables with their state and age")
    closing = commands.add_parser("close", parents=[shared], help="close a stuck table and apologise in its channel")
    closing.add_argument("table", type=_table, metavar="TABLE", help="the number of the table, as `tables` lists it")
    return words


def _table(text: str) -> int:
    number = parse_int(text)
    if number is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not the number of a table")
    return number
