"""The rules of Mafia City, as an instance of `Rules` for the engine."""

from __future__ import annotations

from rules.description import Rules
from rules.mafia_city.deck import SETTING, default_option, install
from rules.mafia_city.game import start
from rules.mafia_city.position import position
from rules.mafia_city.table import EDITION, MOBSTERS
from rules.mafia_city.undo_policy import UNDOABLE
from rules.mafia_city.view import everything, view

MAFIA_CITY = Rules(
    name="mafia_city",
    edition=EDITION,
    seats=range(min(MOBSTERS), max(MOBSTERS) + 1),
    options={"goal": ("beginners", "advanced")},
    installation=("deck",),
    default_options=default_option,
    start=start,
    position=position,
    view=view,
    table=everything,
    settings={SETTING: install},
    undoable=UNDOABLE,
)
