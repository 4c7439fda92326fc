"""Tests the environments of a checkout: they are created from a lock file, with progress.

The rules are compiled in the background.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.local import background_build, environment
from bot.local.environment import LOG, Failed, main, prepare, python, ready
from bot.local.steps import Step

PRINTS = """print('''Ignoring c: markers 'python_version >= "3.13"' don't match your environment
Collecting a==1 (from -r a.lock (line 1))
  Downloading a-1.whl
Processing /mirror/b-2.whl (from -r a.lock (line 2))
Installing collected packages: b, a
Successfully installed a-1 b-2''')"""
FAILS = "print('Collecting a==1 (from -r a.lock (line 1))\\nERROR: no matching distribution'); raise SystemExit(1)"
PATIENCE = 60.0


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    """Writes a lock file of two packages and returns its path."""
    file = tmp_path / "a.lock"
    file.write_text("a==1 \\\n    --hash=sha256:00\nb==2 \\\n    --hash=sha256:11\n", encoding="utf-8")
    return file


def installs(monkeypatch: pytest.MonkeyPatch, *scripts: str) -> list[str]:
    """Replaces the installers by these Python scripts; returns the list to which each one that is run is added."""
    commands = [[sys.executable, "-c", script] for script in scripts]
    run: list[str] = []
    really = environment._install

    def install(command: list[str], *rest: object) -> bool:
        run.append(command[-1])
        return really(command, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(environment, "_installers", lambda *_: commands)
    monkeypatch.setattr(environment, "_install", install)
    return run


def test_an_environment_is_created_once_for_each_lock_file(
    tmp_path: Path, lock: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, steps, folder = installs(monkeypatch, PRINTS), list[Step](), tmp_path / "env"
    prepare(folder, lock, steps.append)
    assert python(folder).exists()
    assert ready(folder, lock)
    assert steps == [
        Step("environment", "env"), Step("packages", "env", 0, 2), Step("packages", "env", 1, 2),
        Step("packages", "env", 2, 2), Step("unpacking", "env", total=2),
    ]  # fmt: skip
    prepare(folder, lock, steps.append)
    assert len(run) == 1
    lock.write_text("a==2 \\\n    --hash=sha256:22\n", encoding="utf-8")
    assert not ready(folder, lock)
    prepare(folder, lock, steps.append)
    assert len(run) == 2
    assert steps.count(Step("environment", "env")) == 1, "the environment itself is kept"


def test_packages_are_installed_with_their_bytecode(
    tmp_path: Path, lock: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Packages are compiled at the installation even if PYTHONDONTWRITEBYTECODE is set, and an invalid file is no
    failure.
    """
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    folder = tmp_path / "env"
    packages = folder / f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"
    written = {"a.py": "A = 1", "template.py": "{{ no Python }}"}
    installs(
        monkeypatch, f"import pathlib\nfor n, t in {written}.items(): pathlib.Path({str(packages)!r}, n).write_text(t)"
    )
    prepare(folder, lock, lambda _: None)
    assert [file.name.partition(".")[0] for file in (packages / "__pycache__").iterdir()] == ["a"]
    assert ready(folder, lock)


def test_the_second_installer_is_tried_if_the_first_fails(
    tmp_path: Path, lock: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = installs(monkeypatch, FAILS, PRINTS)
    prepare(tmp_path / "env", lock, lambda _: None)
    assert run == [FAILS, PRINTS]


def test_a_failure_names_its_log_and_is_tried_again(
    tmp_path: Path, lock: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    installs(monkeypatch, FAILS)
    folder = tmp_path / "env"
    assert main([str(folder), str(lock)]) == 1
    told = capsys.readouterr().err
    assert str(folder / LOG) in told
    assert "ERROR: no matching distribution" in told
    assert not ready(folder, lock)
    with pytest.raises(Failed):
        prepare(folder, lock, lambda _: None)


@pytest.mark.parametrize("has_uv", [True, False])
def test_uv_is_used_if_it_is_installed_and_every_installer_checks_the_hashes(
    tmp_path: Path, lock: Path, monkeypatch: pytest.MonkeyPatch, has_uv: bool
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: "/bin/uv" if has_uv and name == "uv" else None)
    commands = environment._installers(tmp_path / "env", lock)
    assert [command[0] == "/bin/uv" for command in commands] == [True, False][not has_uv :]
    for command in commands:
        assert "--require-hashes" in command
        assert command[-2:] == ["-r", str(lock)]


# --- compiling in the background ------------------------------------------------------------------------------------


@pytest.fixture
def pipe() -> Iterator[tuple[int, list[int]]]:
    """Yields the end of the pipe that the build watches, and a list with the bot's end; closing that one ends the
    bot.
    """
    theirs, ours = os.pipe()
    held = [ours]
    yield theirs, held
    for number in (theirs, *held):
        os.close(number)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Makes an empty checkout the current directory and returns its path."""
    (tmp_path / "rules").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_nothing_is_compiled_if_the_bot_ends_soon(checkout: Path, pipe: tuple[int, list[int]]) -> None:
    theirs, held = pipe
    os.close(held.pop())
    assert background_build.main(theirs) == 0
    assert list(checkout.rglob("*")) == [checkout / "rules"]


def test_a_build_is_stopped_when_the_bot_ends(
    checkout: Path, pipe: tuple[int, list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs, held = pipe
    log, out = os.pipe()
    (checkout / "hatch_build.py").write_text("import os, signal\nos.write(1, b'%d\\n' % os.getpid())\nsignal.pause()\n")
    monkeypatch.setattr(background_build, "python", lambda _: sys.executable)
    with ThreadPoolExecutor(1) as other, os.fdopen(log) as said:
        build = other.submit(background_build._compiled, theirs, out)
        number = int(said.readline())
        os.close(held.pop())
        assert build.result(PATIENCE) < 0
        os.close(out)
        with pytest.raises(ProcessLookupError):
            os.kill(number, signal.SIGTERM)


def test_a_build_that_failed_is_not_repeated_until_the_rules_change(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun: list[str] = []
    rules = SimpleNamespace(available=lambda: ({}, "none"), fingerprint=lambda: "first")
    monkeypatch.setenv("KRUPIER_RULES", "")
    monkeypatch.setattr(background_build, "_chooser", lambda: rules)
    monkeypatch.setattr(background_build, "_compiler_is_installed", lambda: True)
    monkeypatch.setattr(background_build, "_begin", lambda: begun.append("build"))
    background_build.before_start(lambda _: None)
    assert "compiled in the background" in capsys.readouterr().out
    (checkout / "rules/_compiled").mkdir()
    (checkout / background_build.FAILED).write_text("first", encoding="utf-8")
    background_build.before_start(lambda _: None)
    assert str(background_build.LOG) in capsys.readouterr().out
    assert begun == ["build"]
    rules.fingerprint = lambda: "second"
    background_build.before_start(lambda _: None)
    assert begun == ["build", "build"]


@pytest.mark.parametrize(("wanted", "built", "compiler"), [("pure", {}, True), ("", {"a": "b"}, True), ("", {}, False)])
def test_nothing_is_compiled_if_it_is_useless(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, wanted: str, built: dict[str, str], compiler: bool
) -> None:
    monkeypatch.setenv("KRUPIER_RULES", wanted)
    monkeypatch.setattr(background_build, "_chooser", lambda: SimpleNamespace(available=lambda: (built, "")))
    monkeypatch.setattr(background_build, "_compiler_is_installed", lambda: compiler)
    monkeypatch.setattr(background_build, "_begin", lambda: pytest.fail("a build was started"))
    background_build.before_start(lambda _: None)
