"""The decision of a turn, and the keys of all its moves (M10; docs/protocol.md, "Mafia City")."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rules.decisions import NO_FACTS, PASS, SecretChoice
from rules.mafia_city.deck import kind_of
from rules.mafia_city.effects import ACTIONS
from rules.mafia_city.keys import distinct, mobsters_of, pairs, with_symbol
from rules.mafia_city.table import LOCATIONS, Player, Table

PLACES = tuple(f"place:{location}" for location in LOCATIONS)


def _place(_table: Table, player: Player) -> Sequence[str]:
    return PLACES if player.crew else ()


def _hat(table: Table, player: Player) -> Sequence[str]:
    keys: list[str] = []
    for card in with_symbol(player.hand, "hat"):
        keys += mobsters_of(table, f"hat:{card}", (player.seat,))
    return keys


def _hats(_table: Table, player: Player) -> Sequence[str]:
    keys: list[str] = []
    for codes in pairs(player.hand, "hat") if player.reserve else ():
        keys += _reinforcements(codes)
    return keys


@lru_cache(maxsize=512)
def _reinforcements(codes: str) -> tuple[str, ...]:
    return tuple(f"hats:{codes}:{location}" for location in LOCATIONS)


def _wait(_table: Table, player: Player) -> Sequence[str]:
    return [_waiting(card) for card in distinct(player.hand)]


@lru_cache(maxsize=128)
def _waiting(card: str) -> str:
    return f"wait:{card}"


def _pass(_table: Table, _player: Player) -> Sequence[str]:
    return (PASS,)


_BEFORE_TEXTS = {"place": _place}
_AFTER_TEXTS = {"hat": _hat, "hats": _hats, "wait": _wait, "pass": _pass}
_VERBS = _BEFORE_TEXTS | _AFTER_TEXTS


class Turn(SecretChoice):
    """The decision of a turn: which move a player makes (M10).

    Its keys are computed when they are read; to check one key, only the keys with the same first word are computed.
    """

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
        action = ACTIONS.get(kind_of(word)) if word in self._player.hand else None
        return action is not None and key in action.keys(self._table, self._player, word)

    def keys(self, seat: str) -> Sequence[str]:
        table, player = self._table, self._player
        keys = list(_place(table, player))
        held = [(kind_of(card), card) for card in distinct(player.hand)]
        kinds = [kind for kind, _ in held]
        for kind, action in ACTIONS.items():
            if kind in kinds:
                for each, card in held:
                    if each == kind:
                        keys += action.keys(table, player, card)
        for verb in _AFTER_TEXTS.values():
            keys += verb(table, player)
        return keys
