"""Parses non-negative integers from untrusted input.

`str.isdigit` accepts `²`, and `int` accepts `١٢`, so neither is enough.
"""

from __future__ import annotations

from typing import Final

MAX_DIGITS: Final = 9
"""The default maximum of digits."""


def parse_int(text: str, longest: int = MAX_DIGITS) -> int | None:
    """Returns the number in a text of at most `longest` plain digits; None for any other text."""
    return int(text) if len(text) <= longest and text.isascii() and text.isdigit() else None
