"""Tests `krupier tables` and `close`, as an operator types them with or without a running bot."""

from __future__ import annotations

import asyncio
import errno
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot import commands
from bot.cli import main
from bot.emulator import LocalDiscord
from bot.emulator.people import crowd
from storage import Database, NewGame, settings
from tests.bot.test_process import log_of, started
from tests.bot.test_settings import ROOT


async def typed(folder: Path, *arguments: str) -> tuple[int | None, str]:
    """Runs `python -m bot` with these arguments in a folder; returns its exit code and output."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *arguments, cwd=folder, env={"PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    said, _ = await asyncio.wait_for(process.communicate(), 40)
    return process.returncode, said.decode()


def test_a_request_that_cannot_be_written_names_the_user_to_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "krupier.sqlite3"
    asyncio.run(_with_a_lobby(database))

    def forbidden(file: Path, **_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))

    monkeypatch.setattr(Path, "touch", forbidden)
    assert main(["close", "1", "--database", str(database)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"The request to the bot is a file in {tmp_path}, and it could not be created")
    assert "as the user who runs the bot" in said
    assert "Errno" not in said


async def test_a_running_bot_is_asked_and_closes_the_table(tmp_path: Path) -> None:
    world = crowd.with_people("Anna", "Bert")
    async with LocalDiscord(world) as discord:
        process = await started(tmp_path, discord)
        try:
            await discord.bot_is_ready()
            anna, channel = crowd.person(world, "Anna"), world.channel("table-1")
            assert (await anna.slash(channel, "game new", game="mafia_city")).message is not None
            code, listed = await typed(tmp_path, "tables")
            assert code == 0, listed
            assert "table 1 · mafia_city · lobby · 1 person · " in listed
            assert listed.splitlines()[-1] == "1 unfinished table"
            assert "Anna" not in listed
            code, said = await typed(tmp_path, "close", "1")
            assert code == 0, said
            assert "Table 1 is closed" in said
            await anna.until(lambda: any("had to close this table" in seen.text for seen in anna.messages(channel)))
            code, said = await typed(tmp_path, "close", "1")
            assert code == 2
            assert "finished already" in said
            code, said = await typed(tmp_path, "close", "7")
            assert code == 2
            assert said == "There is no table 7; `krupier tables` lists the unfinished ones.\n"
            assert (await anna.slash(channel, "game new", game="mafia_city")).message is not None
        finally:
            process.terminate()
            log = await log_of(process)
    assert process.returncode == 0, log
    assert "table 1 is closed" in log


def test_without_a_database_it_says_so(tmp_path: Path) -> None:
    assert main(["tables", "--database", str(tmp_path / "none" / "games.sqlite3")]) == 2


def test_without_a_bot_the_request_stands_for_the_next_one(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    asyncio.run(_with_a_lobby(database))
    said: list[str] = []
    assert main(["close", "1", "--database", str(database)], said.append, patience=0.0) == 1
    assert "at its next start" in said[0]
    assert (tmp_path / "games.sqlite3.close-1").exists()


async def _with_a_lobby(database: Path) -> None:
    async with Database.opened(database) as db:
        new = NewGame(1, 2, "mafia_city", 1, "cs", {}, None, None, "untimed", datetime.now(UTC), 3)
        await db.tables.open(new, bytes(32))


def test_help_loads_nothing_that_serves_discord_or_looks_at_games() -> None:
    """The help of a command does not load the whole bot."""
    asked = "import sys; sys.argv = ['bot', '--help']; from bot.__main__ import entry\n"
    asked += "try: entry()\nexcept SystemExit: print('LOADED', *sorted(sys.modules))"
    said = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    ).stdout  # fmt: skip
    helped, _, loaded = said.partition("LOADED")
    assert "tables" in helped
    assert "close" in helped
    known = {name.partition(".")[0] for name in loaded.split()}
    assert known.isdisjoint({"discord", "aiohttp", "PIL", "pydantic", "aiosqlite", "cryptography", "storage", "rules"})


def test_the_bots_commands_tell_of_the_database_as_those_of_the_store() -> None:
    assert commands.WHICH == settings.WHICH
