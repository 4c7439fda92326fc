"""Compiles the rules by mypyc: `make compiled` for this checkout, and for each wheel where there is a C compiler.

The sources stay unchanged: mypyc compiles a copy, to which the attributes that it needs are added.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CHECKOUT = Path(__file__).parent
PACKAGES = ("rules", "rules/mafia_city", "rules/kralovske_rosady", "rules/players")
"""The packages that are used often enough to be worth the time of the compiler."""
SINGLE = tuple(
    f"rules/star_wars_destiny/{name}.py"
    for name in ("determinisation", "features", "foresight", "policy", "position", "view")
)
"""Modules of other packages that are compiled, too: computer players spend most of their time in them."""
AS_THEY_ARE = re.compile(
    r"__\w+__|compiled|errors|protocol|verify|deck|ai|levels|question|choosing|search"
    r"|review"
)
"""Modules without hot spots; `deck` reads a file next to it; questions and reviews are pickled for other processes."""
OPEN_CLASSES = {
    "rules/decisions.py": ("Decision", "Choice", "SecretChoice", "Several", "SecretSeveral"),
    "rules/events.py": ("Teller",),
}
"""File -> classes that are compiled although games that are not compiled have subclasses of them."""
OPENED = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from mypy_extensions import mypyc_attr\n"
ATTRIBUTE = "@mypyc_attr(allow_interpreted_subclasses=True)"
OPTIMISED = "1"


LOG = CHECKOUT / "rules/_compiled/compile.log"
"""The output of mypyc and of the C compiler when this checkout is compiled."""
LOCK = CHECKOUT / "rules/_compiled/.lock"
SECONDS_BETWEEN_LINES = 5.0


def build(checkout: Path = CHECKOUT, log: Path | None = None) -> Path:
    """Compiles the rules of a checkout into `rules/_compiled`, all of them or none; returns the folder.

    With a `log`, the compilers' output goes there and progress to standard output.
    """
    _must_find_headers()
    chooser = _chooser(checkout)
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / "rules"
        shutil.copytree(checkout / "rules", copy, ignore=shutil.ignore_patterns("_compiled", "__pycache__"))
        sources = chooser.fingerprint(copy)
        for file, classes in OPEN_CLASSES.items():
            _open(Path(place) / file, classes)
        command = [sys.executable, str(CHECKOUT / "hatch_build.py"), "--here", *_modules(Path(place))]
        if log is None:
            subprocess.run(command, cwd=place, check=True, stdout=sys.stderr)  # noqa: S603 - this very file
        else:
            _run_with_progress(command, Path(place), log)
        return _put(Path(place) / "out", chooser.home(checkout / "rules/_compiled"), sources)


def _run_with_progress(command: list[str], place: Path, log: Path) -> None:
    """Runs the compilers in `place`; prints every few seconds how many files they have compiled."""
    with log.open("w", encoding="utf-8") as out:
        process = subprocess.Popen(command, cwd=place, stdout=out, stderr=subprocess.STDOUT)  # noqa: S603 - this very file
        try:
            while True:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(SECONDS_BETWEEN_LINES)
                    break
                compiled, files = len(list(place.rglob("*.o"))), len(list(place.rglob("*.c")))
                told = f"{compiled} of {files} files" if files else "translating them to C"
                print(f"Compiling the rules: {told} …", flush=True)
        finally:
            process.kill()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)


@contextlib.contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Waits while another process, for example the background build, compiles this checkout."""
    LOCK.parent.mkdir(exist_ok=True)
    with LOCK.open("w", encoding="utf-8") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _must_find_headers() -> None:
    """Raises FileNotFoundError if Python's headers are missing, before mypyc has worked for half a minute."""
    headers = Path(sysconfig.get_path("include"))
    if not (headers / "Python.h").is_file():
        raise FileNotFoundError(f"{headers / 'Python.h'} is missing: install python3-dev, or what it is called here")


def _available_or_built(checkout: Path) -> Path:
    chooser = _chooser(checkout)
    modules, _ = chooser.available()
    return Path(chooser.home()) if modules else build(checkout)


def _chooser(checkout: Path) -> ModuleType:
    """Returns the module `rules/compiled.py` without importing the rules."""
    spec = spec_from_file_location("compiled", checkout / "rules/compiled.py")
    if spec is None or spec.loader is None:
        raise ImportError("rules/compiled.py is missing")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _modules(place: Path) -> list[str]:
    found = [file for package in PACKAGES for file in sorted((place / package).glob("*.py"))]
    return [file.relative_to(place).as_posix() for file in found if not AS_THEY_ARE.fullmatch(file.stem)] + [*SINGLE]


def _open(file: Path, classes: tuple[str, ...]) -> None:
    """Lets classes that are not compiled inherit from these."""
    source = file.read_text(encoding="utf-8")
    for name in classes:
        source, count = re.subn(rf"^class {name}\b", rf"{ATTRIBUTE}\n\g<0>", source, flags=re.MULTILINE)
        if count != 1:
            raise ImportError(f"{file} has no class {name}")
    first = source.index("from __future__")
    end = source.index("\n", first) + 1
    file.write_text(source[:end] + OPENED + source[end:], encoding="utf-8")


def _put(out: Path, home: Path, sources: str) -> Path:
    """Installs the compiled modules with their manifest; replaces earlier ones in one step."""
    suffix = home.name
    files = sorted(out.rglob("*.so")) + sorted(out.rglob("*.pyd"))
    modules = {".".join(file.relative_to(out).parts).partition(f".{suffix}")[0]: file for file in files}
    home.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=home.parent) as place:
        fresh = Path(place) / "fresh"
        fresh.mkdir()
        for file in files:
            shutil.copy(file, fresh / ".".join(file.relative_to(out).parts))
        names = {name: ".".join(file.relative_to(out).parts) for name, file in modules.items()}
        (fresh / "manifest.json").write_text(json.dumps({"sources": sources, "modules": names}, indent=1))
        if home.exists():
            home.rename(Path(place) / "earlier")
        fresh.rename(home)
    return home


def _compile_here(files: list[str]) -> None:
    """Compiles the files in the current folder, in a separate process. mypyc and the C compiler leave files there."""
    from mypyc.build import mypycify  # noqa: PLC0415 - needed only for a build
    from setuptools import Distribution  # noqa: PLC0415

    extensions = mypycify(files, opt_level=OPTIMISED, debug_level="0", multi_file=True)
    command: Any = Distribution({"name": "rules", "ext_modules": extensions}).get_command_obj("build_ext")
    command.build_lib, command.build_temp = "out", "temporary"
    command.ensure_finalized()
    command.run()


class CompiledRules(BuildHookInterface[Any]):
    """A build hook that adds to a wheel the compiled rules for the Python that builds it, next to the sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the compiled rules to a wheel, except to an editable one or with KRUPIER_RULES=pure."""
        if self.target_name != "wheel" or version == "editable" or os.environ.get("KRUPIER_RULES") == "pure":
            return
        try:
            home = _available_or_built(Path(self.root))
        except (subprocess.CalledProcessError, OSError, ImportError) as failed:
            if os.environ.get("KRUPIER_RULES") == "compiled":
                raise
            self.app.display_warning(f"the rules are not compiled, because that failed here: {failed}")
            return
        build_data["force_include"][str(home)] = f"rules/_compiled/{home.name}"
        build_data.update(pure_python=False, infer_tag=True)


def main() -> None:
    """Compiles the rules of this checkout if necessary: `python hatch_build.py`."""
    if sys.argv[1:2] == ["--here"]:
        _compile_here(sys.argv[2:])
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with _one_at_a_time():
        modules, said = _chooser(CHECKOUT).available()
        if not modules:
            print("Compiling the rules (about half a minute) …", flush=True)
            try:
                build(log=LOG)
            except (subprocess.CalledProcessError, OSError) as failed:
                sys.exit(f"The rules cannot be compiled here ({failed}); see {LOG}")
            _, said = _chooser(CHECKOUT).available()
        print(f"Compiled rules: {said}")


if __name__ == "__main__":
    main()
