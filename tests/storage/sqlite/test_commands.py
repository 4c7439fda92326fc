"""Tests the command line on a file: which file is used, and the errors it may have."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from storage import Database
from storage.__main__ import main
from tests.storage.table import SEED, new_game, raw


async def test_the_check_needs_no_lock_and_changes_nothing(db: Database, path: Path) -> None:
    await db.tables.open(replace(new_game(), kind="mafia_city"), SEED)
    before = path.read_bytes()  # noqa: ASYNC240 - nothing else runs in this loop
    assert await asyncio.to_thread(main, ["check", "--database", str(path)]) == 0
    assert path.read_bytes() == before  # noqa: ASYNC240
    assert len(await db.games.unfinished()) == 1


def test_trouble_with_the_file_is_one_sentence_on_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "--database", str(tmp_path / "nothing")]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "nothing does not exist: correct KRUPIER_DATABASE or --database." in said.err


def test_the_games_of_the_table_in_the_browser_are_pointed_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If the default database is missing, the error points at var/table.sqlite3, where a plain `make run` stores the
    games, if that file exists.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KRUPIER_DATABASE", raising=False)
    assert main(["check"]) == 2
    assert "table.sqlite3" not in capsys.readouterr().err
    (tmp_path / "var").mkdir()
    asyncio.run(_made(tmp_path / "var/table.sqlite3"))
    assert main(["check"]) == 2
    assert "in var/table.sqlite3." in capsys.readouterr().err
    monkeypatch.setenv("KRUPIER_DATABASE", "var/table.sqlite3")
    assert main(["check"]) == 0


async def _made(path: Path) -> None:
    async with Database.opened(path):
        pass


def test_the_database_is_found_by_option_then_environment_then_file_then_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KRUPIER_DATABASE", raising=False)

    def asked(*option: str) -> str:
        assert main(["check", *option]) == 2
        return capsys.readouterr().err.split(" does not exist")[0]

    assert asked() == str(tmp_path / "krupier.sqlite3")
    (tmp_path / ".env").write_text("DISCORD_TOKEN=secret\nKRUPIER_DATABASE=from-file\n")
    assert asked() == str(tmp_path / "from-file")
    monkeypatch.setenv("KRUPIER_DATABASE", "from-environment")
    assert asked() == str(tmp_path / "from-environment")
    assert asked("--database", "from-option") == str(tmp_path / "from-option")
    monkeypatch.setenv("KRUPIER_DATABASE", "")
    (tmp_path / ".env").unlink()
    assert asked() == str(tmp_path / "krupier.sqlite3")


def test_an_env_file_that_is_no_text_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KRUPIER_DATABASE", raising=False)
    (tmp_path / ".env").write_bytes(b"KRUPIER_DATABASE=\xff\xfe\n")
    assert main(["check"]) == 2
    assert ".env cannot be read" in capsys.readouterr().err


def test_broken_content_is_reported_and_the_readable_part_is_replayed(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(_opened_once(path))
    with raw(path) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("INSERT INTO untold_ends (game) VALUES (77)")
    assert main(["check", "--database", str(path)]) == 2
    said = capsys.readouterr()
    assert said.out == "0 unfinished games, 0 that do not replay\n"
    assert "is damaged (a row refers to something that is not there)" in said.err


async def _opened_once(path: Path) -> None:
    async with Database.opened(path):
        pass


def test_a_wrong_path_is_not_made_a_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rebuild-stats", "--database", str(tmp_path / "nothing")]) == 2
    assert "does not exist" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
