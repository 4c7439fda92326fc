"""Tests that the planted leaks (`make test-secrets`) still fit the sources.

These tests are not in tests/secrets: they fail in sources with a planted leak, which would look as if it was found.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.secrets import planted
from tests.secrets.planted import HOME, LEAKS, SUITE, Planted


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.name)
def test_a_leak_can_be_planted(leak: Planted) -> None:
    whole = (HOME / leak.file).read_text("utf-8")
    assert whole.count(leak.old) == 1, f"{leak.file} has changed: mend its entry in tests/secrets/planted.py"
    assert leak.new != leak.old
    compile(whole.replace(leak.old, leak.new), leak.file, "exec")


def test_the_tests_that_must_notice_the_leaks_exist() -> None:
    for test in {*SUITE, *(leak.first for leak in LEAKS)}:
        assert (HOME / test).exists(), test


def test_nothing_is_planted_if_a_test_fails_anyway(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    run: list[tuple[str, ...]] = []

    def fails(_copy: Path, *tests: str) -> str | None:
        run.append(tests)
        return "FAILED one" if tests == SUITE else None

    monkeypatch.setattr(planted, "_fails", fails)
    with pytest.raises(SystemExit, match="FAILED one fails with nothing planted"):
        planted.passes_unchanged(tmp_path, LEAKS)
    assert set(run) == {SUITE, *((leak.first,) for leak in LEAKS)}
