"""Reads whole tournaments: players, rounds with the present state of their tables, and rulings."""

from __future__ import annotations

import json
from collections.abc import Iterable

from storage.repository import Repository
from storage.statistics import Statistics
from storage.table_errors import UnknownTournament
from storage.tournament_rows import (
    Entrant,
    RoundRow,
    RulingRow,
    TableRow,
    TournamentGame,
    TournamentState,
    tournament_row,
)


class TournamentStates(Repository):
    """The repository of what a tournament's standings follow from."""

    async def get(self, tournament: int) -> TournamentState:
        """Returns the tournament with everything that its standings follow from; raises UnknownTournament."""
        row = await self._row("SELECT * FROM tournaments WHERE id = ?", tournament)
        if row is None:
            raise UnknownTournament
        await Statistics(self.session).up_to_date()
        people = await self._rows("SELECT * FROM tournament_players WHERE tournament = ? ORDER BY position", tournament)
        paired = set(await self._column("SELECT DISTINCT user FROM pairings WHERE tournament = ?", tournament))
        # A player who was removed before the first round has never played: the row only keeps them away.
        entrants = tuple(
            Entrant(one["user"], one["name"], one["dropped"] is not None, one["cut"], one["cut_hash"])
            for one in people
            if not one["removed"] or one["user"] in paired
        )
        sql = "SELECT round, number, places FROM rulings WHERE tournament = ? ORDER BY id"
        rulings = tuple(
            RulingRow(one["round"], one["number"], dict(json.loads(one["places"])))
            for one in await self._rows(sql, tournament)
        )
        return TournamentState(tournament_row(row), entrants, await self._rounds_of(tournament, rulings), rulings)

    async def _rounds_of(self, tournament: int, rulings: Iterable[RulingRow]) -> tuple[RoundRow, ...]:
        """Returns the rounds in order, each with its tables in their present state."""
        games = await self._games_by_table(tournament)
        ruled = {(one.round, one.number): one.places for one in rulings}
        seated: dict[tuple[int, int], list[int]] = {}
        sql = "SELECT * FROM pairings WHERE tournament = ? ORDER BY round, number, place"
        for row in await self._rows(sql, tournament):
            seated.setdefault((row["round"], row["number"]), []).append(row["user"])
        found = []
        for row in await self._rows("SELECT * FROM rounds WHERE tournament = ? ORDER BY round", tournament):
            tables = tuple(
                TableRow(number, tuple(users), games.get((of, number)), ruled.get((of, number)))
                for (of, number), users in seated.items()
                if of == row["round"]
            )
            scores = tuple((user, points) for user, points in json.loads(row["scores"]))
            found.append(RoundRow(row["round"], scores, tables))
        return tuple(found)

    async def _games_by_table(self, tournament: int) -> dict[tuple[int, int], TournamentGame]:
        """Returns the latest game of each round and table."""
        sql = """
            SELECT own.round, own.number, games.id, games.channel, games.phase FROM tournament_games AS own
            JOIN games ON games.id = own.game WHERE own.tournament = ? ORDER BY games.id
        """
        placed: dict[int, list[tuple[int, int]]] = {}
        standing = """
            SELECT standings.game, CASE WHEN seats.left_at IS NULL THEN standings.user ELSE 0 END AS user, place
            FROM standings JOIN tournament_games AS own ON own.game = standings.game
            JOIN seats ON seats.game = standings.game AND seats.seat = standings.seat
            WHERE own.tournament = ? ORDER BY standings.seat
        """
        for row in await self._rows(standing, tournament):
            placed.setdefault(row["game"], []).append((row["user"], row["place"]))
        return {
            (row["round"], row["number"]): TournamentGame(
                row["id"], row["channel"], row["phase"], tuple(placed.get(row["id"], ()))
            )
            for row in await self._rows(sql, tournament)
        }
