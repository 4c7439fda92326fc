"""Tournaments of one evening: who plays, how each round was paired, which games were played, what was ruled."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal

from storage.connection import Connection, Row
from storage.core import LOCKED, changed, first, inserted, transaction
from storage.league_errors import NotInTournament, TournamentBusy, TournamentFull, TournamentPhase, UnknownTournament
from storage.moments import read, written
from storage.seal import TOURNAMENT, put_seed, reveal_seed
from storage.stats import Stats

MOST_PLAYERS: Final = 48
TournamentPhases = Literal["open", "running", "over", "ended"]

_INSERT = """
INSERT INTO tournaments (guild, channel, kind, language, options, pace, turn_seconds, window_seconds, bank_seconds,
    rounds, seats, organiser, created)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_PLAYER = """
INSERT INTO tournament_players (tournament, position, user, name)
SELECT ?1, COALESCE(MAX(position) + 1, 0), ?2, ?3 FROM tournament_players WHERE tournament = ?1
"""
_PAIRING = "INSERT INTO pairings (tournament, round, number, place, user) VALUES (?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class NewTournament:
    """A tournament to be opened; `seats`: of a table, as far as the number of people allows."""

    guild: int
    channel: int
    kind: str
    language: str
    options: Mapping[str, str]
    pace: str
    turn_seconds: int | None
    window_seconds: int | None
    rounds: int
    seats: int
    organiser: int
    created: datetime
    bank_seconds: int | None = field(default=None, kw_only=True)
    """A seat's time bank for each phase; None: there is none."""


@dataclass(frozen=True, slots=True)
class TournamentRow(NewTournament):
    """A tournament as it stands; `message` shows it in its channel."""

    id: int
    phase: TournamentPhases
    message: int | None


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who plays in a tournament; who has dropped out is paired no more."""

    user: int
    name: str
    dropped: bool


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """A table's game: how far it is, and once it is over who came where.

    By whoever held the seat at the end: below zero a computer, zero if it played for somebody who had left.
    """

    game: int
    channel: int
    phase: str
    places: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table of a round (0: byes): who sits there in the drawn order, its latest game, the latest ruling."""

    number: int
    users: tuple[int, ...]
    game: TournamentGame | None = None
    ruling: Mapping[int, int | None] | None = None


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round: the points from which it was paired (120 for a point), in the order of joining, and its tables."""

    number: int
    scores: tuple[tuple[int, int], ...]
    tables: tuple[TableRow, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class TournamentState:
    """A tournament with everything that its standings follow from."""

    row: TournamentRow
    entrants: tuple[Entrant, ...]
    rounds: tuple[RoundRow, ...]


class Tournaments(Stats):
    """Tournaments; pairings, games and rulings are only ever added to."""

    @transaction
    async def create_tournament(self, db: Connection, new: NewTournament, seed: bytes) -> int:
        """Open a tournament and give its number; TournamentBusy where the channel has an unfinished one."""
        sql = "SELECT 1 FROM tournaments WHERE channel = ? AND phase IN ('open', 'running')"
        if await first(db, sql, (new.channel,)) is not None:
            raise TournamentBusy
        number = await inserted(db, _INSERT, _values(new))
        await put_seed(db, number, seed, TOURNAMENT)
        return number

    @transaction
    async def enter(self, db: Connection, tournament: int, user: int, name: str) -> None:
        """Play in a tournament that has not begun, or come back to one that has; TournamentPhase, TournamentFull."""
        phase = await _phase(db, tournament, "open", "running")
        sql = "UPDATE tournament_players SET dropped = NULL WHERE tournament = ? AND user = ?"
        if await changed(db, sql, (tournament, user)):
            return
        if phase != "open":
            raise TournamentPhase(phase)
        count = await first(db, "SELECT COUNT(*) AS n FROM tournament_players WHERE tournament = ?", (tournament,))
        if count is not None and count["n"] >= MOST_PLAYERS:
            raise TournamentFull(MOST_PLAYERS)
        await db.execute(_PLAYER, (tournament, user, name))

    @transaction
    async def drop_out(self, db: Connection, tournament: int, user: int, at: datetime) -> None:
        """Play no further round; what was won stays. NotInTournament, TournamentPhase."""
        phase = await _phase(db, tournament, "open", "running")
        sql = "UPDATE tournament_players SET dropped = ? WHERE tournament = ? AND user = ? AND dropped IS NULL"
        values: tuple[object, ...] = (written(at), tournament, user)
        if phase == "open":
            sql, values = "DELETE FROM tournament_players WHERE tournament = ? AND user = ?", (tournament, user)
        if not await changed(db, sql, values):
            raise NotInTournament

    @transaction
    async def add_round(self, db: Connection, tournament: int, paired: RoundRow, at: datetime) -> None:
        """The next round, as it was paired; TournamentPhase where another has been added meanwhile."""
        await _phase(db, tournament, "open", "running")
        last = await first(db, "SELECT MAX(round) AS last FROM rounds WHERE tournament = ?", (tournament,))
        if last is None or (last["last"] or 0) + 1 != paired.number:
            raise TournamentPhase("running")
        key = (tournament, paired.number)
        sql = "INSERT INTO rounds (tournament, round, at, scores) VALUES (?, ?, ?, ?)"
        await db.execute(sql, (*key, written(at), json.dumps(paired.scores)))
        rows = [
            (*key, table.number, place, user) for table in paired.tables for place, user in enumerate(table.users)
        ]  # fmt: skip
        await db.executemany(_PAIRING, rows)
        await db.execute("UPDATE tournaments SET phase = 'running' WHERE id = ?", (tournament,))

    @transaction
    async def rule(  # noqa: PLR0913, PLR0917 - a ruling is six facts
        self, db: Connection, tournament: int, number: int, table: int, by: int, at: datetime,
        places: Mapping[int, int | None],
    ) -> None:  # fmt: skip
        """The organiser's word about a table of any round; TournamentPhase once all is over."""
        await _phase(db, tournament, "running")
        sql = "INSERT INTO rulings (tournament, round, number, ruled_by, at, places) VALUES (?, ?, ?, ?, ?, ?)"
        await db.execute(sql, (tournament, number, table, by, written(at), json.dumps(list(places.items()))))

    @transaction
    async def finish_tournament(self, db: Connection, tournament: int, phase: str, at: datetime) -> None:
        """`over` with final standings, or `ended`: called off; TournamentPhase."""
        await _phase(db, tournament, "open", "running")
        sql = "UPDATE tournaments SET phase = ?, finished = ? WHERE id = ?"
        await db.execute(sql, (phase, written(at), tournament))
        await reveal_seed(db, tournament, TOURNAMENT)

    @transaction
    async def set_tournament_message(self, db: Connection, tournament: int, message: int | None) -> None:
        """Which message shows the tournament now."""
        await db.execute("UPDATE tournaments SET message = ? WHERE id = ?", (message, tournament))

    async def tournament_in(self, channel: int) -> int | None:
        """The channel's latest tournament."""
        row = await self._row("SELECT id FROM tournaments WHERE channel = ? ORDER BY id DESC LIMIT 1", channel)
        return None if row is None else int(row["id"])

    async def running_tournaments(self, guild: int | None = None) -> list[int]:
        """Those that have begun and are not over (of a server), latest first."""
        sql = "SELECT id FROM tournaments WHERE phase = 'running' AND (guild = ?1 OR ?1 IS NULL) ORDER BY id DESC"
        return [row["id"] for row in await self._rows(sql, guild)]

    async def tournament_of(self, game: int) -> int | None:
        """The tournament to which a game belongs."""
        row = await self._row("SELECT tournament FROM tournament_games WHERE game = ?", game)
        return None if row is None else int(row["tournament"])

    async def tournament(self, tournament: int) -> TournamentState:
        """The tournament with this number, whole; UnknownTournament."""
        row = await self._row("SELECT * FROM tournaments WHERE id = ?", tournament)
        if row is None:
            raise UnknownTournament
        await self.up_to_date()
        people = await self._rows("SELECT * FROM tournament_players WHERE tournament = ? ORDER BY position", tournament)
        entrants = tuple(Entrant(one["user"], one["name"], one["dropped"] is not None) for one in people)
        return TournamentState(_row(row), entrants, await self._rounds_of(tournament))

    # Inside

    async def _rounds_of(self, tournament: int) -> tuple[RoundRow, ...]:
        """The rounds in order, each with its tables as they are now."""
        games = await self._games_by_table(tournament)
        sql = "SELECT round, number, places FROM rulings WHERE tournament = ? ORDER BY id"
        rulings = {
            (row["round"], row["number"]): dict(json.loads(row["places"])) for row in await self._rows(sql, tournament)
        }
        seated: dict[tuple[int, int], list[int]] = {}
        sql = "SELECT * FROM pairings WHERE tournament = ? ORDER BY round, number, place"
        for row in await self._rows(sql, tournament):
            seated.setdefault((row["round"], row["number"]), []).append(row["user"])
        found = []
        for row in await self._rows("SELECT * FROM rounds WHERE tournament = ? ORDER BY round", tournament):
            tables = tuple(
                TableRow(number, tuple(users), games.get((of, number)), rulings.get((of, number)))
                for (of, number), users in seated.items()
                if of == row["round"]
            )
            scores = tuple((user, points) for user, points in json.loads(row["scores"]))
            found.append(RoundRow(row["round"], scores, tables))
        return tuple(found)

    async def _games_by_table(self, tournament: int) -> dict[tuple[int, int], TournamentGame]:
        """For each round and table its latest game."""
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


async def _phase(db: Connection, tournament: int, *phases: str) -> str:
    row = await first(db, f"SELECT phase FROM tournaments WHERE id = ? {LOCKED}", (tournament,))  # noqa: S608 - our own lock
    if row is None:
        raise UnknownTournament
    phase: str = row["phase"]
    if phase not in phases:
        raise TournamentPhase(phase)
    return phase


def _values(new: NewTournament) -> tuple[object, ...]:
    options = json.dumps(dict(new.options), ensure_ascii=False)
    times = (new.pace, new.turn_seconds, new.window_seconds, new.bank_seconds)
    place = (new.guild, new.channel, new.kind, new.language)
    return (*place, options, *times, new.rounds, new.seats, new.organiser, written(new.created))


def _row(row: Row) -> TournamentRow:
    return TournamentRow(
        row["guild"], row["channel"], row["kind"], row["language"], json.loads(row["options"]), row["pace"],
        row["turn_seconds"], row["window_seconds"], row["rounds"], row["seats"], row["organiser"],
        read(row["created"]), row["id"], row["phase"], row["message"], bank_seconds=row["bank_seconds"],
    )  # fmt: skip
