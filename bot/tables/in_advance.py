"""Orders of a seat about what it is asked again and again: given where it is asked, carried out from then on."""

from __future__ import annotations

from bot.tables.orders import ALWAYS
from bot.tables.overtaken import once_more
from bot.tables.referee import ChangesTables


class InAdvance(ChangesTables):
    """Gives orders and takes them back; what follows at once from them is done at once."""

    @once_more
    async def order(
        self, game_id: int, number: int, user: int, topic: str, standing: str | None, *, lasting: bool
    ) -> None:
        """An order of whoever is asked in that decision, or none any more; raises Refused or AnswerRefused."""
        async with self._tables.held(game_id) as live:
            game = live.playing()
            seat = live.player(user).seat
            game.check(number, seat)
            mark = ALWAYS if lasting else live.mark()
            await self._store.set_lasting_order(game_id, seat, topic, standing, mark)
            await self._tables.refresh(live)
            await self._referee.is_here(live, seat)
            await self._referee.settle_held(live)

    async def take_back(self, game_id: int, user: int, topic: str) -> None:
        """An order does not hold any more; raises Refused."""
        async with self._tables.held(game_id) as live:
            live.running()
            await self._store.set_lasting_order(game_id, live.player(user).seat, topic, None, ALWAYS)
            await self._tables.refresh(live)
