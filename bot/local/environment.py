"""Creates a virtual environment from a lock file: `python -m bot.local.environment .venv requirements.lock`.

Standard library only: it runs before anything is installed. Uses uv if it is available, else pip.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bot.local.steps import Report, Step, Terminal

OLDEST: Final = (3, 11)
TOO_OLD: Final = "Krupier needs Python 3.11 or newer; name one with: make PYTHON=python3.11 run"
READY: Final = ".ready"
"""The name of the file in an environment that holds the hash of the lock file whose packages were installed."""
LOG: Final = "install.log"
PIP_FOR_OTHERS: Final = (22, 3)
"""The first pip that can install into another environment (`pip --python`)."""
PINNED: Final = re.compile(r"^[A-Za-z0-9][\w.-]*==", re.MULTILINE)
FOUND: Final = re.compile(r"^(?:Collecting|Processing) .*\(line (\d+)\)")
"""The pattern of pip's output line about one package; group 1 is the number of the package's line in the lock file."""
UNPACKING: Final = re.compile(r"^(Installing collected packages:|Prepared \d+ packages?)")


class Failed(Exception):
    """The error that a virtual environment cannot be prepared; the message gives the reason and the log file."""


def python(folder: Path) -> Path:
    """Returns the path of an environment's Python interpreter."""
    return folder / "bin" / "python"


def ready(folder: Path, lock: Path) -> bool:
    """Returns whether the environment was prepared from this lock file.

    Compares the hash that `prepare` has stored with the hash of the lock file; the installed packages are not checked.
    """
    try:
        return (folder / READY).read_text(encoding="utf-8") == _fingerprint(lock)
    except OSError:
        return False


def prepare(folder: Path, lock: Path, report: Report) -> None:
    """Creates the environment and installs the lock file's packages, unless it is ready; raises Failed."""
    if ready(folder, lock):
        return
    (folder / READY).unlink(missing_ok=True)
    text = lock.read_text(encoding="utf-8")
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOG).open("w", encoding="utf-8") as log:
        _create(folder, log.name, report)
        for command in _installers(folder, lock):
            if _install(command, folder, len(PINNED.findall(text)), log.name, report):
                _write_bytecode(folder, log.name)
                (folder / READY).write_text(_fingerprint(lock), encoding="utf-8")
                return
    raise Failed(f"The packages of {lock} cannot be installed{_last_error(folder / LOG)}; see {folder / LOG}")


def _fingerprint(lock: Path) -> str:
    return hashlib.sha256(lock.read_bytes()).hexdigest()


def _create(folder: Path, log: str, report: Report) -> None:
    if _runs([str(python(folder)), "-c", ""], os.devnull):
        return
    report(Step("environment", folder.name))
    if uv := shutil.which("uv"):
        command = [uv, "venv", "--allow-existing", "--python", sys.executable, str(folder)]
        if _runs(command, log):
            return
    without_pip = ["--without-pip"] if _own_pip_can_install() else []
    if not _runs([sys.executable, "-m", "venv", *without_pip, str(folder)], log):
        raise Failed(f"{sys.executable} cannot create {folder}; see {folder / LOG} (Debian: apt install python3-venv)")


def _installers(folder: Path, lock: Path) -> list[list[str]]:
    """Returns the commands that can install the lock file, in the order in which to try them."""
    found = []
    if uv := shutil.which("uv"):
        found.append([uv, "pip", "install", "--python", str(python(folder)), "--require-hashes", "-r", str(lock)])
    pip = [str(python(folder)), "-m", "pip"]
    if _own_pip_can_install():
        pip = [sys.executable, "-m", "pip", "--python", str(python(folder))]
    # `_write_bytecode` compiles afterwards, on all cores.
    options = ["--disable-pip-version-check", "--no-input", "--no-compile", "--progress-bar", "off"]
    found.append([*pip, "install", *options, "--require-hashes", "--no-deps", "-r", str(lock)])
    return found


def _own_pip_can_install() -> bool:
    """Returns whether this interpreter's pip can install into the environment, which then needs no own pip."""
    try:
        version = importlib.metadata.version("pip")
    except importlib.metadata.PackageNotFoundError:
        return False
    return tuple(int(part) for part in re.findall(r"\d+", version)[:2]) >= PIP_FOR_OTHERS


def _install(command: Sequence[str], folder: Path, total: int, log: str, report: Report) -> bool:
    """Runs an installer, logs its output and reports its progress; returns whether it succeeds."""
    report(Step("packages", folder.name, 0, total))
    found: set[str] = set()
    with Path(log).open("a", encoding="utf-8") as out:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)  # noqa: S603
        with process:
            for line in process.stdout or ():
                out.write(line)
                found.update(FOUND.findall(line))
                if UNPACKING.match(line):
                    report(Step("unpacking", folder.name, total=len(found) or total))
                elif FOUND.match(line):
                    report(Step("packages", folder.name, len(found), total))
    return process.returncode == 0


def _write_bytecode(folder: Path, log: str) -> None:
    """Compiles the packages' modules with all cores, even if PYTHONDONTWRITEBYTECODE is set.

    A module that cannot be compiled, a template for instance, stays as it is.
    """
    packages = map(str, folder.glob("lib/python*/site-packages"))
    _runs([str(python(folder)), "-m", "compileall", "-q", "-j", "0", *packages], log)


def _runs(command: Sequence[str], log: str) -> bool:
    """Runs a command with its output in the log; returns whether it succeeds."""
    with Path(log).open("a", encoding="utf-8") as out:
        try:
            done = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, check=False)  # noqa: S603
        except OSError:
            return False
    return done.returncode == 0


def _last_error(log: Path) -> str:
    """Returns the installer's last error in brackets, or an empty string."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    errors = [line.strip() for line in lines if line.lower().startswith("error")]
    return f" ({errors[-1]})" if errors else ""


def main(words: Sequence[str]) -> int:
    """Prepares the environment from the lock file that the command line names; returns the exit code.

    0: ready, and the time of READY is now (for make); 1: failed; 130: interrupted.
    """
    if sys.version_info < OLDEST:
        print(TOO_OLD, file=sys.stderr)
        return 1
    folder, lock = map(Path, words)
    try:
        prepare(folder, lock, Terminal().report)
    except (Failed, OSError) as failed:
        print(failed, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    os.utime(folder / READY)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
