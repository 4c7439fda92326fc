"""What can be asked: choice, several, window and draw (notation.md, "A decision").

Rule code awaits a decision and gets the answer back:

    key = await Choice("turn", seat, keys, silence="pass")
    answer = await Window("react", ("b", "c"), keys_of)      # (seat, key), or None: nobody reacts
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from rules.errors import NotAllowed

CHANCE = "chance"
CLOCK = "clock"
PASS = "pass"
NOTHING = "-"
JUST_PASS = (PASS,)

About = Mapping[str, Any]
NO_FACTS: About = {}


class Keys(Protocol):
    """The keys allowed to one seat, in the order offered; a collection may list itself only when looked at."""

    def __contains__(self, key: object, /) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...


class Decision:
    """One numbered question to the world outside; only decisions may be awaited by rule code."""

    __slots__ = ("about", "kind", "seats", "secret", "silence")
    shape: ClassVar[str]
    many: ClassVar[bool] = False
    """Whether several seats are asked at once."""
    patience: ClassVar[str | None]
    """The name of the waiting time."""
    single: ClassVar[bool] = False
    """Whether rule code gets the one key back, not a tuple of keys."""

    kind: str
    seats: tuple[str, ...]
    silence: str | None
    secret: bool
    about: About

    def keys(self, seat: str) -> Keys:
        """All keys allowed to that seat, which must be one of `seats`."""
        raise NotImplementedError

    def accept(self, seat: str, keys: tuple[str, ...]) -> tuple[str, ...]:
        """The keys as they are recorded; raises NotAllowed and changes nothing."""
        raise NotImplementedError


def _not_one(keys: tuple[str, ...]) -> NotAllowed:
    if len(keys) != 1:
        return NotAllowed(f"exactly one key is needed, not {len(keys)}")
    return NotAllowed(f"{keys[0]!r} is not offered")


class Choice(Decision):
    """One seat, one key; `silence` stands when nobody answers in time."""

    __slots__ = ("_keys",)
    shape = "choice"
    patience = "turn"
    single = True

    def __init__(
        self,
        kind: str,
        seat: str,
        keys: Keys,
        *,
        silence: str,
        secret: bool = False,
        about: About = NO_FACTS,
    ) -> None:
        self.kind = kind
        self.seats = (seat,)
        self._keys = keys
        self.silence = silence
        self.secret = secret
        self.about = about

    def keys(self, seat: str) -> Keys:
        return self._keys

    def accept(self, seat: str, keys: tuple[str, ...]) -> tuple[str, ...]:
        if len(keys) == 1 and keys[0] in self._keys:
            return keys
        raise _not_one(keys)

    def __await__(self) -> Generator[Decision, Any, str]:
        answer: str = yield self
        return answer


class Several(Decision):
    """One seat, any number of keys between `least` and `most`; recorded in the order offered."""

    __slots__ = ("_keys", "least", "most")
    shape = "several"
    patience = "turn"

    def __init__(  # noqa: PLR0913 - a decision has as many sides as the notation's table
        self,
        kind: str,
        seat: str,
        keys: Sequence[str],
        *,
        least: int = 0,
        most: int | None = None,
        silence: str = NOTHING,
        secret: bool = False,
        about: About = NO_FACTS,
    ) -> None:
        self.kind = kind
        self.seats = (seat,)
        self._keys = keys
        self.least = least
        self.most = len(keys) if most is None else most
        self.silence = silence
        self.secret = secret
        self.about = about

    def keys(self, seat: str) -> Keys:
        return self._keys

    def accept(self, seat: str, keys: tuple[str, ...]) -> tuple[str, ...]:
        if not self.least <= len(keys) <= self.most:
            raise NotAllowed(f"between {self.least} and {self.most} keys are needed, not {len(keys)}")
        if not keys:
            return keys
        for key in keys:
            if key not in self._keys:
                raise NotAllowed(f"{key!r} is not offered")
        ordered = tuple(key for key in self._keys if key in keys)
        if len(ordered) != len(keys):
            raise NotAllowed("a key may be named only once")
        return ordered

    def __await__(self) -> Generator[Decision, Any, tuple[str, ...]]:
        answer: tuple[str, ...] = yield self
        return answer


class Window(Decision):
    """Many seats at once: the first answer other than `pass` closes it, else all passes or the clock.

    `offers` lists a seat's keys, `pass` among them, when somebody looks.
    """

    __slots__ = ("_offers",)
    shape = "window"
    patience = "window"
    many = True

    def __init__(
        self, kind: str, seats: tuple[str, ...], offers: Callable[[str], Keys], *, about: About = NO_FACTS
    ) -> None:
        self.kind = kind
        self.seats = seats
        self._offers = offers
        self.silence = PASS
        self.secret = True
        self.about = about

    def keys(self, seat: str) -> Keys:
        return self._offers(seat)

    def accept(self, seat: str, keys: tuple[str, ...]) -> tuple[str, ...]:
        if keys == JUST_PASS or (len(keys) == 1 and keys[0] in self._offers(seat)):
            return keys
        raise _not_one(keys)

    def __await__(self) -> Generator[Decision, Any, tuple[str, str] | None]:
        answer: tuple[str, str] | None = yield self
        return answer


class Draw(Decision):
    """Answered by chance: `count` of the options in the order drawn; equal options are still several."""

    __slots__ = ("count", "options")
    shape = "draw"
    patience = None

    def __init__(self, kind: str, options: Sequence[str], count: int | None = None, *, about: About = NO_FACTS) -> None:
        self.kind = kind
        self.seats = (CHANCE,)
        self.options = tuple(options)
        self.count = len(self.options) if count is None else count
        self.silence = None
        self.secret = False
        self.about = about

    def keys(self, seat: str) -> Keys:
        return self.options

    def accept(self, seat: str, keys: tuple[str, ...]) -> tuple[str, ...]:
        if len(keys) != self.count:
            raise NotAllowed(f"{self.count} keys must be drawn, not {len(keys)}")
        left = list(self.options)
        for key in keys:
            if key not in left:
                raise NotAllowed(f"{key!r} is not there to be drawn (any more)")
            left.remove(key)
        return keys

    def __await__(self) -> Generator[Decision, Any, tuple[str, ...]]:
        answer: tuple[str, ...] = yield self
        return answer


async def drawn(
    kind: str, options: Collection[str], count: int | None = None, *, about: About = NO_FACTS
) -> tuple[str, ...]:
    """A draw, asked only when there is more than a single option to draw from (notation.md)."""
    if len(options) < 2:
        return tuple(options)
    return await Draw(kind, tuple(options), count, about=about)
