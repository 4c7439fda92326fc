"""The commands of `/game`, one file for each kind of errand."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.commands import after, consenting, learning, lobbying, looking, stats
from bot.commands.naming import named
from bot.house import House
from bot.texts import later


def add_all(tree: app_commands.CommandTree[Any], house: House) -> None:
    """Put the whole group on the tree."""
    group = app_commands.Group(
        name=named("game", later("/game")), description=named(later("Hidden-hand board games with a croupier"))
    )
    for room in (lobbying, looking, learning, consenting, after, stats):
        room.add(group, house)
    tree.add_command(group)
