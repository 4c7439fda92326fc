"""Tables of every game in a room without Discord, for faults of the database."""

from __future__ import annotations

from bot.tables.lobby import Wishes
from rules import GAMES
from tests.bot.tables.room import Room


async def a_game(room: Room, kind: str, *, people: int = 0, channel: int = 500) -> int:
    """Starts a game of that kind and returns its number."""
    table = await room.open(Wishes(kind=kind), people=people or max(2, GAMES[kind].seats[0]), channel=channel)
    await room.referee.start(table, (await room.db.games.get(table)).host)
    await room.background.settled()
    return table
