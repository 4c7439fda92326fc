"""The front ends of the games, used only through what `Board` promises."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.kralovske_rosady import KRALOVSKE_ROSADY
from bot.games.mafia_city import MAFIA_CITY
from bot.games.protocol import About, Board, Label, Lesson, Topic, View
from bot.games.star_wars_destiny import STAR_WARS_DESTINY

BOARDS: Mapping[str, Board] = {board.name: board for board in (MAFIA_CITY, KRALOVSKE_ROSADY, STAR_WARS_DESTINY)}

__all__ = ["BOARDS", "About", "Board", "Label", "Lesson", "Topic", "View"]
