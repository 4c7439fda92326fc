"""The button of a panel that takes a player's latest answer back, for as long as that needs no vote."""

from __future__ import annotations

from typing import Final

from cachetools import LRUCache
from discord import ui

from bot.features.undo.service import latest_at_once
from bot.tables.live import LiveTable
from bot.texts import Translator
from bot.views.custom_id import CustomId
from bot.views.parts import MAX_COMPONENTS, button

CACHE_SIZE: Final = 1_000
PICTURE: Final = 2
"""The number of components that the picture of a hand may add to a panel later."""


class TakeBacks:
    """A memory of each player's latest answer by a press, which the next panels of that player offer to take back."""

    def __init__(self) -> None:
        self._latest: LRUCache[tuple[int, int], tuple[int, int]] = LRUCache(CACHE_SIZE)
        """(table, user) -> the number of the decision that was answered, and of the events before the answer."""

    def answered(self, live: LiveTable, user: int, number: int, told: int) -> None:
        """Notes that a user has answered that decision; `told`: the number of events before it."""
        self._latest[live.id, user] = number, told

    def offer(self, view: ui.LayoutView, live: LiveTable, user: int, words: Translator) -> None:
        """Adds the button to a panel, if the answer could be taken back at once and the message has room for it.

        The button names its answer, so that a late press never takes a later one back.
        """
        latest = self._latest.get((live.id, user))
        if latest is None or view.total_children_count + 2 + PICTURE > MAX_COMPONENTS:
            return
        number = latest_at_once(live, live.seat_of(user).seat, *latest)
        if number is not None:
            custom_id = CustomId(live.id, "take_back", number)
            view.add_item(ui.ActionRow(button(words("Take back"), custom_id, emoji="↩️")))
