"""Questions to players. A decision with only one possible answer, which everyone can see, is not asked."""

from __future__ import annotations

from collections.abc import Sequence

from rules.decisions import About, Choice, SecretChoice, SecretSeveral, Several
from rules.star_wars_destiny.pieces import Player
from rules.star_wars_destiny.table import Table

DONE = "done"
YES = "yes"
NO = "no"
MAX_KEY_LENGTH = 80


class OtherChoice(Choice):
    """A choice for a player who is out of turn, with the time limit of a window.

    If the player does not answer, they only decline something optional.
    """

    __slots__ = ()
    patience = "window"


class OtherSecretChoice(SecretChoice):
    """A choice about hidden cards for a player who is out of turn, with the time limit of a window."""

    __slots__ = ()
    patience = "window"


class OtherSeveral(Several):
    """A choice of any number of things, possibly none, for a player who is out of turn, with a window's time limit."""

    __slots__ = ()
    patience = "window"


class OtherSecretSeveral(SecretSeveral):
    """A choice of any number of hidden cards for a player who is out of turn, with the time limit of a window."""

    __slots__ = ()
    patience = "window"


def _waits_aside(table: Table, player: Player) -> bool:
    """Returns whether the player is asked during an action phase in which it is not their turn."""
    return table.phase == "action" and table.turn != player.seat


def choice(
    table: Table, kind: str, player: Player, keys: Sequence[str], about: About, *, secret: bool = False
) -> Choice:
    """Returns the decision of a player for one key, which the caller awaits.

    If no one answers in time, the last key counts if it is `done` or `no`, otherwise the first key. If the player is
    out of turn and that only declines something, the decision has the time limit of a window.
    """
    silence = keys[-1] if keys[-1] in (DONE, NO) else keys[0]
    if silence in (DONE, NO) and _waits_aside(table, player):
        return (OtherSecretChoice if secret else OtherChoice)(kind, player.seat, keys, silence, about)
    return (SecretChoice if secret else Choice)(kind, player.seat, keys, silence, about)


def several(  # noqa: PLR0913 - the question, the seat and the options
    table: Table, kind: str, player: Player, keys: Sequence[str], about: About,
    *, least: int = 0, most: int | None = None, secret: bool = False,
) -> Several:  # fmt: skip
    """Returns the decision of a player for `least` to `most` of the keys, which the caller awaits.

    If no one answers in time, the first `least` keys count, by default none. If that is none and the player is not on
    turn, the decision has the time limit of a window.
    """
    if least == 0 and _waits_aside(table, player):
        return (OtherSecretSeveral if secret else OtherSeveral)(kind, player.seat, keys, about, most=most)
    return (SecretSeveral if secret else Several)(kind, player.seat, keys, about, least=least, most=most)


async def ask_one(table: Table, kind: str, player: Player, keys: Sequence[str], about: About) -> str:
    """Asks a player to choose one key and returns it; does not ask if there is only one."""
    if len(keys) == 1:
        return keys[0]
    return await choice(table, kind, player, keys, about)


async def ask_some(  # noqa: PLR0913, PLR0917 - the question, the seat and the options
    table: Table, kind: str, player: Player, keys: Sequence[str], about: About, least: int, most: int
) -> Sequence[str]:  # fmt: skip
    """Asks a player publicly to choose some keys and returns them; does not ask if all must be chosen."""
    if least >= len(keys):
        return keys
    return await several(table, kind, player, keys, about, least=least, most=most)


def hand_keys(codes: Sequence[str]) -> list[str]:
    """Returns the keys for choosing several hand cards: the second copy of a card gets the suffix `-2`."""
    keys: list[str] = []
    for code in codes:
        before = sum(1 for key in keys if key.partition("-")[0] == code)
        keys.append(f"{code}-{before + 1}" if before else code)
    return keys


def each_once(codes: Sequence[str]) -> list[str]:
    """Returns the keys for choosing one hand card: a card that is held twice has one key."""
    return list(dict.fromkeys(codes))


def allowed_length(keys: Sequence[str]) -> list[str]:
    """Returns those of the keys that are short enough to be offered (`MAX_KEY_LENGTH` characters)."""
    return [key for key in keys if len(key) <= MAX_KEY_LENGTH]


def shares(amount: int, characters: int) -> list[str]:
    """Returns the keys of all ways to split an amount, the largest share for the first: `2:0`, `1:1`, `0:2`."""
    if characters == 1:
        return [str(amount)]
    return [
        f"{first}:{rest}" for first in range(amount, -1, -1) for rest in shares(amount - first, characters - 1)
    ]  # fmt: skip


async def distribute(
    table: Table, player: Player, names: Sequence[str], amount: int, source: str, event: str | None = None
) -> list[int]:
    """Asks how to split an amount among the named characters and returns the shares; asks only if there are several."""
    if len(names) == 1:
        return [amount]
    about: dict[str, object] = {"source": source}
    if event is not None:
        about["event"] = event
    about |= {"characters": list(names), "amount": amount}
    answer = await choice(table, "distribute", player, shares(amount, len(names)), about)
    return [int(share) for share in answer.split(":")]
