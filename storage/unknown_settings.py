"""Detects misspelt names of settings, which would silently be replaced by defaults."""

from __future__ import annotations

import contextlib
import difflib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from dotenv import dotenv_values

import rules

PREFIX: Final = "KRUPIER_"
FOR_OPERATORS: Final = (
    "KRUPIER_CLOCK", "KRUPIER_COMPUTERS", "KRUPIER_DATABASE", "KRUPIER_GUILDS", "KRUPIER_LOCAL_BIND",
    "KRUPIER_LOCAL_PORT", "KRUPIER_LOG", "KRUPIER_LOG_FORMAT", "KRUPIER_METRICS", "KRUPIER_PICTURES",
    "KRUPIER_PRIVACY_URL", "KRUPIER_RETENTION_DAYS", "KRUPIER_RULES", "KRUPIER_SECRET_KEY", "KRUPIER_SHARDS",
    "KRUPIER_SHARDS_PER_WORKER", "KRUPIER_SUPPORT_URL", "KRUPIER_TERMS_URL",
)  # fmt: skip
"""The names of all KRUPIER_ settings for operators, except those that a game names (its `settings`)."""
FOR_TESTS: Final = ("KRUPIER_DEMO_SECONDS", "KRUPIER_DISCORD_OPENAPI", "KRUPIER_FAULTS", "KRUPIER_TESTS_CHANCE")
_OF_DISCORD: Final = ("DISCORD_TOKEN", "DISCORD_API_URL", "DISCORD_GATEWAY_URL")
"""Krupier's settings that begin with DISCORD_; one is suggested if its name was written with KRUPIER_ instead."""
_OF_KUBERNETES: Final = re.compile(
    r"KRUPIER_(?:.+_)?(?:SERVICE_HOST|SERVICE_PORT.*|PORT|PORT_[0-9]+_(?:TCP|UDP|SCTP).*)"
)
"""Variables that Kubernetes sets in every container if a service is called krupier."""
_NEAR: Final = 0.55
"""The similarity of names, from 0 to 1, above which a setting is suggested; PORT finds LOCAL_PORT."""


def unknown_settings() -> list[str]:
    """Returns a sentence for each KRUPIER_… variable in the environment or `.env` that is no setting; never its
    value."""
    known = {*FOR_OPERATORS, *FOR_TESTS, *_of_games()}
    return [_told(name) for name in sorted(_written()) if name.upper() not in known]


def _of_games() -> set[str]:
    return {name for game in rules.GAMES.values() for name in game.settings}


def _written() -> set[str]:
    """Returns the names of the KRUPIER_… variables that are set in the environment or `.env`; ignores an unreadable
    `.env`.
    """
    file, names = Path(".env"), {name for name, value in os.environ.items() if not _is_kubernetes(name, value)}
    with contextlib.suppress(OSError, UnicodeDecodeError):
        written: Mapping[str, str | None] = dotenv_values(file, encoding="utf-8") if file.is_file() else {}
        names |= written.keys()
    return {name for name in names if name.upper().startswith(PREFIX)}


def _is_kubernetes(name: str, value: str) -> bool:
    return _OF_KUBERNETES.fullmatch(name) is not None and (not name.endswith("_PORT") or "://" in value)


def _told(name: str) -> str:
    meant = {one.partition("_")[2]: one for one in (*_OF_DISCORD, *FOR_TESTS, *FOR_OPERATORS, *_of_games())}
    # The common prefix is removed, because it would make any two names similar.
    near = difflib.get_close_matches(name.upper().removeprefix(PREFIX), meant, n=1, cutoff=_NEAR)
    return f"{name} is no setting; " + (
        f"did you mean {meant[near[0]]}?" if near else "the settings are in .env.example."
    )
