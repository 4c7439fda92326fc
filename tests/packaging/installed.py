"""Builds Krupier and installs it, as `pip install .` does, into a new environment outside the checkout."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from rules.compiled import VARIABLE, available

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0
KIND = "compiled" if available()[0] else "pure"


@dataclass(frozen=True, slots=True)
class Installed:
    """A virtual environment with Krupier's wheel; its dependencies come from the environment of the tests."""

    root: Path
    wheel: Path

    def program(self, name: str) -> str:
        """Returns the path of a command of the environment."""
        return str(self.root / "bin" / name)

    def run(self, command: str, *words: str, said: str = "", cwd: Path) -> subprocess.CompletedProcess[str]:
        """Runs a command of the environment with `said` as its input; returns its exit code and output.

        Raises subprocess.TimeoutExpired if it does not end within `PATIENCE` seconds.
        """
        return subprocess.run(
            [self.program(command), *words], cwd=cwd, env=bare(), input=said, capture_output=True, text=True,
            encoding="utf-8", timeout=PATIENCE, check=False,
        )  # fmt: skip

    @asynccontextmanager
    async def running(
        self, command: str, *words: str, cwd: Path, **settings: str
    ) -> AsyncIterator[asyncio.subprocess.Process]:
        """Starts a command of the environment for a block, and kills it at the end if it still runs."""
        process = await asyncio.create_subprocess_exec(
            self.program(command), *words, cwd=cwd, env={**bare(), **settings}, stdout=asyncio.subprocess.PIPE
        )
        try:
            yield process
        finally:
            if process.returncode is None:
                process.kill()
            await process.communicate()


def bare() -> dict[str, str]:
    """Returns the environment variables without any that lead to the checkout or to the developer's settings."""
    own = ("DISCORD_", "KRUPIER_", "PYTHON")
    return {name: value for name, value in os.environ.items() if not name.startswith(own)}


def install(folder: Path) -> Installed:
    """Builds the wheel and installs it in a new virtual environment; nothing is downloaded or written into the
    checkout.

    The wheel has compiled rules if they are available, so that the tests do not wait for the compiler.
    """
    pip("wheel", "--no-index", "--no-build-isolation", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
    [wheel] = folder.glob("*.whl")
    root = folder / "environment"
    venv.create(root, with_pip=False)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(root)}))
    pip("install", "--no-index", "--no-deps", "--no-compile", str(wheel), into=root)
    (packages / "dependencies.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    return Installed(root, wheel)


def pip(*words: str, into: Path | None = None) -> None:
    """Runs pip quietly, for this environment or for `into`; fails with its output if it fails."""
    other = () if into is None else ("--python", str(into / "bin" / "python"))
    done = subprocess.run(
        [sys.executable, "-m", "pip", *other, *words], env={**os.environ, VARIABLE: KIND},
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
