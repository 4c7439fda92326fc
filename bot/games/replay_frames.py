"""The frames of a finished game, by which it can be watched again; each one is rebuilt from the record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from bot.games import GAME_UIS
from bot.games.context import View
from bot.games.pictures import Pictures
from rules.decisions import CHANCE
from rules.engine import Game
from rules.events import ALL, Event

ONLOOKER: Final = ""
"""The point of view without any hand; other points of view are the letters of seats whose hands are visible."""

MAX_TURNING_POINTS: Final = 12


class Frame(NamedTuple):
    """One step of a replay: the table after the first `entries` answers of the record, draws included.

    `told`: if the events of the last answer are shown in parts, the number of its public events up to this part.
    """

    entries: int
    told: int | None = None


@dataclass(frozen=True, slots=True)
class Shot:
    """A frame from one point of view: the game at that time, and the events that everyone or the `seen` seats know."""

    frame: Frame
    game: Game
    seen: str
    events: tuple[Event, ...]
    """The events since the previously shown frame."""
    together: tuple[Event, ...] = ()
    """All public events of the answer, if the frame is a part of a sequence."""
    last: bool = False
    """Whether this is the last frame."""

    @property
    def view(self) -> View:
        """Returns the onlooker's view, or the merged views of all seats whose hands are visible."""
        views = [self.game.view(seat) for seat in self.seen] or [self.game.view(None)]
        known: Any = views[0]
        for view in views[1:]:
            known = both(known, view)
        return dict(known)


class ReplayFrames:
    """All frames of a game's replay, and navigation between them.

    `chapters` are the indices of the frames at which a replay by chapters stops: chapters' beginnings, parts of
    sequences, the first frame and the last one.
    """

    def __init__(self, game: Game) -> None:
        self._game_ui = GAME_UIS[game.rules.name]
        self._pictures = self._game_ui.get(Pictures)
        self._rules, self._head, self._entries = game.rules, game.head, tuple(game.entries)
        self._told: list[tuple[Event, ...]] = []
        """The events of each frame, for all audiences."""
        self.frames: tuple[Frame, ...] = tuple(self._cut())
        self.chapters: tuple[int, ...] = tuple(at for at in range(len(self.frames)) if self._is_stop(at))

    @property
    def seats(self) -> str:
        """The letters of the seats."""
        return self._letters

    def shot(self, at: int, seen: str = ONLOOKER, since: int | None = None) -> Shot:
        """Returns the frame with that index (or the nearest one) as the `seen` seats know it.

        Its events are those after the frame `since`; only its own by default, and if `since` is not an earlier frame.
        """
        at = min(max(at, 0), len(self.frames) - 1)
        frame = self.frames[at]
        first = at if since is None or since >= at else max(since, -1) + 1
        audience = (ALL, *seen)
        events = tuple(event for told in self._told[first : at + 1] for event in told if event.to in audience)
        last = at == len(self.frames) - 1
        return Shot(frame, self._rebuilt(frame.entries), seen, events, self._together(at), last)

    def stop(self, at: int, *, by_chapters: bool) -> int:
        """Returns the index of the frame that is shown for a position; by chapters, the last stop at or before it."""
        at = min(max(at, 0), len(self.frames) - 1)
        return max(stop for stop in self.chapters if stop <= at) if by_chapters else at

    def turning_points(self) -> list[int]:
        """Returns the indices of the frames that summarise the game: first, last, and turning points between."""
        inner = range(1, len(self.frames) - 1)
        turns = spread([at for at in inner if self._turns(at)], MAX_TURNING_POINTS - 2)
        return sorted({0, len(self.frames) - 1, *turns})

    def stops(self, *, by_chapters: bool) -> Sequence[int]:
        """Returns the indices of the frames at which the navigation stops: all of them, or only those of `chapters`."""
        return self.chapters if by_chapters else range(len(self.frames))

    # Internal methods

    def _begun(self) -> Game:
        """Returns the game before its first answer; its draws are among the answers."""
        return Game.replay(self._rules, replace(self._head, entries=(), seed=None, result=None))

    def _rebuilt(self, entries: int) -> Game:
        game = self._begun()
        game.again(self._entries[:entries])
        return game

    def _cut(self) -> Iterator[Frame]:
        game, shown = self._begun(), 0
        self._letters = game.seats
        for at, entry in enumerate(self._entries, 1):
            game.again((entry,))
            drawn_next = at < len(self._entries) and self._entries[at].seat == CHANCE
            if drawn_next or (len(game.told) == shown and at < len(self._entries)):
                continue
            yield from self._sequence(at, game.told[shown:])
            shown = len(game.told)
        if not self._entries:
            yield from self._sequence(0, game.told)

    def _sequence(self, entries: int, told: Sequence[Event]) -> Iterator[Frame]:
        """Yields the frames of one answer: the parts of its events, then the table after it; stores their events."""
        public = [at for at, event in enumerate(told) if event.to == ALL]
        since = 0
        for count in self._pictures.scenes([told[at] for at in public]):
            until = public[count - 1] + 1
            self._told.append(tuple(told[since:until]))
            yield Frame(entries, count)
            since = until
        self._told.append(tuple(told[since:]))
        yield Frame(entries)

    def _together(self, at: int) -> tuple[Event, ...]:
        """Returns all public events of the answer of which that frame shows a part; empty if it shows no part."""
        frame = self.frames[at]
        if frame.told is None:
            return ()
        same = [number for number, one in enumerate(self.frames) if one.entries == frame.entries]
        return tuple(event for number in same for event in self._told[number] if event.to == ALL)

    def _turns(self, at: int) -> bool:
        """Returns whether a frame is a turning point; of a step-by-step sequence, only the last frame counts."""
        frame, following = self.frames[at], self.frames[at + 1]
        if following.entries == frame.entries and following.told is not None:
            return False
        return any(event.to == ALL and event.name in self._pictures.turning_points for event in self._told[at])

    def _is_stop(self, at: int) -> bool:
        frame = self.frames[at]
        if at in (0, len(self.frames) - 1) or frame.told is not None:
            return True
        return any(event.to == ALL and event.name in self._game_ui.chapters for event in self._told[at])


def spread(stops: Sequence[int], most: int) -> list[int]:
    """Returns at most `most` stops (2 or more), evenly spread, including the first and the last."""
    if len(stops) <= most:
        return list(stops)
    return [stops[round(at * (len(stops) - 1) / (most - 1))] for at in range(most)]


def both(one: Any, other: Any) -> Any:
    """Returns two views of the same moment merged, so that cards hidden in one are shown if the other shows them."""
    if one is None or other is None:
        return other if one is None else one
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return {key: both(one.get(key), other.get(key)) for key in {**one, **other}}
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [both(*pair) for pair in zip(one, other, strict=True)]
    return other if isinstance(other, list) else one
