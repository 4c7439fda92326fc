"""`python -m tests.bench.baseline`: a minimal bot for comparison: a press gets a reply, or also edits two messages."""

from __future__ import annotations

import asyncio
import itertools
import os
import re
from typing import Any

import discord
import yarl
from discord import app_commands, ui
from discord.gateway import DiscordWebSocket
from discord.http import Route


class Reply(ui.DynamicItem[ui.Item[Any]], template=re.compile("reply:[0-9]+")):
    """A button that replies with a text."""

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction, item: ui.Item[Any], __: re.Match[str], /) -> Reply:
        return cls(item)

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("A word.", ephemeral=True)


class Edits(ui.DynamicItem[ui.Item[Any]], template=re.compile("edits:[0-9]+")):
    """A button that replies with a text and edits this reply and its own message, as a move at a table edits three
    messages.
    """

    numbers = itertools.count()

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction, item: ui.Item[Any], __: re.Match[str], /) -> Edits:
        return cls(item)

    async def callback(self, interaction: discord.Interaction) -> None:
        assert interaction.message is not None
        await interaction.response.send_message("A word.", ephemeral=True)
        number = next(self.numbers)
        await asyncio.gather(
            interaction.edit_original_response(content=f"Word {number}."),
            interaction.message.edit(view=board(f"Table {number}. ")),
        )


class BaselineBot(discord.AutoShardedClient):
    """A bot that posts a message with buttons in answer to a command, and replies to their presses."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self.tree: app_commands.CommandTree[Any] = app_commands.CommandTree(self)
        self.tree.command(name="table", description="A table")(table)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Reply, Edits)
        await self.tree.sync()


async def table(interaction: discord.Interaction) -> None:
    """Answers the command with a message that looks like a table's board."""
    await interaction.response.send_message(view=board("A table. "))


def board(text: str) -> ui.LayoutView:
    """Returns a message as long as a table's board, with four buttons."""
    view = ui.LayoutView(timeout=None)
    verbs = ("reply", "edits", "reply", "edits")
    buttons: list[ui.Button[Any]] = [
        ui.Button(label=f"Button {at}", custom_id=f"{verb}:{at}") for at, verb in enumerate(verbs)
    ]
    view.add_item(ui.Container(ui.TextDisplay(text * 60), ui.ActionRow(*buttons)))
    return view


def main() -> None:
    """Runs the bot; the addresses of Discord and the token come from the environment."""
    Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    BaselineBot().run(os.environ["DISCORD_TOKEN"], log_handler=None)


if __name__ == "__main__":
    main()
