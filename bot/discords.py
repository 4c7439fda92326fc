"""Discord's answers and manners in one place: error codes, bare channels and messages, views that are not kept."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final

import discord
from discord.ui import LayoutView

Interaction = discord.Interaction[Any]
Client = discord.Client

SILENT: Final = discord.AllowedMentions.none()
GONE: Final = frozenset({10003, 10008, 10015, 50027})
"""The channel, the message, the webhook are gone; the token is too old."""
ARCHIVED: Final = 50083
"""The thread is archived: nothing in it can be edited, and where it is locked nothing be posted."""
FORBIDDEN: Final = frozenset({50001, 50013, 160002})
CLOSED: Final = frozenset({50007, 50278, 50009})
"""A DM that its owner does not take."""
TOO_LATE: Final = frozenset({10062, 40060})
"""The interaction was answered too late, or twice."""


def code(error: discord.HTTPException) -> int:
    """Discord's number for what went wrong."""
    return error.code


def forbidden(error: discord.HTTPException) -> bool:
    """Whether a permission is missing (or the bot is no longer there)."""
    return error.code in FORBIDDEN or (isinstance(error, discord.Forbidden) and error.code not in CLOSED)


def shown(view: LayoutView) -> LayoutView:
    """A view that discord.py does not keep: its buttons are found by their custom_id, for ever."""
    view.stop()
    return view


def picture(view: LayoutView) -> list[dict[str, Any]]:
    """What would be sent, for comparing."""
    return [item.to_component_dict() for item in view.children]


def message(client: Client, channel: int, number: int) -> discord.PartialMessage:
    """A message to be edited without being fetched."""
    return client.get_partial_messageable(channel).get_partial_message(number)


async def post(client: Client, channel: int, view: LayoutView) -> int:
    """Post a new message once (a repeated request does not double it) and give its number."""
    sent = await client.get_partial_messageable(channel).send(
        view=shown(view), nonce=secrets.token_hex(8), allowed_mentions=SILENT
    )
    return sent.id


async def edit(client: Client, channel: int, number: int, view: LayoutView) -> None:
    """Let a message show this view."""
    await message(client, channel, number).edit(view=shown(view), allowed_mentions=SILENT)


NEEDED: Final[Mapping[str, str]] = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
}


def missing(permissions: discord.Permissions, *, thread: bool) -> list[str]:
    """The names of the permissions that a table needs in its channel and does not have."""
    needed = dict(NEEDED)
    if thread:
        needed["send_messages_in_threads"] = "Send Messages in Threads"
        del needed["send_messages"]
    return [name for flag, name in needed.items() if not getattr(permissions, flag)]
