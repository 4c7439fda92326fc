"""The house stays in order: no import circle, few files at the root; the layers themselves stand in pyproject.toml."""

from __future__ import annotations

import json
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

from tests.packaging.installed import HOUSE

ROOMS = ("bot", "rules", "storage")
MOST_FILES_AT_THE_ROOT = 10


def circle(*packages: str) -> list[str]:
    """Modules that import each other in a ring, also where it is for types alone; empty where there is no such ring."""
    graph = grimp.build_graph(*packages, cache_dir=None)
    assert len(graph.modules) > len(packages)
    imported = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(imported).prepare()
    except CycleError as found:
        ring: list[str] = found.args[1]
        return ring
    return []


def test_no_modules_import_each_other_in_a_ring() -> None:
    assert circle(*ROOMS) == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("from ring.b import B\nA = B", "from ring.a import A\nB = A"),
        ("TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from ring import b", "def f() -> None:\n    import ring.a"),
    ],
)
def test_a_ring_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str, second: str) -> None:
    room = tmp_path / "ring"
    room.mkdir()
    for name, source in (("__init__", ""), ("a", first), ("b", second)):
        (room / f"{name}.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert set(circle("ring")) == {"ring.a", "ring.b"}


def test_few_files_stand_at_the_root_of_the_bot() -> None:
    assert len(list((HOUSE / "bot").glob("*.py"))) <= MOST_FILES_AT_THE_ROOT


def test_the_readmes_map_names_every_room_and_every_file_at_the_root() -> None:
    rooms = [line for line in (HOUSE / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    (root,) = [line for line in rooms if line.startswith("| `bot/` |")]
    folders = [path.name for path in (HOUSE / "bot").iterdir() if (path / "__init__.py").exists()]
    assert [name for name in folders if not any(line.startswith(f"| `bot/{name}/") for line in rooms)] == []
    files = {path.name for path in (HOUSE / "bot").glob("*.py")} - {"__init__.py"}
    assert [name for name in sorted(files) if f"`{name}`" not in root] == []


def test_a_bot_that_serves_discord_loads_nothing_of_the_discord_on_this_machine() -> None:
    """Nor what only developers have."""
    asked = "import bot.__main__, bot.run, json, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", asked], cwd=HOUSE, capture_output=True, text=True, check=True)
    loaded = json.loads(done.stdout)
    assert "bot.client" in loaded
    unwanted = ("bot.emulator", "bot.local", "babel", "jsonschema_rs", "tests")
    assert [name for name in loaded if name.startswith(unwanted)] == []
