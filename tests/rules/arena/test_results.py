"""Tests that the arena continues with the games that its file of results does not contain."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from rules.arena.command import arena
from rules.arena.games import Order, Played
from rules.errors import BadRequest
from rules.kralovske_rosady import KRALOVSKE_ROSADY

ORDER = (KRALOVSKE_ROSADY.name, "--seats", "easy,random", "--games", "8")


def report(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """Plays the order; returns the report without thinking times."""
    arena([*ORDER, *words])
    return [line.partition("chance")[0] for line in capsys.readouterr().out.splitlines()]


def played_again(_note: object, order: Order, numbers: Sequence[int]) -> list[Played]:
    raise AssertionError(f"{order} is played again: {numbers}")


def test_the_report_of_a_continued_order_is_that_of_all_its_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rows.jsonl"
    whole = report(capsys)
    report(capsys, "--games", "4", "--results", str(file))
    assert len(file.read_text().splitlines()) == 5
    assert report(capsys, "--results", str(file), "--jobs", "2") == whole
    assert len(file.read_text().splitlines()) == 9


def test_stored_games_are_not_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("--results", str(tmp_path / "rows.jsonl"))
    first = report(capsys, *words)
    monkeypatch.setattr("rules.arena.command.play_share", played_again)
    assert report(capsys, *words) == first


def test_a_line_that_was_not_completely_written_is_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rows.jsonl"
    first = report(capsys, "--results", str(file))
    file.write_text(file.read_text()[:-20])
    assert report(capsys, "--results", str(file)) == first
    assert report(capsys, "--results", str(file)) == first


@pytest.mark.parametrize(
    ("content", "says"), [("{}\n", "another command"), ("", "another command"), (None, "cannot be used")]
)
def test_a_file_of_another_order_is_refused_and_not_changed(tmp_path: Path, content: str | None, says: str) -> None:
    file = tmp_path / "rows.jsonl" if content is not None else tmp_path
    if content is not None:
        file.write_text(content)
    with pytest.raises(BadRequest, match=says):
        arena([*ORDER, "--results", str(file)])
    assert content is None or file.read_text() == content


def test_games_of_another_version_of_the_players_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "rows.jsonl"
    report(capsys, "--results", str(file))
    monkeypatch.setattr("rules.arena.results._version", lambda _game: "of tomorrow")
    with pytest.raises(BadRequest, match="another command or version"):
        arena([*ORDER, "--results", str(file)])


def test_a_program_is_started_once_for_all_its_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    starts = tmp_path / "starts"
    program = tmp_path / "silent.py"
    program.write_text(
        f"import sys\nopen({str(starts)!r}, 'a').write('x')\nfor _ in sys.stdin:\n    print('{{}}', flush=True)\n"
    )
    order = (KRALOVSKE_ROSADY.name, "--seats", f"easy,cmd:{sys.executable} {program}", "--games", "4")
    arena([*order, "--results", str(tmp_path / "rows.jsonl")])
    assert starts.read_text() == "x"


def test_a_damaged_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rows.jsonl"
    report(capsys, "--results", str(file))
    file.write_text(file.read_text() + "{}\n")
    with pytest.raises(BadRequest, match="damaged"):
        arena([*ORDER, "--results", str(file)])
