"""The pictures of the games, used only through what `Pictures` promises."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.kralovske_rosady import picture as kralovske_rosady
from bot.games.mafia_city import picture as mafia_city
from bot.games.picture_protocol import Pictures
from bot.games.star_wars_destiny import picture as star_wars_destiny

PICTURES: Mapping[str, Pictures] = {
    mafia_city.GAME: mafia_city.PICTURES,
    kralovske_rosady.GAME: kralovske_rosady.PICTURES,
    star_wars_destiny.GAME: star_wars_destiny.PICTURES,
}
"""By the name of the game, as in `BOARDS`; a game without pictures is not here."""
