"""The buttons of reviews: open one's own review, and play on from one of its decisions."""

from __future__ import annotations

from dataclasses import dataclass

from bot.features.lobby.service import LobbyMessages
from bot.features.replay.service import FinishedGames
from bot.features.review import view as review_view
from bot.features.review.service import Reviews
from bot.features.server.service import OPENED, ServerLog, ServerRules
from bot.interactions.component_context import UNKNOWN, ComponentContext
from bot.interactions.handlers import press
from bot.interactions.resolvers import place_here
from bot.tables.limits import Limits
from bot.tables.practice import Practice
from bot.tables.refusals import Refused


@dataclass(frozen=True)
class ReviewHandlers:
    """Handlers of the buttons of reviews."""

    reviews: Reviews
    finished: FinishedGames
    practice: Practice
    limits: Limits
    rules: ServerRules
    server_log: ServerLog
    lobby_messages: LobbyMessages

    @press("review")
    async def _review(self, press: ComponentContext) -> None:
        row = await self.finished.get(press.interaction, press.finished)
        await press.ack()
        live, found = await self.reviews.of(row.id, press.user)
        sketch = review_view.curve(live.facts, found, press.words)
        await press.show(review_view.review(live.facts, found, press.words), sketch)

    @press("practise")
    async def _practise(self, press: ComponentContext) -> None:
        """Opens in this channel, as the public answer, a copy of the finished game up to one of the user's moves.

        The user decides that move again and plays on against computers. Raises Refused.
        """
        row = await self.finished.get(press.interaction, press.finished)
        if not press.custom.path:
            raise Refused(UNKNOWN)
        live, found = await self.reviews.of(row.id, press.user)
        place = place_here(press.interaction, row.language)
        await self.rules.check_opening(press.interaction)
        async with self.limits.practice(place) as room:
            opened = await self.practice.open(place, live, found.seat, press.custom.path[0], room)
        self.server_log.note(opened.row, OPENED, user=f"<@{place.host}>")
        await self.lobby_messages.post(press.interaction, opened)
        await self.practice.go_on(opened)
