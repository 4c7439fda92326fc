# ruff: noqa: ASYNC240 - nothing else runs in these loops

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from aiosqlite import Connection

import storage.backup as backups
from storage import Database
from storage.__main__ import main
from storage.backup import backup
from storage.errors import BackupRefused, DatabaseDamaged, DatabaseMissing, NotADatabase
from tests.storage.table import SEED, answer, begin, raw


async def test_a_copy_of_a_served_database_is_whole_and_opens(db: Database, path: Path, tmp_path: Path) -> None:
    game = await begin(db)
    await db.record.append(game, [answer(1, "a", "x")], told=3)
    copy = tmp_path / "copy.sqlite3"
    await backup(path, copy)
    await db.record.append(game, [answer(2, "b", "later")])
    async with Database.opened(copy) as copied:
        assert await copied.record.entries(game) == [answer(1, "a", "x")]
        assert (await copied.games.get(game)).told == 3
        assert await copied.seeds.get(game) == SEED
    assert len(await db.record.entries(game)) == 2


async def test_copies_made_while_writing_hold_whole_steps(db: Database, path: Path, tmp_path: Path) -> None:
    game = await begin(db)

    copied = asyncio.Event()

    async def play() -> int:
        number = 0
        while not copied.is_set():
            number += 1
            step = [answer(number, "a", "x"), answer(number, "b", "y"), answer(number, "c", "z")]
            await db.record.append(game, step, told=number)
        return number

    playing = asyncio.ensure_future(play())
    copies = [tmp_path / f"copy-{number}" for number in range(4)]
    for copy in copies:
        await backup(path, copy)
    copied.set()
    steps = await playing
    for copy in copies:
        with raw(copy) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            told, entries = connection.execute("SELECT told, (SELECT COUNT(*) FROM entries) FROM games").fetchone()
        assert entries == 3 * told
        assert told <= steps
    assert len(await db.record.entries(game)) == 3 * steps


async def test_the_copy_is_one_private_file(db: Database, path: Path, tmp_path: Path) -> None:
    target = tmp_path / "copies"
    target.mkdir()
    await begin(db)
    await backup(path, target / "copy")
    assert [file.name for file in target.iterdir()] == ["copy"]
    assert (target / "copy").stat().st_mode & 0o077 == 0


async def test_nothing_is_overwritten(db: Database, path: Path, tmp_path: Path) -> None:
    target = tmp_path / "precious"
    target.write_text("precious")
    with pytest.raises(BackupRefused, match="is not overwritten: name another file"):
        await backup(path, target)
    assert target.read_text() == "precious"
    with pytest.raises(BackupRefused):
        await backup(path, path)


async def test_a_file_in_the_way_of_the_unfinished_copy_is_kept(db: Database, path: Path, tmp_path: Path) -> None:
    part = tmp_path / "copy.part"
    part.write_text("precious")
    with pytest.raises(BackupRefused, match=r"copy\.part exists"):
        await backup(path, tmp_path / "copy")
    assert part.read_text() == "precious"
    assert not (tmp_path / "copy").exists()


async def test_an_incomplete_backup_does_not_have_its_final_name(
    db: Database, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a backup is being written, no file has its final name, so a killed one is not taken for a complete one."""
    goal, seen = tmp_path / "copy", list[bool]()
    copying = backups._copy

    async def watched(source: Connection, part: Path) -> None:
        await copying(source, part)
        seen.append(goal.exists())

    monkeypatch.setattr(backups, "_copy", watched)
    await begin(db)
    await backup(path, goal)
    assert seen == [False]
    assert goal.exists()


async def test_a_file_that_appears_in_the_meantime_is_not_overwritten(
    db: Database, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goal, copying = tmp_path / "copy", backups._copy

    async def slow(source: Connection, part: Path) -> None:
        await copying(source, part)
        goal.write_text("precious")

    monkeypatch.setattr(backups, "_copy", slow)
    with pytest.raises(BackupRefused, match="is not overwritten"):
        await backup(path, goal)
    assert goal.read_text() == "precious"
    assert [file.name for file in tmp_path.iterdir() if file.name.endswith(".part")] == []


async def test_a_folder_that_is_not_there_is_named(db: Database, path: Path, tmp_path: Path) -> None:
    with pytest.raises(BackupRefused, match="cannot be created"):
        await backup(path, tmp_path / "nowhere" / "copy")


async def test_no_copy_of_what_is_not_there_or_not_ours(tmp_path: Path) -> None:
    with pytest.raises(DatabaseMissing):
        await backup(tmp_path / "nothing", tmp_path / "copy")
    (tmp_path / "empty").touch()
    with pytest.raises(NotADatabase, match="an empty file"):
        await backup(tmp_path / "empty", tmp_path / "copy")
    with raw(tmp_path / "other") as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(NotADatabase, match="another program's"):
        await backup(tmp_path / "other", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


async def test_a_broken_content_is_found_and_the_copy_goes(path: Path, tmp_path: Path) -> None:
    async with Database.opened(path) as db:
        await begin(db)
    with raw(path) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("INSERT INTO untold_ends (game) VALUES (77)")
    with pytest.raises(DatabaseDamaged, match="refers to something that is not there"):
        await backup(path, tmp_path / "copy")
    assert sorted(file.name for file in tmp_path.iterdir() if file.name.startswith("copy")) == []


def test_the_command_copies_and_refuses(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(_played(path))
    copy = tmp_path / "copy"
    assert main(["backup", str(copy), "--database", str(path)]) == 0
    assert "is a checked copy" in capsys.readouterr().out
    assert main(["backup", str(copy), "--database", str(path)]) == 2
    assert "is not overwritten" in capsys.readouterr().err
    with sqlite3.connect(copy) as db:
        assert db.execute("SELECT COUNT(*) FROM entries").fetchone() == (1,)
    db.close()


async def _played(path: Path) -> None:
    async with Database.opened(path) as db:
        await db.record.append(await begin(db), [answer(1, "a", "x")])
