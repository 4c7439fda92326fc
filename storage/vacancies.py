"""Seats whose holders are missing: what a running game's table decides about one is one step of the store."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from storage.connection import Connection
from storage.consent import REPLACE, forget_votes, put_offer, take_offer_back, withdraw
from storage.core import Core, require, transaction
from storage.moments import written
from storage.seats import mark


@dataclass(frozen=True, slots=True)
class Vacancy:
    """What a table has agreed to about a seat: a computer plays there, and perhaps somebody may take it."""

    seat: str
    decided: tuple[str, ...]
    """The questions that are answered with it."""
    left: datetime | None = None
    """When its holder was made to leave it to a computer; None: a computer plays there already."""
    level: str | None = None
    """How well the computer plays from now on; None: as before."""
    name: str | None = None
    """What the computer there is called from now on; None: the name stays."""
    free: bool = False
    """Whether somebody may take it; else an offer of before is taken back."""
    free_for: int | None = None
    """Who alone may, where it is free; None: whoever comes first."""


class Vacancies(Core):
    """A seat that a computer plays on, and one whose holder is missing no more."""

    @transaction
    async def vacate(self, db: Connection, game: int, vacancy: Vacancy) -> None:
        """Do what a running game's table has agreed to about a seat, and forget the questions; NotSeated, WrongPhase.

        With a substitution goes what was proposed, with an absence who is no longer in the server.
        """
        await require(db, game, "running")
        left = None if vacancy.left is None else written(vacancy.left)
        wished = {"left_at": left, "level": vacancy.level, "name": vacancy.name}
        await mark(db, game, vacancy.seat, absences=0, **{name: new for name, new in wished.items() if new is not None})
        await take_offer_back(db, game, vacancy.seat)
        if vacancy.free:
            await put_offer(db, game, vacancy.seat, vacancy.free_for)
        if REPLACE in vacancy.decided:
            await withdraw(db, game)
        if absence := [what for what in vacancy.decided if what != REPLACE]:
            await _nobody_is_missing(db, game, absence)

    @transaction
    async def count_anew(self, db: Connection, game: int, seat: str, decided: Iterable[str] = ()) -> None:
        """Whoever was late is here, or is waited for: no silence counts, these questions are forgotten; NotSeated."""
        await require(db, game)
        await mark(db, game, seat, absences=0)
        await _nobody_is_missing(db, game, decided)


async def _nobody_is_missing(db: Connection, game: int, decided: Iterable[str]) -> None:
    await forget_votes(db, game, decided)
    await db.execute("DELETE FROM departures WHERE game = ?", (game,))
