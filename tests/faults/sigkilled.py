"""`python -m tests.faults.sigkilled FILE KIND SEED`: plays until it kills itself at a random SQL statement.

Every stored answer is printed on standard output as JSON: the table, the decision, the seat, the keys.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from random import Random

from storage import Database
from tests.bot.tables.backend import Backend
from tests.faults.backends import a_game
from tests.faults.failpoints import Gate, Point
from tests.faults.judge import some_keys


async def play(file: Path, kind: str, dice: Random) -> None:
    """Plays a new or the unfinished game, and kills its own process by SIGKILL before or after a random SQL statement.

    The game may end before that.
    """
    left = iter(range(dice.randrange(20, 250), -1, -1))

    def die(_point: Point) -> bool:
        if next(left, 0) == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return False

    backend = Backend(await Database.open(file))
    Gate(die).watch(backend.db)
    started = [row.id for row in await backend.db.games.unfinished() if row.phase == "running"]
    table = started[0] if started else await a_game(backend, kind, channel=dice.randrange(10**6))
    while (game := await backend.game(table)).decision is not None:
        number, seat = game.number, dice.choice(game.waiting)
        keys = some_keys(game, seat, dice)
        live = await backend.tables.get(table)
        await backend.referee.play(table, number, live.seat(seat).user, keys)
        print(json.dumps([table, number, seat, keys]), flush=True)
    await backend.db.close()


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1]), sys.argv[2], Random(sys.argv[3])))
