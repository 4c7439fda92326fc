# ruff: noqa: ASYNC240 - nothing else runs in these loops
"""Tests file permissions: only the owner can read the database, and copies for others have no secrets."""

from __future__ import annotations

import asyncio
import os
import stat
from pathlib import Path

import pytest

from storage import Database, Outcome, seal
from storage.__main__ import main
from storage.backup import backup
from storage.errors import DatabaseExposed
from storage.file_permissions import BESIDE, keep_private
from tests.storage.table import ANNA, CHANNEL, NOON, SEED, answer, begin, raw

ENDED = Outcome("ended", None, NOON)
pytestmark = pytest.mark.usefixtures("no_key")


async def test_with_a_key_the_seed_is_nowhere_in_the_file(path: Path) -> None:
    seal.install(seal.new_key())
    async with Database.opened(path) as db:
        game = await begin(db)
        assert await db.seeds.get(game) == SEED
    written = b"".join(path.with_name(path.name + end).read_bytes() for end in ("", "-wal") if _there(path, end))
    assert SEED not in written
    assert SEED.hex().encode() not in written


def _there(path: Path, ending: str) -> bool:
    return path.with_name(path.name + ending).exists()


# Files


def _rights(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


async def test_only_the_owner_can_read_files_next_to_the_database(path: Path) -> None:
    async with Database.opened(path) as db:
        await begin(db)
        found = [file for file in path.parent.iterdir() if file.name.startswith(path.name)]
        assert {file.name.removeprefix(path.name) for file in found} >= {"", "-wal", "-shm", ".lock"}
        assert all(_rights(file) & 0o077 == 0 for file in found)


async def test_a_file_that_others_could_read_is_closed_to_them_and_that_is_said(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with Database.opened(path) as db:
        game = await begin(db)
    path.chmod(0o664)
    path.with_name(path.name + ".lock").chmod(0o644)
    async with Database.opened(path) as db:
        assert (await db.games.get(game)).host == ANNA
    assert _rights(path) == 0o600
    assert _rights(path.with_name(path.name + ".lock")) == 0o600
    assert "other users could read" in caplog.text


def test_a_file_whose_permissions_cannot_be_changed_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.touch()
    path.chmod(0o644)

    def not_allowed(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "chmod", not_allowed)
    monkeypatch.setattr(Path, "chmod", not_allowed)
    with pytest.raises(DatabaseExposed, match=r"can be read by other users.*chmod go-rwx"):
        keep_private(path)


def test_all_files_of_sqlite_are_looked_at(path: Path) -> None:
    for ending in BESIDE:
        file = path.with_name(path.name + ending)
        file.touch()
        file.chmod(0o644)
    keep_private(path)
    assert all(_rights(path.with_name(path.name + ending)) == 0o600 for ending in BESIDE)


# Copies that others may have


async def _filled(path: Path) -> tuple[int, int]:
    """Stores an ended game, a running game and a user's settings; returns the numbers of the two games."""
    async with Database.opened(path) as db:
        over, runs = await begin(db), await begin(db, CHANNEL + 1)
        await db.record.append(over, [answer(1, "a", "public-key")], outcome=ENDED)
        await db.record.append(runs, [answer(1, "a", "canary-key")])
        await db.people.set_seen(ANNA, "sk", "2026-03-01")
    return over, runs


async def test_the_shell_copies_whole_or_for_sharing(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Database.opened(path) as db:
        await begin(db)
    assert await asyncio.to_thread(main, ["backup", "--database", str(path), str(tmp_path / "c1")]) == 0
    assert "do not share it" in capsys.readouterr().out
    shared = ["backup", "--for-sharing", "--database", str(path), str(tmp_path / "c2")]
    assert await asyncio.to_thread(main, shared) == 0
    assert "without secret seeds" in capsys.readouterr().out


@pytest.mark.parametrize("sealed", [False, True])
async def test_a_copy_for_sharing_has_finished_games_and_no_secret(path: Path, tmp_path: Path, *, sealed: bool) -> None:
    seal.install(seal.new_key() if sealed else "")
    over, runs = await _filled(path)
    target = tmp_path / "shared"
    await backup(path, target, for_sharing=True)
    assert b"canary-key" not in target.read_bytes()
    with raw(target) as connection:
        assert connection.execute("SELECT id FROM games").fetchall() == [(over,)]
        assert connection.execute("SELECT game FROM seeds").fetchall() == [(over,)]
        for table in ("sealed_seeds", "people", "decks"):
            assert connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone() == (0,)
        assert connection.execute("SELECT COUNT(*) FROM entries WHERE game = ?", (runs,)).fetchone() == (0,)
        triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
        with raw(path) as original:
            assert connection.execute(triggers).fetchall() == original.execute(triggers).fetchall()
    async with Database.opened(path) as db:
        assert await db.seeds.get(runs) == SEED
        assert len(await db.record.entries(runs)) == 1
    seal.install("")
    async with Database.opened(target) as copy:
        assert await copy.record.entries(over) == [answer(1, "a", "public-key")]
        assert await copy.seeds.get(over) == SEED


async def test_every_table_of_a_game_is_looked_through_for_sharing(path: Path, tmp_path: Path) -> None:
    """Every database table has a column `game`, by which the rows for a shared copy are selected, or is declared here;
    a new one must be declared.
    """
    decided = {
        "games", "heartbeats", "identifies", "people", "decks", "unlisted", "seasons", "memberships", "tournaments",
        "tournament_seeds", "tournament_players", "rounds", "pairings", "rulings", "sqlite_sequence",
        "sealed_tournament_seeds", "messages", "servers", "blocks", "lessons", "schedules", "subscriptions",
        "limited_uses", "puzzle_answers", "explained",
    }  # fmt: skip
    async with Database.opened(path):
        pass
    with raw(path) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        others = {
            table
            for table in tables
            if "game" not in [column[1] for column in db.execute(f"PRAGMA table_info({table})")]
        }
    assert others == decided
