"""Tests `python -m rules arena`: seat rotation, confidence intervals and external programs as players."""

from __future__ import annotations

import gc
import re
import sys
from pathlib import Path

import pytest

from rules import GAME_AIS, GAMES
from rules.__main__ import main
from rules.arena.command import arena
from rules.arena.estimates import wilson
from rules.arena.games import Tally
from rules.kralovske_rosady import KRALOVSKE_ROSADY
from rules.mafia_city import MAFIA_CITY

ROOT = Path(__file__).parents[3]
PROTOCOL = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
ROSADY = KRALOVSKE_ROSADY.name


@pytest.fixture
def documented_bot(tmp_path: Path) -> str:
    """Writes the example program of docs/protocol.md, which plays a seat, to a file, and returns the arena's name of
    that player: `cmd:` and the command that runs it.
    """
    [source] = re.findall(r"```python\n(import json\n.*?)```", PROTOCOL, re.DOTALL)
    assert len(source.splitlines()) < 50
    path = tmp_path / "bot.py"
    path.write_text(source, encoding="utf-8")
    return f"cmd:{sys.executable} {path}"


def run(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert arena(words) == 0
    return capsys.readouterr().out.splitlines()


def wins(line: str) -> float:
    found = re.search(r"wins ([\d.]+) of", line)
    assert found
    return float(found[1])


# Players against each other


@pytest.mark.tier("test")
@pytest.mark.parametrize("game", GAME_AIS)
def test_easy_computers_beat_random_players(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    others = ["random"] * (GAMES[game].seats[0] - 1)
    _, easy, *_ = run(capsys, game, "--seats", ",".join(["easy", *others]), "--games", "24")
    assert wins(easy) >= 17


@pytest.mark.tier("test")
def test_hard_beats_normal_and_normal_easy(capsys: pytest.CaptureFixture[str]) -> None:
    _, hard, _ = run(capsys, ROSADY, "--seats", "hard,normal", "--games", "16", "--playouts", "40", "--seed", "7")
    _, normal, _ = run(capsys, ROSADY, "--seats", "normal,easy", "--games", "40")
    assert wins(hard) > 8
    assert wins(normal) > 20


def test_equal_names_are_counted_together_and_the_interval_holds_chance(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, ROSADY, "--seats", "easy,easy,easy", "--games", "12")
    assert len(lines) == 2
    assert "wins 12 of 36 seats: 33.3%" in lines[1]


def test_the_same_seed_gives_the_same_wins(capsys: pytest.CaptureFixture[str]) -> None:
    words = (ROSADY, "--seats", "easy,random", "--games", "6", "--seed", "5")
    assert [wins(line) for line in run(capsys, *words)[1:]] == [wins(line) for line in run(capsys, *words)[1:]]


def test_two_processes_play_the_same_games_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    words = (ROSADY, "--seats", "easy,random", "--games", "6")
    alone = [wins(line) for line in run(capsys, *words)[1:]]
    assert [wins(line) for line in run(capsys, *words, "--jobs", "2")[1:]] == alone


def test_the_interval_is_wilsons() -> None:
    """60 wins of 100 give 50.2 % to 69.1 %, 0 of 10 give 0 % to 27.75 %, and 0 of 0 give 0 % to 100 %."""
    low, high = wilson(60, 100)
    assert (round(low, 4), round(high, 4)) == (0.5020, 0.6906)
    low, high = wilson(0, 10)
    assert (low, round(high, 4)) == (0.0, 0.2775)
    assert wilson(0, 0) == (0.0, 1.0)


def test_tallies_add_up() -> None:
    tally = Tally("hard", 1, 0.5, 10, 2.0, 0.7, 0)
    tally.add(Tally("hard", 2, 1.0, 5, 1.0, 0.9, 1))
    assert tally == Tally("hard", 3, 1.5, 15, 3.0, 0.9, 1)


# Programs from outside


@pytest.mark.parametrize("game", GAMES)
def test_the_program_in_the_document_plays_legally(
    game: str, documented_bot: str, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = ",".join([documented_bot, *["random"] * (GAMES[game].seats[0] - 1)])
    _, line, *_ = run(capsys, game, "--seats", seats, "--games", "2")
    assert "refused" not in line
    assert "wins" in line


def test_a_program_that_answers_nonsense_plays_as_if_it_were_silent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "nonsense.py"
    path.write_text("import sys\nfor line in sys.stdin: print('nonsense', flush=True)\n", encoding="utf-8")
    _, line, _ = run(capsys, ROSADY, "--seats", f"cmd:{sys.executable} {path},random", "--games", "1")
    assert re.search(r"[1-9]\d* answers refused", line)


def test_a_program_that_ends_or_does_not_begin_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (f"{sys.executable} -c pass", "./there-is-no-such-bot"):
        assert main(["arena", ROSADY, "--seats", f"cmd:{command},random", "--games", "1"]) == 1
        assert command.split()[0] in capsys.readouterr().err


def test_a_program_that_no_longer_listens_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The program answers once with its standard input closed, so that the next question fails with a broken pipe."""
    path = tmp_path / "deaf.py"
    path.write_text("import os\ninput()\nos.close(0)\nprint('null', flush=True)\n", encoding="utf-8")
    command = f"{sys.executable} {path}"
    assert main(["arena", ROSADY, "--seats", f"cmd:{command},random", "--games", "1"]) == 1
    assert str(path) in capsys.readouterr().err


def test_anyone_who_cannot_begin_leaves_no_program_behind(capsys: pytest.CaptureFixture[str]) -> None:
    seats = f"cmd:{sys.executable} -c 'input()',cmd:./there-is-no-such-bot"
    assert main(["arena", ROSADY, "--seats", seats, "--games", "1"]) == 1
    assert "./there-is-no-such-bot" in capsys.readouterr().err
    gc.collect()  # A process without a waiting parent is a ResourceWarning, and so an error here.


@pytest.mark.parametrize("reply", ["'[' * 100_000", r"'\udcff'"])
def test_a_program_that_answers_no_json_plays_as_if_it_were_silent(
    reply: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "nonsense.py"
    path.write_text(
        "import sys\n"
        "sys.stdout.reconfigure(encoding='utf-8', errors='surrogateescape')\n"
        f"for line in sys.stdin: print({reply}, flush=True)\n",
        encoding="utf-8",
    )
    _, line, _ = run(capsys, ROSADY, "--seats", f"cmd:{sys.executable} {path},random", "--games", "1")
    assert re.search(r"[1-9]\d* answers refused", line)


@pytest.mark.parametrize(
    "words",
    [
        ["chess", "--seats", "easy,easy"],
        [MAFIA_CITY.name, "--seats", "easy,easy"],
        [MAFIA_CITY.name, "--seats", "easy,easy,godlike", "--games", "1"],
        [MAFIA_CITY.name],
        [ROSADY, "--seats", "easy,easy", "--games", "0"],
        [ROSADY, "--seats", "easy,easy", "--games", "-4"],
        [ROSADY, "--seats", "easy,easy", "--jobs", "0"],
        [ROSADY, "--seats", "hard,easy", "--games", "1", "--playouts", "0"],
        [ROSADY, "--seats", "easy,easy", "--games", "1", "--luck", "-1"],
        [ROSADY, "--seats", "easy,cmd:", "--games", "1"],
    ],
)
def test_impossible_arena_games_are_refused_with_a_message(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *words]) in (1, 2)
    assert capsys.readouterr().err
