"""Panels: ephemeral messages with a table's buttons, which are closed when the game ends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import ClassVar, Final, NamedTuple, Self

from discord.ui import LayoutView

from bot.drawing import Sketch
from bot.messages.api import MOMENT, Interaction
from bot.messages.live_message import UNKNOWN, LiveMessage, Token
from bot.messages.outcomes import Outcome
from bot.messages.reconciler import Reconciler
from bot.texts import Translator
from storage import PostSlot
from storage.timestamps import EPOCH

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
        """The time until which the message can be edited, from the interaction's arrival on this machine's clock."""
        arrived: datetime = self.interaction.extras.get(MOMENT) or self.interaction.created_at
        return arrived + REACHED_FOR


class WithoutPicture(NamedTuple):
    """The content of a panel whose picture was not drawn in time."""

    view: LayoutView
    sketch: Sketch


@dataclass(eq=False, slots=True)
class Panel(LiveMessage):
    """A live message for an ephemeral message of a table. Only a token can edit the message, and it cannot be posted
    again.

    There is one object for each message, so that `lock` and `picture` are about that message only: a file is reused
    only in the message that has it.
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
    cards: tuple[object, ...] = ()
    """The public facts about the cards of the panel's user when the panel was shown."""
    asked: bool = False
    """Whether the panel's user was asked by its decision."""
    answerable: bool = False
    """Whether the panel has components for an answer."""
    is_taken: bool = False
    """Whether a press of its player is being answered, so that the panel is not updated until then."""
    shows_of: int = 0
    """The number of responses to presses that the panel has shown."""
    lacking: WithoutPicture | None = None
    """The present content, if its picture is still to be added."""

    @classmethod
    def of(cls, sent: Sent, game: int) -> Self:
        """Returns the panel for a message that was just sent."""
        panel = cls(PostSlot("panel", game, sent.interaction.user.id))
        panel.renew(sent)
        return panel

    def renew(self, sent: Sent) -> None:
        """Sets the token and the time limit from a response that the message has just shown, and counts it."""
        self.until, self.locale = sent.until, str(sent.interaction.locale)
        self.is_at(0, sent.message)
        self.tokens[sent.message] = Token(sent.interaction, sent.until, sent.original)
        self.shows_of += 1
        self.lacking = None


@dataclass(eq=False, repr=False)
class Panels:
    """The registry of all ephemeral messages that have buttons and can still be edited."""

    _now: Callable[[], datetime]
    _words: Callable[[int, str], Awaitable[Translator]]
    _table_of: Callable[[LayoutView], int]
    """Returns the number of the running table that the buttons of a view belong to; 0 if there is none."""
    _over: Callable[[Translator], LayoutView]
    """Renders the content, without buttons, of every panel whose game has ended."""
    _reconciler: Reconciler
    _panels: dict[int, Panel] = field(default_factory=dict, init=False)

    def at(self, message: int) -> Panel | None:
        """Returns the panel with that ID; None if it is not registered."""
        return self._panels.get(message)

    def show(self, sent: Sent, view: LayoutView, table: int = 0, picture: str | None = UNKNOWN) -> None:
        """Registers a private message if its view has buttons of a table; otherwise removes it.

        `table`: the table that it belongs to, even without buttons. `picture`: the digest of the picture that the
        message has now (None: it has none).
        """
        panel, game = self._panels.pop(sent.message, None), table or self._table_of(view)
        if not game:
            return
        if panel is None or panel.slot != PostSlot("panel", game, sent.interaction.user.id):
            panel = Panel.of(sent, game)
        else:
            panel.renew(sent)
        panel.picture = picture
        self.keep(panel)

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
        """Replaces a finished game's panels by a last view without buttons, and unregisters them; logs failures."""
        over = [panel for panel in self._panels.values() if panel.slot.subject == game]
        for panel in over:
            self.forget(panel)
        for panel in (panel for panel in over if panel.until > self._now()):
            await self._reconciler.say_last(panel, self._over(await self._words(panel.slot.user, panel.locale)))
