"""Panels: ephemeral messages with a table's buttons, which are closed when the game ends."""

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
"""The time for which a panel can be edited. An interaction's token is valid for fifteen minutes."""


class Sent(NamedTuple):
    """A private message that was sent, with the interaction whose token edits it."""

    interaction: Interaction
    message: int
    original: bool
    """Whether the message is the interaction's original response; otherwise it is a followup."""

    @property
    def until(self) -> datetime:
        """The time until which the message can be edited, counted from the interaction's arrival on this machine's
        clock."""
        arrived: datetime = self.interaction.extras.get(MOMENT) or self.interaction.created_at
        return arrived + REACHED_FOR


@dataclass(eq=False, slots=True)
class Panel(LiveMessage):
    """A live message for an ephemeral message of a table. Only a token can edit the message, and it cannot be posted
    again.
    """

    REPOSTS: ClassVar[frozenset[Outcome]] = frozenset()

    until: datetime = EPOCH
    """The time until which the panel can be edited."""
    locale: str = ""
    """The locale of the user's Discord client."""
    number: int = 0
    """The number of the decision that the panel shows."""
    told: int = 0
    """The number of the game's events when the panel was shown."""
    asked: bool = False
    """Whether the panel's user was asked by its decision."""
    answerable: bool = False
    """Whether the panel has components for an answer."""

    @classmethod
    def of(cls, sent: Sent, game: int) -> Self:
        """Returns the panel for a message that was just sent."""
        slot = PostSlot("panel", game, sent.interaction.user.id)
        panel = cls(slot, until=sent.until, locale=str(sent.interaction.locale))
        panel.is_at(0, sent.message)
        panel.tokens[sent.message] = Token(sent.interaction, sent.until, sent.original)
        return panel


class Panels:
    """The registry of all ephemeral messages that have buttons and can still be edited."""

    def __init__(
        self, now: Callable[[], datetime], words: Callable[[int, str], Awaitable[Translator]],
        table_of: Callable[[LayoutView], int], over: Callable[[Translator], LayoutView], reconciler: Reconciler,
    ) -> None:  # fmt: skip
        self._now = now
        self._words = words
        self._table_of = table_of
        """Returns the number of the running table that the buttons of a view belong to; 0 if there is none."""
        self._over = over
        """Renders the content, without buttons, of every panel whose game has ended."""
        self._reconciler = reconciler
        self._panels: dict[int, Panel] = {}

    def show(self, sent: Sent, view: LayoutView, table: int = 0) -> None:
        """Registers a private message if its view has buttons of a table; otherwise removes it.

        `table`: the table that it belongs to, even without buttons.
        """
        self._panels.pop(sent.message, None)
        if game := table or self._table_of(view):
            self.keep(Panel.of(sent, game))

    def keep(self, panel: Panel) -> None:
        """Registers a panel, so that it is closed when its game ends; removes panels that cannot be edited any more."""
        self.forget(panel)
        now = self._now()
        # The panels are sorted by the time they were last shown, so only the oldest need to be checked.
        while self._panels and (oldest := next(iter(self._panels.values()))).until <= now:
            self.forget(oldest)
        self._panels[panel.message] = panel

    def forget(self, panel: Panel) -> None:
        """Removes a panel that cannot be edited any more or has no buttons."""
        self._panels.pop(panel.message, None)

    async def close(self, game: int) -> None:
        """Removes the buttons from the panels of a game that is over. Failures are only logged."""
        over = [panel for panel in self._panels.values() if panel.slot.subject == game]
        for panel in over:
            self.forget(panel)
        for panel in (panel for panel in over if panel.until > self._now()):
            await self.say_last(panel, self._over(await self._words(panel.slot.user, panel.locale)))

    async def say_last(self, panel: Panel, view: LayoutView) -> None:
        """Replaces a panel's content by a last view without buttons; logs a failure."""
        async with panel.lock:
            shown = await self._reconciler.change(panel, Rendered(view))
        if not shown.ok:
            log.info("cannot update %s (%s)", panel, shown)
