"""Tries small changes of the rules (made by mutmut), one at a time, with the rules' tests: `python -m tests.mutants`.

It takes one package of rules after another, because a package's own fast tests must notice a change in it. A change
that no test can notice, because the rules stay the same, is in `explained.toml` with its reason. Any other change that
is not noticed is printed, and the exit code is 1. After the tests, mypy checks the changes that no test notices,
because it would refuse some of them. Arguments choose packages (`mafia_city`) or single files
(`rules/mafia_city/jail.py`). `make mutants` tries all. Changes that were noticed once (`mutants/` has the results) are
not tried again, so an interrupted run continues where it stopped. `--of=500` tries 500 random changes of each package;
`--untried` only those that have never been tried; `--types` runs only mypy; `--told` tries nothing and prints the known
results.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple

from tests.mutants.changes import Change, made_of
from tests.mutants.importing import try_imports
from tests.mutants.trial import try_all
from tests.mutants.typed import REFUSED, try_types

WORK: Final = Path("mutants")
EXPLAINED: Final = Path(__file__).with_name("explained.toml")
KERNEL: Final = (
    "test_beginning test_chance test_commitment test_cuts test_decisions test_ends_of_records test_engine "
    "test_every_game test_given test_protocol test_records test_requests test_silences test_texts_and_sets test_undo "
    "test_undoable test_verify"
)

GAMES: Final = ("kralovske_rosady", "mafia_city", "star_wars_destiny")
PROGRAM: Final = ("rules/__main__.py", "rules/compiled.py")
"""Modules that start the rules; their tests run processes, in which no change is in force."""


class Package(NamedTuple):
    """A group of files of the rules to change (without those in `left`), and the tests that must notice changes in
    them.
    """

    changed: tuple[str, ...]
    tests: tuple[str, ...]
    left: tuple[str, ...] = ()

    def changes(self) -> list[Change]:
        """Returns all changes that mutmut makes of the group's files."""
        files = sorted({file for pattern in self.changed for file in Path().glob(pattern)})
        return [change for file in files if str(file) not in self.left for change in made_of(file)]


def _game(name: str, *judgement: str) -> Package:
    """Returns the package of a game; its computer player's files are left out, because the arena measures them."""
    left = tuple(f"rules/{name}/{file}.py" for file in ("ai", "policy", "determinisation", *judgement))
    others = " and ".join(f"not {game}" for game in GAMES if game != name)
    return Package((f"rules/{name}/**/*.py",), (f"tests/rules/{name}", "tests/rules/test_undo.py", "-k", others), left)


PACKAGES: Final = {
    "kralovske_rosady": _game("kralovske_rosady", "evaluation", "features"),
    "mafia_city": _game("mafia_city", "evaluation", "memory", "plays", "features"),
    "kernel": Package(("rules/*.py",), tuple(f"tests/rules/{name}.py" for name in KERNEL.split()), PROGRAM),
    "star_wars_destiny": _game("star_wars_destiny", "features"),
}  # fmt: skip


def main(arguments: list[str]) -> int:
    """Tries changes as the arguments say, and prints those that no test notices.

    Returns 0 if every change is noticed or explained; 1 if some are not, or if an explanation is obsolete. Raises
    SystemExit if the tests fail without a change.
    """
    options = _options(arguments)
    unexplained = 0
    for name, package in _chosen(options.packages).items():
        changes = package.changes()
        if options.types:
            _judge_types(name, changes)
        elif not options.told:
            _try(name, package, _wanted(changes, _known(name), options))
        known = _known(name)
        unexplained += _told(name, changes, known)
    return int(unexplained > 0)


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("packages", nargs="*", help=f"{', '.join(PACKAGES)}, or single files")
    parser.add_argument("--of", type=int, help="try N random changes of each package")
    parser.add_argument("--untried", action="store_true", help="skip changes that were tried and not noticed")
    parser.add_argument(
        "--types", action="store_true", help="run no tests; let mypy check changes that no test noticed"
    )
    parser.add_argument("--told", action="store_true", help="try nothing; print the stored results")
    return parser.parse_args(arguments)


def _chosen(names: Iterable[str]) -> dict[str, Package]:
    packages = {}
    for name in names or PACKAGES:
        if name in PACKAGES:
            packages[name] = PACKAGES[name]
        else:
            inner = Path(name).parts[1]
            package = PACKAGES[inner if inner in PACKAGES else "kernel"]
            packages[name] = package._replace(changed=(name,))
    return packages


def _results(name: str) -> Path:
    """Returns the file with the results of a package, or of the package of a single file."""
    inner = name if name in PACKAGES else Path(name).parts[1]
    return WORK / f"{inner if inner in PACKAGES else 'kernel'}.jsonl"


def _known(name: str) -> dict[str, dict[str, object]]:
    """Returns the latest result of each tried change, by the change's key."""
    file = _results(name)
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return {line["key"]: line for line in map(json.loads, lines)}


def _wanted(changes: list[Change], known: dict[str, dict[str, object]], options: argparse.Namespace) -> list[Change]:
    """Returns the changes to be tried: those never tried, then those that no test noticed and that are not explained by
    kind.
    """
    if options.of is not None and options.of < len(changes):
        changes = random.Random("by lot").sample(changes, options.of)
    never = [change for change in changes if change.key not in known]
    again = [change for change in changes if change.key in known and not known[change.key]["by"]]
    again = [change for change in again if not any(_is_alike(change, kind) for kind in _listed("alike"))]
    return never if options.untried else [*never, *again]


def _try(name: str, package: Package, changes: list[Change]) -> None:
    """Tries the changes of a package in other processes, first in force, then at the import; mypy then checks the
    others.
    """
    WORK.mkdir(exist_ok=True)
    os.environ["KRUPIER_RULES"] = "pure"
    _aside(name, try_all, package, changes)
    known = _known(name)
    _aside(name, try_imports, package, [change for change in changes if not known[change.key]["by"]])
    _judge_types(name, changes)


def _judge_types(name: str, changes: list[Change]) -> None:
    """Lets mypy check the changes that no test noticed and that are not explained, and stores which it refuses."""
    known = _known(name)
    unnoticed = [change for change in changes if change.key in known and not known[change.key]["by"]]
    try_types([change for change in unnoticed if not _has_reason(change)], _results(name))


def _aside(
    name: str, trial: Callable[[Sequence[str], list[Change], Path], None], package: Package, changes: list[Change]
) -> None:  # fmt: skip
    process = get_context("spawn").Process(target=trial, args=(package.tests, changes, _results(name)))
    process.start()
    process.join()
    if process.exitcode:
        raise SystemExit(f"{name}: the tests do not pass with nothing changed")


def _told(name: str, changes: list[Change], known: dict[str, dict[str, object]]) -> int:
    """Prints the known results of a package; returns how many changes or explanations must be corrected."""
    tried = [change for change in changes if change.key in known]
    unnoticed = [change for change in tried if not known[change.key]["by"]]
    new = [change for change in unnoticed if not _has_reason(change)]
    for change in new:
        print(f"{'NOT NOTICED' if known[change.key]['tested'] else 'NOT TESTED'} {change}")
    obsolete = list(_obsolete(changes, [change for change in tried if known[change.key]["by"]]))
    for entry in obsolete:
        print(f"OBSOLETE {entry['function']}\n    {entry['old']}\n    {entry['new']}")
    refused = sum(known[change.key]["by"] == REFUSED for change in tried)
    left = f"{refused} refused by mypy, {len(unnoticed) - len(new)} explained, {len(new)} neither"
    noticed = len(tried) - len(unnoticed) - refused
    print(f"{name}: {len(tried)} tried of {len(changes)}, {noticed} noticed, {left}", flush=True)
    return len(new) + len(obsolete)


def _has_reason(change: Change) -> bool:
    known = {(entry["function"], entry["old"], entry["new"]) for entry in _listed("same")}
    return (change.place, change.old, change.new) in known or any(
        _is_alike(change, entry) for entry in _listed("alike")
    )


def _is_alike(change: Change, kind: dict[str, str]) -> bool:
    """Returns whether a change is of a kind that `explained.toml` explains."""
    if "old" not in kind:
        return re.search(kind["new"], change.new) is not None
    return any(
        change.new == change.old[: found.start()] + found.expand(kind["new"]) + change.old[found.end() :]
        for found in re.finditer(kind["old"], change.old)
    )


def _obsolete(changes: list[Change], noticed: list[Change]) -> Iterable[dict[str, str]]:
    """Yields the explanations for changes that the tests now notice, or that are no longer made."""
    modules = {change.module for change in changes}
    made, seen = ({(change.place, change.old, change.new) for change in some} for some in (changes, noticed))
    for entry in _listed("same"):
        key = (entry["function"], entry["old"], entry["new"])
        if _module_of(entry["function"]) in modules and (key not in made or key in seen):
            yield entry


def _module_of(function: str) -> str:
    """Returns the longest prefix of a function's full name that is a module or package."""
    *parts, _ = function.split(".")
    while parts and not (Path(*parts).with_suffix(".py").exists() or Path(*parts, "__init__.py").exists()):
        parts.pop()
    return ".".join(parts)


@cache
def _listed(how: str) -> list[dict[str, str]]:
    listed: list[dict[str, str]] = tomllib.loads(EXPLAINED.read_text("utf-8")).get(how, [])
    return listed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
