"""Tests that the wheel is complete: its commands and the page work without the checkout."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import zipfile
from pathlib import Path

import aiohttp
import pytest

from rules import GAMES, compiled
from tests.packaging.installed import KIND, PATIENCE, ROOT, Installed, install
from tests.ports import free_port

PACKAGES = ("bot", "rules", "storage")
GENERATED = ("__pycache__", ".pyc", "_compiled")
NEW_DATABASE = """
import asyncio, sys
from pathlib import Path
from storage import Database

async def made() -> None:
    await (await Database.open(Path(sys.argv[1]))).close()

asyncio.run(made())
"""
WHERE = "import bot, rules, storage; print(*(room.__file__ for room in (bot, rules, storage)), sep='\\n')"
IN_THREE_LANGUAGES = """
from bot.drawing.fonts import covers
from bot.texts import translator_for
print(*(translator_for(language)("My move") for language in ("cs", "en", "sk")), sep="|")
print(covers("ř"))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return install(tmp_path_factory.mktemp("installed"))


def test_every_file_of_the_three_packages_is_in_the_wheel(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as wheel:
        held = {name for name in wheel.namelist() if name.startswith(tuple(f"{room}/" for room in PACKAGES))}
    tracked = {
        path.relative_to(ROOT).as_posix()
        for room in PACKAGES
        for path in (ROOT / room).rglob("*")
        if path.is_file() and not any(part.endswith(GENERATED) for part in path.parts)
    }
    assert {name for name in held if "/_compiled/" not in name} == tracked
    home = compiled.home().relative_to(ROOT).as_posix()
    brought = {name for name in held if "/_compiled/" in name}
    assert {name.startswith(f"{home}/") for name in brought} == ({True} if KIND == "compiled" else set())
    assert installed.wheel.stem.endswith("-none-any") == (KIND == "pure")
    assert {Path(name).suffix for name in held} >= {".py", ".po", ".sql", ".toml", ".js", ".css", ".html", ".ttf"}


def test_the_wheel_brings_both_licences(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as wheel:
        licences = {name.partition("licenses/")[2] for name in wheel.namelist() if "/licenses/" in name}
    assert licences == {"LICENSE", "bot/drawing/fira_sans/OFL.txt"}


def test_nothing_comes_from_the_checkout(installed: Installed, tmp_path: Path) -> None:
    done = installed.run("python", "-c", WHERE, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == len(PACKAGES)
    assert all(Path(line).is_relative_to(installed.root) for line in done.stdout.splitlines())


@pytest.mark.parametrize("command", ["krupier", "krupier-rules", "krupier-storage"])
def test_each_command_says_what_it_takes(installed: Installed, tmp_path: Path, command: str) -> None:
    done = installed.run(command, "--help", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: ")


def test_the_rules_run_as_the_wheel_brings_them(installed: Installed, tmp_path: Path) -> None:
    done = installed.run("krupier-rules", "about", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"rules: {KIND} ")


def test_the_installed_rules_open_a_table_of_each_game(installed: Installed, tmp_path: Path) -> None:
    names = ["Anna", "Bert", "Cyril"]
    asked = [{"cmd": "games"}, *({"cmd": "new", "game": game, "seats": names} for game in GAMES)]
    done = installed.run("krupier-rules", said="".join(f"{json.dumps(line)}\n" for line in asked), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    games, *tables = [json.loads(line) for line in done.stdout.splitlines()]
    assert [game["name"] for game in games["games"]] == list(GAMES)
    assert [table["ok"] for table in tables] == [True] * len(GAMES)
    assert all(table["asked"]["seats"] for table in tables)


def test_the_storage_checks_an_empty_database(installed: Installed, tmp_path: Path) -> None:
    made = installed.run("python", "-c", NEW_DATABASE, "empty.sqlite3", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    done = installed.run("krupier-storage", "check", "--database", "empty.sqlite3", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "0 unfinished games, 0 that do not replay\n"


def test_the_operator_lists_the_tables(installed: Installed, tmp_path: Path) -> None:
    assert installed.run("python", "-c", NEW_DATABASE, "empty.sqlite3", cwd=tmp_path).returncode == 0
    done = installed.run("krupier", "tables", "--database", "empty.sqlite3", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "0 unfinished tables\n")


def test_the_catalogues_and_the_font_are_installed(installed: Installed, tmp_path: Path) -> None:
    done = installed.run("python", "-c", IN_THREE_LANGUAGES, cwd=tmp_path)
    assert done.stdout == "Můj tah|My move|Môj ťah\nTrue\n", done.stderr


def test_the_demo_has_its_game(installed: Installed, tmp_path: Path) -> None:
    done = installed.run(
        "python",
        "-c",
        "from bot.local.demo import recorded; print(*(len(one.entries) for one in recorded()))",
        cwd=tmp_path,
    )
    assert all(int(answers) > 20 for answers in done.stdout.split())
    assert len(done.stdout.split()) == 3


async def test_the_table_in_the_browser_is_served_and_stops(installed: Installed, tmp_path: Path) -> None:
    port = free_port()
    here = f"http://127.0.0.1:{port}"
    async with (
        installed.running("krupier", "local", cwd=tmp_path, KRUPIER_LOCAL_PORT=str(port)) as process,
        aiohttp.ClientSession() as asker,
        asyncio.timeout(PATIENCE),
    ):
        assert process.stdout
        assert here in (await process.stdout.readline()).decode()
        async with asker.get(here) as answer:
            files = re.findall(r"/page/[^\"']+", await answer.text())
        assert {Path(file).name for file in files} >= {"main.js", "base.css"}
        for file in files:
            async with asker.get(here + file) as answer:
                assert answer.status == 200, file
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
    assert (tmp_path / "var" / "table.sqlite3").is_file()
