"""Tests that compiled rules play the same games as their sources, and are used only if their sources are unchanged."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import hatch_build
import rules
from rules import compiled
from rules.kralovske_rosady import KRALOVSKE_ROSADY
from tests.rules.random_play import play

ROOT = Path(__file__).parents[2]
BUILT, SAID = compiled.available()
needs_compiled = pytest.mark.skipif(not BUILT, reason=f"no compiled rules ({SAID}): make compiled")
GAMES_OF_EACH = 2


def python(*words: str, kind: str) -> subprocess.CompletedProcess[str]:
    """Runs Python with these arguments in a new process that uses this kind of rules (`pure`, `compiled` or empty)."""
    surroundings = {**os.environ, compiled.VARIABLE: kind}
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=surroundings, capture_output=True, text=True, check=False
    )  # fmt: skip


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """Returns a temporary folder with one source of rules, an empty file in place of its compiled form, and a manifest
    with the hash of the source.
    """
    sources = tmp_path / "rules"
    home = compiled.home(sources / "_compiled")
    home.mkdir(parents=True)
    (sources / "engine.py").write_text("ANSWER = 42\n", encoding="utf-8")
    (home / "engine.so").write_bytes(b"")
    made_of = {"sources": compiled.fingerprint(sources), "modules": {"rules.engine": "engine.so"}}
    (home / compiled.MANIFEST).write_text(json.dumps(made_of), encoding="utf-8")
    return sources


def test_compiled_rules_serve_the_sources_that_they_were_made_of(sources: Path) -> None:
    modules, _ = compiled.available(sources)
    assert modules == {"rules.engine": compiled.home(sources / "_compiled") / "engine.so"}


@pytest.mark.parametrize("name", ["engine.py", "new.py", "game/new.py"])
def test_no_compiled_rules_serve_after_a_change_of_any_source(sources: Path, name: str) -> None:
    (sources / name).parent.mkdir(exist_ok=True)
    (sources / name).write_text("ANSWER = 43\n", encoding="utf-8")
    assert compiled.available(sources) == ({}, "the sources have changed since they were built")


def test_no_compiled_rules_serve_after_a_source_is_gone_or_moved(sources: Path) -> None:
    (sources / "game").mkdir()
    shutil.move(sources / "engine.py", sources / "game/engine.py")
    assert compiled.available(sources)[0] == {}


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"sources": 1, "modules": 2}'])
def test_a_damaged_manifest_serves_nothing(sources: Path, text: str) -> None:
    (compiled.home(sources / "_compiled") / compiled.MANIFEST).write_text(text, encoding="utf-8")
    assert compiled.available(sources)[0] == {}


def test_half_of_the_compiled_rules_serve_nothing(sources: Path) -> None:
    (compiled.home(sources / "_compiled") / "engine.so").unlink()
    assert compiled.available(sources) == ({}, "rules.engine is missing")


def test_without_pythons_headers_nothing_is_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without `Python.h`, the build fails at once; many machines have a compiler but no headers, and mypyc would fail
    only after half a minute. With it, the build continues.
    """
    monkeypatch.setattr(sysconfig, "get_path", lambda _name: str(tmp_path))
    with pytest.raises(FileNotFoundError, match=r"Python\.h is missing"):
        hatch_build.build(tmp_path)
    (tmp_path / "Python.h").touch()
    with pytest.raises(FileNotFoundError, match="compiled"):
        hatch_build.build(tmp_path)


def test_an_unknown_choice_is_refused() -> None:
    refused = python("-m", "rules", "about", kind="quick")
    assert refused.returncode == 1
    assert "KRUPIER_RULES is 'pure', 'compiled' or not set, but not 'quick'" in refused.stderr


def test_pure_rules_run_if_they_are_chosen() -> None:
    said = python("-m", "rules", "about", kind="pure")
    assert (said.returncode, said.stdout) == (0, "rules: pure (KRUPIER_RULES=pure)\n")
    where = python("-c", "import rules.engine; print(rules.engine.__file__)", kind="pure").stdout.strip()
    assert Path(where) == ROOT / "rules/engine.py"


def test_without_a_choice_the_rules_that_fit_run() -> None:
    said = python("-m", "rules", "about", kind="").stdout
    assert said.startswith("rules: compiled (" if BUILT else "rules: pure (")


@needs_compiled
def test_compiled_rules_run_if_they_are_chosen() -> None:
    said = python("-m", "rules", "about", kind="compiled")
    assert said.stdout.startswith("rules: compiled (")
    where = python("-c", "import rules.engine; print(rules.engine.__file__)", kind="compiled").stdout.strip()
    assert Path(where) == BUILT["rules.engine"]


@needs_compiled
def test_compiled_and_pure_rules_play_the_same_games() -> None:
    pure, fast = (
        python("-m", "tests.rules.random_play", str(GAMES_OF_EACH), kind=kind) for kind in ("pure", "compiled")
    )
    assert pure.stdout.count("\n") == GAMES_OF_EACH * sum(len(game.seats) for game in rules.GAMES.values())
    assert fast.stdout == pure.stdout


def test_a_whole_value_is_told_as_a_whole_number() -> None:
    """In the `counts` events of a game, no whole number is a float. Compiled code turns an int into a float if an
    annotation says so, and JSON would then have 7.0 instead of 7.
    """
    told = [event.facts for event in play(KRALOVSKE_ROSADY, 4, 1).told if event.name == "counts"]
    numbers = [
        value for facts in told for value in (*facts["full"], *(card["value"] for card in facts["cards"])) if value
    ]
    assert numbers
    assert [value for value in numbers if isinstance(value, float) and value.is_integer()] == []
