"""Whether an answer is asked once more before it counts: each person's own wish, and what each game knows of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.games.protocol import Board

ALWAYS: Final = "always"
COSTLY: Final = "costs"
NEVER: Final = "never"


def confirms(board: Board, wish: str, kind: str, keys: Iterable[str]) -> bool:
    """Whether these keys, all of one answer, stand behind a Confirm; to name nothing of a set costs nothing."""
    if wish != COSTLY:
        return wish == ALWAYS
    return not all(board.direct(kind, tuple(key.split(":"))) for key in keys)
