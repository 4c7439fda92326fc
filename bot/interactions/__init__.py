"""Everything that people type and press, one file a topic: its commands, its buttons and its private answers."""

from __future__ import annotations

from typing import Any, Final

from discord import app_commands

from bot.app import App
from bot.interactions import consent, decks, ending, learning, lobby, looking, play, replay, settings, stats
from bot.interactions.naming import named
from bot.interactions.press import Verbs
from bot.texts import later

VERBS: Final[Verbs] = {
    **play.VERBS, **lobby.VERBS, **decks.VERBS, **looking.VERBS, **learning.VERBS, **consent.VERBS, **ending.VERBS,
    **settings.VERBS, **replay.VERBS,
}  # fmt: skip
"""What every press means."""


def add_all(tree: app_commands.CommandTree[Any], app: App) -> None:
    """Put the whole group on the tree."""
    group = app_commands.Group(
        name=named("game", later("/game")), description=named(later("Hidden-hand board games with a croupier"))
    )
    for topic in (lobby, decks, looking, learning, settings, consent, ending, replay, stats):
        topic.add(group, app)
    tree.add_command(group)
