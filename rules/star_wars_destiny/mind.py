"""What Star Wars: Destiny teaches computer players."""

from __future__ import annotations

from rules.players.mind import Mind, Turns
from rules.star_wars_destiny.policy import glance, weigh
from rules.star_wars_destiny.table import Table
from rules.star_wars_destiny.worlds import worlds, worth


def chapter(table: Table) -> int:
    """The round: playouts go on until it is over."""
    return table.round


MIND = Mind(
    weigh=weigh, glance=glance, worlds=worlds, worth=worth, chapter=chapter, turns=Turns("action", "roll"), variety=0.2
)  # fmt: skip
