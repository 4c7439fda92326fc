"""A small bot on the real discord.py, to test the local Discord."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.emulator import LocalDiscord, World
from bot.emulator.people import crowd
from bot.emulator.people.seen import Seen

Press = Callable[[discord.Interaction], Awaitable[None]]


class Croupier(discord.AutoShardedClient):
    """A bot that answers `/game` commands; the test decides what happens on a press."""

    def __init__(self, intents: discord.Intents | None = None, shards: int | None = None) -> None:
        super().__init__(
            intents=intents or discord.Intents.default(),
            shard_count=shards,
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=0.05,
        )
        self.up = asyncio.Event()
        self.tree = app_commands.CommandTree(self)
        self.presses: dict[str, Press] = {}
        self.heard: list[str] = []
        self.said: list[discord.Message] = []
        self.resumed = 0
        add_commands(self)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Does not wait, because the local Discord lets sixteen shards identify at once."""

    async def on_ready(self) -> None:
        self.up.set()

    async def on_message(self, message: discord.Message) -> None:
        self.said.append(message)

    async def hears(self, count: int) -> None:
        """Waits until the bot has received that many messages; raises TimeoutError after 30 seconds without one."""
        while len(self.said) < count:
            await self.wait_for("message", timeout=30)

    async def on_resumed(self) -> None:
        self.resumed += 1

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        custom_id = str(interaction.data.get("custom_id", "")) if interaction.data else ""
        if custom_id:
            self.heard.append(custom_id)
        act = self.presses.get(custom_id)
        if act:
            await act(interaction)


def add_commands(bot: Croupier) -> None:
    """Adds the commands /game new [goal] [seats], /game peek player, /game rules [topic] and /game ask."""
    game = app_commands.Group(name="game", description="A table for a game")

    @game.command(name="new", description="Open a table")
    @app_commands.choices(goal=[app_commands.Choice(name="Beginners", value="beginners"), advanced()])
    async def new(interaction: discord.Interaction, goal: str = "beginners", seats: int = 3) -> None:
        view = Lobby()
        await interaction.response.send_message(f"A table for {seats}, {goal}", view=view)

    @game.command(name="peek", description="Look at a hand")
    async def peek(interaction: discord.Interaction, player: discord.User) -> None:
        await interaction.response.send_message(f"You look at {player.mention}", ephemeral=True)

    @game.command(name="rules", description="Rules")
    async def rules(interaction: discord.Interaction, topic: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send(f"About {topic}", ephemeral=True)

    @rules.autocomplete("topic")
    async def topics(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=word, value=word) for word in ("mobster", "map", "cell") if typed in word]

    @game.command(name="ask", description="A modal")
    async def ask(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Bid())

    bot.tree.add_command(game)


def advanced() -> app_commands.Choice[str]:
    """Returns the choice for the advanced goal."""
    return app_commands.Choice(name="Advanced", value="advanced")


class Lobby(discord.ui.View):
    """A lobby with the buttons Join and Start (disabled), and a select for the pace."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(discord.ui.Button(label="Join", custom_id="join"))
        self.add_item(discord.ui.Button(label="Start", custom_id="start", disabled=True))
        options = [discord.SelectOption(label="Live", value="live"), discord.SelectOption(label="Slow", value="slow")]
        self.add_item(discord.ui.Select(custom_id="pace", placeholder="Pace", options=options))


class Bid(discord.ui.Modal, title="Your bid"):
    """A form with one number."""

    amount: discord.ui.TextInput[Bid] = discord.ui.TextInput(label="Points 1-9", custom_id="amount", max_length=1)

    async def on_submit(self, interaction: discord.Interaction, /) -> None:
        await interaction.response.send_message(f"You bid {self.amount.value}", ephemeral=True)


class Order(discord.ui.Modal, title="Your order"):
    """A form with one of two options, any of three options, and a file."""

    def __init__(self) -> None:
        super().__init__()
        sizes = [discord.RadioGroupOption(label=size) for size in ("Small", "Large")]
        extras = [discord.CheckboxGroupOption(label=extra) for extra in ("Milk", "Sugar", "Ice")]
        self.size: discord.ui.RadioGroup[Order] = discord.ui.RadioGroup(custom_id="size", options=sizes)
        self.extras: discord.ui.CheckboxGroup[Order] = discord.ui.CheckboxGroup(
            custom_id="extras", options=extras, required=False, min_values=0, max_values=2
        )
        self.recipe: discord.ui.FileUpload[Order] = discord.ui.FileUpload(custom_id="recipe", required=False)
        for text, component in (("Size", self.size), ("Extras", self.extras), ("Recipe", self.recipe)):
            self.add_item(discord.ui.Label(text=text, component=component))

    async def on_submit(self, interaction: discord.Interaction, /) -> None:
        files = [(await one.read()).decode() for one in self.recipe.values]
        said = f"{self.size.value} with {self.extras.values} by {files}"
        await interaction.response.send_message(said, ephemeral=True)


async def orders(press: discord.Interaction) -> None:
    """Opens the form `Order`."""
    await press.response.send_modal(Order())


def picture(name: str = "board.png") -> discord.File:
    """Returns a file that begins like a PNG picture of 4 by 3 pixels."""
    head = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (4).to_bytes(4, "big") + (3).to_bytes(4, "big")
    return discord.File(io.BytesIO(head + b"\x08\x02\x00\x00\x00"), name, description="The city")


@asynccontextmanager
async def running(discord_: LocalDiscord, bot: Croupier) -> AsyncIterator[Croupier]:
    """Runs the bot on the local Discord for a block, in which it is ready; restores discord.py's addresses
    afterwards.
    """
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE = discord_.api_url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(discord_.gateway_url)
    task = asyncio.create_task(bot.start(discord_.token))
    ready = asyncio.create_task(bot.up.wait())
    try:
        await asyncio.wait([task, ready], return_when=asyncio.FIRST_COMPLETED, timeout=30.0)
        if task.done():
            await task
        yield bot
    finally:
        ready.cancel()
        await bot.close()
        await asyncio.wait([task])
        Route.BASE = base
        DiscordWebSocket.DEFAULT_GATEWAY = gateway


@asynccontextmanager
async def table(
    world: World | None = None, bot: Croupier | None = None
) -> AsyncIterator[tuple[World, LocalDiscord, Croupier]]:
    """Runs a bot in a world with Anna, Bert and Cyril for a block; yields the world, the local Discord and the bot."""
    world = world or crowd.with_people("Anna", "Bert", "Cyril", channels=2)
    async with (
        LocalDiscord(world) as served,
        running(served, bot or Croupier()) as client,
    ):
        yield world, served, client


async def lobby(world: World) -> Seen:
    """Calls `/game new` as Anna and returns the message with the lobby."""
    out = await crowd.person(world, "Anna").slash(world.channel("table-1"), "game new")
    assert out.message is not None
    return out.message
