"""Decides which answers a player must confirm, from the user's setting and from the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from bot.games.context import Context
from bot.games.game_ui import GameUI

ALWAYS: Final = "always"
COSTLY: Final = "costs"
NEVER: Final = "never"


def confirms(game_ui: GameUI[Any], wish: str, ctx: Context, kind: str, keys: Iterable[str]) -> bool:
    """Returns whether the player must confirm an answer with these keys.

    `wish`, the user's setting: ALWAYS, NEVER, or COSTLY, if one of the keys costs something valuable or harms the
    seat's own piece. With COSTLY, an empty choice from a set needs no confirmation.
    """
    if wish != COSTLY:
        return wish == ALWAYS
    paths = [tuple(key.split(":")) for key in keys]
    return any(not game_ui.direct(kind, path) or game_ui.harms_own(ctx, kind, path) for path in paths)
