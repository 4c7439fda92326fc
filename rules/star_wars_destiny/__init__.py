"""The rules of Star Wars: Destiny, as an instance of `Rules` for the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.description import FreeText, Play, Rules
from rules.star_wars_destiny.cards import TEXTS
from rules.star_wars_destiny.decks import DRAWN, check_decks
from rules.star_wars_destiny.formats import FORMATS
from rules.star_wars_destiny.game import rounds
from rules.star_wars_destiny.position import position
from rules.star_wars_destiny.table import EDITION, PLAYERS, Table
from rules.star_wars_destiny.undo_policy import UNDOABLE
from rules.star_wars_destiny.view import GAME, everything, view


def start(seats: Sequence[str], options: Mapping[str, str], edition: int) -> tuple[Table, Play]:
    """Returns a new table and the coroutine that plays the game on it."""
    table = Table(seats, TEXTS, edition)
    return table, rounds(table, options)


STAR_WARS_DESTINY = Rules(
    name=GAME,
    edition=EDITION,
    seats=PLAYERS,
    options={"format": FORMATS, "decks": FreeText(DRAWN, check_decks, private=True)},
    installation=(),
    default_options=dict,
    start=start,
    position=position,
    view=view,
    table=everything,
    undoable=UNDOABLE,
)
