"""Executes votes that have enough consents: pauses, resumes or ends a game, hands a seat over, takes a move back."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from bot.games.levels import votes_for_levels
from bot.tables import day_clock
from bot.tables.admission import check_apart
from bot.tables.changes import ChangesTables
from bot.tables.computer_names import computer_name
from bot.tables.events import SeatOffered, SeatVacated, TableCalledOff
from bot.tables.live import LiveTable
from bot.tables.refusals import NoSuchSeat, Refused
from bot.tables.table_data import ANYBODY, by_computer
from bot.tables.voting import is_absent, votes, votes_about_the_absent
from bot.texts import N_
from storage import NORMAL, ConflictError, Proposed, Vacancy, Vacated


@dataclass(frozen=True, slots=True)
class Decided:
    """The user whose consent decided a vote, and the way: with others, without a vote, or as a manager."""

    user: int
    manager: bool
    """Whether the user may manage the channel and decided with that right."""
    alone: bool
    """Whether no one else had to agree."""

    def signed(self, live: LiveTable, vacancy: Vacancy) -> Vacancy:
        """Returns the vacancy with its reason and, if one user decided without a vote, that user's ID."""
        why: Vacated = "managed" if self.manager else "voted"
        if is_absent(live.seat(vacancy.seat)):
            why = "late"
        return replace(vacancy, why=why, decided_by=self.user if self.alone else None)


@dataclass(eq=False, repr=False)
class ExecutesVotes(ChangesTables):
    """The base class of services that change who plays at a table, which can make a vote complete.

    The caller of its methods holds the table's lock, and publishes the change.
    """

    async def settle_votes(self, live: LiveTable) -> None:
        """Ends a proposal that is fulfilled and executes the votes that have enough consents, because a player has left
        or has come back.

        Publishes what follows from each decision, but not TableChanged.
        """
        if (asked := live.agreed_undo) is not None:
            await self._undo(live, asked.seat)
        if live.proposed is not None and _is_fulfilled(live, live.proposed):
            await self._db.consents.end_proposal(live.id)
            await self._tables.refresh(live)
        for what in votes():
            if live.is_complete(what):
                alone, agreed = live.tally(what).needed == 1, live.consents(what)
                voters = [seat.user for seat in live.voters(what, live.proposed) if seat.user in agreed]
                with suppress(Refused):
                    await self._carry_out(live, what, Decided(voters[0], manager=False, alone=alone))

    async def pause(self, live: LiveTable, *, trouble: bool = False) -> None:
        """Stops the table's deadline and stores the remaining time.

        `trouble`: the bot pauses the game by itself, because it cannot write in the channel.
        """
        rest = await day_clock.rest(self._db, live, self._now())
        await self._db.deadlines.pause(live.id, self._now(), rest, trouble=trouble)
        await self._tables.refresh(live)

    # Internal methods; the caller holds the table's lock

    async def _carry_out(self, live: LiveTable, what: str, decided: Decided) -> None:
        match what:
            case "pause":
                await self.pause(live)
            case "resume":
                await self._resume(live)
            case "end":
                await self._db.tables.finish(live.id, "ended", None, self._now())
                await self._tables.refresh(live)
                self._bus.publish(TableCalledOff(live.row, decided.user if decided.alone else None))
            case "replace" if live.proposed is not None:
                await self._replace(live, live.proposed, decided)
            case _ if what in votes_about_the_absent() and live.absent is not None:
                await self._give_up(live, live.absent, what, decided)

    async def _undo(self, live: LiveTable, seat: str) -> None:
        """Takes a seat's last answer back, unless another process has added an answer at the same time."""
        try:
            await self._referee.undo_held(live, seat, live.running().retraction(seat).since)
        except ConflictError:
            await self._tables.reload(live)

    async def _resume(self, live: LiveTable) -> None:
        now = self._now()
        await self._db.deadlines.resume(live.id, now, await day_clock.resumed(self._db, live, now))
        await self._tables.refresh(live)
        await self.settle_votes(live)
        await self._referee.settle_held(live)

    async def _replace(self, live: LiveTable, proposed: Proposed, by: Decided) -> None:
        """Hands a seat over as proposed; if that is not possible any longer, ends the proposal and raises Refused."""
        seat, newcomer, level = proposed
        try:
            check_newcomer(live, proposed)
            if newcomer is not None:
                await check_apart(self._db, live, newcomer, to=seat)
        except Refused:
            if live.proposed == proposed:
                await self._db.consents.end_proposal(live.id)
                await self._tables.publish_change(live)
            raise
        decided = ("replace", *live.asked_about(seat))
        vacancy = _vacancy(live, seat, newcomer, level or NORMAL, self._now(), decided)
        await self._vacate(live, by.signed(live, vacancy))

    async def _give_up(self, live: LiveTable, seat: str, what: str, by: Decided) -> None:
        """Lets a computer play the seat of an absent player, and offers the seat to anyone if the players voted for
        that.
        """
        free_for, level = ANYBODY if what == "hand_over" else None, votes_for_levels().get(what, NORMAL)
        vacancy = _vacancy(live, seat, free_for, level, self._now(), live.asked_about(seat))
        await self._vacate(live, by.signed(live, vacancy))

    async def _vacate(self, live: LiveTable, vacancy: Vacancy) -> None:
        """Stores that a computer plays a seat until the holder comes back or another user takes it if it is offered.

        Publishes SeatVacated, SeatOffered if the seat is free to take, executes the votes that are complete without the
        holder, and lets the computer play.
        """
        await self._db.vacancies.vacate(live.id, vacancy, len(live.running().told))
        await self._tables.refresh(live)
        if vacancy.left is not None:
            self._bus.publish(SeatVacated(live, live.seat(vacancy.seat).user, vacancy.decided_by))
        if vacancy.free:
            self._bus.publish(SeatOffered(live, vacancy.seat, vacancy.free_for or ANYBODY))
        await self.settle_votes(live)
        await self._referee.settle_held(live)


def _vacancy(
    live: LiveTable, seat: str, free_for: int | None, level: str, at: datetime, decided: tuple[str, ...]
) -> Vacancy:
    """Returns the vacancy of a seat: who may take it, and which computer plays it.

    `free_for`: the user who may take it (0: anyone, None: no one). `decided`: the votes that end.
    """
    row, free = live.seat(seat), free_for is not None
    offered = Vacancy(seat, decided, free=free, free_for=free_for or None)
    if not by_computer(row):
        return replace(offered, left=at, level=level, host=live.heir(row.user))
    if free:
        return offered
    return replace(offered, level=level, name=computer_name(live, but=seat) if row.computer else None)


def check_newcomer(live: LiveTable, proposed: Proposed) -> None:
    """Raises Refused if a proposed person already plays at the table, or the same computer already plays the seat."""
    seat, newcomer, _ = proposed
    if seat not in {row.seat for row in live.seats}:
        raise NoSuchSeat
    if newcomer is None and _is_fulfilled(live, proposed):
        raise Refused(N_("A computer of that level already plays this seat."))
    # A former holder may get their own seat back.
    sits = any(row.user == newcomer and (row.seat != seat or row.left is None) for row in live.seats)
    if newcomer is not None and sits:
        raise Refused(N_("That player already sits at this table. Choose someone else."))


def _is_fulfilled(live: LiveTable, proposed: Proposed) -> bool:
    """Returns whether the proposed person, or a computer of the proposed level, already plays the seat."""
    row = live.seat(proposed.seat)
    if proposed.newcomer is None:
        return by_computer(row) and row.level == (proposed.level or NORMAL)
    return row.left is None and row.user == proposed.newcomer
