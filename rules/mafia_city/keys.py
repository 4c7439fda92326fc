"""The keys of a turn (docs/protocol.md, "Mafia City"): what each card can be played at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations

from rules.decisions import NO_FACTS, PASS, SecretChoice
from rules.mafia_city.deck import canonical, kind_of, symbol_of
from rules.mafia_city.table import LOCATIONS, Player, Table

PLACES = tuple(f"place:{location}" for location in LOCATIONS)


def distinct(codes: Iterable[str]) -> list[str]:
    """A code held twice is one key; in the order in which the cards came."""
    return list(dict.fromkeys(codes))


def with_symbol(hand: Sequence[str], symbol: str) -> list[str]:
    """The cards of a hand that bear a symbol, each code once."""
    return distinct([code for code in hand if symbol_of(code) == symbol])


def of_kind(hand: Sequence[str], kind: str) -> list[str]:
    """The cards of a hand with that name, each code once."""
    return distinct([code for code in hand if kind_of(code) == kind])


def pairs(hand: Sequence[str], symbol: str) -> list[str]:
    """`CODE+CODE` for each two cards of a hand that bear a symbol."""
    bearing = [code for code in hand if symbol_of(code) == symbol]
    return distinct([canonical(two) for two in combinations(bearing, 2)])


@cache
def each_height(start: str, count: int) -> tuple[str, ...]:
    """`START:1` to `START:COUNT`."""
    return tuple(f"{start}:{height}" for height in range(1, count + 1))


@cache
def _mobsters_of(start: str, location: str, count: int) -> tuple[str, ...]:
    return each_height(f"{start}:{location}" if start else location, count)


@cache
def _plans(card: str, origin: str, count: int) -> tuple[str, ...]:
    others = [other for other in LOCATIONS if other != origin]
    return tuple(f"{mobster}:{other}" for mobster in _mobsters_of(card, origin, count) for other in others)


@cache
def _swaps(card: str, occupied: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{card}:{first}:{second}" for first, second in combinations(occupied, 2))


def any_mobster(table: Table, start: str = "") -> list[str]:
    """`START:LOCATION:HEIGHT` (or `LOCATION:HEIGHT`) for every mobster on a location."""
    keys: list[str] = []
    for location, stack in table.stacks.items():
        if stack:
            keys += _mobsters_of(start, location, len(stack))
    return keys


def mobsters_of(table: Table, start: str, seats: Sequence[str]) -> list[str]:
    """`START:LOCATION:HEIGHT` for every mobster of these players on a location."""
    keys: list[str] = []
    for location, stack in table.stacks.items():
        if stack:
            every = _mobsters_of(start, location, len(stack))
            keys += [every[at] for at, owner in enumerate(stack) if owner in seats]
    return keys


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
    hats = with_symbol(player.hand, "hat")
    return [key for card in hats for key in mobsters_of(table, f"hat:{card}", (player.seat,))]


def _hats(_table: Table, player: Player) -> Sequence[str]:
    two = pairs(player.hand, "hat") if player.reserve else ()
    return [f"hats:{codes}:{location}" for codes in two for location in LOCATIONS]


def _wait(_table: Table, player: Player) -> Sequence[str]:
    return [f"wait:{card}" for card in distinct(player.hand)]


def _pass(_table: Table, _player: Player) -> Sequence[str]:
    return (PASS,)


_BEFORE_TEXTS = {"place": _place}
_AFTER_TEXTS = {"hat": _hat, "hats": _hats, "wait": _wait, "pass": _pass}
_VERBS = _BEFORE_TEXTS | _AFTER_TEXTS


class Turn(SecretChoice):
    """M10: all moves of a turn, listed when somebody looks; for one key only those of its first word."""

    __slots__ = ("_player", "_table")

    def __init__(self, table: Table, player: Player) -> None:
        self.kind = "turn"
        self.seats = (player.seat,)
        self.silence = PASS
        self._about = NO_FACTS
        self._table = table
        self._player = player

    def allows(self, key: str) -> bool:
        word = key.partition(":")[0]
        verb = _VERBS.get(word)
        if verb is not None:
            return key in verb(self._table, self._player)
        text = TEXTS.get(kind_of(word)) if word in self._player.hand else None
        return text is not None and key in text(self._table, self._player, word)

    def keys(self, seat: str) -> Sequence[str]:
        table, player = self._table, self._player
        keys = list(_place(table, player))
        held = distinct(player.hand)
        for kind, text in TEXTS.items():
            for card in held:
                if kind_of(card) == kind:
                    keys += text(table, player, card)
        for verb in _AFTER_TEXTS.values():
            keys += verb(table, player)
        return keys
