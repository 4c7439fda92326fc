"""Parses JSON from untrusted clients: the page, REST requests and the gateway."""

from __future__ import annotations

import json
import re
from typing import Any, Final

MAX_DEPTH: Final = 64
"""The maximum number of nested levels of arrays and objects. Discord's own payloads have fewer than twenty."""
MAX_BYTES: Final = 4 * 1024 * 1024
"""The size of the largest document (characters, if it is text). Uploaded files do not count."""
_TOKEN: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{}]', re.DOTALL)
"""A string (perhaps unterminated) or a bracket."""


class TooDeep(ValueError):
    """The error that a JSON document is nested more than `MAX_DEPTH` levels deep."""

    def __init__(self) -> None:
        super().__init__("JSON nested too deeply")


class TooLarge(ValueError):
    """The error that a JSON document has more than `MAX_BYTES` bytes."""

    def __init__(self) -> None:
        super().__init__("JSON too large")


def parse(text: str | bytes) -> Any:
    """Returns the value of a JSON document; raises TooDeep, TooLarge or, if it is invalid, another ValueError.

    Size and depth are checked before parsing, because Python's parser recurses once per level.
    """
    if len(text) > MAX_BYTES:
        raise TooLarge
    # Always as UTF-8: Python's parser would guess UTF-16, in which brackets can hide from the check.
    decoded = text.decode() if isinstance(text, bytes) else text
    if _too_deep(decoded):
        raise TooDeep
    return json.loads(decoded)


def _too_deep(text: str) -> bool:
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return False
    depth = 0
    for found in _TOKEN.finditer(text):
        token = found[0]
        if token in ("[", "{"):
            depth += 1
            if depth > MAX_DEPTH:
                return True
        elif token in ("]", "}"):
            depth -= 1
    return False
