"""Runs the programs that docs/protocol.md prints for outsiders, who check a shuffle or a tournament's pairings."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
CHECK: Final = "import hashlib"
"""The beginning of the program `check.py`."""
PAIRINGS: Final = "import itertools"
"""The beginning of the program `pairings.py`."""
MOST_LINES: Final = {CHECK: 32, PAIRINGS: 78}
"""The maximum number of lines of each program, without empty ones."""


def documented(beginning: str) -> str:
    """Returns the only program of docs/protocol.md with this beginning; asserts that it is short."""
    page = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    [program] = re.findall(rf"```python\n({beginning}.*?)```", page, re.DOTALL)
    assert len([line for line in program.splitlines() if line]) <= MOST_LINES[beginning]
    assert not re.search(r"^\s*(from|import) .*\b(rules|bot|storage)\b", program, re.MULTILINE)
    return str(program)


def run(beginning: str, folder: Path, lines: Sequence[str], *texts: str) -> subprocess.CompletedProcess[str]:
    """Runs the program with this beginning on a file of these lines and with these texts, in the repository's folder.

    `folder`: where the program and its file are written.
    """
    program, file = folder / "program.py", folder / "lines.txt"
    program.write_text(documented(beginning), encoding="utf-8")
    file.write_text("\n".join([*lines, ""]), encoding="utf-8")
    command = [sys.executable, str(program), str(file), *texts]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)


def refusal(beginning: str, folder: Path, lines: Sequence[str], *texts: str) -> str:
    """Runs the program as `run` does, asserts that it refuses the file, and returns its message."""
    done = run(beginning, folder, lines, *texts)
    *_, last = done.stderr.splitlines() or [""]
    kind, _, message = last.partition(": ")
    assert (done.returncode, done.stdout, kind) == (1, "", "AssertionError"), done.stderr
    return message
