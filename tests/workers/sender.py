"""`python -m tests.workers.sender NAME COUNT CHANNEL …`: sends one worker's requests, without its tables.

It posts and edits by the bot's own means (DISCORD_TOKEN, DISCORD_API_URL), as many at once as there are channels.
"""

from __future__ import annotations

import asyncio
import os
import sys
import warnings
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import aiohttp

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import discord
    from discord import ui
    from discord.http import Route

from bot.messages import api
from bot.messages.breaker import Breaker
from bot.messages.pace import Pace
from bot.messages.requests import RefusedRequests, hurry


@asynccontextmanager
async def worker(api_url: str, token: str, breaker: Breaker | None = None) -> AsyncIterator[discord.Client]:
    """Yields a client that is logged in and sends requests to this API URL as the bot does, by default without a rate
    limit of its own, as behind a proxy. Inside the block, every discord.py client of the process uses the URL.
    """
    before, Route.BASE = Route.BASE, api_url
    trace = RefusedRequests().watch((breaker or Breaker(Pace(None))).watch(aiohttp.TraceConfig()))
    client = discord.Client(intents=discord.Intents.none(), http_trace=trace)
    try:
        await client.login(token)
        hurry(getattr(client.http, "_HTTPClient__session"))  # noqa: B009 - as the bot does
        yield client
    finally:
        await client.close()
        Route.BASE = before


def words(text: str) -> ui.LayoutView:
    """Returns a message with this text."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(text))
    return view


async def post_all(client: discord.Client, name: str, count: int, channels: Sequence[int]) -> None:
    """Posts that many messages in each channel, and edits each once."""

    async def in_one(channel: int) -> None:
        for number in range(count):
            posted = await api.post(client, channel, words(f"{name} {number}"))
            await api.edit(client, channel, posted, words(f"{name} {number}!"))

    async with asyncio.TaskGroup() as group:
        for channel in channels:
            group.create_task(in_one(channel))


async def main(name: str, count: str, *channels: str) -> None:
    """Logs in and posts and edits `count` messages in each of these channels."""
    async with worker(os.environ["DISCORD_API_URL"], os.environ["DISCORD_TOKEN"]) as client:
        await post_all(client, name, int(count), [int(channel) for channel in channels])


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
