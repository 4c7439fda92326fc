"""What a message shows, in a few bytes: enough to spare an edit that changes nothing, also after a restart."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, Final, NamedTuple, Self

MOMENT: Final = re.compile(r"<t:(\d+):R>")
"""How Discord is told of a moment, which it shows as a time from now."""
NEGLIGIBLE_SHARE: Final = 0.01
"""Of the time that is left: who sees so small a difference? A restart puts every deadline off by seconds."""


class Fingerprint(NamedTuple):
    """What is shown but for its moments, in a digest; and its moments, in seconds."""

    digest: str
    moments: tuple[int, ...] = ()

    @classmethod
    def of(cls, drawn: str | None, components: Sequence[Any]) -> Self:
        """Of a picture's digest (None: there is none) and of what would be sent beside it."""
        text = json.dumps([drawn, components], sort_keys=True, ensure_ascii=False)
        moments = tuple(int(found) for found in MOMENT.findall(text))
        return cls(sha256(MOMENT.sub("<t>", text).encode()).hexdigest()[:32], moments)

    @classmethod
    def read(cls, text: str) -> Self | None:
        """As they were written; None where nothing was."""
        digest, _, moments = text.partition(" ")
        return cls(digest, tuple(int(moment) for moment in moments.split())) if digest else None

    @property
    def written(self) -> str:
        """In one line, to be read later."""
        return " ".join([self.digest, *map(str, self.moments)])

    def hardly_differs(self, other: Fingerprint | None, now: datetime) -> bool:
        """Whether nobody would notice if the other stood there instead."""
        if other is None or self.digest != other.digest or len(self.moments) != len(other.moments):
            return False
        pairs = zip(self.moments, other.moments, strict=True)
        return all(abs(mine - theirs) <= NEGLIGIBLE_SHARE * max(mine - now.timestamp(), 0.0) for mine, theirs in pairs)
