"""`python -m tests.bench.baseline`: a minimal bot for comparison, which only replies to a press."""

from __future__ import annotations

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


class BaselineBot(discord.AutoShardedClient):
    """A bot that posts a message with buttons in answer to a command, and replies to their presses."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self.tree: app_commands.CommandTree[Any] = app_commands.CommandTree(self)
        self.tree.command(name="table", description="A table")(table)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Reply)
        await self.tree.sync()


async def table(interaction: discord.Interaction) -> None:
    """Answers the command with a message as long as a table's board, with four buttons."""
    view = ui.LayoutView(timeout=None)
    buttons: list[ui.Button[Any]] = [ui.Button(label=f"Button {at}", custom_id=f"reply:{at}") for at in range(4)]
    view.add_item(ui.Container(ui.TextDisplay("A table. " * 60), ui.ActionRow(*buttons)))
    await interaction.response.send_message(view=view)


def main() -> None:
    """Runs the bot; the addresses of Discord and the token come from the environment."""
    Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    BaselineBot().run(os.environ["DISCORD_TOKEN"], log_handler=None)


if __name__ == "__main__":
    main()
