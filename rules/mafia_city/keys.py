"""The keys of a turn (mafia-city-notation.md, "turn keys"): what each card can be played at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache

from rules.mafia_city.deck import canonical, kind_of, symbol_of
from rules.mafia_city.table import LOCATIONS, Player, Table

PLACES = tuple(f"place:{location}" for location in LOCATIONS)
PASS = "pass"


@lru_cache(4096)
def distinct(codes: Sequence[str]) -> tuple[str, ...]:
    """A code held twice is one key; in the order in which the cards came."""
    return tuple(dict.fromkeys(codes))


@lru_cache(4096)
def with_symbol(hand: tuple[str, ...], symbol: str) -> tuple[str, ...]:
    """The cards of a hand that bear a symbol, each code once."""
    return tuple(code for code in distinct(hand) if symbol_of(code) == symbol)


@lru_cache(4096)
def of_kind(hand: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """The cards of a hand with that name, each code once."""
    return tuple(code for code in distinct(hand) if kind_of(code) == kind)


@lru_cache(4096)
def pairs(hand: tuple[str, ...], symbol: str) -> tuple[str, ...]:
    """`CODE+CODE` for each two cards of a hand that bear a symbol."""
    bearing = [code for code in hand if symbol_of(code) == symbol]
    return distinct(
        tuple(
            canonical((first, second)) for at, first in enumerate(bearing) for second in bearing[at + 1 :]
        )
    )  # fmt: skip


@cache
def each_height(start: str, count: int) -> tuple[str, ...]:
    """`START:1` to `START:COUNT`."""
    return tuple(f"{start}:{height}" for height in range(1, count + 1))


@cache
def _mobsters_of(start: str, location: str, count: int) -> tuple[str, ...]:
    return each_height(f"{start}:{location}", count)


@cache
def _plans(card: str, origin: str, count: int) -> tuple[str, ...]:
    others = [other for other in LOCATIONS if other != origin]
    return tuple(f"{mobster}:{other}" for mobster in _mobsters_of(card, origin, count) for other in others)


@lru_cache(4096)
def _swaps(card: str, occupied: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(
        f"{card}:{first}:{second}" for at, first in enumerate(occupied) for second in occupied[at + 1 :]
    )  # fmt: skip


def any_mobster(table: Table, start: str) -> list[str]:
    """`START:LOCATION:HEIGHT` for every mobster on a location."""
    keys: list[str] = []
    for location, stack in table.stacks.items():
        if stack:
            keys += _mobsters_of(start, location, len(stack))
    return keys


def mobsters_of(table: Table, start: str, seats: Sequence[str]) -> list[str]:
    """`START:LOCATION:HEIGHT` for every mobster of these players on a location."""
    return [
        f"{start}:{location}:{height}"
        for location, stack in table.stacks.items()
        for height, owner in enumerate(stack, 1)
        if owner in seats
    ]


def _informer(table: Table, _player: Player, card: str) -> Sequence[str]:
    return any_mobster(table, card)


def _thief(table: Table, player: Player, card: str) -> Sequence[str]:
    return [
        f"{card}:{other.seat}" for other in table.players.values() if other is not player and other.hand
    ]  # fmt: skip


def _police_raid(table: Table, player: Player, card: str) -> Sequence[str]:
    return [f"{card}:{location}" for location, stack in table.stacks.items() if stack.count(player.seat) >= 2]


def _pulling_strings(table: Table, _player: Player, card: str) -> Sequence[str]:
    return _swaps(card, tuple(location for location, stack in table.stacks.items() if stack))


def _grand_plan(table: Table, _player: Player, card: str) -> Sequence[str]:
    keys: list[str] = []
    for location, stack in table.stacks.items():
        if stack:
            keys += _plans(card, location, len(stack))
    return keys


def _rackets(_table: Table, _player: Player, card: str) -> Sequence[str]:
    return (card,)


TEXTS: dict[str, Callable[[Table, Player, str], Sequence[str]]] = {
    "informer": _informer,
    "thief": _thief,
    "police_raid": _police_raid,
    "pulling_strings": _pulling_strings,
    "grand_plan": _grand_plan,
    "rackets": _rackets,
}
"""The action-type cards (M51) in the order in which a turn offers them."""


def _place(_table: Table, player: Player) -> Sequence[str]:
    return PLACES if player.crew else ()


def _hat(table: Table, player: Player) -> Sequence[str]:
    hats = with_symbol(tuple(player.hand), "hat")
    return [key for card in hats for key in mobsters_of(table, f"hat:{card}", (player.seat,))]


def _hats(_table: Table, player: Player) -> Sequence[str]:
    two = pairs(tuple(player.hand), "hat") if player.reserve else ()
    return [f"hats:{codes}:{location}" for codes in two for location in LOCATIONS]


def _wait(_table: Table, player: Player) -> Sequence[str]:
    return [f"wait:{card}" for card in distinct(tuple(player.hand))]


def _pass(_table: Table, _player: Player) -> Sequence[str]:
    return (PASS,)


_BEFORE_TEXTS = {"place": _place}
_AFTER_TEXTS = {"hat": _hat, "hats": _hats, "wait": _wait, "pass": _pass}
_VERBS = _BEFORE_TEXTS | _AFTER_TEXTS


class TurnKeys:
    """All moves of a turn; a look for one key lists only the group of its first word."""

    __slots__ = ("_listed", "_player", "_table")

    def __init__(self, table: Table, player: Player) -> None:
        self._table = table
        self._player = player
        self._listed: list[str] | None = None

    def __contains__(self, key: object) -> bool:
        if not isinstance(key, str):
            return False
        word = key.partition(":")[0]
        if word in _VERBS:
            return key in _VERBS[word](self._table, self._player)
        text = TEXTS.get(kind_of(word))
        return text is not None and word in self._player.hand and key in text(self._table, self._player, word)

    def __iter__(self) -> Iterator[str]:
        return iter(self._list())

    def __len__(self) -> int:
        return len(self._list())

    def _list(self) -> list[str]:
        if self._listed is None:
            table, player = self._table, self._player
            keys = list(_place(table, player))
            held = distinct(tuple(player.hand))
            for kind, text in TEXTS.items():
                for card in held:
                    if kind_of(card) == kind:
                        keys += text(table, player, card)
            for verb in _AFTER_TEXTS.values():
                keys += verb(table, player)
            self._listed = keys
        return self._listed
