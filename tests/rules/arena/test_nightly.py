"""Tests that every row of `make strength` is a command that the arena accepts."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from rules import GAMES
from rules.arena.command import arena
from rules.arena.players import seated
from rules.errors import BadRequest

from ...bench import nightly_strength
from ...bench.nightly_strength import GAMES_EACH, main, rows


def test_every_row_seats_possible_players_at_a_possible_number_of_seats() -> None:
    for row, games in rows():
        game, _, seats, *_ = row.split("\n")
        names = seats.split(",")
        assert len(names) in GAMES[game].seats
        assert games == GAMES_EACH
        for name in {name for name in names if not name.startswith("cmd:")}:
            assert seated(game, name, 1)


@pytest.mark.tier("test")
def test_a_share_of_some_rows_can_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--share", "0.001", "--jobs", "1", "--only", "rosady --seats hard:10,normal"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("python -m rules arena ")
    assert "2 games of 2 seats" in told[1]
    assert len(told) == 4


@pytest.mark.tier("test")
def test_a_row_whose_results_belong_to_another_version_is_named_at_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--share", "0.001", "--jobs", "1", "--only", "rosady --seats hard:10,normal", "--results", str(tmp_path)]
    assert main(words) == 0
    (file,) = tmp_path.iterdir()
    file.write_text("{}\n")
    capsys.readouterr()
    assert main(words) == 1
    told = capsys.readouterr()
    command, reason = told.out.splitlines()
    assert reason.startswith("not played: ")
    assert told.err == f"not played: {command}\n"


@pytest.mark.tier("test")
def test_the_printed_command_plays_the_row_again_and_a_new_folder_keeps_its_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "results of tonight"
    words = ["--share", "0.001", "--jobs", "1", "--only", "newcomer,easy", "--results", str(folder)]
    assert main(words) == 0
    commands = [line for line in capsys.readouterr().out.splitlines() if line.startswith("python ")]
    assert len(list(folder.iterdir())) == len(commands) > 0
    assert arena(shlex.split(commands[0])[4:]) == 0


def test_a_text_that_no_row_contains_is_refused() -> None:
    with pytest.raises(BadRequest, match="no row contains 'newcommer'"):
        main(["--only", "newcommer"])


def test_a_row_that_cannot_be_played_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(_words: object) -> int:
        raise BadRequest("the file of results belongs to another version")

    monkeypatch.setattr(nightly_strength, "arena", refused)
    assert main(["--only", "newcomer"]) == 1
    wanted = [row for row, _ in rows() if "newcomer" in row]
    assert len(wanted) > 1
    assert len(capsys.readouterr().err.splitlines()) == len(wanted)
