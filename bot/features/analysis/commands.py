"""Post-game analysis: explains computers' decisions privately to users who may see the replay."""

from __future__ import annotations

from dataclasses import dataclass

from bot.features.analysis import view as analysis_view
from bot.features.analysis.service import PostGameAnalyses
from bot.features.replay.service import FinishedGames
from bot.interactions.component_context import ComponentContext
from bot.interactions.handlers import press
from bot.messages.reply import Replies


@dataclass(frozen=True)
class AnalysisHandlers:
    """Handlers that explain computers' decisions after the game."""

    analyses: PostGameAnalyses
    replies: Replies
    finished: FinishedGames

    @press("why")
    async def _why(self, press: ComponentContext) -> None:
        await self._show(press, next(iter(press.custom.path), 0))

    @press("why_jump")
    async def _jump(self, press: ComponentContext) -> None:
        await self._show(press, press.index)

    @press("why_then")
    async def _then(self, press: ComponentContext) -> None:
        """Shows, in a new message next to the replay, the last computer's decision before a step of the replay."""
        row = await self.finished.get(press.interaction, press.finished)
        await press.ack()
        which = await self.analyses.before(row.id, next(iter(press.custom.path), 0))
        live, thought = await self.analyses.at(row.id, which)
        await self.replies.aside(press.interaction, analysis_view.why(live.facts, thought, press.words))

    async def _show(self, press: ComponentContext, which: int) -> None:
        row = await self.finished.get(press.interaction, press.finished)
        await press.ack()
        live, thought = await self.analyses.at(row.id, which)
        await press.show(analysis_view.why(live.facts, thought, press.words))
