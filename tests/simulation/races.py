"""Races: two users do in the same moment what excludes each other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final

from bot.emulator import NotVisible
from bot.emulator.people.seen import Seen
from tests.simulation.players import CLOSED, Player

UNDONE: Final = "an undo races an answer"
DELETED: Final = "a board is deleted while it is posted again"
STATES: Final = (CLOSED, UNDONE, DELETED)
"""The names of the races, as the report counts them."""
AT_MOST: Final = 0.3
"""The maximum number of seconds after which a board is deleted."""


async def race(evening: Any, dice: Random) -> None:
    """Lets two users of a table do in the same moment what excludes each other, and counts the race."""
    players, state = evening.next_table()
    host, *_ = players
    if state in {"first hands", "turn", "undo asked"} and dice.random() < 0.7:
        await _undoes(evening, players, dice)
    elif state in {"turn", "window", "undo asked", "paused"}:
        await _deletes(evening, host, dice)


async def _undoes(evening: Any, players: Sequence[Player], dice: Random) -> None:
    """Lets one player answer a decision and another one take a move back."""
    answering = [(one, panel) for one in players if (panel := one.panel()) is not None]
    if not answering:
        return
    player, panel = dice.choice(answering)
    other = dice.choice([one for one in players if one is not player] or [player])
    player.table.struck("race")
    heard = await together(heard_of(other, "game undo"), player.answers(panel))
    if heard == [True, True]:
        evening.counts(UNDONE)


async def _deletes(evening: Any, host: Player, dice: Random) -> None:
    """Asks for a new board, and deletes the last public message before the answer can be complete."""
    owner = evening.person(evening.names[0])  # The first person owns the Discord servers and may delete messages.
    asked = asyncio.ensure_future(together(heard_of(host, "game board")))
    await asyncio.sleep(dice.uniform(0.0, AT_MOST))
    if (public := _public(host)) and not asked.done():
        with suppress(NotVisible):
            owner.remove(public[-1])
            host.table.struck("race")
            evening.counts(DELETED)
    await asked


def _public(player: Player) -> list[Seen]:
    return [seen for seen in player.person.messages(player.table.channel) if seen.by_bot and not seen.ephemeral]


async def heard_of(player: Player, command: str) -> bool:
    """Calls a command; returns whether the bot has heard of it."""
    return not (await player.reaches(player.person.slash(player.table.channel, command))).failed


async def together(*acts: Awaitable[bool]) -> list[bool]:
    """Performs acts at the same time; returns whether the bot has heard of each.

    An act on a message that has just disappeared has no effect.
    """
    done = await asyncio.gather(*acts, return_exceptions=True)
    for error in done:
        if isinstance(error, BaseException) and not isinstance(error, (NotVisible, TimeoutError)):
            raise error
    return [heard is True for heard in done]
