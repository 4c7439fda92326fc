"""Events of a game, built only when they are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeVarTuple

ALL = "all"
ENVELOPE: Final = frozenset(("to", "event"))
"""The fields that the table protocol adds to an event. No fact of an event may have one of these names."""
Facts = TypeVarTuple("Facts")


class Event(NamedTuple):
    """An event of a game, told to `all` or to one seat: a name and facts."""

    to: str
    name: str
    facts: Mapping[str, Any]

    def spoken(self) -> dict[str, Any]:
        """Returns the event for the table protocol; raises ValueError if a fact has a name of `ENVELOPE`."""
        if not ENVELOPE.isdisjoint(self.facts):
            taken = " or ".join(name for name in self.facts if name in ENVELOPE)
            raise ValueError(f"event {self.name!r}: no fact may be named {taken} like a field of the envelope")
        return {"to": self.to, "event": self.name, **self.facts}


def from_spoken(spoken: Mapping[str, Any]) -> Event:
    """Returns the event that `Event.spoken` has written."""
    facts = {name: fact for name, fact in spoken.items() if name not in ENVELOPE}
    return Event(spoken["to"], spoken["event"], facts)


class Teller:
    """The base class of tables, which keeps the events of the game.

    A replay tells thousands of events that are never read, so each is stored as its function and facts until someone
    reads it.
    """

    def __init__(self) -> None:
        self._told: list[Event] = []
        self._unread: list[tuple[Callable[..., Event], tuple[Any, ...]]] = []

    def tell(self, event: Callable[[*Facts], Event], *facts: *Facts) -> None:
        """Adds the event `event(*facts)`; a list among the facts must not be changed afterwards."""
        self._unread.append((event, facts))

    @property
    def count(self) -> int:
        """The number of events so far; reading it builds none of them."""
        return len(self._told) + len(self._unread)

    @property
    def told(self) -> list[Event]:
        """All events so far in order; reading it builds those that are not built yet."""
        if self._unread:
            self._told += [event(*facts) for event, facts in self._unread]
            self._unread.clear()
        return self._told


class Silence(NamedTuple):
    """A missed deadline: the seat, the kind of the decision, and the events that followed, from index `since` to
    before `until`.
    """

    seat: str
    kind: str
    since: int
    until: int
