"""Tests settings: the environment overrides `.env`, a wrong one is reported in one line without a traceback, and a
start without a token says what to do.
"""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from bot.gateway.addresses import api_base
from bot.local.waiting_page import DEFAULT_BIND, DEFAULT_PORT
from bot.settings import NoToken, load
from rules import GAMES
from rules.errors import RulesError
from storage.errors import BadSetting
from storage.settings import Settings, retention

ROOT = Path(__file__).parents[2]
NAMES = (
    "DISCORD_TOKEN", "DISCORD_API_URL", "DISCORD_GATEWAY_URL", "KRUPIER_DATABASE", "KRUPIER_GUILDS", "KRUPIER_LOG",
    "KRUPIER_MAFIA_CITY_DECK", "KRUPIER_PICTURES", "KRUPIER_METRICS", "KRUPIER_LOG_FORMAT",
    "KRUPIER_COMPUTERS", "KRUPIER_CLOCK", "KRUPIER_SHARDS", "KRUPIER_SHARDS_PER_WORKER",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def run(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs `python -m bot` without a terminal until it stops by itself."""
    return _run(folder, words, environment, subprocess.DEVNULL)


def run_in_terminal(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs `python -m bot` with a terminal as its input until it stops by itself."""
    ours, theirs = pty.openpty()
    try:
        return _run(folder, (), environment, theirs)
    finally:
        os.close(ours)
        os.close(theirs)


def _run(
    folder: Path, words: tuple[str, ...], environment: dict[str, str], stdin: int
) -> subprocess.CompletedProcess[str]:
    bare = {name: value for name, value in os.environ.items() if name not in NAMES}
    return subprocess.run(
        [sys.executable, "-m", "bot", *words],
        cwd=folder,
        env={**bare, "PYTHONPATH": str(ROOT), **environment},
        stdin=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )  # fmt: skip


def default_options() -> None:
    """Calls every game's `default_options`, as a start does; raises RulesError if a file in the settings is wrong."""
    for game in GAMES.values():
        game.default_options()


def test_the_environment_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=of-the-file\nKRUPIER_GUILDS=1, 2\n", encoding="utf-8")
    monkeypatch.setenv("DISCORD_TOKEN", "of-the-environment")
    settings = load()
    assert settings.token.get_secret_value() == "of-the-environment"
    assert settings.guilds == (1, 2)


def test_the_deck_may_be_set_in_the_file_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=x\nKRUPIER_MAFIA_CITY_DECK=my.toml\n", encoding="utf-8")
    monkeypatch.setenv("KRUPIER_MAFIA_CITY_DECK", "")
    load()
    with pytest.raises(RulesError, match=r"my\.toml"):
        default_options()


def test_a_deck_of_the_environment_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=x\nKRUPIER_MAFIA_CITY_DECK=my.toml\n", encoding="utf-8")
    monkeypatch.setenv("KRUPIER_MAFIA_CITY_DECK", "ours.toml")
    load()
    with pytest.raises(RulesError, match=r"ours\.toml"):
        default_options()


@pytest.mark.parametrize(
    ("written", "drawn"), [(None, True), ("", True), ("on", True), ("off", False), (" OFF ", False)]
)  # fmt: skip
def test_pictures_can_be_switched_off(monkeypatch: pytest.MonkeyPatch, written: str | None, drawn: bool) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    if written is not None:
        monkeypatch.setenv("KRUPIER_PICTURES", written)
    assert load().pictures is drawn


def test_pictures_are_on_or_off_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setenv("KRUPIER_PICTURES", "sometimes")
    with pytest.raises(BadSetting, match=r"KRUPIER_PICTURES: write on or off"):
        load()


@pytest.mark.parametrize(("written", "prompt"), [(None, False), ("", False), ("calm", False), (" Prompt ", True)])
def test_computers_take_their_time_but_in_tests(
    monkeypatch: pytest.MonkeyPatch, written: str | None, prompt: bool
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    if written is not None:
        monkeypatch.setenv("KRUPIER_COMPUTERS", written)
    assert load().instant_computers is prompt


def test_computers_are_calm_or_prompt_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setenv("KRUPIER_COMPUTERS", "fast")
    with pytest.raises(BadSetting, match=r"KRUPIER_COMPUTERS: write calm or prompt"):
        load()


def test_the_token_is_never_shown() -> None:
    settings = Settings(token="very-secret")  # type: ignore[arg-type]
    assert "very-secret" not in repr(settings) + str(settings)


def test_without_a_token_five_lines_say_how_to_get_one() -> None:
    with pytest.raises(NoToken) as refused:
        load()
    assert len(str(refused.value).splitlines()) == 5


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DISCORD_API_URL", "discord.com"),
        ("DISCORD_GATEWAY_URL", "https://gateway"),
        ("KRUPIER_GUILDS", "my server"),
        ("KRUPIER_LOG", "LOUD"),
    ],
)
def test_a_wrong_setting_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSetting) as refused:
        load()
    assert str(refused.value).startswith(f"{name}: ")
    assert value not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_setting_can_be_read_although_another_one_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KRUPIER_LOG", "LOUD")
    monkeypatch.setenv("krupier_retention_days", " 30 ")
    assert retention() == timedelta(days=30)
    with pytest.raises(BadSetting, match="KRUPIER_LOG"):
        Settings.read()


def test_the_local_table_has_the_defaults_of_the_model() -> None:
    assert (Settings().local_bind, Settings().local_port) == (DEFAULT_BIND, str(DEFAULT_PORT))


def test_an_unreadable_file_is_named(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe\n")
    with pytest.raises(BadSetting, match=r"\.env"):
        load()


def test_the_example_names_every_setting() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    for name in (*NAMES, "KRUPIER_DISCORD_OPENAPI"):
        assert f"\n{name}=" in example


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("http://127.0.0.1:80/api/v10", "http://127.0.0.1:80/api/v10"),
        ("http://127.0.0.1:80/api", "http://127.0.0.1:80/api/v10"),
        ("http://127.0.0.1:80", "http://127.0.0.1:80/api/v10"),
    ],
)
def test_the_version_of_the_api_may_be_left_out(given: str, meant: str) -> None:
    assert api_base(given) == meant


def test_without_a_token_a_terminal_gets_a_hint_and_the_local_table(tmp_path: Path) -> None:
    done = run_in_terminal(tmp_path, KRUPIER_LOCAL_PORT="none")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 5 + 1
    assert done.stderr.splitlines()[-1].startswith("KRUPIER_LOCAL_PORT: ")
    assert "Traceback" not in done.stderr


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """Checks that a bot without a token exits with 2 and opens no local table; returns its message."""
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert "KRUPIER_LOCAL_PORT" not in done.stderr, "the local table was opened"
    assert done.stderr.startswith("DISCORD_TOKEN is not set")
    assert "krupier local" in done.stderr
    return done.stderr


@pytest.mark.parametrize("written", ["", "DISCORD_TOKEN=\n", "DISCORD_TOKEN=' '\n"])
def test_without_a_token_and_a_terminal_it_exits_with_2(tmp_path: Path, written: str) -> None:
    if written:
        (tmp_path / ".env").write_text(written, encoding="utf-8")
    assert "there is no terminal" in refused(run(tmp_path, KRUPIER_LOCAL_PORT="none"))


@pytest.mark.parametrize(
    ("name", "value", "because"),
    [
        ("KRUPIER_METRICS", "9464", "KRUPIER_METRICS is set"),
        ("KRUPIER_DATABASE", "postgresql://krupier:s3cret@db/krupier", "names a PostgreSQL server"),
    ],
)
@pytest.mark.parametrize("in_file", [True, False])
def test_without_a_token_what_is_configured_for_a_server_exits_with_2(
    tmp_path: Path, name: str, value: str, because: str, in_file: bool
) -> None:
    environment = {} if in_file else {name: value}
    if in_file:
        (tmp_path / ".env").write_text(f"{name}={value}\n", encoding="utf-8")
    told = refused(run_in_terminal(tmp_path, KRUPIER_LOCAL_PORT="none", **environment))
    assert because in told
    assert "s3cret" not in told


def test_the_refusal_is_json_if_the_log_is(tmp_path: Path) -> None:
    assert last_word(run(tmp_path, KRUPIER_LOG_FORMAT="json")).startswith("DISCORD_TOKEN is not set")


def test_the_local_table_can_be_requested_without_a_terminal(tmp_path: Path) -> None:
    done = run(tmp_path, "local", KRUPIER_LOCAL_PORT="none", DISCORD_TOKEN="x", KRUPIER_METRICS="9464")
    assert done.returncode == 2
    assert done.stderr.startswith("KRUPIER_LOCAL_PORT: ")
    assert len(done.stderr.splitlines()) == 1


def test_a_bad_deck_is_named_without_a_traceback(tmp_path: Path) -> None:
    done = run(tmp_path, DISCORD_TOKEN="x", KRUPIER_MAFIA_CITY_DECK=str(tmp_path / "none.toml"))
    assert done.returncode == 2
    assert "KRUPIER_MAFIA_CITY_DECK" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wrong_choice_of_rules_is_named_without_a_traceback(tmp_path: Path) -> None:
    done = run(tmp_path, DISCORD_TOKEN="x", KRUPIER_RULES="quick")
    assert done.returncode == 2
    assert done.stderr == "KRUPIER_RULES is 'pure', 'compiled' or not set, but not 'quick'\n"


def test_a_database_that_is_none_is_named_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "no.sqlite3").write_text("this is a letter, not a database " * 9, encoding="utf-8")
    done = run(tmp_path, DISCORD_TOKEN="x", KRUPIER_DATABASE=str(tmp_path / "no.sqlite3"))
    assert done.returncode == 2
    assert "no.sqlite3" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_discord_that_is_not_there_is_said_without_a_traceback(tmp_path: Path) -> None:
    done = run(tmp_path, DISCORD_TOKEN="x", DISCORD_API_URL="http://127.0.0.1:9")
    assert done.returncode == 1
    assert "DISCORD_API_URL" in done.stderr
    assert "Traceback" not in done.stderr


def last_word(done: subprocess.CompletedProcess[str]) -> str:
    """Returns the message of the log's last line, and checks that it is a critical one in JSON."""
    said = json.loads(done.stderr.splitlines()[-1])
    assert (said["level"], said["logger"]) == ("CRITICAL", "bot")
    return str(said["message"])


def test_in_json_the_last_word_is_json_too(tmp_path: Path) -> None:
    missing = tmp_path / "nowhere" / "games.sqlite3"
    done = run(tmp_path, DISCORD_TOKEN="x", KRUPIER_LOG_FORMAT="json", KRUPIER_DATABASE=str(missing))
    assert done.returncode == 2
    assert last_word(done).startswith(f"The folder {missing.parent} does not exist")
    done = run(tmp_path, DISCORD_TOKEN="x", KRUPIER_LOG_FORMAT="json", DISCORD_API_URL="http://127.0.0.1:9")
    assert done.returncode == 1
    assert last_word(done).startswith("Discord cannot be reached")


def test_settings_that_cannot_be_loaded_are_said_in_json_if_that_can_be_read(tmp_path: Path) -> None:
    done = run(tmp_path, KRUPIER_LOG="LOUD", KRUPIER_LOG_FORMAT=" JSON ")
    assert done.returncode == 2
    assert last_word(done).startswith("KRUPIER_LOG: ")
    (tmp_path / ".env").write_text("KRUPIER_LOG_FORMAT=json\nKRUPIER_LOG=LOUD\n", encoding="utf-8")
    assert last_word(run(tmp_path)).startswith("KRUPIER_LOG: ")
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe\n")
    assert last_word(run(tmp_path, KRUPIER_LOG_FORMAT="json")).startswith(".env cannot be read")
    assert run(tmp_path).stderr.startswith(".env cannot be read")


@pytest.mark.parametrize(("said", "meant"), [("auto", None), (" AUTO ", None), ("1", 1), ("16", 16)])
def test_the_number_of_shards_is_read_from_its_setting(
    said: str, meant: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    assert load().shards is None
    monkeypatch.setenv("KRUPIER_SHARDS", said)
    assert load().shards == meant


@pytest.mark.parametrize("said", ["0", "-1", "many", "1.5", "²", "10001"])
def test_an_impossible_number_of_shards_is_refused(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setenv("KRUPIER_SHARDS", said)
    with pytest.raises(BadSetting, match="KRUPIER_SHARDS: write auto, or a number from 1 to 10000"):
        load()


@pytest.mark.parametrize(("said", "meant"), [("", None), ("all", None), (" ALL ", None), ("1", 1), ("16", 16)])
def test_shards_per_worker_is_all_or_a_number(said: str, meant: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "some-token")
    monkeypatch.setenv("KRUPIER_SHARDS_PER_WORKER", said)
    assert load().shards_per_worker == meant


@pytest.mark.parametrize("said", ["0", "-1", "two", "auto", "10001", "1.5"])
def test_an_impossible_number_of_shards_per_worker_is_refused(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "some-token")
    monkeypatch.setenv("KRUPIER_SHARDS_PER_WORKER", said)
    with pytest.raises(BadSetting, match="KRUPIER_SHARDS_PER_WORKER: write all, or a number from 1 to 10000"):
        load()
