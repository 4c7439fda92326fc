"""Sends direct messages; failures, for example because the user accepts none, are only logged."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord
from discord.ui import LayoutView

from bot.messages.api import Client, message, post, shown
from bot.messages.outcomes import safe_call

log = logging.getLogger(__name__)

Post = Callable[[int, LayoutView], Awaitable[int]]
"""A function that posts a view in a channel and returns the message's ID."""


async def send(
    client: Client, user: int, view: LayoutView, send_in: Post | None = None
) -> discord.PartialMessage | None:  # fmt: skip
    """Sends a view by DM (with `send_in`) and returns the message; if that fails, logs it and returns None."""
    send_in = send_in or partial(post, client)

    async def sending() -> discord.PartialMessage:
        channel = await client.create_dm(discord.Object(user))
        return message(client, channel.id, await send_in(channel.id, shown(view)))

    sent = await safe_call(sending())
    if not sent.ok:
        log.info("cannot send a direct message (%s)", sent)
    return sent.value
