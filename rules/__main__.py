"""`python -m rules`: the table protocol (docs/protocol.md); `verify RECORD [SEED]` and `replay RECORD` for records."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from rules import GAMES, RUNNING, install
from rules.arena.command import arena
from rules.errors import RulesError
from rules.protocol import Session
from rules.verify import replay, verify, verify_so_far

USAGE = """usage: python -m rules                  speaks the table protocol on standard input and output
       python -m rules verify RECORD    checks a finished game's record and its shuffles
       python -m rules verify RECORD SEED
                                        the same for a game that was ended without a winner
       python -m rules replay RECORD    prints the last table of a record
       python -m rules arena GAME --seats LEVEL,LEVEL,… [--games N] [--jobs J] [--seed S] [--playouts P]
                                        computer players against each other (docs/computer-players.md)
       python -m rules about            says which rules run, the sources or the compiled ones (KRUPIER_RULES)
(RECORD is a file; - is standard input)"""


def _lines(name: str) -> list[str]:
    raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    # An editor on Windows may have put its mark at the start and its line ends in.
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
    game = verify(_lines(name))
    winners = ", ".join(game.head.names[game.seats.index(seat)] for seat in (game.over or {})["winners"])
    print(f"ok: {len(game.entries)} entries replay, every draw is the seed's, winner {winners}", flush=True)
    return 0


def _verify_so_far(name: str, seed: str) -> int:
    game = verify_so_far(_lines(name), seed)
    print(f"ok: {len(game.entries)} entries replay, every draw is the seed's, no winner", flush=True)
    return 0


def _replay(name: str) -> int:
    game = replay(_lines(name))
    print(json.dumps(game.rules.table(game.table), ensure_ascii=False, indent=1), flush=True)
    return 0


def main(words: list[str]) -> int:
    """Runs the command; 0 when all is well, 1 when a record is refused, 2 when the command cannot be run."""
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
        case ["arena", *rest]:
            return arena(rest)
        case ["-h" | "--help"]:
            print(USAGE)
            return 0
    print(USAGE, file=sys.stderr)
    return 2


def _unheard() -> int:
    """Ignores that the reader of standard output has gone (`| head`), and keeps Python from complaining at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def entry() -> int:
    """`krupier-rules` and `python -m rules`: speaks UTF-8 wherever it runs."""
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(entry())
