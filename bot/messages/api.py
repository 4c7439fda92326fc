"""Discord's answers and manners in one place: error codes, bare channels and messages, views that are not kept."""

from __future__ import annotations

import asyncio
import io
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeVar, cast

import discord
from discord import ui
from discord.ui import LayoutView
from discord.utils import MISSING

from bot.drawing import Picture
from bot.messages import wire
from bot.messages.outcomes import ANSWERED, is_for_the_picture, safe_call
from bot.monitoring import metrics
from bot.texts import N_

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
Client = discord.Client
Sent = TypeVar("Sent")

ARRIVED: Final = "arrived"
"""Among an interaction's extras: the moment of its arrival, on the process's own clock."""
MOMENT: Final = "moment"
"""The same as the time of day, by which tables go: that of the machine may differ from Discord's."""
SILENT: Final = wire.SILENT
PAUSES: Final = (1.0, 4.0)
"""Seconds before a post is repeated whose answer was lost."""


async def first(
    interaction: Interaction, send: Callable[[], Awaitable[object]], *, numbered: bool = False
) -> int | None:  # fmt: skip
    """Sends an interaction's first response, unless it has one (None); a second caller waits for the first and sends
    none.

    Returns the message's number, 0 without one or if it is not needed (`numbered`).
    discord.py counts an interaction as answered only when Discord has accepted the response: two could be sent at once.
    """
    lock: asyncio.Lock = interaction.extras.setdefault("first response", asyncio.Lock())
    async with lock:
        if interaction.response.is_done():
            return None
        number = await _arrived(interaction, send, numbered=numbered)
    metrics.ACKNOWLEDGED.observe(time.monotonic() - interaction.extras.get(ARRIVED, time.monotonic()))
    return number


async def _arrived(interaction: Interaction, send: Callable[[], Awaitable[object]], *, numbered: bool) -> int:
    """Sends the response, and accepts it as arrived even if Discord's answer was lost: then a second try is refused
    as a duplicate."""
    sent = await safe_call(send())
    if sent.error is not None and not sent.was_answered:
        log.info("a response is sent again (%s)", sent)
        sent = await safe_call(send())
    if sent.code == ANSWERED:
        # No one else answers for this bot: it was the first try, or one of the library's.
        setattr(interaction.response, "_response_type", discord.InteractionResponseType.pong)  # noqa: B010
        return (await interaction.original_response()).id if numbered else 0
    return getattr(sent.unwrap(), "message_id", None) or 0


def is_command(interaction: Interaction) -> bool:
    """Whether it was typed: its acknowledgement is a message that thinks."""
    return interaction.type is discord.InteractionType.application_command


def may_manage(interaction: Interaction) -> bool:
    """Returns whether the user may manage the channel."""
    return interaction.guild_id is not None and interaction.permissions.manage_channels


def may_organise(interaction: Interaction) -> bool:
    """Returns whether the user may manage the channel or the server."""
    permissions = interaction.permissions
    return interaction.guild_id is not None and (permissions.manage_channels or permissions.manage_guild)


def shown(view: LayoutView) -> LayoutView:
    """A view that discord.py does not keep: its buttons are found by their custom_id, for ever."""
    view.stop()
    return view


def picture(view: LayoutView) -> list[dict[str, Any]]:
    """Returns the message as it would be sent, for comparisons."""
    return [item.to_component_dict() for item in view.children]


async def delete(client: Client, channel: int, number: int) -> None:
    """Deletes a message of the bot."""
    await message(client, channel, number).delete()


def message(client: Client, channel: int, number: int) -> discord.PartialMessage:
    """A message to be edited without being fetched."""
    return client.get_partial_messageable(channel).get_partial_message(number)


def illustrated(view: LayoutView, drawn: Picture | None, *, low: bool = False) -> LayoutView:
    """The view with the picture on top (`low`: above its last text and the line before that), ready to be sent."""
    if drawn is None:
        return shown(view)
    whole, above = LayoutView(timeout=None), _above_the_last_text(view) if low else 0
    picture = discord.MediaGalleryItem(f"attachment://{_file_name(drawn)}", description=drawn.alt or None)
    for item in (*view.children[:above], ui.MediaGallery(picture), *view.children[above:]):
        whole.add_item(item)
    return shown(whole)


def _above_the_last_text(view: LayoutView) -> int:
    """Returns the number of parts above the last text and the line before it."""
    last = max((at for at, item in enumerate(view.children) if isinstance(item, ui.TextDisplay)), default=0)
    return last - 1 if last and isinstance(view.children[last - 1], ui.Separator) else last


def files(drawn: Picture | None) -> list[discord.File]:
    """The picture's file, for one request; none where there is no picture."""
    return [] if drawn is None else [discord.File(io.BytesIO(drawn.png), _file_name(drawn))]


def _file_name(drawn: Picture) -> str:
    """The file's name, which tells nothing: it is the same for all pictures of that format."""
    return f"table.{drawn.kind}"


def new_nonce() -> str:
    """Returns a new nonce for one message."""
    return secrets.token_hex(8)


async def once(send: Callable[[str], Awaitable[Sent]], nonce: str = "") -> Sent:
    """Posts with a nonce of its own: only one message is created, no matter how often the request is repeated.

    If the answer is lost, the same request with the same nonce tells whether the message exists.
    """
    nonce = nonce or new_nonce()
    for pause in PAUSES:
        sent = await safe_call(send(nonce))
        if sent.error is None or sent.was_answered:
            return sent.unwrap()
        log.info("a post is sent again with its nonce (%s)", sent)
        await asyncio.sleep(pause)
    return await send(nonce)


async def post(
    client: Client, channel: int, view: LayoutView, drawn: Picture | None = None, *, nonce: str = "",
    mentions: discord.AllowedMentions = SILENT,
) -> int:  # fmt: skip
    """Post a new message, with the file that it shows, once (a repeated request does not double it): its number.

    Raises Forbidden unasked where a permission is missing, as `edit` does: Discord counts what it has to refuse.
    """
    must_be_allowed(client, channel, "view_channel", "send_messages")
    there = client.get_partial_messageable(channel)
    sent = await once(
        lambda own: there.send(
            view=shown(view), files=files(drawn) or MISSING, nonce=own, allowed_mentions=mentions
        ),
        nonce,
    )  # fmt: skip
    return sent.id


async def edit(
    client: Client, channel: int, number: int, view: LayoutView, drawn: Picture | None = None, *, keeps: bool = False
) -> None:
    """Let a message show this view, with the file of its picture or none; `keeps`: its files stay as they are."""
    must_be_allowed(client, channel, "view_channel")
    await wire.edit_message(client, channel, number, shown(view), None if keeps else files(drawn))


async def with_or_without(drawn: Picture | None, send: Callable[[Picture | None], Awaitable[Sent]]) -> Sent:
    """Sends with a picture; if Discord refuses the picture, again without it."""
    if drawn is None:
        return await send(None)
    sent = await safe_call(send(drawn))
    if not is_for_the_picture(sent):
        return sent.unwrap()
    log.warning("a picture is refused (%s, code %s); the text is shown alone", sent.status, sent.code)
    return await send(None)


def may(client: Client, number: int, *wanted: str) -> bool:
    """Whether the bot has these permissions in a channel, as far as it can see."""
    channel = client.get_channel(number)
    thread = isinstance(channel, discord.Thread)
    if isinstance(channel, discord.Thread) and channel.parent is None:
        return True
    if not isinstance(channel, (discord.abc.GuildChannel, discord.Thread)):
        return True
    granted = channel.permissions_for(channel.guild.me)
    return all(getattr(granted, IN_THREADS.get(name, name) if thread else name) for name in wanted)


def may_attach(client: Client, number: int) -> bool:
    """Whether the bot may send files in a channel, as far as it can see."""
    return may(client, number, "attach_files")


def must_be_allowed(client: Client, channel: int, *wanted: str) -> None:
    """Raises Forbidden, as Discord would, where the bot sees by itself that it lacks a permission."""
    if not may(client, channel, *wanted):
        code = 50013 if may(client, channel, "view_channel") else 50001
        raise discord.Forbidden(cast("Any", _Unasked), {"code": code, "message": "not asked for"})


class _Unasked:
    """In place of Discord's answer."""

    status, reason = 403, "Forbidden"


NEEDED: Final[Mapping[str, str]] = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
}
IN_THREADS: Final[Mapping[str, str]] = {"send_messages": "send_messages_in_threads"}
"""What takes a permission's place in a thread."""


def missing(permissions: discord.Permissions, *, thread: bool) -> list[str]:
    """The names (to be translated) of the permissions that a table needs in its channel and does not have."""
    needed = dict(NEEDED)
    if thread:
        needed["send_messages_in_threads"] = N_("Send Messages in Threads")
        del needed["send_messages"]
    return [name for flag, name in needed.items() if not getattr(permissions, flag)]
