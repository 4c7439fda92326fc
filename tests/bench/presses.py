"""What one press costs end to end through the local Discord, beside a bot that merely replies to it."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import re
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import discord
import yarl
from discord import ui
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.emulator import Limits, LocalDiscord
from bot.emulator.people import crowd
from tests.bot.table import Evening

PRESSES = 60
RUNS = 7


class Reply(ui.DynamicItem[ui.Item[Any]], template=re.compile("mere:[0-9]+")):
    """A button that says a word to whoever presses it."""

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction, item: ui.Item[Any], __: re.Match[str], /) -> Reply:
        return cls(item)

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("A word.", ephemeral=True)


class MereBot(discord.AutoShardedClient):
    """The least that a bot can do: it replies."""

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Reply)


@contextlib.asynccontextmanager
async def mere_bot(server: LocalDiscord) -> AsyncIterator[MereBot]:
    """A bot that merely replies, ready."""
    Route.BASE = server.api_url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(server.gateway_url)
    client = MereBot(intents=discord.Intents(guilds=True))
    client._connection.guild_ready_timeout = 0.05
    task = asyncio.create_task(client.start(server.token))
    await _until_ready(client)
    yield client
    await client.close()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def _until_ready(client: discord.Client) -> None:
    while not client.is_ready():  # noqa: ASYNC110 - before it is ready, discord.py has nothing to wait for
        await asyncio.sleep(0.005)


async def cpu_a_press(press: Callable[[], Awaitable[Any]], count: int = PRESSES) -> float:
    """Milliseconds of CPU for one press, both sides of the wire in this process."""
    start = time.process_time()
    for _ in range(count):
        await press()
    return (time.process_time() - start) / count * 1000


async def mere_reply() -> list[float]:
    """The bot that merely replies."""
    world = crowd.with_people("Anna", "Bert", "Cyril", limits=Limits.generous())
    async with LocalDiscord(world) as server, mere_bot(server) as client:
        channel = client.get_partial_messageable(world.channel("table-1").id)
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.Container(ui.TextDisplay("A table. " * 60), ui.ActionRow(*_buttons())))
        await channel.send(view=view)
        anna = crowd.person(world, "Anna")
        message = anna.latest(world.channel("table-1"))
        server.remember(PRESSES)
        return [await cpu_a_press(lambda: _pressed(anna, message, "mere:0")) for _ in range(RUNS)]


def _buttons() -> list[ui.Button[Any]]:
    return [ui.Button(label=f"Button {number}", custom_id=f"mere:{number}") for number in range(4)]


async def _pressed(person: Any, message: Any, button: str) -> None:
    outcome = await person.press(message, button)
    await outcome.done()


async def krupier(folder: Path, *, pictures: bool) -> tuple[list[float], list[float]]:
    """One press on My move; and each press of whole moves (My move, Place, a location), with all that follows."""
    panels = []
    database = folder / f"bench-{pictures}.sqlite3"
    async with Evening.of(
        "Anna", "Bert", "Cyril", database=database, pictures=pictures, seed=bytes(range(32))
    ) as evening:  # fmt: skip
        await evening.sit_down()
        evening.discord.remember(PRESSES)
        name = _on_turn(evening)
        board, button = evening.board(name), evening.part(evening.board(name), "move")
        for _ in range(RUNS):
            panels.append(await cpu_a_press(lambda: _pressed(evening.person(name), board, button)))
            for seen in evening.person(name).messages(evening.channel):
                if seen.ephemeral:
                    evening.person(name).dismiss(seen)
        places = [await _place(evening, _on_turn(evening)) for _ in range((RUNS - 1) * 3)]
    return panels, [statistics.mean(places[at : at + 3]) for at in range(0, len(places), 3)]


def _on_turn(evening: Evening) -> str:
    game = evening.game
    return evening.holder(game.waiting[0])


async def _place(evening: Evening, name: str) -> float:
    """The commonest move in its three presses, each with all that follows: milliseconds of CPU for one of them."""
    costs = []
    for verb in ("move", "walk", "do"):
        message = evening.board(name) if verb == "move" else evening.private(name)
        press = functools.partial(evening.press, name, message, evening.part(message, verb))
        costs.append(await cpu_a_press(press, 1))
    return statistics.mean(costs)


async def figures() -> list[str]:
    """The press that shows the panel, and the average press of the commonest move, each against a mere reply.

    Of several runs the least counts: whatever else the machine does can only add to it.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        mere = min(await mere_reply())
        panels, moves = await krupier(folder, pictures=False)
        _, drawn = await krupier(folder, pictures=True)
    panel, move, with_picture = min(panels), min(moves), min(drawn)
    return [
        f"a bot that merely replies:      {mere:5.2f} ms CPU a press",
        f"My move (the private panel):    {panel:5.2f} ms CPU a press, ratio {panel / mere:4.2f}  [2]",
        f"a whole move, its three presses: {move:4.2f} ms CPU a press, ratio {move / mere:4.2f}  [2]",
        f"the same, and the board drawn:  {with_picture:5.2f} ms CPU a press",
    ]
