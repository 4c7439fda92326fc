"""Chooses whether the rules run from source or compiled with mypyc (`make compiled`), several times as fast.

KRUPIER_RULES in the environment chooses: `pure`, `compiled` (an error if they are not available), or empty: compiled if
they fit. They fit only exactly the sources from which they were made.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from pathlib import Path
from types import ModuleType

VARIABLE = "KRUPIER_RULES"
RULES = Path(__file__).parent
BUILT = RULES / "_compiled"
MANIFEST = "manifest.json"
HOW = f"make compiled builds them; {VARIABLE}=pure does without"


class NotCompiled(ImportError):
    """The error that KRUPIER_RULES has an unknown value, or that it requests compiled rules which are not available.

    It is an import error, whose `name` is the name of the variable.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why, name=VARIABLE)


class Finder(MetaPathFinder):
    """An import finder that loads the given modules (name -> file) from compiled files instead of their sources."""

    def __init__(self, modules: Mapping[str, Path]) -> None:
        self.modules = modules

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        file = self.modules.get(fullname)
        if file is None:
            return None
        return importlib.util.spec_from_file_location(fullname, file, loader=ExtensionFileLoader(fullname, str(file)))


def home(built: Path = BUILT) -> Path:
    """Returns the folder of the compiled modules for this Python."""
    return built / str(sysconfig.get_config_var("EXT_SUFFIX")).strip(".").partition(".")[0]


def fingerprint(rules: Path = RULES) -> str:
    """Returns the SHA-256 hash, in hex, of the paths and contents of all Python files of the rules."""
    found = hashlib.sha256()
    for file in sorted(rules.rglob("*.py"), key=lambda file: file.relative_to(rules).parts):
        content = file.read_bytes()
        found.update(f"{file.relative_to(rules).as_posix()} {len(content)}\n".encode() + content)
    return found.hexdigest()


def available(rules: Path = RULES) -> tuple[dict[str, Path], str]:
    """Returns the compiled modules (name -> file), and a text about them.

    If they do not fit the sources or cannot be read, there are no modules and the text says why.
    """
    folder = home(rules / BUILT.name)
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        made_of, names = str(manifest["sources"]), dict(manifest["modules"])
    except FileNotFoundError:
        return {}, "none are built for this Python"
    except (OSError, ValueError, KeyError, TypeError):
        return {}, f"{folder} cannot be read"
    if made_of != fingerprint(rules):
        return {}, "the sources have changed since they were built"
    modules = {name: folder / file for name, file in names.items()}
    if missing := [name for name, file in modules.items() if not file.is_file()]:
        return {}, f"{missing[0]} is missing"
    return modules, f"{len(modules)} modules in {folder}"


def choose(wanted: str | None = None) -> str:
    """Chooses whether later imports get the sources or the compiled rules; returns a description of the choice.

    `wanted` is `pure`, `compiled`, empty, or None for the value of KRUPIER_RULES. For compiled rules, it installs an
    import finder. Raises NotCompiled.
    """
    wanted = os.environ.get(VARIABLE, "") if wanted is None else wanted
    if wanted not in ("", "pure", "compiled"):
        raise NotCompiled(f"{VARIABLE} is 'pure', 'compiled' or not set, but not {wanted!r}")
    if wanted == "pure":
        return f"pure ({VARIABLE}=pure)"
    modules, said = available()
    if modules:
        sys.meta_path.insert(0, Finder(modules))
        return f"compiled ({said})"
    if wanted == "compiled":
        raise NotCompiled(f"no compiled rules: {said}; {HOW}")
    return f"pure ({said}; {HOW})"
