"""Detects misspelt names of settings, which would silently be replaced by defaults."""

from __future__ import annotations

import contextlib
import difflib
import os
import re
from typing import Final

from dotenv import dotenv_values

from storage.settings import NAMES

PREFIX: Final = "KRUPIER_"
FOR_TESTS: Final = ("KRUPIER_DEMO_SECONDS", "KRUPIER_DISCORD_OPENAPI", "KRUPIER_FAULTS", "KRUPIER_TESTS_CHANCE")
_OF_KUBERNETES: Final = re.compile(
    r"KRUPIER_(?:.+_)?(?:SERVICE_HOST|SERVICE_PORT.*|PORT|PORT_[0-9]+_(?:TCP|UDP|SCTP).*)"
)
"""Variables that Kubernetes sets in every container if a service is called krupier."""
_NEAR: Final = 0.55
"""The similarity of names, from 0 to 1, above which a setting is suggested; PORT finds LOCAL_PORT."""


def unknown_settings() -> list[str]:
    """Returns a sentence for each KRUPIER_… variable in the environment or `.env` that is no setting; never its
    value."""
    known = {*NAMES, *FOR_TESTS}
    return [_told(name) for name in sorted(_written()) if name.upper() not in known]


def _written() -> set[str]:
    """Returns the names of the KRUPIER_… variables that are set in the environment or `.env`; ignores an unreadable
    `.env`.
    """
    names = {name for name, value in os.environ.items() if not _is_kubernetes(name, value)}
    with contextlib.suppress(OSError, UnicodeDecodeError):
        names |= dotenv_values(".env", encoding="utf-8").keys()
    return {name for name in names if name.upper().startswith(PREFIX)}


def _is_kubernetes(name: str, value: str) -> bool:
    return _OF_KUBERNETES.fullmatch(name) is not None and (not name.endswith("_PORT") or "://" in value)


def _told(name: str) -> str:
    meant = {one.partition("_")[2]: one for one in (*NAMES, *FOR_TESTS)}
    # A prefix is removed: it would make any two names similar, and a DISCORD_ name may be written with KRUPIER_.
    near = difflib.get_close_matches(name.upper().removeprefix(PREFIX), meant, n=1, cutoff=_NEAR)
    return f"{name} is no setting; " + (
        f"did you mean {meant[near[0]]}?" if near else "the settings are in .env.example."
    )
