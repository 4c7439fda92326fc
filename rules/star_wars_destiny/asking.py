"""The one rule of asking: a decision with exactly one possible answer, that all can see, is not asked."""

from __future__ import annotations

from collections.abc import Sequence

from rules.decisions import About, Choice, SecretChoice, SecretSeveral, Several
from rules.star_wars_destiny.pieces import Player
from rules.star_wars_destiny.table import Table

DONE = "done"
YES = "yes"
NO = "no"
LONGEST = 80


class OtherChoice(Choice):
    """A choice out of turn; its silence gives up only what may be given up."""

    __slots__ = ()
    patience = "window"


class OtherSecretChoice(SecretChoice):
    """The same, of hidden cards."""

    __slots__ = ()
    patience = "window"


class OtherSeveral(Several):
    """A several out of turn, of which none need be named."""

    __slots__ = ()
    patience = "window"


class OtherSecretSeveral(SecretSeveral):
    """The same, of hidden cards."""

    __slots__ = ()
    patience = "window"


def _waits_aside(table: Table, player: Player) -> bool:
    """Whether the player is asked in an action phase without being on turn."""
    return table.phase == "action" and table.turn != player.seat


def choice(
    table: Table, kind: str, player: Player, keys: Sequence[str], about: About, *, secret: bool = False
) -> Choice:
    """One key; the silence is `done`, `no` or else the first."""
    silence = keys[-1] if keys[-1] in (DONE, NO) else keys[0]
    if silence in (DONE, NO) and _waits_aside(table, player):
        return (OtherSecretChoice if secret else OtherChoice)(kind, player.seat, keys, silence, about)
    return (SecretChoice if secret else Choice)(kind, player.seat, keys, silence, about)


def several(  # noqa: PLR0913 - the question, the seat and the options
    table: Table, kind: str, player: Player, keys: Sequence[str], about: About,
    *, least: int = 0, most: int | None = None, secret: bool = False,
) -> Several:  # fmt: skip
    """Some keys; the silence is none, or the first `least`."""
    if least == 0 and _waits_aside(table, player):
        return (OtherSecretSeveral if secret else OtherSeveral)(kind, player.seat, keys, about, most=most)
    return (SecretSeveral if secret else Several)(kind, player.seat, keys, about, least=least, most=most)


async def one(
    table: Table, kind: str, player: Player, keys: Sequence[str], about: About, *, secret: bool = False
) -> str:  # fmt: skip
    """A public choice, not asked where there is one key."""
    if len(keys) == 1:
        return keys[0]
    return await choice(table, kind, player, keys, about, secret=secret)


async def some(  # noqa: PLR0913, PLR0917 - the question, the seat and the options
    table: Table, kind: str, player: Player, keys: Sequence[str], about: About, least: int, most: int
) -> Sequence[str]:  # fmt: skip
    """A public several, not asked where all must be named."""
    if least >= len(keys):
        return keys
    return await several(table, kind, player, keys, about, least=least, most=most)


def hand_keys(codes: Sequence[str]) -> list[str]:
    """The hand keys of a several: the second copy of a code has `-2`."""
    keys: list[str] = []
    for code in codes:
        before = sum(1 for key in keys if key.partition("-")[0] == code)
        keys.append(f"{code}-{before + 1}" if before else code)
    return keys


def each_once(codes: Sequence[str]) -> list[str]:
    """The hand keys of a choice: a code held twice is one key."""
    return list(dict.fromkeys(codes))


def short(keys: Sequence[str]) -> list[str]:
    """Keys that are longer than a key may be are not offered."""
    return [key for key in keys if len(key) <= LONGEST]


def shares(amount: int, characters: int) -> list[str]:
    """All ways to split an amount, the most on the first first: `2:0 1:1 0:2`."""
    if characters == 1:
        return [str(amount)]
    return [
        f"{first}:{rest}" for first in range(amount, -1, -1) for rest in shares(amount - first, characters - 1)
    ]  # fmt: skip


async def distribute(
    table: Table, player: Player, names: Sequence[str], amount: int, source: str, event: str | None = None
) -> list[int]:
    """Splits an amount among the characters of those names; asks only if there are several."""
    if len(names) == 1:
        return [amount]
    about: dict[str, object] = {"source": source}
    if event is not None:
        about["event"] = event
    about |= {"characters": list(names), "amount": amount}
    answer = await choice(table, "distribute", player, shares(amount, len(names)), about)
    return [int(share) for share in answer.split(":")]
