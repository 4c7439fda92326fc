from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import scratch


@pytest.fixture(autouse=True)
def no_chosen_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TMPDIR", raising=False)
    monkeypatch.setattr(tempfile, "tempdir", "/the/disk")


@pytest.mark.parametrize(("free", "chosen"), [(scratch.ENOUGH, "memory"), (scratch.ENOUGH - 1, "disk")])
def test_memory_is_used_only_if_enough_of_it_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, chosen: str
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=free))
    assert scratch.folder(tmp_path) == {"memory": tmp_path, "disk": Path("/the/disk")}[chosen]


def test_a_system_without_a_memory_folder_uses_the_disk(tmp_path: Path) -> None:
    assert scratch.folder(tmp_path / "missing") == Path("/the/disk")


def test_a_chosen_folder_is_respected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", "/the/choice")
    assert scratch.folder(tmp_path) == Path("/the/disk")
