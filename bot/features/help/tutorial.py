"""The short guide to a game, page by page in one private message, each page with a picture."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from cachetools import LRUCache
from discord.ui import LayoutView

from bot.background import Background
from bot.drawing import Picture, Sketch
from bot.features.help import view as help_view
from bot.games import GAME_UIS
from bot.games.tutorial import lessons
from bot.messages.api import SILENT, Interaction, files, first, illustrated, with_or_without
from bot.messages.illustrator import Illustrator
from bot.messages.outcomes import safe_call
from bot.tables.refusals import Refused
from bot.texts import N_, Translator

log = logging.getLogger(__name__)

REMEMBERED: Final = 500
"""The maximum number of messages whose present page is remembered."""
Amend = Callable[[LayoutView, Picture | None], Awaitable[object]]
"""A function that edits a message, with a picture or none."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of one game's tutorial, in its reader's language."""

    kind: str
    number: int
    words: Translator

    def shown(self) -> LayoutView:
        """Returns the page as a message with the buttons Back and Next."""
        return help_view.lesson(GAME_UIS[self.kind], self.kind, self.number, self.words)

    def sketch(self, illustrator: Illustrator) -> Sketch | None:
        """Returns the sketch of the page's picture."""
        pages = lessons(GAME_UIS[self.kind], self.words)
        named = pages[min(max(self.number, 0), len(pages) - 1)].picture
        return illustrator.lesson(self.kind, named, self.words)


class Tutorial:
    """A service that shows the pages of the tutorial; a picture that is not drawn yet is added later by an edit."""

    def __init__(self, illustrator: Illustrator, background: Background) -> None:
        self._illustrator = illustrator
        self._background = background
        self._open: LRUCache[int, Page] = LRUCache(REMEMBERED)
        """Messages -> the page that they show."""

    async def turn(self, interaction: Interaction, kind: int, number: int, words: Translator) -> None:
        """Replaces the page of the pressed message by another one; raises Refused.

        `kind`: the position of the game in GAME_UIS; `number`: the page, from 0.
        """
        kinds = list(GAME_UIS)
        if kind >= len(kinds) or interaction.message is None or not _is_page(interaction):
            raise Refused(N_("There is no such page."))
        page, change = Page(kinds[kind], number, words), interaction.response.edit_message

        async def put(view: LayoutView, drawn: Picture | None) -> None:
            shows: dict[str, Any] = {"view": view, "attachments": files(drawn), "allowed_mentions": SILENT}
            if await first(interaction, lambda: change(**shows)) is None:
                await interaction.edit_original_response(**shows)

        self._open[interaction.message.id] = page
        sketch = page.sketch(self._illustrator) if interaction.app_permissions.attach_files else None
        drawn = self._illustrator.ready(sketch)
        await with_or_without(drawn, lambda picture: put(illustrated(page.shown(), picture), picture))
        if drawn is None and sketch is not None:
            adding = self._add(page, sketch, interaction.message.id, put)
            self._background.run(adding, "adding a picture to the walk-through")
        self._look_ahead(page)

    async def _add(self, page: Page, sketch: Sketch, message: int, amend: Amend) -> None:
        """Adds a picture to a message, unless its reader has turned the page."""
        drawn = await self._illustrator.picture(sketch)
        if drawn is None or self._open.get(message) is not page:
            return
        amended = await safe_call(amend(illustrated(page.shown(), drawn), drawn))
        if not amended.ok:
            log.info("cannot add the picture to a page of the guide (%s)", amended)

    def _look_ahead(self, page: Page) -> None:
        """Starts to draw the picture of the next page before the reader asks for it."""
        following = Page(page.kind, page.number + 1, page.words).sketch(self._illustrator)
        if following is not None and self._illustrator.ready(following) is None:
            self._background.run(self._illustrator.picture(following), "drawing the next picture of the walk-through")


def _is_page(interaction: Interaction) -> bool:
    """Returns whether the pressed message really has that button, which is false for a forged press."""
    rows = interaction.message.components if interaction.message is not None else []
    shown = [getattr(part, "custom_id", None) for row in rows for part in getattr(row, "children", ())]
    data: Any = interaction.data
    return data.get("custom_id") in shown
