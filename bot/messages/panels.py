"""Private messages with a table's buttons, so that none of them outlives the game: each can be edited for a while."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar, Final, NamedTuple, Self

from discord.ui import LayoutView

from bot.messages.api import MOMENT, Interaction
from bot.messages.live_message import LiveMessage, Rendered, Token
from bot.messages.outcomes import Outcome
from bot.messages.reconciler import Reconciler
from bot.texts import Translator
from storage import PostSlot
from storage.timestamps import EPOCH

log = logging.getLogger(__name__)

REACHED_FOR: Final = timedelta(minutes=14)
"""An interaction's token is valid for fifteen."""


class Sent(NamedTuple):
    """A private message, and the interaction whose token edits it."""

    interaction: Interaction
    message: int
    original: bool
    """Whether it is that interaction's original response; else one of its followups."""

    @property
    def until(self) -> datetime:
        """The time until which it can be edited, counted from the interaction's arrival: Discord's clock may differ."""
        arrived: datetime = self.interaction.extras.get(MOMENT) or self.interaction.created_at
        return arrived + REACHED_FOR


@dataclass(eq=False, slots=True)
class Panel(LiveMessage):
    """A private message that belongs to a table. Only a token can edit it, and nothing can post it again."""

    REPOSTS: ClassVar[frozenset[Outcome]] = frozenset()

    until: datetime = EPOCH
    """How long it can be edited."""
    locale: str = ""
    """The language of its owner's Discord."""
    number: int = 0
    """The decision that it was made for."""
    told: int = 0
    """How many events had been told then."""
    asked: bool = False
    """Whether it asks for an answer."""

    @classmethod
    def of(cls, sent: Sent, game: int) -> Self:
        """The message as it was sent."""
        slot = PostSlot("panel", game, sent.interaction.user.id)
        panel = cls(slot, until=sent.until, locale=str(sent.interaction.locale))
        panel.is_at(0, sent.message)
        panel.tokens[sent.message] = Token(sent.interaction, sent.until, sent.original)
        return panel


class Panels:
    """All private messages that have buttons now and can still be edited."""

    def __init__(
        self, now: Callable[[], datetime], words: Callable[[int, str], Awaitable[Translator]],
        table_of: Callable[[LayoutView], int], over: Callable[[Translator], LayoutView], reconciler: Reconciler,
    ) -> None:  # fmt: skip
        self._now = now
        self._words = words
        self._table_of = table_of
        """The table in play whose buttons a view has; 0 if it has none."""
        self._over = over
        """Renders what replaces every panel when its game ends; without buttons."""
        self._reconciler = reconciler
        self._panels: dict[int, Panel] = {}

    def show(self, sent: Sent, view: LayoutView, table: int = 0) -> None:
        """A private message shows this view from now on (`table`: whose it is, also without buttons)."""
        self._panels.pop(sent.message, None)
        if game := table or self._table_of(view):
            self.keep(Panel.of(sent, game))

    def keep(self, panel: Panel) -> None:
        """Closes this panel when its game ends; forgets those that cannot be edited any more."""
        self.forget(panel)
        now = self._now()
        # They are in the order in which they were last shown: each press looks only at the oldest.
        while self._panels and (oldest := next(iter(self._panels.values()))).until <= now:
            self.forget(oldest)
        self._panels[panel.message] = panel

    def forget(self, panel: Panel) -> None:
        """A private message cannot be edited any more, or has no buttons."""
        self._panels.pop(panel.message, None)

    async def close(self, game: int) -> None:
        """Removes the buttons from the panels of a game that is over. Failures are only logged."""
        over = [panel for panel in self._panels.values() if panel.slot.subject == game]
        for panel in over:
            self.forget(panel)
        for panel in (panel for panel in over if panel.until > self._now()):
            await self.say_last(panel, self._over(await self._words(panel.slot.user, panel.locale)))

    async def say_last(self, panel: Panel, view: LayoutView) -> None:
        """Shows a view without buttons in a panel that is not needed any more. A failure is only logged."""
        async with panel.lock:
            shown = await self._reconciler.change(panel, Rendered(view))
        if not shown.ok:
            log.info("%s stays as it is (%s)", panel, shown)
