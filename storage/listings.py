"""Lists of tables, each read in one query: a server's open lobbies, a user's tables, and those that two users share."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, NamedTuple

from storage.games import game_row
from storage.repository import Repository
from storage.rows import GameRow
from storage.timestamps import read_or_epoch

_LISTED: Final = """
SELECT games.*, own.position AS position, own.seat AS letter, due,
    (SELECT COUNT(*) FROM seats WHERE seats.game = games.id) AS taken,
    (SELECT COUNT(*) FROM entries WHERE entries.game = games.id) AS answers,
    COALESCE(boards.message, 0) AS board, COALESCE(boards.channel, 0) AS place
FROM games LEFT JOIN seats AS own ON own.game = games.id AND own.user = ?1 AND own.left_at IS NULL
    LEFT JOIN deadlines ON deadlines.game = games.id
    LEFT JOIN messages AS boards
        ON boards.kind = 'board' AND subject = games.id AND boards.user = 0 AND old = 0 AND message > 0
WHERE {which} AND games.id NOT IN (SELECT game FROM set_aside) ORDER BY games.id
"""
_LOBBIES: Final = _LISTED.format(
    which="guild = ?2 AND phase = 'lobby' AND games.id NOT IN (SELECT game FROM tournament_games)"
)
_OWN: Final = _LISTED.format(which="own.position IS NOT NULL AND phase IN ('lobby', 'running')")

_SHARED: Final = """
SELECT channel FROM games WHERE phase IN ('lobby', 'running') AND 2 = (
    SELECT COUNT(*) FROM seats WHERE game = games.id AND left_at IS NULL AND user IN (?1, ?2))
UNION SELECT channel FROM tournaments WHERE phase IN ('open', 'running') AND 2 = (
    SELECT COUNT(*) FROM tournament_players WHERE tournament = tournaments.id AND dropped IS NULL AND user IN (?1, ?2))
ORDER BY channel
"""


class ListedTable(NamedTuple):
    """An unfinished table in a list for a user."""

    row: GameRow
    seated: bool
    """Whether the user sits there."""
    seat: str | None
    """The letter of the user's seat; None in a lobby."""
    due: datetime | None
    taken: int
    """The number of seats that are taken."""
    answers: int
    """The number of answers in the game's record."""
    board: int
    """The ID of the message that shows the table; 0: none yet."""
    place: int
    """The ID of the channel of the board's message; a lobby can be shown outside the thread in which it is played."""


class Listings(Repository):
    """The repository of lists of tables. Those of `ListedTable` are oldest first, without tables whose record is
    damaged."""

    async def lobbies(self, guild: int, user: int) -> list[ListedTable]:
        """Returns a server's open lobbies as a list for this user, without those of tournaments."""
        return [_listed(dict(row)) for row in await self._rows(_LOBBIES, user, guild)]

    async def of_player(self, user: int) -> list[ListedTable]:
        """Returns the unfinished tables at which a user sits."""
        return [_listed(dict(row)) for row in await self._rows(_OWN, user)]

    async def shared(self, user: int, other: int) -> list[int]:
        """Returns the channels of unfinished tables and tournaments in which both users play, sorted by ID."""
        return await self._column(_SHARED, user, other)


def _listed(row: dict[str, Any]) -> ListedTable:
    position, seat, due, *more = (
        row.pop(name) for name in ("position", "letter", "due", "taken", "answers", "board", "place")
    )
    return ListedTable(game_row(row), position is not None, seat, read_or_epoch(due), *more)
