"""Killed with hundreds of unfinished games at play, the bot is ready again in five seconds, and every game goes on."""

from __future__ import annotations

import pytest

from rules.engine import Game
from storage import Store
from storage.replay import record_of, replay
from tests.bench.scale import Town
from tests.faults.conserved import conserved
from tests.faults.scale import FULL, often

GAMES = often(12, 500)
ANSWERS = 25
PRESSED = often(2, 20)
"""Seconds."""
WITHIN = 5.0
"""Seconds on a machine that does nothing else; beside all other tests nobody knows."""


@pytest.mark.parametrize("kills", [often(1, 5)])
async def test_ready_again_after_a_kill_with_many_games_at_play(kills: int) -> None:
    async with Town.of(GAMES) as town:
        await town.settle(ANSWERS)
        await town.life()
        taken = []
        for _ in range(kills):
            before = town.answers()
            await town.moves(PRESSED, 10)
            assert town.answers() > before
            await town.bot.kill()
            taken.append((await town.life()).ready)
        await town.moves(PRESSED, 10)
        await town.bot.kill()
        print(f"{GAMES} games, ready after {', '.join(f'{seconds:.1f}' for seconds in taken)} s")
        if FULL:
            assert max(taken) <= WITHIN
        async with Store.opened(town.file) as store:
            for table in range(1, GAMES + 1):
                assert len((await replayed(store, table)).entries) >= ANSWERS


async def replayed(store: Store, table: int) -> Game:
    """As its record has it; the draws before the copy was made are those of the game that it is a copy of."""
    row, seats, entries = await store.game(table), await store.seats(table), await store.entries(table)
    seed = await store.seed(table)
    game = replay(record_of(row, seats, entries, seed), seed)
    conserved(game)
    return game
