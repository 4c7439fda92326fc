"""Decks from files: the text and JSON exports that players have, uploaded in a form."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final

from bot.features.decks import view as shown
from bot.features.decks.commands import DeckHandlers
from bot.interactions.component_context import ComponentContext
from bot.interactions.handlers import modal, press
from bot.messages.outcomes import safe_call
from bot.messages.reply import ack
from bot.tables.refusals import Refused
from bot.texts import N_
from bot.views.custom_id import CustomId

MAX_FILE_SIZE: Final = 64 * 1024
"""The maximum size of an uploaded deck file in bytes."""
ENDINGS: Final = (".txt", ".json")
NO_DECK_FILE: Final = N_(
    "This file is not a deck list. Choose a text (.txt) or JSON (.json) file of at most 64 KB. Nothing has changed."
)


@dataclass(frozen=True)
class DeckFileHandlers:
    """Handlers of decks from uploaded files, for a seat at a table or to be saved (then the custom_id has game 0)."""

    decks: DeckHandlers

    @press("deck_file")
    async def _ask(self, press: ComponentContext) -> None:
        custom = press.custom
        await press.ask(shown.file_form(CustomId(custom.game, "deck_filed", custom.number), press.words))

    @modal("deck_filed")
    async def _filed(self, press: ComponentContext) -> None:
        await ack(press.interaction)
        file = press.attachment(shown.FILE)
        if file is None or file.size > MAX_FILE_SIZE or not file.filename.lower().endswith(ENDINGS):
            raise Refused(NO_DECK_FILE)
        content = (await safe_call(file.read())).value
        text = None if content is None else text_of(content)
        if text is None:
            raise Refused(NO_DECK_FILE)
        await (self.decks.take_for_table if press.custom.game else self.decks.take_to_keep)(press, text)


def text_of(content: bytes) -> str | None:
    """Returns a file's content as text; None if it is too large, empty, not UTF-8, or has control characters."""
    if len(content) > MAX_FILE_SIZE:
        return None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    lawful = all(letter in "\t\r\n" or unicodedata.category(letter) != "Cc" for letter in text)
    return text if lawful and text.strip() else None
