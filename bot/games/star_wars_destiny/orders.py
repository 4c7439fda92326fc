"""What a computer thinks of: legal, and not foolish."""

from __future__ import annotations

from collections.abc import Sequence

USEFUL = ("resolve", "activate", "play", "use")
"""What is done before anybody claims or passes, the first of them that can be done first."""


def sensible(keys: Sequence[str]) -> Sequence[str]:
    """Of an action what is useful; of other choices what goes on rather than what stops."""
    by_verb = {verb: [key for key in keys if key.partition(":")[0] == verb] for verb in (*USEFUL, "claim")}
    if "pass" in keys:
        return next((found for found in by_verb.values() if found), keys)
    return keys
