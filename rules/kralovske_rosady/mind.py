"""What Královské rošády teaches computer players."""

from __future__ import annotations

from rules.kralovske_rosady.policy import glance, weigh
from rules.kralovske_rosady.table import Table
from rules.kralovske_rosady.worlds import worlds, worth
from rules.players.mind import Mind


def chapter(table: Table) -> int:
    """The round: playouts go on until it has been evaluated."""
    return table.round


MIND = Mind(weigh=weigh, glance=glance, worlds=worlds, worth=worth, chapter=chapter, variety=0.3)
