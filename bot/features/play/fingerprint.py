"""A fingerprint of a message's content, so that edits that change nothing are avoided, also after a restart."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, Final, NamedTuple, Self

MOMENT: Final = re.compile(r"<t:(\d+):R>")
"""A moment in Discord's markup, which it shows relative to now."""
NEGLIGIBLE_SHARE: Final = 0.01
"""Of the time that is left: who sees so small a difference? A restart puts every deadline off by seconds."""


class Fingerprint(NamedTuple):
    """The content without its moments, as a digest; and its moments, in seconds."""

    digest: str
    moments: tuple[int, ...] = ()

    @classmethod
    def of(cls, drawn: str | None, components: Sequence[Any]) -> Self:
        """Returns the fingerprint of a picture's digest (None: no picture) and of the rest of the message."""
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
        """Returns whether no reader would notice the difference."""
        if other is None or self.digest != other.digest or len(self.moments) != len(other.moments):
            return False
        pairs = zip(self.moments, other.moments, strict=True)
        return all(abs(mine - theirs) <= NEGLIGIBLE_SHARE * max(mine - now.timestamp(), 0.0) for mine, theirs in pairs)
