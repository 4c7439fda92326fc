"""Orders of a seat about what it is asked again and again: given where it is asked, carried out from then on."""

from __future__ import annotations

from bot.tables.order_execution import ALWAYS
from bot.tables.referee import ChangesTables
from bot.tables.retries import retry_on_conflict


class StandingOrders(ChangesTables):
    """Gives orders and takes them back; what follows at once from them is done at once."""

    @retry_on_conflict
    async def order(
        self, game_id: int, number: int, user: int, topic: str, standing: str | None, *, lasting: bool
    ) -> None:
        """Sets or removes a standing order of the user who is asked in that decision; raises Refused or
        AnswerRefused."""
        async with self._tables.held(game_id) as live:
            game = live.playing()
            seat = live.player(user).seat
            game.check(number, seat)
            epoch = ALWAYS if lasting else live.epoch()
            await self._db.orders.set_lasting(game_id, seat, topic, standing, epoch)
            await self._tables.refresh(live)
            await self._referee.is_here(live, seat)
            await self._referee.settle_held(live)

    async def take_back(self, game_id: int, user: int, topic: str) -> None:
        """An order does not hold any more; raises Refused."""
        async with self._tables.held(game_id) as live:
            live.running()
            await self._db.orders.set_lasting(game_id, live.player(user).seat, topic, None, ALWAYS)
            await self._tables.refresh(live)
