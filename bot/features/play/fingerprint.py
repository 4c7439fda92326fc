"""Fingerprints of messages, which avoid edits that change nothing, even after a restart."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, Final, NamedTuple, Self

MOMENT: Final = re.compile(r"<t:(\d+):R>")
"""A timestamp in a message, which Discord shows as a time from now."""
NEGLIGIBLE_SHARE: Final = 0.01
"""The share of the remaining time that is too small to notice; a restart delays every deadline by seconds."""


class Fingerprint(NamedTuple):
    """A hash of a message without its timestamps, and the timestamps in seconds."""

    digest: str
    moments: tuple[int, ...] = ()

    @classmethod
    def of(cls, drawn: str | None, components: Sequence[Any]) -> Self:
        """Returns the fingerprint of a message from its picture's digest (None: no picture) and its components."""
        text = json.dumps([drawn, components], sort_keys=True, ensure_ascii=False)
        moments = tuple(int(found) for found in MOMENT.findall(text))
        return cls(sha256(MOMENT.sub("<t>", text).encode()).hexdigest()[:32], moments)

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Parses a written fingerprint; returns None for an empty text."""
        digest, _, moments = text.partition(" ")
        return cls(digest, tuple(int(moment) for moment in moments.split())) if digest else None

    @property
    def written(self) -> str:
        """The fingerprint as one line of text, which `read` parses."""
        return " ".join([self.digest, *map(str, self.moments)])

    def hardly_differs(self, other: Fingerprint | None, now: datetime) -> bool:
        """Returns whether two fingerprints differ only by timestamps, and too little to notice."""
        if other is None or self.digest != other.digest or len(self.moments) != len(other.moments):
            return False
        pairs = zip(self.moments, other.moments, strict=True)
        return all(abs(mine - theirs) <= NEGLIGIBLE_SHARE * max(mine - now.timestamp(), 0.0) for mine, theirs in pairs)
