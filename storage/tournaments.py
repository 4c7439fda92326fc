"""The repository of tournaments of one evening: players, pairings, games and rulings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from rules.chance import cut_hash
from storage.blocks import Blocks
from storage.connection import Row
from storage.games import options_text
from storage.personal_data import is_former
from storage.repository import LOCKED, Repository, insertion, row_values, transaction
from storage.seal import TOURNAMENT, Seeds
from storage.seats import Newcomer
from storage.table_errors import (
    NotInTournament,
    RemovedFromTournament,
    TournamentBusy,
    TournamentFull,
    TournamentPhase,
    UnknownTournament,
)
from storage.timestamps import written
from storage.tournament_rows import DrawnTable, NewTournament, RoundRow, TournamentState
from storage.tournament_states import TournamentStates

MAX_PLAYERS: Final = 48

_PLAYING: Final = "SELECT user FROM tournament_players WHERE tournament = ? AND dropped IS NULL"
_INSERT: Final = insertion("tournaments", NewTournament)
_PLAYER = """
INSERT INTO tournament_players (tournament, position, user, name)
SELECT ?1, COALESCE(MAX(position) + 1, 0), ?2, ?3 FROM tournament_players WHERE tournament = ?1
"""
_DELETE: Final = "DELETE FROM tournament_players WHERE tournament = ? AND user = ?"
_DROP: Final = "UPDATE tournament_players SET dropped = ?, removed = ? WHERE tournament = ? AND user = ?"
_SEATED: Final = """
SELECT pairings.user, name FROM pairings JOIN tournament_players AS players
    ON players.tournament = pairings.tournament AND players.user = pairings.user
WHERE pairings.tournament = ? AND round = ? AND number = ? ORDER BY place
"""
_DRAWN: Final = "INSERT INTO tournament_games (game, tournament, round, number) VALUES (?, ?, ?, ?)"
_PAIRING = "INSERT INTO pairings (tournament, round, number, place, user) VALUES (?, ?, ?, ?, ?)"


def game_id(tournament: int) -> str:
    """Returns a tournament's ID for its random draws, in place of a game's ID (docs/protocol.md, "The draws of a
    tournament")."""
    return f"tournament-{tournament}"


class Tournaments(Repository):
    """The repository of all tournaments. Rounds, pairings, games and rulings are only added, never changed."""

    @transaction
    async def create(self, new: NewTournament, seed: bytes) -> int:
        """Opens a tournament and returns its number; raises TournamentBusy if the channel has an unfinished one."""
        sql = "SELECT 1 FROM tournaments WHERE channel = ? AND phase IN ('open', 'running')"
        if await self._row(sql, new.channel) is not None:
            raise TournamentBusy
        row = row_values(new, options=options_text(new.options), created=written(new.created))
        number = await self._insert(_INSERT, *row)
        await Seeds(self.session).put(number, seed, TOURNAMENT)
        return number

    @transaction
    async def enter(self, tournament: int, user: int, name: str) -> None:
        """Enters a user before the first round, or lets one who dropped out come back.

        Raises TournamentPhase, TournamentFull, or RemovedFromTournament if the organiser has removed the user.
        A tournament has no room for a user who blocks one of its players, or is blocked by one: pairings follow from
        public facts, so they could not keep the two apart.
        """
        phase = await self._require_phase(tournament, "open", "running")
        known = await self._player(tournament, user)
        if known is not None and known["dropped"] is None:
            return
        if known is not None and known["removed"]:
            raise RemovedFromTournament
        if known is None and phase != "open":
            raise TournamentPhase(phase)
        if (await Blocks(self.session).apart(user)).among(await self._column(_PLAYING, tournament)):
            raise TournamentFull
        if known is not None:
            sql = "UPDATE tournament_players SET dropped = NULL WHERE tournament = ? AND user = ?"
            await self._execute(sql, tournament, user)
            return
        if len(await self._column(_PLAYING, tournament)) >= MAX_PLAYERS:
            raise TournamentFull
        await self._execute(_PLAYER, tournament, user, name)

    @transaction
    async def drop_out(self, tournament: int, user: int, at: datetime) -> None:
        """Excludes a user from further rounds; results stay. Before the first round, the user's entry is deleted.

        Does nothing if the user has dropped out. Raises NotInTournament, RemovedFromTournament or TournamentPhase.
        """
        phase, known = await self._require_phase(tournament, "open", "running"), await self._player(tournament, user)
        if known is None:
            raise NotInTournament
        if known["removed"]:
            raise RemovedFromTournament
        if phase == "open":
            await self._execute(_DELETE, tournament, user)
        elif known["dropped"] is None:
            await self._execute(_DROP, written(at), 0, tournament, user)

    @transaction
    async def remove(self, tournament: int, user: int, at: datetime) -> None:
        """Excludes a user as `drop_out` does, but so that only `admit` lets them come back.

        Raises NotInTournament or TournamentPhase.
        """
        phase = await self._require_phase(tournament, "open", "running")
        if not await self._execute(_DROP, written(at), 1, tournament, user):
            raise NotInTournament
        if phase == "open":
            sql = "UPDATE tournament_players SET cut = NULL, cut_hash = NULL WHERE tournament = ? AND user = ?"
            await self._execute(sql, tournament, user)

    @transaction
    async def admit(self, tournament: int, user: int, at: datetime) -> None:
        """Lets a removed user join again before the first round, or later come back as one who has dropped out.

        Does nothing if the user is not removed. Raises TournamentPhase if it is too late for them to join.
        """
        phase, known = await self._require_phase(tournament, "open", "running"), await self._player(tournament, user)
        if known is None or not known["removed"]:
            return
        if phase == "open":
            await self._execute(_DELETE, tournament, user)
        elif await self._row("SELECT 1 FROM pairings WHERE tournament = ? AND user = ?", tournament, user) is None:
            raise TournamentPhase(phase)
        else:
            await self._execute(_DROP, written(at), 0, tournament, user)

    @transaction
    async def set_cut(self, tournament: int, user: int, text: str | None) -> None:
        """Stores a player's cut before the first round, or deletes it (None).

        Raises NotInTournament or TournamentPhase.
        """
        await self._require_phase(tournament, "open")
        hashed = None if text is None else cut_hash(game_id(tournament), text)
        sql = (
            "UPDATE tournament_players SET cut = ?, cut_hash = ? WHERE tournament = ? AND user = ? AND dropped IS NULL"
        )
        if not await self._execute(sql, text, hashed, tournament, user):
            raise NotInTournament

    @transaction
    async def add_round(self, tournament: int, paired: RoundRow, at: datetime) -> None:
        """Stores the next round with its pairings; the first one makes the tournament running.

        Raises TournamentPhase if it is not the next round, or if the tournament has ended.
        """
        await self._require_phase(tournament, "open", "running")
        last = await self._value("SELECT MAX(round) FROM rounds WHERE tournament = ?", tournament)
        if (last or 0) + 1 != paired.number:
            raise TournamentPhase("running")
        key = (tournament, paired.number)
        sql = "INSERT INTO rounds (tournament, round, at, scores) VALUES (?, ?, ?, ?)"
        await self._execute(sql, *key, written(at), json.dumps(paired.scores))
        rows = [
            (*key, table.number, place, user) for table in paired.tables for place, user in enumerate(table.users)
        ]  # fmt: skip
        await self.session.executemany(_PAIRING, rows)
        await self._execute("UPDATE tournaments SET phase = 'running' WHERE id = ?", tournament)

    @transaction
    async def rule(
        self, tournament: int, number: int, table: int, by: int, at: datetime,
        places: Mapping[int, int | None],
    ) -> None:  # fmt: skip
        """Stores a ruling of the organiser, which decides the places at a table of any round.

        Raises TournamentPhase unless the tournament is running.
        """
        await self._require_phase(tournament, "running")
        sql = "INSERT INTO rulings (tournament, round, number, ruled_by, at, places) VALUES (?, ?, ?, ?, ?, ?)"
        await self._execute(sql, tournament, number, table, by, written(at), json.dumps(list(places.items())))

    @transaction
    async def finish(self, tournament: int, phase: str, at: datetime) -> None:
        """Ends a tournament and reveals its seed: `over` with final standings, or `ended` (called off).

        Raises TournamentPhase if it has ended already.
        """
        await self._require_phase(tournament, "open", "running")
        sql = "UPDATE tournaments SET phase = ?, finished = ? WHERE id = ?"
        await self._execute(sql, phase, written(at), tournament)
        await Seeds(self.session).reveal(tournament, TOURNAMENT)

    async def in_channel(self, channel: int) -> int | None:
        """Returns the number of the channel's latest tournament; None if there never was one."""
        return await self._value("SELECT id FROM tournaments WHERE channel = ? ORDER BY id DESC LIMIT 1", channel)

    async def running(self, guild: int | None = None) -> list[int]:
        """Returns the numbers of the running tournaments (of a server; None: of all), latest first."""
        sql = "SELECT id FROM tournaments WHERE phase = 'running' AND (guild = ?1 OR ?1 IS NULL) ORDER BY id DESC"
        return await self._column(sql, guild)

    async def unfinished(self, guild: int | None = None) -> list[int]:
        """Returns the open and running tournaments of a server, or (None) of all, oldest first."""
        sql = """
            SELECT id FROM tournaments WHERE (guild = ?1 OR ?1 IS NULL) AND phase IN ('open', 'running') ORDER BY id
        """
        return await self._column(sql, guild)

    async def of_game(self, game: int) -> int | None:
        """Returns the number of the tournament to which a game belongs; None if it belongs to none."""
        return await self._value("SELECT tournament FROM tournament_games WHERE game = ?", game)

    async def get(self, tournament: int) -> TournamentState:
        """Returns the tournament with everything that its standings follow from; raises UnknownTournament."""
        return await TournamentStates(self.session).get(tournament)

    async def seated(self, drawn: DrawnTable, joined: datetime) -> list[Newcomer]:
        """Locks a tournament and returns the players of a drawn table in the order of their seats; part of a
        transaction.

        A computer sits there for each user who was forgotten since the draw. Raises TournamentPhase.
        """
        await self._require_phase(drawn.tournament, "running")
        return [
            Newcomer(None, row["name"]) if is_former(row["user"]) else Newcomer(row["user"], row["name"], joined)
            for row in await self._rows(_SEATED, *drawn)
        ]

    async def add_game(self, game: int, drawn: DrawnTable) -> None:
        """Stores that a lobby belongs to that table of a tournament, inside the transaction that opens it."""
        await self._execute(_DRAWN, game, *drawn)

    async def _player(self, tournament: int, user: int) -> Row | None:
        return await self._row(
            "SELECT dropped, removed FROM tournament_players WHERE tournament = ? AND user = ?", tournament, user
        )

    async def _require_phase(self, tournament: int, *phases: str) -> str:
        """Locks a tournament until the end of the transaction and returns its phase.

        Raises UnknownTournament, and TournamentPhase if it is in none of these phases.
        """
        row = await self._row(f"SELECT phase FROM tournaments WHERE id = ? {LOCKED}", tournament)
        if row is None:
            raise UnknownTournament
        phase: str = row["phase"]
        if phase not in phases:
            raise TournamentPhase(phase)
        return phase
