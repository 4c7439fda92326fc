"""The repository of votes and decisions at tables: replacements, undos, offered seats, absences, archiving warnings."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from storage.repository import Repository, transaction, upsertion
from storage.rows import Proposed
from storage.timestamps import read, written

_PUT_VOTE: Final = upsertion("votes", "game, what, user", "yes")
_PROPOSE: Final = """
INSERT INTO proposals (game, number, seat, newcomer, level) VALUES (?, 1, ?, ?, ?)
ON CONFLICT (game) DO UPDATE
SET number = proposals.number + 1, seat = excluded.seat, newcomer = excluded.newcomer, level = excluded.level
"""
_OFFER: Final = "INSERT INTO offers (game, seat, user, decided_by) VALUES (?, ?, ?, ?)"
_PROPOSE_UNDO: Final = upsertion("undos", "game", "number, seat")
_NOTICE: Final = upsertion("notices", "game", "at")
_FORGET_VOTES: Final = "DELETE FROM votes WHERE game = ? AND what = ?"
_END_DEPARTURE: Final = """
DELETE FROM departures WHERE game = ? AND user = (SELECT user FROM seats WHERE game = ? AND seat = ?)
"""
_PROPOSED_ABOUT: Final = """
SELECT 1 FROM proposals
WHERE game = ? AND (seat = ? OR newcomer = (SELECT user FROM seats WHERE game = ? AND seat = ?))
"""
REPLACE: Final = "replace"
UNDO: Final = "undo"
_TABLES: Final = ("votes", "proposals", "undos", "offers", "troubles", "departures", "notices")


class Consents(Repository):
    """The repository of votes and decisions about unfinished tables; a table's start and its end delete all of them.

    Storing one raises UnknownGame, or WrongPhase if the game is not in a phase in which that is possible.
    """

    @transaction
    async def set_vote(self, game: int, what: str, user: int, yes: bool) -> None:
        """Stores a user's vote on a question about an unfinished table, in place of an earlier one."""
        await self._require(game, "lobby", "running")
        await self._execute(_PUT_VOTE, game, what, user, yes)

    @transaction
    async def propose(self, game: int, user: int, proposed: Proposed) -> None:
        """Stores a substitution that a user proposes to a running game's table, under a new number.

        Only the proposer has agreed to it so far, no matter what others agreed to before.
        """
        await self._require(game, "running")
        await self.forget_votes(game, (REPLACE,))
        await self._execute(_PROPOSE, game, *proposed)
        await self._execute(_PUT_VOTE, game, REPLACE, user, True)

    @transaction
    async def end_proposal(self, game: int) -> None:
        """Ends the proposed substitution and deletes its votes; its number is not used again."""
        await self.forget_votes(game, (REPLACE,))
        await self._execute("UPDATE proposals SET seat = NULL, newcomer = NULL, level = NULL WHERE game = ?", game)

    @transaction
    async def propose_undo(self, game: int, number: int, seat: str) -> None:
        """Stores that a seat wants to take its move back during that decision; no one has agreed yet."""
        await self._require(game, "running")
        await self.forget_votes(game, (UNDO,))
        await self._execute(_PROPOSE_UNDO, game, number, seat)

    @transaction
    async def withdraw_undo(self, game: int) -> None:
        """Deletes the proposed undo and its votes."""
        await self.forget_votes(game, (UNDO,))
        await self._execute("DELETE FROM undos WHERE game = ?", game)

    @transaction
    async def set_departed(self, game: int, user: int) -> None:
        """Stores that a player who must answer is no longer in the server."""
        await self._require(game, "running")
        await self._execute("INSERT INTO departures (game, user) VALUES (?, ?) ON CONFLICT DO NOTHING", game, user)

    @transaction
    async def set_notice(self, game: int, at: datetime) -> None:
        """Stores the time at which an unfinished table was warned that it will be archived."""
        await self._require(game, "lobby", "running")
        await self._execute(_NOTICE, game, written(at))

    async def notices(self) -> dict[int, datetime]:
        """Returns the tables that were warned that they will be archived -> the time of the warning."""
        return {row["game"]: read(row["at"]) for row in await self._rows("SELECT game, at FROM notices")}

    # Steps of other repositories' transactions

    async def forget_votes(self, game: int, whats: Iterable[str]) -> None:
        """Deletes the votes on questions that were decided or withdrawn."""
        await self.session.executemany(_FORGET_VOTES, [(game, what) for what in whats])

    async def end_absence(self, game: int, seat: str, decided: Iterable[str]) -> None:
        """Deletes the votes on the questions `decided`, and the note that the seat's player is no longer in the
        server.
        """
        await self.forget_votes(game, decided)
        await self._execute(_END_DEPARTURE, game, game, seat)

    async def forget_votes_about(self, game: int, seat: str) -> None:
        """Deletes the votes whose names end with the seat, which are about its holder."""
        await self._execute("DELETE FROM votes WHERE game = ? AND what LIKE ?", game, f"%:{seat}")

    async def end_proposal_about(self, game: int, seat: str) -> None:
        """Ends the proposed substitution if its seat has a new holder, or if that holder was to get another seat."""
        if await self._row(_PROPOSED_ABOUT, game, seat, game, seat) is not None:
            await self.end_proposal(game)

    async def offer(self, game: int, seat: str, user: int | None, decided_by: int | None = None) -> None:
        """Stores that a seat is offered to that user (None: to anyone).

        `decided_by`: the user who decided it without a vote; None: the players voted.
        """
        await self._execute(_OFFER, game, seat, user, decided_by)

    async def end_offer(self, game: int, seat: str) -> None:
        """Deletes the offer of a seat, if there is one."""
        await self._execute("DELETE FROM offers WHERE game = ? AND seat = ?", game, seat)

    async def forget_all(self, game: int) -> None:
        """Deletes all votes, proposals, undos, offered seats, absences and archiving warnings of a table, and the note
        that the bot itself has paused it.
        """
        for table in _TABLES:
            await self._execute(f"DELETE FROM {table} WHERE game = ?", game)
