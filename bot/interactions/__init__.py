"""Everything that people type and press, one file a topic: its commands, its buttons and its private answers."""

from __future__ import annotations

from typing import Any, Final

from discord import app_commands

from bot.app import App
from bot.interactions import (
    consent,
    decks,
    ending,
    hints,
    league,
    learning,
    lobby,
    looking,
    ordering,
    play,
    replay,
    rulings,
    seasons,
    settings,
    stats,
    tournament,
    undo,
    watch,
    why,
)  # fmt: skip
from bot.interactions.naming import named
from bot.interactions.press import Verbs
from bot.texts import later

VERBS: Final[Verbs] = {
    **play.VERBS, **lobby.VERBS, **decks.VERBS, **looking.VERBS, **learning.VERBS, **consent.VERBS, **ending.VERBS,
    **settings.VERBS, **ordering.VERBS, **undo.VERBS, **watch.VERBS, **replay.VERBS, **seasons.VERBS, **league.VERBS,
    **tournament.VERBS, **rulings.VERBS, **hints.VERBS, **why.VERBS,
}  # fmt: skip
"""What every press means."""
FORMS: Final = decks.FORMS | rulings.FORMS
"""The verbs of forms that are filled in; no button has them, and no form has another."""


def add_all(tree: app_commands.CommandTree[Any], app: App) -> None:
    """Put both groups on the tree."""
    group = app_commands.Group(
        name=named("game", later("/game")), description=named(later("Hidden-hand board games with a croupier"))
    )
    for topic in (lobby, decks, looking, learning, settings, consent, undo, watch, ending, replay, stats):
        topic.add(group, app)
    tree.add_command(group)
    evenings = app_commands.Group(
        name=named("league", later("/league")),
        description=named(later("Seasons, tournaments and the leaderboard of this server")),
    )
    for topic in (seasons, tournament, league):
        topic.add(evenings, app)
    tree.add_command(evenings)
