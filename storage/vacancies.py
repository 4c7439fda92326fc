"""Transactions about a running game's seat whose holder changes, leaves or is absent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from storage.consents import REPLACE, Consents
from storage.games import Games
from storage.orders import Orders
from storage.repository import Repository, transaction
from storage.rows import NORMAL, Vacated
from storage.seats import Seats
from storage.timestamps import written_or_none


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A decision about a seat: a computer plays there, and perhaps a user may take it."""

    seat: str
    decided: tuple[str, ...]
    """The votes that end with this decision."""
    left: datetime | None = None
    """The time at which the holder is replaced by a computer; None: a computer already plays there."""
    level: str | None = None
    """The new level of the computer; None: unchanged."""
    name: str | None = None
    """The new name of the computer; None: unchanged."""
    free: bool = False
    """Whether the seat is offered; otherwise an earlier offer ends."""
    free_for: int | None = None
    """The only user who may take the offered seat; None: anyone."""
    decided_by: int | None = None
    """The user who decided this without a vote; None: the players voted."""
    host: int | None = None
    """The table's new host; None: unchanged."""
    why: Vacated = "voted"
    """The reason for which a computer plays there; used only together with `left`."""


class Vacancies(Repository):
    """The repository for transactions about seats that change hands."""

    @transaction
    async def replace(  # noqa: PLR0913 - a person is three facts
        self, game: int, seat: str, user: int, name: str, at: datetime, *, computer: bool = False, told: int = 0,
        host: int | None = None,
    ) -> int:  # fmt: skip
        """Hands a running game's seat to another user or a computer, and returns the former user.

        Deletes the seat's standing orders, its offer, the votes about its former holder, and a proposal about the seat
        or about the user; adds the change to the table's log. `told`: the number of the game's events so far. `host`:
        the table's new host, if that changes. Raises WrongPhase, AlreadySeated or NotSeated.
        """
        await self._require(game, "running")
        seats = Seats(self.session)
        await seats.must_not_sit(game, user)
        former = await seats.substitute(game, seat, user, name, at, computer)
        await Orders(self.session).forget_seat(game, seat)
        await seats.note_change(game, seat, "taken", told, at, former=former)
        consents = Consents(self.session)
        await consents.end_offer(game, seat)
        await consents.forget_votes_about(game, seat)
        await consents.end_proposal_about(game, seat)
        await self._hand_on(game, host)
        return former

    @transaction
    async def set_left(  # noqa: PLR0913 - who left, and what ends with that
        self, game: int, seat: str, at: datetime | None, *,
        host: int | None = None, decided: Iterable[str] = (), told: int = 0, returned: datetime | None = None,
    ) -> None:  # fmt: skip
        """Stores when a seat's holder left the game to a computer (`at`), or came back (`returned`).

        Resets the count of missed deadlines; a return also ends the seat's offer. `host`: the table's new host, if that
        changes. `decided`: votes that end. `told`: the number of the game's events so far. Raises NotSeated.
        """
        await self._require(game)
        seats, consents = Seats(self.session), Consents(self.session)
        kind = "returned" if at is None else "left"
        vacated = None if at is None else kind
        await seats.set(game, seat, left_at=written_or_none(at), level=NORMAL, absences=0, vacated=vacated)
        if (moment := at or returned) is not None:
            await seats.note_change(game, seat, kind, told, moment)
        if at is None:
            await consents.end_offer(game, seat)
        await consents.forget_votes(game, decided)
        await self._hand_on(game, host)

    @transaction
    async def vacate(self, game: int, vacancy: Vacancy, told: int = 0) -> None:
        """Stores a decision that a computer plays a seat and whether users may take it; deletes the votes it ends.

        A voted replacement also deletes the proposal, an absence the note that the player is not in the server any
        longer. `told`: the number of the game's events so far. Raises NotSeated or WrongPhase.
        """
        await self._require(game, "running")
        seats, consents = Seats(self.session), Consents(self.session)
        left = written_or_none(vacancy.left)
        vacated = None if left is None else vacancy.why
        wished = {"left_at": left, "vacated": vacated, "level": vacancy.level, "name": vacancy.name}
        await seats.set(
            game, vacancy.seat, absences=0, **{name: new for name, new in wished.items() if new is not None}
        )
        if vacancy.left is not None:
            await seats.note_change(game, vacancy.seat, vacancy.why, told, vacancy.left)
        await consents.end_offer(game, vacancy.seat)
        if vacancy.free:
            await consents.offer(game, vacancy.seat, vacancy.free_for, vacancy.decided_by)
        if REPLACE in vacancy.decided:
            await consents.end_proposal(game)
        if absence := [what for what in vacancy.decided if what != REPLACE]:
            await consents.end_absence(game, vacancy.seat, absence)
        await self._hand_on(game, vacancy.host)

    @transaction
    async def reset_absences(self, game: int, seat: str, decided: Iterable[str] = ()) -> None:
        """Resets a seat's count of missed deadlines, because the player is here again or the table decided to wait.

        Deletes the votes `decided`, and the note that the player is not in the server any longer. Raises NotSeated.
        """
        await self._require(game)
        await Seats(self.session).set(game, seat, absences=0)
        await Consents(self.session).end_absence(game, seat, decided)

    async def _hand_on(self, game: int, host: int | None) -> None:
        """Stores a table's new host; None: unchanged."""
        if host is not None:
            await Games(self.session).set(game, host=host)
