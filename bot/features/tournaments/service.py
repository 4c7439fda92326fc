"""Tournaments of one evening: opening, joining, pairing, rulings, and the end."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Final

from bot.features.tournaments.standings import BYE, next_round, settled
from bot.tables.keyed_locks import KeyedLocks
from bot.tables.live import LiveTable
from bot.tables.lobby import Lobby
from bot.tables.refusals import Refused
from bot.tables.wishes import Place, Wishes
from bot.texts import N_
from rules import GAMES
from rules.chance import SEED_BYTES
from rules.tournaments.pairing import TooFew
from storage import (
    Database,
    DrawnTable,
    NewTournament,
    RoundRow,
    TableRow,
    TournamentPhase,
    TournamentState,
    UnknownTournament,
)

MAX_ROUNDS: Final = 12
NEAR: Final = 4
"""The default for the preferred number of seats at a table; a game that does not allow it gets its nearest number."""
NO_TABLE: Final = N_("There is no such table in this tournament.")
FOR_THE_ORGANISER: Final = N_(
    "Only the organiser or someone with the Manage Channels or Manage Server permission can do that."
)


class Tournaments:
    """A service for all tournaments; each method reads the tournament from the database and stores what it changes."""

    def __init__(self, db: Database, lobby: Lobby, now: Callable[[], datetime]) -> None:
        self._db = db
        self._lobby = lobby
        self._now = now
        self._locks = KeyedLocks()
        self.entropy: Callable[[int], bytes] = secrets.token_bytes
        """The source of a tournament's secret seed; by default that of the operating system."""

    async def state(self, tournament: int, guild: int | None) -> TournamentState:
        """Returns the tournament with that number; raises UnknownTournament if it is not of that server."""
        state = await self._db.tournaments.get(tournament)
        if state.row.guild != guild:
            raise UnknownTournament
        return state

    async def open(self, place: Place, wishes: Wishes, rounds: int, seats: int | None) -> TournamentState:
        """Opens a tournament without players and draws its seed; raises TournamentBusy or Refused."""
        kind, options, times = self._lobby.agreed(wishes)
        numbers = GAMES[kind].seats
        wished = min(max(seats or NEAR, numbers[0]), numbers[-1])
        assert place.guild is not None  # noqa: S101 - a place for a table is on a server
        new = NewTournament(
            guild=place.guild, channel=place.channel, kind=kind, language=place.language, options=options,
            pace=times.pace, turn_seconds=times.turn, window_seconds=times.window, bank_seconds=times.bank,
            rounds=rounds, seats=wished, organiser=place.host, created=self._now(),
        )  # fmt: skip
        return await self._db.tournaments.get(await self._db.tournaments.create(new, self.entropy(SEED_BYTES)))

    async def enter(self, tournament: int, user: int, name: str) -> None:
        """Adds a user to a tournament, or lets them come back.

        Raises TournamentPhase, TournamentFull or RemovedFromTournament.
        """
        async with self._locks.of(tournament):
            await self._db.tournaments.enter(tournament, user, name)

    async def drop_out(self, tournament: int, user: int) -> None:
        """Lets a user drop out of the rounds to come.

        Raises NotInTournament, RemovedFromTournament or TournamentPhase.
        """
        async with self._locks.of(tournament):
            await self._db.tournaments.drop_out(tournament, user, self._now())

    async def remove(self, tournament: int, user: int) -> None:
        """Removes a user from the rounds to come until `admit`; raises NotInTournament or TournamentPhase."""
        async with self._locks.of(tournament):
            await self._db.tournaments.remove(tournament, user, self._now())

    async def admit(self, tournament: int, user: int) -> None:
        """Lets a removed user join again or come back; raises TournamentPhase."""
        async with self._locks.of(tournament):
            await self._db.tournaments.admit(tournament, user, self._now())

    async def cut(self, tournament: int, user: int, text: str) -> None:
        """Stores a player's cut, or deletes it if it is empty; raises NotInTournament or TournamentPhase."""
        async with self._locks.of(tournament):
            await self._db.tournaments.set_cut(tournament, user, text or None)

    async def go_on(self, tournament: int) -> None:
        """Pairs and stores the first or the next round.

        Raises Refused if a table of the last round has no result, all rounds are played or there are too few players,
        and TournamentPhase after the end.
        """
        async with self._locks.of(tournament):
            state = await self._db.tournaments.get(tournament)
            if state.row.phase not in ("open", "running"):
                raise TournamentPhase(state.row.phase)
            _must_be_settled(state)
            if len(state.rounds) >= state.row.rounds:
                raise Refused(N_("All rounds are played. Press Finish to announce the final standings."))
            seed = await self._db.seeds.of_tournament(tournament)
            try:
                paired = await asyncio.to_thread(next_round, state, seed)
            except TooFew:
                raise Refused(
                    N_("This game needs at least {least} players. Wait for more players to join."),
                    least=GAMES[state.row.kind].seats[0],
                ) from None
            await self._db.tournaments.add_round(tournament, paired, self._now())

    async def finish(self, tournament: int) -> None:
        """Finishes a tournament: its standings become final and its seed public; raises Refused or TournamentPhase."""
        async with self._locks.of(tournament):
            state = await self._db.tournaments.get(tournament)
            if state.row.phase != "running":
                raise TournamentPhase(state.row.phase)
            _must_be_settled(state)
            await self._db.tournaments.finish(tournament, "over", self._now())

    async def call_off(self, tournament: int) -> None:
        """Ends a tournament without final standings and makes its seed public; raises TournamentPhase."""
        async with self._locks.of(tournament):
            await self._db.tournaments.finish(tournament, "ended", self._now())

    async def rule(self, tournament: int, number: int, table: int, by: int, places: Mapping[int, int | None]) -> None:
        """Stores the organiser's places, which replace a table's result; raises Refused or TournamentPhase."""
        async with self._locks.of(tournament):
            found = table_of(await self._db.tournaments.get(tournament), number, table)
            if set(places) != set(found.users):
                raise Refused(NO_TABLE)
            await self._db.tournaments.rule(tournament, number, table, by, self._now(), ranked(places))

    async def open_table(self, tournament: int, user: int, place: Callable[[TableRow], Awaitable[Place]]) -> LiveTable:
        """Opens the user's table of this round as a lobby with the drawn seats; raises Refused or ChannelBusy.

        `place` returns the place of the table; it is called once it is certain that the table will be opened.
        """
        async with self._locks.of(tournament):
            state = await self._db.tournaments.get(tournament)
            table = own_table(state, user)
            if table.ruling is not None or (table.game is not None and table.game.phase != "ended"):
                raise Refused(N_("That table is already open."))
            where = await place(table)
            drawn = DrawnTable(tournament, state.rounds[-1].number, table.number)
            return await self._lobby.open_drawn(where, state.row, drawn)


def own_table(state: TournamentState, user: int) -> TableRow:
    """Returns the user's table in the present round; raises Refused if there is none (a bye), or TournamentPhase."""
    if state.row.phase != "running":
        raise TournamentPhase(state.row.phase)
    for table in state.rounds[-1].tables:
        if user in table.users and table.number == BYE:
            raise Refused(N_("You have a bye this round: 1 point without playing."))
        if user in table.users:
            return table
    raise Refused(N_("You do not play in this round."))


def table_of(state: TournamentState, number: int, table: int) -> TableRow:
    """Returns the table with that number in the round with that number; raises Refused if there is none."""
    rounds: dict[int, RoundRow] = {one.number: one for one in state.rounds}
    tables = rounds[number].tables if number in rounds else ()
    for found in tables:
        if found.number == table != BYE:
            return found
    raise Refused(NO_TABLE)


def ranked(places: Mapping[int, int | None]) -> dict[int, int | None]:
    """Returns typed places as a ranking from 1, in which equal numbers share a place (1, 1, 3) and None stays."""
    given = [place for place in places.values() if place is not None]
    return {
        user: None if place is None else 1 + sum(other < place for other in given) for user, place in places.items()
    }


def _must_be_settled(state: TournamentState) -> None:
    if state.rounds and not settled(state.rounds[-1]):
        raise Refused(
            N_("A table of this round has no result yet. Finish the game, or let the organiser enter the result.")
        )
