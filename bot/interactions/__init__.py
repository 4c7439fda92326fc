"""The commands of `/game`, one file for each kind of errand."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.app import App
from bot.interactions import consent, ending, learning, lobby, looking, stats
from bot.interactions.naming import named
from bot.texts import later


def add_all(tree: app_commands.CommandTree[Any], app: App) -> None:
    """Put the whole group on the tree."""
    group = app_commands.Group(
        name=named("game", later("/game")), description=named(later("Hidden-hand board games with a croupier"))
    )
    for room in (lobby, looking, learning, consent, ending, stats):
        room.add(group, app)
    tree.add_command(group)
