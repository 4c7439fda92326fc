"""Plays the games that most rows of docs/computer-players.md come from: `make strength`.

    python -m tests.bench.nightly_strength --share 0.01 --jobs 2 --only open

`--share` plays that share of the games of each row, `--only` the rows whose command contains a text. With `--results`,
a folder keeps each game's result, and the next call continues where this one was stopped.
"""

from __future__ import annotations

import argparse
import hashlib
import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from rules import GAME_AIS, GAMES
from rules.arena.command import arena
from rules.arena.exploiter import has_responder
from rules.errors import BadRequest
from tests.bench import luck, poker

GAMES_EACH = 1_000
"""The games of a row; all rows take more than a day on two cores, mostly those of *expert* and `exploiter`."""
FAIR_GAMES = 10_000
"""The games of *normal* against *normal* that show that luck has the mean 0."""
ISMCTS = f"cmd:{sys.executable} -m tests.bench.ismcts --seconds"
SECONDS = 0.03
"""The CPU time per move of the reference player: about that of *hard* with compiled rules."""
PLAYOUTS = (10, 20, 40, 80, 160)


def rows() -> Iterator[tuple[str, int]]:
    """Yields the arguments of the arena, separated by line breaks, and the number of games of each row."""
    for rules in (GAMES[name] for name in GAME_AIS):
        for count in rules.seats:
            yield _row(rules.name, ["hard", *["normal"] * (count - 1)]), GAMES_EACH
        others = ["hard"] * (rules.seats[0] - 1)
        responders = ["responder"] if has_responder(rules.name) else []
        for name in ("hard:open", "exploiter", *responders, f"{ISMCTS} {SECONDS}"):
            yield _row(rules.name, [name, *others]), GAMES_EACH
        yield _row(rules.name, ["expert", *others]), GAMES_EACH
        yield _row(rules.name, ["newcomer", *["easy"] * (rules.seats[0] - 1)]), GAMES_EACH
        usual = GAME_AIS[rules.name].budget(rules.seats[0])
        for playouts in (number for number in PLAYOUTS if number != usual):
            yield _row(rules.name, [f"hard:{playouts}", *["normal"] * (rules.seats[0] - 1)]), GAMES_EACH


def _row(game: str, seats: Sequence[str]) -> str:
    measured = ["--luck", "2"] if GAME_AIS[game].roll_values else []
    return "\n".join([game, "--seats", ",".join(seats), "--seed", "7", *measured])


def _file_name(row: str) -> str:
    """Returns the name of a row's file of results, which stays the same if rows are added."""
    return hashlib.sha256(row.encode()).hexdigest()[:12]


def main(words: Sequence[str]) -> int:
    """Plays the rows and prints their reports; without `--only`, measures the mean luck and poker, too.

    Returns 1 if rows could not be played, and prints their commands again at the end; otherwise returns 0.
    """
    reader = argparse.ArgumentParser("python -m tests.bench.nightly_strength")
    reader.add_argument("--share", type=float, default=1.0)
    reader.add_argument("--jobs", type=int, default=2)
    reader.add_argument("--only", default="")
    reader.add_argument("--results", type=Path)
    given = reader.parse_args(list(words))
    failed = _play_rows(given)
    if not given.only:
        for name in GAME_AIS:
            luck.main([name, "--games", str(max(2, round(FAIR_GAMES * given.share))), "--jobs", str(given.jobs)])
        poker.main(["--times", str(max(2, round(200 * given.share)))])
    for command in failed:
        print(f"not played: {command}", file=sys.stderr)
    return 1 if failed else 0


def _play_rows(given: argparse.Namespace) -> list[str]:
    """Plays the chosen rows and prints their reports; returns the commands of the rows that could not be played."""
    chosen = [(row.split("\n"), games) for row, games in rows()]
    chosen = [(words, games) for words, games in chosen if given.only in " ".join(words)]
    if not chosen:
        raise BadRequest(f"no row contains {given.only!r}")
    if given.results:
        given.results.mkdir(parents=True, exist_ok=True)
    failed = []
    for row, games in chosen:
        file = _file_name("\n".join(row))
        words = [*row, "--games", str(max(2, round(games * given.share))), "--jobs", str(given.jobs)]
        words += ["--results", str(given.results / f"{file}.jsonl")] if given.results else []
        command = shlex.join(["python", "-m", "rules", "arena", *words])
        print(command, flush=True)
        try:
            arena(words)
        except BadRequest as problem:
            print(f"not played: {problem}", flush=True)
            failed.append(command)
    return failed


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BadRequest as refused:
        sys.exit(f"refused: {refused}")
