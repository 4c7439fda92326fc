"""What a computer would do in somebody's place: asked for in private, noted nowhere, and nobody waits for it.

A computer of the middle level thinks, with the question of that seat alone. It does not search: what workers have to do
hangs on the hands of computers, and on who else asks, and would show in how soon, or how well, a hint comes.
"""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

from cachetools import LRUCache

from bot.background import Background
from bot.tables.live import LiveTable
from bot.tables.thinkers import Thinkers
from rules.players.levels import Question, Thought, ask

CACHE_SIZE: Final = 200


class Advice(NamedTuple):
    """An answer that a computer of that level would give, and what it was weighed against."""

    asked: Question
    thought: Thought
    level: str


class Advisor:
    """Advice for whoever is asked."""

    def __init__(self, thinkers: Thinkers, background: Background) -> None:
        self._thinkers = thinkers
        self._background = background
        self._given: LRUCache[tuple[int, int, int, str], asyncio.Task[Advice | None]] = LRUCache(CACHE_SIZE)

    def advice(self, live: LiveTable, seat: str) -> asyncio.Task[Advice | None]:
        """What a computer would answer to what that seat is asked at this moment; None where it finds nothing to say.

        The same question is thought about once. Raises NotRunning and Paused.
        """
        game = live.playing()
        # An undo asks the same number again, of another table.
        key = (live.id, len(game.entries), game.number, seat)
        task = self._given.get(key)
        if task is None:
            task = self._background.run(self._thought(ask(game, seat), f"{live.id} {game.number} {seat}"), "a hint")
            self._given[key] = task
        return task

    async def _thought(self, asked: Question, seed: str) -> Advice | None:
        found = await self._thinkers.consider(asked, seed)
        return None if found is None else Advice(asked, *found)
