"""The entry point `python -m rules`: the table protocol (docs/protocol.md), and commands for records and the arena."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from rules import GAMES, RUNNING, install
from rules.arena.calibration import calibration
from rules.arena.command import arena
from rules.arena.puzzle_command import judge, puzzles
from rules.engine import Game
from rules.errors import RulesError
from rules.protocol import Session
from rules.tournaments.verify import BEGINNING
from rules.tournaments.verify import verify as verify_tournament
from rules.verify import replay, verify, verify_so_far

USAGE = """usage: python -m rules                  speaks the table protocol on standard input and output
       python -m rules verify RECORD    checks a finished game's record and its shuffles
       python -m rules verify RECORD SEED
                                        the same for a game that was ended without a winner
       python -m rules verify FILE      the same for the file of a tournament's draws
       python -m rules replay RECORD    prints the last table of a record
       python -m rules arena GAME --seats LEVEL,LEVEL,… [--games N] [--jobs J] [--seed S] [--playouts P]
                                        [--luck K] [--option NAME=VALUE]
                                        computer players against each other (docs/computer-players.md)
       python -m rules calibration GAME --seats N [--games N] [--jobs J] [--seed S] [--write]
                                        predicted chances to win against results (docs/computer-players.md)
       python -m rules puzzles GAME --into FOLDER [--count N] [--seats N,N,…] [--seed S] [--minutes M]
                                        [--kinds KIND,KIND,…] [--most-keys K] [--last-first] [--option NAME=VALUE]
                                        finds puzzles in simulated games (docs/puzzles.md)
       python -m rules judge GAME FILE [--tables N] [--seed S]
                                        judges the answers of a puzzle in whole games (docs/puzzles.md)
       python -m rules about            says which rules run, the sources or the compiled ones (KRUPIER_RULES)
(RECORD is a file; - is standard input)"""

OF_THE_ARENA = {"arena": arena, "calibration": calibration, "puzzles": puzzles, "judge": judge}
"""The commands that play games between computer players."""


def _lines(name: str) -> list[str]:
    raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    # An editor on Windows may have added a byte order mark and its own line ends.
    return raw.decode("utf-8-sig").replace("\r\n", "\n").removesuffix("\n").split("\n")


def _table() -> int:
    for rules in GAMES.values():
        rules.default_options()
    session = Session()
    for raw in sys.stdin.buffer:
        sys.stdout.write(session.hear(raw.decode("utf-8", errors="replace")) + "\n")
        sys.stdout.flush()
    return 0


def _verify(name: str) -> int:
    lines = _lines(name)
    if lines[0].startswith(BEGINNING):
        return _verify_tournament(lines)
    game = verify(lines)
    winners = ", ".join(game.head.names[game.seats.index(seat)] for seat in (game.over or {})["winners"])
    print(f"ok: {len(game.entries)} entries replay, {_source(game)}, winner {winners}", flush=True)
    return 0


def _verify_tournament(lines: Sequence[str]) -> int:
    found = verify_tournament(lines)
    source = f"the seed and {found.cuts} cuts" if found.cuts else "the seed"
    print(f"ok: {found.draws} draws of {found.rounds} rounds follow from {source}", flush=True)
    for number in found.unproven:
        print(f"round {number}: the points are not proved, because the file lacks a result", flush=True)
    return 0


def _verify_so_far(name: str, seed: str) -> int:
    game = verify_so_far(_lines(name), seed)
    print(f"ok: {len(game.entries)} entries replay, {_source(game)}, no winner", flush=True)
    return 0


def _source(game: Game) -> str:
    cuts = sum(cut is not None for cut in game.head.cuts)
    return f"every draw follows from the seed and {cuts} cuts" if cuts else "every draw is the seed's"


def _replay(name: str) -> int:
    game = replay(_lines(name))
    print(json.dumps(game.rules.table(game.table), ensure_ascii=False, indent=1), flush=True)
    return 0


def main(words: list[str]) -> int:
    """Runs a command and returns its exit code: 0 success, 1 a refused record or argument, 2 not run or interrupted.

    2 means an unknown command, an unreadable file or Ctrl+C. Errors are printed to standard error. Before the command,
    the operator's settings of the environment are applied.
    """
    install(os.environ)
    try:
        return _run(words)
    except RulesError as refused:
        print(f"refused: {refused}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        return _unheard()
    except (OSError, UnicodeDecodeError) as unreadable:
        print(f"cannot read: {unreadable}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 2


def _run(words: list[str]) -> int:
    match words:
        case ["-h" | "--help"] | ["verify" | "replay" | "about", "-h" | "--help"]:
            print(USAGE)
            return 0
        case ["about"]:
            print(f"rules: {RUNNING}", flush=True)
            return 0
        case []:
            return _table()
        case ["verify", name]:
            return _verify(name)
        case ["verify", name, seed]:
            return _verify_so_far(name, seed)
        case ["replay", name]:
            return _replay(name)
        case [command, *rest] if command in OF_THE_ARENA:
            return OF_THE_ARENA[command](rest)
    print(USAGE, file=sys.stderr)
    return 2


def _unheard() -> int:
    """Redirects standard output to the null device after its reader has gone (`| head`); returns the exit code 0.

    Otherwise Python would print an error when it exits.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def entry() -> int:
    """Runs the command in the program's arguments, with UTF-8 as the encoding of its output; returns its exit code."""
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(entry())
