"""What Mafia City teaches computer players."""

from __future__ import annotations

from rules.mafia_city.policy import glance, weigh
from rules.mafia_city.table import Table
from rules.mafia_city.worlds import worlds, worth
from rules.players.mind import Mind


def chapter(table: Table) -> int:
    """How often all locations have been evaluated, and one: playouts go on until they are once more."""
    return table.round + (table.phase in ("strategy", "end", "over"))


MIND = Mind(weigh=weigh, glance=glance, worlds=worlds, worth=worth, chapter=chapter)
