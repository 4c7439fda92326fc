"""Builds and parses custom_ids, which carry everything that a press needs, and nothing secret.

`kr:GAME:VERB` or `kr:GAME:VERB:NUMBER:PATH`. NUMBER is the decision that a component belongs to; in settings it is the
wished state, in a lobby's form whether it showed hints as on (0 or 1), and in votes about an absent player the place of
the seat. PATH leads to an option of the presser's own tree of keys, as indices joined by dots: it names no card, and
another user's press walks that user's own tree. `=HEX` is a set of keys, bit n being the key offered nth; a path before
it leads to the place where they are chosen.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from discord.ui import LayoutView

NO_GAME: Final = 0
"""The game number in components that belong to no game."""
AFTER_THE_END: Final = frozenset({"replay", "replay_jump", "replay_view", "share", "result"})
"""The verbs of buttons that still work after the end of their game."""
TEMPLATE = re.compile(
    r"kr:(?P<game>[0-9]{1,18}):(?P<verb>[a-z_]{1,20})(?::(?P<number>[0-9]{1,9}):(?P<path>[0-9a-f.=]*))?"
)

TAIL = re.compile(r"(?P<path>[0-9]{1,4}(?:\.[0-9]{1,4}){0,9})?(?:=(?P<chosen>[0-9a-f]{1,64}))?")


class CustomId(NamedTuple):
    """The parsed custom_id of a component.

    `path`: the indices of the options chosen so far; `chosen`: a bit set of keys, for an answer with several keys.
    """

    game: int
    verb: str
    number: int | None = None
    path: tuple[int, ...] = ()
    chosen: int | None = None

    def __str__(self) -> str:
        start = f"kr:{self.game}:{self.verb}"
        if self.number is None:
            return start
        tail = f"={self.chosen:x}" if self.chosen is not None else ""
        return f"{start}:{self.number}:{'.'.join(str(index) for index in self.path)}{tail}"


def table_of(view: LayoutView) -> int:
    """Returns the number of the running table that the components of a view belong to; 0 if there is none."""
    named = (parse(str(getattr(item, "custom_id", ""))) for item in view.walk_children())
    return next((one.game for one in named if one is not None and one.game and one.verb not in AFTER_THE_END), 0)


def of_components(components: Sequence[Any]) -> Iterator[CustomId]:
    """Yields the meanings of all custom_ids in the components of a message's JSON, nested ones included."""
    for part in components:
        if isinstance(part, Mapping):
            if (meant := parse(str(part.get("custom_id", "")))) is not None:
                yield meant
            yield from of_components([*part.get("components", []), part.get("accessory")])


def has_button(components: Sequence[Any], game: int, verbs: Collection[str]) -> bool:
    """Returns whether the components of a message's JSON have a button of that game with one of these verbs."""
    wanted = {CustomId(game, verb) for verb in verbs}
    return any(meant in wanted for meant in of_components(components))


@lru_cache(1_000)
def parse(custom_id: str) -> CustomId | None:
    """Returns the meaning of a custom_id; None if it is forged, of another bot, or not canonical."""
    found = TEMPLATE.fullmatch(custom_id)
    meant = read(found) if found else None
    return meant if str(meant) == custom_id else None


def read(found: re.Match[str]) -> CustomId | None:
    """Returns the meaning of a custom_id that matches TEMPLATE; None if its tail is invalid."""
    game, verb = int(found["game"]), found["verb"]
    if found["number"] is None:
        return CustomId(game, verb)
    tail = TAIL.fullmatch(found["path"])
    if tail is None:
        return None
    path = tuple(int(index) for index in (tail["path"] or "").split(".") if index)
    return CustomId(game, verb, int(found["number"]), path, int(tail["chosen"], 16) if tail["chosen"] else None)
