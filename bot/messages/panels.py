"""Private messages with a table's buttons, so that none of them outlives the game: each can be edited for a while."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import discord
from discord.ui import LayoutView

from bot import views
from bot.messages import wire
from bot.messages.api import MOMENT, SILENT, Interaction, shown
from bot.messages.requests import LOST
from bot.texts import Words
from bot.views import custom_id
from bot.views.replay import AFTER_THE_END

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

    def __init__(self, now: Callable[[], datetime], words: Callable[[int, str], Awaitable[Words]]) -> None:
        self._now = now
        self._words = words
        self._panels: dict[int, Panel] = {}

    def show(self, sent: Sent, view: LayoutView, table: int = 0) -> None:
        """A private message shows this view from now on (`table`: whose it is, also without buttons)."""
        self._panels.pop(sent.message, None)
        now = self._now()
        # They stand in the order in which they were last shown: each press looks at the oldest alone.
        while self._panels and (oldest := next(iter(self._panels.values()))).until <= now:
            del self._panels[oldest.sent.message]
        if game := table or _table_of(view):
            self._panels[sent.message] = Panel(sent, game, sent.until)

    def forget(self, sent: Sent) -> None:
        """A private message cannot be edited any more."""
        self._panels.pop(sent.message, None)

    async def close(self, game: int) -> None:
        """The game is over: what stands in the way of its buttons being gone is only said in the log."""
        over = [panel for panel in self._panels.values() if panel.game == game]
        for panel in over:
            del self._panels[panel.sent.message]
        for sent in (panel.sent for panel in over if panel.until > self._now()):
            try:
                said = await self._words(sent.interaction.user.id, str(sent.interaction.locale))
                await sent.edit(views.say(said("The game is over; thank you for playing.")))
            except (discord.HTTPException, *LOST) as error:
                log.info("a private panel of table %s stays as it is (%s)", game, type(error).__name__)


def _table_of(view: LayoutView) -> int:
    """The table in play whose buttons a view has; 0 where it has none."""
    named = (custom_id.parse(str(getattr(item, "custom_id", ""))) for item in view.walk_children())
    return next((one.game for one in named if one is not None and one.game and one.verb not in AFTER_THE_END), 0)
