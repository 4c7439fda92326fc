"""A service for standing orders about repeated decisions, which are given in the panel of the decision."""

from __future__ import annotations

from bot.tables.changes import ChangesTables
from bot.tables.order_execution import ALWAYS, of_this_phase
from bot.tables.retries import retry_on_conflict


class StandingOrders(ChangesTables):
    """A service that sets and removes standing orders of seats; a new order takes effect at once."""

    @retry_on_conflict
    async def order(
        self, game_id: int, number: int, user: int, topic: str, standing: str | None, *, lasting: bool
    ) -> None:
        """Sets (or with None removes) a standing order of a user who is asked in that decision, then gives all answers
        that now follow from orders.

        `lasting`: it holds for the whole game, not only for the present phase. Raises Refused or AnswerRefused.
        """
        async with self._tables.held(game_id) as live:
            game = live.playing()
            seat = live.player(user).seat
            game.check(number, seat)
            epoch = ALWAYS if lasting else live.epoch()
            await self._db.orders.set_lasting(game_id, seat, topic, standing, epoch)
            await self._tables.refresh(live)
            await self._referee.presence.is_here(live, seat)
            await self._referee.settle_held(live)

    async def ask_again(self, game_id: int, user: int) -> None:
        """Removes the orders of the user's seat that end with the present phase; raises Refused."""
        async with self._tables.held(game_id) as live:
            live.playing()
            seat = live.player(user).seat
            for topic in of_this_phase(live, seat):
                await self._db.orders.set_lasting(game_id, seat, topic, None, ALWAYS)
            await self._tables.refresh(live)

    async def take_back(self, game_id: int, user: int, topic: str) -> None:
        """Removes a standing order of the user's seat; raises Refused."""
        async with self._tables.held(game_id) as live:
            live.running()
            await self._db.orders.set_lasting(game_id, live.player(user).seat, topic, None, ALWAYS)
            await self._tables.refresh(live)
