"""The registry of export formats: the files that `/record export` makes of a finished game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.texts import N_
from rules.engine import Game


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """One format of the file; `write` returns its content."""

    id: str
    label: str
    """Its text among the choices of the command, translated when shown."""
    suffix: str
    """The end of the file's name, without a dot."""
    write: Callable[[Game], bytes]


def _record(game: Game) -> bytes:
    """Returns the record as `python -m rules verify` reads it."""
    return ("\n".join(game.record().lines()) + "\n").encode()


USUAL: Final = "record"
FORMATS: Final = {one.id: one for one in (ExportFormat(USUAL, N_("record as text"), "txt", _record),)}
"""By id, in the order in which the command offers them. With one entry, the command has no option."""
