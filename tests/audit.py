"""Audits the dependencies for known advisories: `python -m tests.audit`, a part of `make lint`.

If the list of advisories is not available (no network, a mirror without it), it prints that and exits with 0.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any, Final

LOCK: Final = "requirements.lock"
PATIENCE: Final = 120
COMMAND: Final = (
    "-m", "pip_audit", "--disable-pip", "--require-hashes", "--progress-spinner=off", "--format=json", "-r", LOCK,
)  # fmt: skip
Run = Callable[[], str]


def audited() -> str:
    """Runs pip-audit on requirements.lock and returns its JSON output; empty if it does not finish in `PATIENCE`
    seconds.
    """
    try:
        done = subprocess.run((sys.executable, *COMMAND), capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return ""
    return done.stdout


def main(run: Run = audited, say: Callable[[str], None] = print) -> int:
    """Prints each advisory with the fixed version, and a summary; returns 1 with advisories, 0 without any or if they
    are unknown.
    """
    try:
        packages: list[dict[str, Any]] = json.loads(run())["dependencies"]
    except (ValueError, KeyError):
        packages = []
    known = [package for package in packages if "vulns" in package]
    if not known:
        say("dependencies: NOT audited, for the list of advisories cannot be had here")
        return 0
    found = [(package, advisory) for package in known for advisory in package["vulns"]]
    for package, advisory in found:
        mended = ", ".join(advisory["fix_versions"]) or "no version yet"
        say(f"{package['name']} {package['version']}: {advisory['id']}, mended in {mended}")
    left = f", {len(packages) - len(known)} not in the list" if len(known) < len(packages) else ""
    say(f"dependencies: {len(known)} audited{left}, {len(found)} advisories")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
