"""Tables of every game in a backend without Discord, for faults of the database."""

from __future__ import annotations

from bot.tables.wishes import Wishes
from rules import GAMES
from tests.bot.tables.backend import Backend


async def a_game(backend: Backend, kind: str, *, people: int = 0, channel: int = 500) -> int:
    """Starts a game of one kind and returns its number."""
    table = await backend.open(Wishes(kind=kind), people=people or max(2, GAMES[kind].seats[0]), channel=channel)
    await backend.referee.start(table, (await backend.db.games.get(table)).host)
    await backend.background.settled()
    return table
