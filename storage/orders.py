"""The repository of standing orders, and of seats that stay out of windows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from storage.repository import Repository, transaction, upsertion

_PUT: Final = upsertion("standing_orders", "game, seat", "standing, phase_mark")
_PUT_LASTING: Final = upsertion("lasting_orders", "game, seat, topic", "standing, phase_mark")
_PUT_OUT: Final = upsertion("staying_out", "game, seat", "phase_mark")
_FORGET: Final = "DELETE FROM standing_orders WHERE game = ? AND seat = ?"
_FORGET_LASTING: Final = "DELETE FROM lasting_orders WHERE game = ? AND seat = ? AND topic = ?"
_FORGET_OUT: Final = "DELETE FROM staying_out WHERE game = ? AND seat = ?"
_TABLES: Final = ("standing_orders", "lasting_orders", "staying_out")


@dataclass(frozen=True, slots=True)
class Lifted:
    """Standing orders that have ended and are to be deleted, by seat."""

    out: tuple[str, ...] = ()
    """Seats that no longer stay out."""
    orders: tuple[str, ...] = ()
    """Seats whose order for windows has ended."""
    lasting: tuple[tuple[str, str], ...] = ()
    """Pairs of a seat and the topic of its ended order."""


class Orders(Repository):
    """The repository of all standing orders; setting one raises UnknownGame, or WrongPhase if the game does not run."""

    @transaction
    async def set(self, game: int, seat: str, order: str, epoch: str) -> None:
        """Sets a seat's order for windows in this epoch."""
        await self._require(game, "running")
        await self._execute(_PUT, game, seat, order, epoch)

    @transaction
    async def set_lasting(self, game: int, seat: str, topic: str, order: str | None, epoch: str) -> None:
        """Sets a seat's order about a topic for this epoch, or deletes it (None)."""
        await self._require(game, "running")
        if order is None:
            await self._execute(_FORGET_LASTING, game, seat, topic)
        else:
            await self._execute(_PUT_LASTING, game, seat, topic, order, epoch)

    @transaction
    async def set_staying_out(self, game: int, seat: str, epoch: str | None) -> None:
        """Lets a seat stay out of windows in this epoch, or be asked again (None)."""
        await self._require(game, "running")
        if epoch is None:
            await self._execute(_FORGET_OUT, game, seat)
        else:
            await self._execute(_PUT_OUT, game, seat, epoch)

    # Steps of other repositories' transactions

    async def lift(self, game: int, lifted: Lifted) -> None:
        """Deletes standing orders that have ended."""
        await self.session.executemany(_FORGET_OUT, [(game, seat) for seat in lifted.out])
        await self.session.executemany(_FORGET, [(game, seat) for seat in lifted.orders])
        await self.session.executemany(_FORGET_LASTING, [(game, *order) for order in lifted.lasting])

    async def forget_seat(self, game: int, seat: str) -> None:
        """Deletes all standing orders of a seat that is handed over."""
        for table in _TABLES:
            await self._execute(f"DELETE FROM {table} WHERE game = ? AND seat = ?", game, seat)

    async def forget_all(self, game: int) -> None:
        """Deletes all standing orders of a game, because it ends."""
        for table in _TABLES:
            await self._execute(f"DELETE FROM {table} WHERE game = ?", game)
