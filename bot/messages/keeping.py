"""What is known of a table's public message, and what it shall show."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from discord.ui import LayoutView

from bot import views
from bot.drawing import Picture, Sketch
from bot.messages.api import Interaction, illustrated, picture
from bot.tables.live import LiveTable
from bot.texts import words
from storage import BoardRow

UNKNOWN: Final = "?"
"""After a start nobody knows which picture a board has."""


@dataclass(slots=True)
class Handle:
    """A lent token: the interaction whose original response is the board."""

    interaction: Interaction
    message: int
    until: datetime


@dataclass(slots=True)
class Keeper:
    """What is known of one table's board."""

    game: int
    known: bool = False
    row: BoardRow | None = None
    mark: str | None = None
    last: Any = None
    """What the board shows now, for sparing edits that change nothing."""
    digest: str | None = UNKNOWN
    """Of the picture that the board has; None where it has none."""
    plain: bool = False
    """Pictures were refused there: the text is shown alone."""
    handle: Handle | None = None
    wanted: bool = False
    afresh: bool = False
    task: asyncio.Task[Any] | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(slots=True)
class Face:
    """What a board is to show: the view, and its picture where there is one."""

    view: LayoutView
    sketch: Sketch | None = None
    drawn: Picture | None = None
    below: int = 0
    """So many parts stand above the picture; if negative, so many below it."""

    @property
    def digest(self) -> str | None:
        """The picture's."""
        return None if self.drawn is None or self.sketch is None else self.sketch.digest

    def with_picture(self, drawn: Picture | None) -> LayoutView:
        """The whole message with this picture or none."""
        return illustrated(self.view, drawn, below=self.below)

    @property
    def looks(self) -> tuple[str | None, list[dict[str, Any]]]:
        """For comparing."""
        return self.digest, picture(self.view)


def board_of(live: LiveTable) -> LayoutView:
    """The table's public message as it should be now."""
    said, facts = words(live.row.language), live.facts
    if live.row.phase == "lobby":
        return views.lobby(facts, said)
    if live.game is None:
        return views.closed_lobby(facts, said, said("This table was closed before the game began."))
    if live.row.phase == "running":
        return views.board(facts, live.game, said)
    return views.ended(facts, live.game, said)


def closed_board_of(live: LiveTable, *, in_lobby: bool) -> LayoutView:
    """What stays of a message that is no longer the present board."""
    said = words(live.row.language)
    if in_lobby or live.game is None:
        return views.closed_lobby(live.facts, said, said("The table stands in a newer message below."))
    return views.closed_board(live.facts, live.game, said)
