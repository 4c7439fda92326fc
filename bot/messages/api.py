"""Helpers around discord.py: first responses, posting and editing messages, and pictures."""

from __future__ import annotations

import asyncio
import io
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Literal, TypeVar, cast

import discord
from discord import ui
from discord.ui import LayoutView
from discord.utils import MISSING

from bot.drawing import Picture
from bot.messages import wire
from bot.messages.outcomes import ANSWERED, is_for_the_picture, safe_call
from bot.monitoring import metrics
from bot.permissions import may

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
Client = discord.Client
Sent = TypeVar("Sent")
Above = Literal["everything", "the last text", "the controls"]
"""The part of a message that its picture is directly above."""

ARRIVED: Final = "arrived"
"""The key among an interaction's `extras` of its arrival time on the monotonic clock."""
MOMENT: Final = "moment"
"""The key among an interaction's `extras` of its arrival time in UTC; the machine's clock may differ from Discord's."""
SILENT: Final = wire.SILENT
PAUSES: Final = (1.0, 4.0)
"""The seconds before a post without an answer from Discord is repeated."""


async def first(
    interaction: Interaction, send: Callable[[], Awaitable[object]], *, numbered: bool = False
) -> int | None:  # fmt: skip
    """Sends an interaction's first response, unless it already has one; a second caller waits for the first.

    Returns the ID of the response's message; 0 if there is none or `numbered` is False; None if another response was
    sent. The lock is necessary because discord.py counts an interaction as answered only after Discord's reply.
    """
    lock: asyncio.Lock = interaction.extras.setdefault("first response", asyncio.Lock())
    async with lock:
        if interaction.response.is_done():
            return None
        number = await _arrived(interaction, send, numbered=numbered)
    metrics.ACKNOWLEDGED.observe(time.monotonic() - interaction.extras.get(ARRIVED, time.monotonic()))
    return number


async def _arrived(interaction: Interaction, send: Callable[[], Awaitable[object]], *, numbered: bool) -> int:
    """Sends an interaction's response, and repeats it if the first request was lost; returns the message's ID.

    If Discord then says that the interaction is already answered, the first request has arrived.
    """
    sent = await safe_call(send())
    if sent.error is not None and not sent.was_answered:
        log.info("sending a response again (%s)", sent)
        sent = await safe_call(send())
    if sent.code == ANSWERED:
        # Only this bot can answer, so one of its own earlier requests has arrived.
        setattr(interaction.response, "_response_type", discord.InteractionResponseType.pong)  # noqa: B010
        return (await interaction.original_response()).id if numbered else 0
    return getattr(sent.unwrap(), "message_id", None) or 0


def is_command(interaction: Interaction) -> bool:
    """Returns whether the interaction is a slash command or a menu entry, whose acknowledgement shows "thinking…"."""
    return interaction.type is discord.InteractionType.application_command


def shown(view: LayoutView) -> LayoutView:
    """Stops a view, so that discord.py does not keep it in memory (its buttons work anyway), and returns it."""
    view.stop()
    return view


def picture(view: LayoutView) -> list[dict[str, Any]]:
    """Returns the components of a view as they would be sent, for comparisons and fingerprints."""
    return [item.to_component_dict() for item in view.children]


async def delete(client: Client, channel: int, number: int) -> None:
    """Deletes a message of the bot."""
    await message(client, channel, number).delete()


def message(client: Client, channel: int, number: int) -> discord.PartialMessage:
    """Returns a partial message, which can be edited without being fetched."""
    return client.get_partial_messageable(channel).get_partial_message(number)


class HandText(ui.TextDisplay[LayoutView]):
    """A text component that lists the cards of a hand; `illustrated` removes it, because the picture shows the hand."""


def illustrated(view: LayoutView, drawn: Picture | None, above: Above = "everything") -> LayoutView:
    """Returns a copy of the view with the picture inserted directly above that part and without HandText and its line;
    without a picture, the view itself.

    The result is stopped (`shown`) and refers to the file that `files` returns.
    """
    if drawn is None:
        return shown(view)
    parts = _without_hand_text(view.children)
    at = 0 if above == "everything" else _PLACES[above](parts)
    whole = LayoutView(timeout=None)
    picture = discord.MediaGalleryItem(f"attachment://{_file_name(drawn)}", description=drawn.alt or None)
    for item in (*parts[:at], ui.MediaGallery(picture), *parts[at:]):
        whole.add_item(item)
    return shown(whole)


def _without_hand_text(parts: Sequence[ui.Item[Any]]) -> list[ui.Item[Any]]:
    """Returns the components without HandText and the separator above it."""
    kept: list[ui.Item[Any]] = []
    for item in parts:
        if not isinstance(item, HandText):
            kept.append(item)
        elif kept and isinstance(kept[-1], ui.Separator):
            kept.pop()
    return kept


def _to_the_last_text(parts: Sequence[ui.Item[Any]]) -> int:
    """Returns the number of components before the last text and its separator, which is where a picture is inserted."""
    last = max((at for at, item in enumerate(parts) if isinstance(item, ui.TextDisplay)), default=0)
    return last - 1 if last and isinstance(parts[last - 1], ui.Separator) else last


def _to_the_controls(parts: Sequence[ui.Item[Any]]) -> int:
    """Returns the number of components (separated texts) before the first row or its caption."""
    at = int(bool(parts) and isinstance(parts[0], ui.TextDisplay))
    while at < len(parts) and isinstance(parts[at], ui.Separator):
        at += 2
    return at


_PLACES: Final = {"the last text": _to_the_last_text, "the controls": _to_the_controls}


def files(drawn: Picture | None) -> list[discord.File]:
    """Returns the picture as a file for one request; an empty list without a picture."""
    return [] if drawn is None else [discord.File(io.BytesIO(drawn.png), _file_name(drawn))]


def _file_name(drawn: Picture) -> str:
    """Returns the file's name, which reveals nothing: it is the same for all pictures of that format."""
    return f"table.{drawn.kind}"


def new_nonce() -> str:
    """Returns a new nonce for one message."""
    return secrets.token_hex(8)


async def once(send: Callable[[str], Awaitable[Sent]], nonce: str = "") -> Sent:
    """Sends a post with a nonce, so that only one message is created even if the request is repeated.

    If the answer is lost, the same request with the same nonce returns the existing message. If Discord then refuses
    it, the error of the lost request is raised, because that request may have created the message.
    """
    nonce, lost = nonce or new_nonce(), None
    for pause in PAUSES:
        sent = await safe_call(send(nonce))
        if sent.error is None or sent.was_answered:
            break
        log.info("sending a post again with the same nonce (%s)", sent)
        lost = sent
        await asyncio.sleep(pause)
    else:
        sent = await safe_call(send(nonce))
    return (sent if lost is None or sent.error is None else lost).unwrap()


async def post(
    client: Client, channel: int, view: LayoutView, drawn: Picture | None = None, *, nonce: str = "",
    mentions: discord.AllowedMentions = SILENT,
) -> int:  # fmt: skip
    """Posts a new message, with its picture, exactly once; returns its ID.

    Raises Forbidden without a request if a permission is missing, as `edit` does, because Discord counts refused
    requests.
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
    """Edits a message so that it shows this view, with the picture or none.

    `keeps`: the message keeps its present files. Raises Forbidden without a request if the bot may not view the
    channel.
    """
    must_be_allowed(client, channel, "view_channel")
    await wire.edit_message(client, channel, number, shown(view), None if keeps else files(drawn))


async def with_or_without(drawn: Picture | None, send: Callable[[Picture | None], Awaitable[Sent]]) -> Sent:
    """Sends a message with a picture; if Discord refuses the picture, sends it again without."""
    if drawn is None:
        return await send(None)
    sent = await safe_call(send(drawn))
    if not is_for_the_picture(sent):
        return sent.unwrap()
    log.warning("Discord refuses a picture (%s, code %s); only the text is shown", sent.status, sent.code)
    return await send(None)


def must_be_allowed(client: Client, channel: int, *wanted: str) -> None:
    """Raises Forbidden, as Discord would, if the bot knows that it lacks one of these permissions."""
    if not may(client, channel, *wanted):
        code = 50013 if may(client, channel, "view_channel") else 50001
        raise discord.Forbidden(cast("Any", _Unasked), {"code": code, "message": "not asked for"})


class _Unasked:
    """A replacement for Discord's HTTP response in a Forbidden that is raised without a request."""

    status, reason = 403, "Forbidden"
