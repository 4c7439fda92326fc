"""Tests `python -m rules` as a program: its table protocol, `verify` and `replay`, and their error messages."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rules import GAMES
from rules.__main__ import main
from rules.mafia_city.deck import SETTING, SHIPPED
from tests.rules.random_play import play


def run(*words: str, said: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rules", *words],
        input=said,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **settings},
        check=False,
        timeout=60,
    )


@pytest.fixture
def record(tmp_path: Path) -> Path:
    rules = next(iter(GAMES.values()))
    path = tmp_path / "game.txt"
    path.write_text("\n".join(play(rules, rules.seats[0], 1).record().lines()) + "\n", encoding="utf-8")
    return path


def test_verify_accepts_a_finished_game(record: Path) -> None:
    done = run("verify", str(record))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("ok: ")


def test_verify_names_the_line_of_a_draw_that_the_seed_does_not_give(record: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    at = next(index for index, line in enumerate(lines) if " chance deck: " in line)
    start, _, cards = lines[at].partition(": ")
    first, second, *rest = cards.split(" ")
    lines[at] = f"{start}: {' '.join([second, first, *rest])}"
    done = run("verify", "-", said="\n".join(lines))
    assert done.returncode == 1
    assert "refused: line " in done.stderr
    assert "Traceback" not in done.stderr


def test_verify_refuses_a_seed_that_breaks_the_commitment(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    seed = next(line for line in text.splitlines() if line.startswith("seed "))
    done = run("verify", "-", said=text.replace(seed, "seed " + "0" * 64))
    assert done.returncode == 1
    assert "commitment" in done.stderr


def test_verify_refuses_a_game_that_is_not_over(record: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()[:12]
    done = run("verify", "-", said="\n".join(lines))
    assert done.returncode == 1
    assert "a finished game" in done.stderr


def test_replay_prints_the_final_table(record: Path) -> None:
    done = run("replay", str(record))
    assert done.returncode == 0
    assert json.loads(done.stdout)["phase"] == "over"


@pytest.mark.parametrize("words", [["verify"], ["dance"], ["replay", "a", "b"]])
def test_a_wrong_command_shows_the_usage(words: list[str]) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: python -m rules")


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["verify", "--help"], ["replay", "-h"], ["about", "--help"]])
def test_a_request_for_help_shows_the_usage(words: list[str]) -> None:
    done = run(*words)
    assert done.returncode == 0
    assert done.stdout.startswith("usage: python -m rules")


@pytest.mark.parametrize("command", ["arena", "calibration", "puzzles", "judge"])
def test_every_option_of_a_command_has_a_help_text(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    added, seen = argparse.ArgumentParser.add_argument, dict[str, str]()

    def noted(self: argparse.ArgumentParser, *names: str, **how: Any) -> argparse.Action:
        seen[names[-1]] = how.get("help", "")
        return added(self, *names, **how)

    monkeypatch.setattr(argparse.ArgumentParser, "add_argument", noted)
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert "game" in seen
    assert [name for name, text in seen.items() if not text] == []


def test_a_file_that_is_not_there_is_a_clear_word(tmp_path: Path) -> None:
    done = run("verify", str(tmp_path / "nothing.txt"))
    assert done.returncode == 2
    assert done.stderr.startswith("cannot read: ")


def test_the_protocol_answers_every_line_with_one_line_and_never_dies() -> None:
    lines = [
        '{"cmd":"games"}',
        "nonsense",
        "[]",
        '{"cmd":"new","game":"\\ud800","seats":[]}',
        "\x00",
        "",
        '{"a":' * 5000,
        '{"cmd":"games"}',
    ]
    done = run(said="\n".join(lines) + "\n")
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["ok"] for reply in replies] == [True, *[False] * 6, True]
    assert {reply["error"] for reply in replies if not reply["ok"]} == {"bad-request"}
    assert (done.returncode, done.stderr) == (0, "")


def test_the_program_hands_the_operators_deck_to_the_game(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(SHIPPED.read_text(encoding="utf-8").replace('"reconstruction"', '"counted"'), encoding="utf-8")
    asked = '{"cmd":"new","game":"mafia_city","seats":["A","B","C"]}\n{"cmd":"record"}\n'
    for settings, dealt in (({SETTING: str(own)}, True), ({SETTING: ""}, False)):
        done = run(said=asked, **settings)
        assert (done.returncode, done.stderr) == (0, "")
        assert ("option deck counted" in done.stdout) is dealt


def test_a_deck_that_is_not_there_stops_the_program_with_a_message(tmp_path: Path) -> None:
    done = run(said='{"cmd":"games"}\n', **{SETTING: str(tmp_path / "gone.toml")})
    assert done.returncode == 1
    assert done.stderr.startswith(f"refused: the deck file {tmp_path / 'gone.toml'} ({SETTING}) cannot be read")
