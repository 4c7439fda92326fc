"""The command line of `python -m bot`: parsed before modules that serve Discord or know games are loaded."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Final

from bot.measuring.parsing import parse_int

WHICH: Final = "a file or postgresql://…; default: KRUPIER_DATABASE, else krupier.sqlite3"
"""As storage's own commands say it, which is not loaded here."""


def parser(place: Callable[[str], object] = str) -> argparse.ArgumentParser:
    """Returns the parser; `place` reads the name of a database."""
    words = argparse.ArgumentParser(
        prog="python -m bot", description="Without a command: run the bot. The commands are safe while it runs."
    )
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--database", type=place, metavar="DATABASE", help=WHICH)
    commands = words.add_subparsers(dest="command", required=True)
    local = commands.add_parser("local", help="open the table in the browser of this machine, without Discord")
    # The start from a checkout has opened the socket already (bot/local/start.py).
    local.add_argument("--listener", type=int, help=argparse.SUPPRESS)
    commands.add_parser("tables", parents=[shared], help="list the unfinished tables with their state and age")
    closing = commands.add_parser("close", parents=[shared], help="shut a stuck table down, with an apology")
    closing.add_argument("table", type=_table, metavar="TABLE", help="its number, as `tables` lists it")
    return words


def _table(text: str) -> int:
    number = parse_int(text)
    if number is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no table's number")
    return number
