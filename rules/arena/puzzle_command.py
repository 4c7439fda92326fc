"""The commands that find puzzles, write a file for each of them, and judge the answers of a file (docs/puzzles.md)."""

from __future__ import annotations

import argparse
import json
import time
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from rules import GAME_AIS, GAMES
from rules.arena.command import Reader
from rules.arena.puzzle_judge import Judge, Verdict
from rules.arena.puzzle_search import MOST_KEYS, WHOLE_GAME, Puzzle, Wanted, find, tempting
from rules.engine import Game
from rules.errors import BadRequest
from rules.notation import parse
from rules.players.levels import ask
from rules.players.question import Question


def puzzles(words: Sequence[str]) -> int:
    """Runs the command `puzzles`: finds puzzles, writes each into a file of the folder, prints them, and returns 0.

    Its words are `GAME --into FOLDER [--count N] [--seats SIZES] [--seed S] [--minutes M]
    [--option NAME=VALUE] [--kinds KINDS] [--most-keys K] [--last-first]`. Raises BadRequest.
    """
    given = _given(words)
    folder, until = Path(given.into), time.process_time() + 60 * given.minutes
    number = max((int(file.stem) for file in folder.glob("*.toml")), default=0)
    found = 0
    for puzzle in _found(given, until):
        found, number = found + 1, number + 1
        (folder / f"{number:03}.toml").write_text(written(puzzle), encoding="utf-8")
        best, second = puzzle.verdicts[:2]
        print(f"{number:03}: {best.key} {best.mean:.0%}, {second.key} {second.mean:.0%}", flush=True)
        if found == given.count:
            break
    print(f"{found} puzzles, {time.process_time():.0f} s of CPU time", flush=True)
    return 0


def judge(words: Sequence[str]) -> int:
    """Runs the command `judge`: prints the answers of a puzzle's file with their chances in whole games, and returns 0.

    Its words are `GAME FILE [--tables N] [--seed S]`. Raises BadRequest.
    """
    given = _to_judge(words)
    asked = _asked(given.game, Path(given.file).read_text(encoding="utf-8"))
    few = max(2, given.tables // 6)
    rounds = ((few, 8), (2 * few, 6), (3 * few, 4))
    dice = Random(f"judge {given.seed}")  # noqa: S311 - a simulation, no secret
    verdicts = Judge(GAMES[given.game], GAME_AIS[given.game], WHOLE_GAME).verdicts(asked, asked.keys, rounds, dice)
    if not verdicts:
        raise BadRequest("this decision cannot be simulated")
    print(f"tempting = {json.dumps(tempting(asked, verdicts[0].key))}\nanswers = [")
    for one in verdicts:
        behind, error = verdicts[0].ahead(one)
        print(f"{_answer(one)}  # {behind:.3f} behind, standard error {error:.3f}")
    print("]", flush=True)
    return 0


def _asked(game: str, text: str) -> Question:
    """Returns the decision of a puzzle's file as its seat sees it; raises RulesError if there is none of this game."""
    try:
        found = tomllib.loads(text)
        seat, lines = found["seat"], found["record"].strip().splitlines()
    except (tomllib.TOMLDecodeError, KeyError) as unreadable:
        raise BadRequest(f"not the file of a puzzle: {unreadable}") from None
    record = parse(lines)
    if record.game != game:
        raise BadRequest(f"a puzzle of {record.game}, not of {game}")
    replayed = Game.replay(GAMES[game], record)
    if seat not in replayed.waiting:
        raise BadRequest(f"seat {seat!r} is not asked at the end of the record")
    return ask(replayed, seat)


def written(puzzle: Puzzle) -> str:
    """Returns the TOML text of a puzzle's file."""
    record = "\n".join(puzzle.record.lines())
    answers = [_answer(one) for one in puzzle.verdicts if one.results]
    return "\n".join(
        [
            f"seat = {json.dumps(puzzle.seat)}",
            f"decision = {puzzle.number}",
            f"tempting = {json.dumps(puzzle.tempting)}",
            "answers = [", *answers, "]",
            f"record = '''\n{record}\n'''", "",
        ]
    )  # fmt: skip


def _answer(one: Verdict) -> str:
    return f"  [{json.dumps(one.key)}, {one.mean:.3f}, {len(one.results)}],"


def _found(given: argparse.Namespace, until: float) -> Iterator[Puzzle]:
    """Yields puzzles of one game after another, with the sizes in turn, until the CPU time is used up."""
    sizes = given.seats or [GAMES[given.game].seats[0]]
    seed, options = given.seed, dict(given.option)
    wanted = Wanted(tuple(given.kinds), given.most_keys, given.last_first)
    while time.process_time() < until:
        yield from find(given.game, sizes[seed % len(sizes)], f"puzzle {seed}", options, wanted)
        seed += 1


def numbers(text: str) -> list[int]:
    """Returns the numbers of players in a text such as `3,4`; raises ValueError, which `argparse` reports."""
    return [int(size) for size in text.split(",")]


def option(text: str) -> tuple[str, str]:
    """Returns the name and the value of an option in a text such as `format=random`."""
    name, _, value = text.partition("=")
    return name, value


def _to_judge(words: Sequence[str]) -> argparse.Namespace:
    reader = Reader("judge")
    reader.add_argument("file", help="the file of a puzzle")
    reader.add_argument(
        "--tables", type=int, default=96, help="number of possible tables for the best answers (default: %(default)s)"
    )
    return reader.parse_args(list(words))


def _given(words: Sequence[str]) -> argparse.Namespace:
    reader = Reader("puzzles")
    reader.add_argument("--into", required=True, help="the folder for the files")
    reader.add_argument("--count", type=int, default=30, help="number of puzzles (default: %(default)s)")
    reader.add_argument(
        "--seats", type=numbers, help="numbers of players, separated by commas, used in turn (default: the fewest)"
    )
    reader.add_argument(
        "--minutes", type=float, default=7.0, help="maximum of CPU time in minutes (default: %(default)s)"
    )
    reader.add_argument(
        "--option",
        type=option,
        action="append",
        default=[],
        help="an option of the game as NAME=VALUE; can be repeated",
    )
    reader.add_argument(
        "--kinds",
        type=lambda text: text.split(","),
        default=[],
        help="kinds of decisions, separated by commas (default: all)",
    )
    reader.add_argument(
        "--most-keys",
        type=int,
        default=MOST_KEYS,
        help="maximum number of answers of a decision (default: %(default)s)",
    )
    reader.add_argument(
        "--last-first", action="store_true", help="look at the last decisions of each game first, up to its end"
    )
    return reader.parse_args(list(words))
