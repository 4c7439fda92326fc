"""custom_id, both ways: everything that a press needs, and nothing secret.

`kr:GAME:VERB` or `kr:GAME:VERB:NUMBER:PATH`. NUMBER is the decision that a component belongs to, PATH leads to
an option of the presser's own tree of keys, as indices joined by dots: it names no card, and anybody else's
press walks that person's own tree. `=HEX` in place of a path is a set of keys, bit n being the key offered nth.
"""

from __future__ import annotations

import re
from typing import NamedTuple

LONGEST = 100
TEMPLATE = re.compile(
    r"kr:(?P<game>[0-9]{1,18}):(?P<verb>[a-z_]{1,20})(?::(?P<number>[0-9]{1,9}):(?P<path>[0-9a-f.=]*))?"
)


class CustomId(NamedTuple):
    """What a component means; `path` holds the indices walked so far, `chosen` the set of a leaf of several keys."""

    game: int
    verb: str
    number: int | None = None
    path: tuple[int, ...] = ()
    chosen: int | None = None

    def __str__(self) -> str:
        start = f"kr:{self.game}:{self.verb}"
        if self.number is None:
            return start
        tail = f"={self.chosen:x}" if self.chosen is not None else ".".join(str(index) for index in self.path)
        return f"{start}:{self.number}:{tail}"


def parse(custom_id: str) -> CustomId | None:
    """The meaning of a custom_id, or None where it is none of ours (forged or of another bot)."""
    found = TEMPLATE.fullmatch(custom_id)
    return read(found) if found else None


def read(found: re.Match[str]) -> CustomId | None:
    """The meaning of a custom_id that matches TEMPLATE; None where its tail makes no sense."""
    game, verb = int(found["game"]), found["verb"]
    if found["number"] is None:
        return CustomId(game, verb)
    number, tail = int(found["number"]), found["path"]
    if re.fullmatch(r"=[0-9a-f]{1,64}", tail):
        return CustomId(game, verb, number, (), int(tail[1:], 16))
    if tail == "":
        return CustomId(game, verb, number)
    if not re.fullmatch(r"[0-9]{1,4}(?:\.[0-9]{1,4}){0,9}", tail):
        return None
    return CustomId(game, verb, number, tuple(int(index) for index in tail.split(".")))
