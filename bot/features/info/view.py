"""The messages with the pages of a game's public log."""

from __future__ import annotations

from discord import ui

from bot.games.facts import TableFacts
from bot.games.log import log, pages
from bot.texts import Translator
from bot.views.custom_id import NO_GAME, CustomId
from bot.views.paging import OLDER_AND_NEWER, turning
from bot.views.parts import message, rows
from rules.engine import Game


def log_page(facts: TableFacts, game: Game, page: int | None, words: Translator) -> ui.LayoutView:
    """Returns a page of the public log; the last page if that one does not exist or `page` is None."""
    found = pages(log(facts, game, words))
    page = len(found) - 1 if page is None or not 0 <= page < len(found) else page
    heading = words("Log, page {page} of {count}", page=page + 1, count=len(found))

    def link(to: int) -> CustomId:
        # After the end, the custom_id names no game, so that it still works for old boards.
        ended = facts.phase in ("over", "ended")
        return CustomId(NO_GAME, "log", facts.id, (to,)) if ended else CustomId(facts.id, "log", to)

    buttons = turning(page, len(found), link, words, OLDER_AND_NEWER)
    return message(f"**{heading}**", found[page] or words("Nothing has happened yet."), rows=rows(buttons))
