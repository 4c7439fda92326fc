"""The kinds of decisions that seats answer: choice, several and window (docs/protocol.md, "Decisions").

Draws are in `rules/draws.py`.

Rule code awaits a decision and gets the answer back:

    key = await Choice("turn", seat, keys, silence="pass")
    answer = await Window("react", ("b", "c"), keys_of)      # (seat, key), or None: no seat reacts
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Protocol

from rules.errors import AnswerRefused, NotAllowed, NotAsked

CHANCE = "chance"
CLOCK = "clock"
TURN = "turn"
"""The `patience` of decisions in a turn. A seat that misses such a deadline is listed in `Game.silences`."""
PASS = "pass"
NOTHING = "-"
JUST_PASS = (PASS,)
OPEN: Final = object()
"""The value returned instead of an answer while a decision still waits for other seats."""

About = Mapping[str, Any]
NO_FACTS: About = {}


class Keys(Protocol):
    """The interface of the keys allowed to one seat, in the order offered; a list of keys fits."""

    def __contains__(self, key: object, /) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...


Facts = About | Callable[[], About]
Offers = Keys | Callable[[], Keys]
"""Keys or facts, or a function that computes them when they are read, because a replay seldom reads them."""


class Decision:
    """The base class of decisions: questions to seats or to chance, the only objects that rule code may await."""

    __slots__ = ("_about",)
    shape: ClassVar[str]
    patience: ClassVar[str | None]
    """The name of the time limit for an answer: `turn`, `window`, or None for a draw."""
    secret: ClassVar[bool] = False
    """Whether the allowed keys are private to the seat."""

    kind: str
    seats: tuple[str, ...]
    silence: str | None
    _about: Facts

    @property
    def about(self) -> About:
        """The public facts that are necessary to answer."""
        return self._about() if callable(self._about) else self._about

    @property
    def waiting(self) -> tuple[str, ...]:
        """The seats that have not answered yet."""
        return self.seats

    def keys(self, seat: str) -> Keys:
        """Returns all keys allowed to that seat, which must be one of `seats`."""
        raise NotImplementedError

    def as_recorded(self, keys: tuple[str, ...]) -> tuple[str, ...]:
        """Returns the keys of an answer in the order in which a record has them."""
        return keys

    def accept(self, seat: str, keys: tuple[str, ...]) -> Any:
        """Returns the value that rule code gets for this answer, or OPEN while other seats must still answer.

        Raises AnswerRefused; the decision has then not changed.
        """
        raise NotImplementedError

    def lapse(self) -> Any:
        """Returns the value that rule code gets if no one answers in time; raises NotAsked for a draw."""
        raise NotImplementedError

    def refusal(self, seat: str, keys: tuple[str, ...]) -> AnswerRefused:
        """Returns (does not raise) the error for an answer of that seat that is not accepted."""
        if seat not in self.waiting:
            return NotAsked(f"seat {seat!r} is not asked now")
        if len(keys) != 1:
            return NotAllowed(f"exactly one key is needed, not {len(keys)}")
        return NotAllowed(f"{keys[0]!r} is not offered")


class Choice(Decision):
    """A decision of one seat for one key; `silence`, one of the keys, counts if there is no answer in time."""

    __slots__ = ("_keys", "kind", "seats", "silence")
    shape = "choice"
    patience = TURN

    def __init__(self, kind: str, seat: str, keys: Offers, silence: str, about: Facts = NO_FACTS) -> None:
        self.kind = kind
        self.seats = (seat,)
        self._keys = keys
        self.silence = silence
        self._about = about

    def keys(self, seat: str) -> Keys:
        return self._keys() if callable(self._keys) else self._keys

    def allows(self, key: str) -> bool:
        """Returns whether the key is among those offered."""
        return key == self.silence or key in self.keys(self.seats[0])

    def accept(self, seat: str, keys: tuple[str, ...]) -> str:
        if seat in self.seats and len(keys) == 1 and self.allows(keys[0]):
            return keys[0]
        raise self.refusal(seat, keys)

    def lapse(self) -> str | None:
        return self.silence

    def __await__(self) -> Generator[Decision, Any, str]:
        answer: str = yield self
        return answer


class SecretChoice(Choice):
    """A `Choice` whose keys would reveal a hand, so only its seat may see them."""

    __slots__ = ()
    secret = True


class Several(Decision):
    """A decision of one seat for `least` to `most` keys; recorded in the order offered.

    If there is no answer in time, the first `least` keys count.
    """

    __slots__ = ("_keys", "kind", "least", "most", "seats", "silence")
    shape = "several"
    patience = TURN

    def __init__(
        self,
        kind: str,
        seat: str,
        keys: Sequence[str],
        about: Facts = NO_FACTS,
        *,
        least: int = 0,
        most: int | None = None,
    ) -> None:
        self.kind = kind
        self.seats = (seat,)
        self._keys = keys
        self._about = about
        self.least = least
        self.most = len(keys) if most is None else most
        self.silence = " ".join(keys[:least]) or NOTHING

    def keys(self, seat: str) -> Keys:
        return self._keys

    def as_recorded(self, keys: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(keys, key=self._place_of))

    def _place_of(self, key: str) -> int:
        return self._keys.index(key) if key in self._keys else len(self._keys)

    def accept(self, seat: str, keys: tuple[str, ...]) -> tuple[str, ...]:
        if seat in self.seats and self.least <= len(keys) <= self.most:
            ordered = [key for key in self._keys if key in keys] if keys else []
            if ordered == list(keys):
                return keys
        raise self.refusal(seat, keys)

    def refusal(self, seat: str, keys: tuple[str, ...]) -> AnswerRefused:
        if seat not in self.seats:
            return super().refusal(seat, keys)
        if not self.least <= len(keys) <= self.most:
            return NotAllowed(f"between {self.least} and {self.most} keys are needed, not {len(keys)}")
        for key in keys:
            if key not in self._keys:
                return NotAllowed(f"{key!r} is not offered")
        if len(set(keys)) < len(keys):
            return NotAllowed("a key may be named only once")
        return NotAllowed("several keys must be in the order in which they are offered")

    def lapse(self) -> tuple[str, ...]:
        return tuple(self._keys[: self.least])

    def __await__(self) -> Generator[Decision, Any, tuple[str, ...]]:
        answer: tuple[str, ...] = yield self
        return answer


class SecretSeveral(Several):
    """A `Several` whose keys would reveal a hand, so only its seat may see them."""

    __slots__ = ()
    secret = True


class Window(Decision):
    """A decision of several seats at once: the first answer other than `pass` closes it.

    Otherwise it ends when all seats have passed or the time is over. `offers` returns a seat's keys, including `pass`,
    when they are read.
    """

    __slots__ = ("_offers", "_undecided", "kind", "seats", "silence")
    shape = "window"
    patience = "window"
    secret = True

    def __init__(
        self, kind: str, seats: tuple[str, ...], offers: Callable[[str], Keys], about: Facts = NO_FACTS
    ) -> None:
        self.kind = kind
        self.seats = seats
        self.silence = PASS
        self._undecided = list(seats)
        self._offers = offers
        self._about = about

    @property
    def waiting(self) -> tuple[str, ...]:
        return tuple(self._undecided)

    def keys(self, seat: str) -> Keys:
        return self._offers(seat)

    def accept(self, seat: str, keys: tuple[str, ...]) -> Any:
        """Returns the (seat, key) that closes the window; for a pass OPEN, or None if no seat is left.

        A seat that passes is no longer asked. Raises AnswerRefused.
        """
        undecided = self._undecided
        if seat in undecided and len(keys) == 1:
            if keys == JUST_PASS:
                undecided.remove(seat)
                return OPEN if undecided else None
            if keys[0] in self.keys(seat):
                return seat, keys[0]
        raise self.refusal(seat, keys)

    def lapse(self) -> None:
        return None

    def __await__(self) -> Generator[Decision, Any, tuple[str, str] | None]:
        answer: tuple[str, str] | None = yield self
        return answer
