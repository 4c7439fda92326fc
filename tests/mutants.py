"""Small changes of the rules, one at a time (mutmut): do the rules' tests notice each? `python -m tests.mutants`.

Room by room, for a room's own fast tests must notice what is changed in it. A change that no test can notice, because
the rules stay the same, stands with its reason in `tests/mutants.toml`; whatever else is not noticed is named, and
fails. Arguments choose rooms (`mafia_city`) or single files (`rules/mafia_city/jail.py`). `make mutants` tries all.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

HOME: Final = Path(__file__).parents[1]
WORK: Final = HOME / "mutants"
"""Where the changed copies lie; what was tried there is not tried again until it or its room changes."""
COPIED: Final = ("bot", "rules", "storage", "tests", "docs", "README.md", "CONTRIBUTING.md")
EXPLAINED: Final = HOME / "tests" / "mutants.toml"
UNNOTICED: Final = ("survived", "no tests")
KERNEL: Final = "test_chance test_commitment test_protocol test_records test_silences test_texts_and_sets test_undo"

PROGRAMS: Final = ("rules/*/*", "rules/__main__.py")


class Room(NamedTuple):
    """What is changed, what of it is left alone, and which tests should notice."""

    changed: tuple[str, ...]
    tests: tuple[str, ...]
    left: tuple[str, ...] = ()


def _game(name: str, *judgement: str) -> Room:
    """A game's rules; how well its computer players judge is no rule but measured in the arena."""
    left = tuple(f"rules/{name}/{file}.py" for file in ("mind", "policy", "worlds", *judgement))
    return Room((f"rules/{name}/*",), (f"tests/rules/{name}", "tests/rules/test_undo.py"), left)


ROOMS: Final = {
    "kralovske_rosady": _game("kralovske_rosady", "evaluation", "outlook"),
    "mafia_city": _game("mafia_city", "memory", "plays", "sight"),
    "kernel": Room(("rules/*",), tuple(f"tests/rules/{name}.py" for name in KERNEL.split()), PROGRAMS),
    "star_wars_destiny": _game("star_wars_destiny", "eyes"),
}  # fmt: skip


class Change(NamedTuple):
    """A change that no test notices: in which function what became what, and which of several alike it is."""

    function: str
    old: str
    new: str
    mutant: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        """What it is known by: mutmut's numbers move with every line."""
        return self.function, self.old, self.new


def main(names: list[str]) -> int:
    """0: every change is noticed or explained; 1: some are not, or what is explained is noticed by now."""
    unexplained = 0
    for name, room in _chosen(names).items():
        folder = _prepared(name, room)
        tried, unnoticed = _tried(folder)
        new = [change for change in unnoticed if not _has_reason(change)]
        for change in new:
            print(f"NOT NOTICED {change.mutant}\n    {change.old}\n    {change.new}", flush=True)
        left = f"{len(unnoticed) - len(new)} explained, {len(new)} neither"
        print(f"{name}: {tried} tried, {tried - len(unnoticed)} noticed, {left}")
        unexplained += len(new) + _obsolete(room, unnoticed)
    return int(unexplained > 0)


def explained() -> list[Change]:
    """The single changes with a reason in `tests/mutants.toml`."""
    return [Change(entry["function"], entry["old"], entry["new"]) for entry in _listed("same")]


def _has_reason(change: Change) -> bool:
    return change.key in {known.key for known in explained()} or any(
        re.search(entry["new"], change.new) for entry in _listed("alike")
    )


def _listed(how: str) -> list[dict[str, str]]:
    listed: list[dict[str, str]] = tomllib.loads(EXPLAINED.read_text("utf-8")).get(how, [])
    return listed


def _chosen(names: Iterable[str]) -> dict[str, Room]:
    rooms = {}
    for name in names or ROOMS:
        if name in ROOMS:
            rooms[name] = ROOMS[name]
        else:
            inner = Path(name).parent.name
            room = ROOMS[inner if inner in ROOMS else "kernel"]
            rooms[name.replace("/", ".")] = room._replace(changed=(name,))
    return rooms


def _obsolete(room: Room, unnoticed: list[Change]) -> int:
    """Reasons for changes of this room that are noticed, or are no longer made."""
    modules = [file.removesuffix(".py").replace("/", ".").rstrip("*") for file in room.changed]
    left = [file.removesuffix(".py").replace("/", ".") for file in room.left]
    seen, count = {change.key for change in unnoticed}, 0
    for change in explained():
        of_here = any(change.function.startswith(module) for module in modules)
        if of_here and not any(change.function.startswith(f"{module}.") for module in left) and change.key not in seen:
            print(f"OBSOLETE {change.function}\n    {change.old}\n    {change.new}")
            count += 1
    return count


def _prepared(name: str, room: Room) -> Path:
    """A copy of the program with the room's own settings of mutmut."""
    folder = WORK / name
    folder.mkdir(parents=True, exist_ok=True)
    for copied in COPIED:
        source = HOME / copied
        if source.is_dir():
            shutil.rmtree(folder / copied, ignore_errors=True)
            shutil.copytree(source, folder / copied, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / copied)
    ours = (HOME / "pyproject.toml").read_text("utf-8")
    (folder / "pyproject.toml").write_text(f"{ours}\n{_settings(room)}", "utf-8")
    return folder


def _settings(room: Room) -> str:
    values = {
        "source_paths": ["rules"], "only_mutate": [*room.changed], "do_not_mutate": [*room.left],
        "pytest_add_cli_args": ["-p", "no:cacheprovider", "-p", "no:xdist"],
        "pytest_add_cli_args_test_selection": [*room.tests], "also_copy": [name for name in COPIED if name != "rules"],
    }  # fmt: skip
    lines = [f"{name} = {value}" for name, value in values.items()]
    return "\n".join(["[tool.mutmut]", *lines, "use_git_change_detection = false", ""])


def _tried(folder: Path) -> tuple[int, list[Change]]:
    """How many changes were tried, and which of them nobody noticed."""
    _mutmut(folder, "run", "--max-children", os.environ.get("WORKERS", "1"), to=folder / "log.txt")
    results = [line.strip().rpartition(": ") for line in _mutmut(folder, "results", "--all", "true").splitlines()]
    tried = [(name, state) for name, colon, state in results if colon and state != "not checked"]
    if not tried:
        raise SystemExit(f"nothing was tried: see {folder / 'log.txt'}")
    return len(tried), [_change(folder, name) for name, state in tried if state in UNNOTICED]


def _change(folder: Path, mutant: str) -> Change:
    """Which line a mutant changes."""
    lines = _mutmut(folder, "show", mutant).splitlines()
    old, new = (
        " / ".join(line[1:].strip() for line in lines if line.startswith(sign) and not line.startswith(sign * 3))
        for sign in "-+"
    )
    return Change(_function(mutant), old, new, mutant)


def _function(mutant: str) -> str:
    """`rules.deck.x_dealt__mutmut_3` and `rules.deck.xǁDeckǁdealt__mutmut_3` as people write them."""
    module, _, name = mutant.partition("__mutmut_")[0].rpartition(".")
    return f"{module}.{name.removeprefix('x_').removeprefix('xǁ').replace('ǁ', '.')}"


def _mutmut(folder: Path, *arguments: str, to: Path | None = None) -> str:
    command = (str(Path(sys.executable).with_name("mutmut")), *arguments)
    if to is None:
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
    with to.open("w", encoding="utf-8") as log:
        subprocess.run(command, cwd=folder, stdout=log, stderr=log, check=False)
    return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
