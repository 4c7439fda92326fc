"""The registry of export formats: the files that `/record export` makes of a finished game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.texts import N_
from rules.engine import Game


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """An export format; `write` returns the content of the file."""

    id: str
    label: str
    """The label in the command's list of choices, translated when shown."""
    suffix: str
    """The extension of the file's name, without a dot."""
    write: Callable[[Game], bytes]


def _record(game: Game) -> bytes:
    """Returns the game's record as text in UTF-8, which `python -m rules verify` reads."""
    return ("\n".join(game.record().lines()) + "\n").encode()


USUAL: Final = "record"
"""The ID of the default format."""
FORMATS: Final = {one.id: one for one in (ExportFormat(USUAL, N_("record as text"), "txt", _record),)}
"""All formats by ID, in the order in which the command lists them. With one entry, the command has no option."""
