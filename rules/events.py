"""Events of a game, built only when they are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeVarTuple

ALL = "all"
ENVELOPE: Final = frozenset(("to", "event"))
"""The fields that the table protocol adds to an event's facts. No fact may have such a name."""
Facts = TypeVarTuple("Facts")


class Event(NamedTuple):
    """Something that has happened, told to `all` or to one seat, in the game's own words."""

    to: str
    name: str
    facts: Mapping[str, Any]

    def spoken(self) -> dict[str, Any]:
        """Returns the event for the table protocol; raises ValueError if a fact has the name of an envelope field."""
        if not ENVELOPE.isdisjoint(self.facts):
            taken = " or ".join(name for name in self.facts if name in ENVELOPE)
            raise ValueError(f"event {self.name!r}: no fact may be named {taken} like a field of the envelope")
        return {"to": self.to, "event": self.name, **self.facts}


def from_spoken(spoken: Mapping[str, Any]) -> Event:
    """Returns the event that `Event.spoken` has written."""
    facts = {name: fact for name, fact in spoken.items() if name not in ENVELOPE}
    return Event(spoken["to"], spoken["event"], facts)


class Teller:
    """Keeps the events that it tells; a game's table is one.

    A replay tells thousands of events that are never read, so each is kept as its function and facts until then.
    """

    def __init__(self) -> None:
        self._told: list[Event] = []
        self._unread: list[tuple[Callable[..., Event], tuple[Any, ...]]] = []

    def tell(self, event: Callable[[*Facts], Event], *facts: *Facts) -> None:
        """Tells `event(*facts)`; a list among the facts must not be changed afterwards."""
        self._unread.append((event, facts))

    @property
    def count(self) -> int:
        """The number of events so far, without building them."""
        return len(self._told) + len(self._unread)

    @property
    def told(self) -> list[Event]:
        """All that has been told so far, in order."""
        if self._unread:
            self._told += [event(*facts) for event, facts in self._unread]
            self._unread.clear()
        return self._told
