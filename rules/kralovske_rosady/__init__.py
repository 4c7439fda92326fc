"""The rules of Královské rošády, as an instance of `Rules` for the engine."""

from __future__ import annotations

from rules.description import Rules
from rules.kralovske_rosady.game import start
from rules.kralovske_rosady.position import position
from rules.kralovske_rosady.table import EDITION, PLAYERS
from rules.kralovske_rosady.undo_policy import UNDOABLE
from rules.kralovske_rosady.view import everything, view

KRALOVSKE_ROSADY = Rules(
    name="kralovske_rosady",
    edition=EDITION,
    seats=PLAYERS,
    options={},
    installation=(),
    default_options=dict,
    start=start,
    position=position,
    view=view,
    table=everything,
    undoable=UNDOABLE,
)
