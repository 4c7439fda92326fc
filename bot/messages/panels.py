"""Private messages with a table's buttons, so that none of them outlives the game: each can be edited for a while."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from discord.ui import LayoutView

from bot.messages import wire
from bot.messages.api import MOMENT, SILENT, Interaction, shown
from bot.messages.outcomes import safe_call
from bot.texts import Translator

log = logging.getLogger(__name__)

REACHED_FOR: Final = timedelta(minutes=14)
"""An interaction's token lives for fifteen."""


class Sent(NamedTuple):
    """A private message, and the interaction whose token edits it."""

    interaction: Interaction
    message: int
    original: bool
    """Whether it is that interaction's original response; else one of its followups."""

    @property
    def until(self) -> datetime:
        """How long it can be edited, counted from the interaction's arrival: Discord's clock may differ from here."""
        arrived: datetime = self.interaction.extras.get(MOMENT) or self.interaction.created_at
        return arrived + REACHED_FOR

    async def edit(self, view: LayoutView) -> None:
        """Let it show this view, without a picture."""
        if self.original:
            await wire.edit_original(self.interaction, shown(view), ())
        else:
            await self.interaction.followup.edit_message(
                self.message, view=shown(view), attachments=[], allowed_mentions=SILENT
            )


@dataclass(frozen=True, slots=True)
class Panel:
    """A private message whose buttons belong to a table."""

    sent: Sent
    game: int
    until: datetime


class Panels:
    """All private messages that have buttons now and can still be edited."""

    def __init__(
        self, now: Callable[[], datetime], words: Callable[[int, str], Awaitable[Translator]],
        table_of: Callable[[LayoutView], int], over: Callable[[Translator], LayoutView],
    ) -> None:  # fmt: skip
        self._now = now
        self._words = words
        self._table_of = table_of
        """The table in play whose buttons a view has; 0 if it has none."""
        self._over = over
        """Renders what replaces every panel when its game ends; without buttons."""
        self._panels: dict[int, Panel] = {}

    def show(self, sent: Sent, view: LayoutView, table: int = 0) -> None:
        """A private message shows this view from now on (`table`: whose it is, also without buttons)."""
        self._panels.pop(sent.message, None)
        now = self._now()
        # They stand in the order in which they were last shown: each press looks at the oldest alone.
        while self._panels and (oldest := next(iter(self._panels.values()))).until <= now:
            del self._panels[oldest.sent.message]
        if game := table or self._table_of(view):
            self._panels[sent.message] = Panel(sent, game, sent.until)

    def forget(self, sent: Sent) -> None:
        """A private message cannot be edited any more."""
        self._panels.pop(sent.message, None)

    async def close(self, game: int) -> None:
        """Removes the buttons from the panels of a game that is over. Failures are only logged."""
        over = [panel for panel in self._panels.values() if panel.game == game]
        for panel in over:
            del self._panels[panel.sent.message]
        for sent in (panel.sent for panel in over if panel.until > self._now()):
            said = await self._words(sent.interaction.user.id, str(sent.interaction.locale))
            shown = await safe_call(sent.edit(self._over(said)))
            if not shown.ok:
                log.info("a private panel of table %s stays as it is (%s)", game, shown)
