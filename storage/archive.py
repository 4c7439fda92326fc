"""The repository of finished games: the archives of servers and users, and ends that still have to be shown."""

from __future__ import annotations

from typing import Final

from storage import chain
from storage.consents import Consents
from storage.deadlines import Deadlines
from storage.games import Games, game_row
from storage.orders import Orders
from storage.record_rows import Outcome
from storage.reliability import Reliabilities
from storage.repository import Repository, transaction
from storage.reviews import Reviews
from storage.rows import GameRow
from storage.seal import Seeds
from storage.timestamps import written

_ARCHIVE: Final = """
SELECT games.*, (
    SELECT group_concat(name, ', ') FROM (SELECT name FROM seats WHERE game = games.id ORDER BY position) AS seated
) AS names
FROM games WHERE phase IN ('over', 'ended') AND started IS NOT NULL AND {which} ORDER BY id DESC LIMIT ?2
"""
_IN_GUILD: Final = _ARCHIVE.format(which="guild = ?1")
_OF_USER: Final = _ARCHIVE.format(
    which="id IN (SELECT game FROM seats WHERE user = ?1 UNION SELECT game FROM substitutions WHERE former_user = ?1)"
)


class Archive(Repository):
    """The repository of games that are over or were ended, and the transaction step that ends a game."""

    async def latest_in(self, channel: int) -> GameRow | None:
        """Returns the channel's latest finished game that was more than a lobby; None if there is none."""
        sql = "SELECT * FROM games WHERE channel = ? AND phase IN ('over', 'ended') AND started IS NOT NULL"
        row = await self._row(f"{sql} ORDER BY id DESC LIMIT 1", channel)
        return None if row is None else game_row(row)

    async def in_guild(self, guild: int, most: int) -> list[tuple[GameRow, str]]:
        """Returns a server's `most` latest finished games, latest first, each with its last players' names in one text.

        Lobbies that ended without a start are left out.
        """
        return await self._finished(_IN_GUILD, guild, most)

    async def of_user(self, user: int, most: int) -> list[tuple[GameRow, str]]:
        """Returns the `most` latest finished games in which the user has or had a seat, latest first.

        Each comes with its last players' names in one text. Lobbies that ended without a start are left out.
        """
        return await self._finished(_OF_USER, user, most)

    async def with_a_winner(self) -> list[int]:
        """Returns the numbers of all games that were played to their end, oldest first, without practice."""
        sql = "SELECT id FROM games WHERE phase = 'over' AND practice_of IS NULL ORDER BY id"
        return await self._column(sql)

    async def untold_ends(self) -> list[int]:
        """Returns the numbers of the finished games whose end has not been shown yet, oldest first."""
        return await self._column("SELECT game FROM untold_ends ORDER BY game")

    @transaction
    async def set_end_told(self, game: int) -> None:
        """Stores that a game's end was shown, or that there is no place to show it."""
        await self._execute("DELETE FROM untold_ends WHERE game = ?", game)

    async def end(self, game: int, outcome: Outcome) -> None:
        """Stores the end of a game, inside a transaction: phase, result, time, and the last link of its hash chain.

        Reveals the seed, notes the players' reliability, the reviews to compute and that the end must be shown, and
        deletes what only a running game needs: votes, deadlines and standing orders.
        """
        at = written(outcome.at)
        link = bytes((await self._require(game))["link"] or b"")
        link = chain.finished(link, outcome.phase, outcome.result, at)
        changes = {"phase": outcome.phase, "result": outcome.result, "finished": at, "link": link}
        await Games(self.session).set(game, **changes, paused_at=None, remaining=None)
        await Reliabilities(self.session).note_end(game, outcome.phase)
        await Reviews(self.session).note_end(game)
        await self._execute("INSERT INTO untold_ends (game) VALUES (?) ON CONFLICT DO NOTHING", game)
        await Seeds(self.session).reveal(game)
        await Consents(self.session).forget_all(game)
        await Deadlines(self.session).forget_all(game)
        await Orders(self.session).forget_all(game)

    async def _finished(self, sql: str, *values: int) -> list[tuple[GameRow, str]]:
        found = [dict(row) for row in await self._rows(sql, *values)]
        return [(game_row(row), names) for row in found for names in [row.pop("names") or ""]]
