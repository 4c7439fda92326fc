"""Tests that an unknown setting is named at the start, without its value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.cli import main as shell
from rules import GAMES
from storage import settings
from storage.__main__ import main as storage
from storage.unknown_settings import FOR_TESTS, unknown_settings
from tests.bot.test_settings import NAMES, ROOT, last_word, run, run_in_terminal

NAME = re.compile(r"\bKRUPIER_[A-Z_]*[A-Z]\b(?!_)")
FOR_OPERATORS = {name for name in settings.NAMES if name.startswith("KRUPIER_")}
OF_GAMES = {name for game in GAMES.values() for name in game.settings}
ONLY_IN_THE_ENVIRONMENT = "KRUPIER_RULES"
"""This setting is read when the rules are imported, before `.env` is read."""
WRONG = "KRUPIER_DATABSE is no setting; did you mean KRUPIER_DATABASE?"


@pytest.fixture(autouse=True)
def _nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def named(*rooms: str) -> Iterator[str]:
    """Yields each name that begins with `KRUPIER_` in the code of these packages, except in two files about unknown
    settings.
    """
    for room in rooms:
        for file in (ROOT / room).rglob("*.py"):
            if file.name not in ("unknown_settings.py", "test_unknown_settings.py"):
                yield from NAME.findall(file.read_text("utf-8"))


def test_the_names_are_those_that_the_sources_read() -> None:
    assert set(named("bot", "storage", "rules", "tests")) == {*FOR_OPERATORS, *FOR_TESTS}
    assert OF_GAMES <= FOR_OPERATORS
    assert not unknown_settings()


def test_the_example_has_exactly_the_settings_that_are_known() -> None:
    example = (ROOT / ".env.example").read_text("utf-8")
    assert set(re.findall(r"^#? ?(KRUPIER_[A-Z_]+)=", example, re.MULTILINE)) == (
        {*FOR_OPERATORS, "KRUPIER_DISCORD_OPENAPI"} - {ONLY_IN_THE_ENVIRONMENT}
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("KRUPIER_DATABSE", WRONG),
        ("krupier_databse", "krupier_databse is no setting; did you mean KRUPIER_DATABASE?"),
        ("KRUPIER_SECRETKEY", "KRUPIER_SECRETKEY is no setting; did you mean KRUPIER_SECRET_KEY?"),
        ("KRUPIER_TOKEN", "KRUPIER_TOKEN is no setting; did you mean DISCORD_TOKEN?"),
        ("KRUPIER_PORT", "KRUPIER_PORT is no setting; did you mean KRUPIER_LOCAL_PORT?"),
        ("KRUPIER_UMBRELLA", "KRUPIER_UMBRELLA is no setting; the settings are in .env.example."),
    ],
)
def test_a_misspelt_name_is_shown_with_the_nearest_one_and_without_its_value(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, said: str
) -> None:
    monkeypatch.setenv(name, "s3cr3t")
    assert unknown_settings() == [said]
    monkeypatch.delenv(name)
    (tmp_path / ".env").write_text(f"{name}=s3cr3t\n", encoding="utf-8")
    assert unknown_settings() == [said]


def test_settings_and_what_kubernetes_says_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("krupier_database", "here")
    monkeypatch.setenv("KRUPIER_SERVICE_HOST", "10.0.0.1")
    monkeypatch.setenv("KRUPIER_SERVICE_PORT_METRICS", "9464")
    monkeypatch.setenv("KRUPIER_PORT", "tcp://10.0.0.1:9464")
    monkeypatch.setenv("KRUPIER_PORT_9464_TCP_ADDR", "10.0.0.1")
    assert not unknown_settings()


def test_an_unreadable_file_does_not_prevent_the_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"KRUPIER_X=\xff\xfe\n")
    monkeypatch.setenv("KRUPIER_DATABSE", "here")
    assert unknown_settings() == [WRONG]


def test_the_bot_says_so_in_its_log(tmp_path: Path) -> None:
    missing = str(tmp_path / "nowhere" / "games.sqlite3")
    done = run(tmp_path, DISCORD_TOKEN="x", KRUPIER_DATABASE=missing, KRUPIER_DATABSE="s3cr3t")
    assert f"WARNING bot: {WRONG}" in done.stderr
    assert "s3cr3t" not in done.stderr
    done = run(
        tmp_path, DISCORD_TOKEN="x", KRUPIER_LOG_FORMAT="json", KRUPIER_DATABASE=missing, KRUPIER_DATABSE="s3cr3t"
    )
    assert WRONG in done.stderr.splitlines()[0]
    assert "does not exist" in last_word(done)


def test_without_a_token_it_is_below_the_hint(tmp_path: Path) -> None:
    done = run_in_terminal(tmp_path, KRUPIER_LOCAL_PORT="none", KRUPIER_TOKEN="s3cr3t")
    assert "did you mean DISCORD_TOKEN?" in done.stderr.splitlines()[5]


def test_a_misspelt_token_is_named_if_the_start_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("KRUPIER_TOKEN=s3cr3t\n", encoding="utf-8")
    done = run(tmp_path)
    assert done.returncode == 2
    assert "KRUPIER_TOKEN is no setting; did you mean DISCORD_TOKEN?" in done.stderr
    assert "s3cr3t" not in done.stderr


def test_the_operators_commands_say_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KRUPIER_DATABSE", "s3cr3t")
    for main, command in ((shell, "tables"), (storage, "check")):
        assert main([command]) == 2
        told = capsys.readouterr()
        assert told.err.count(WRONG) == 1
        assert "s3cr3t" not in told.out + told.err
