"""Sends edits as discord.py does, but without parsing the response.

discord.py would build a whole message object (author, channel, every component) several times per press.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import InteractionResponseType
from discord.http import MultipartParameters, Route, handle_message_parameters
from discord.ui import LayoutView
from discord.utils import MISSING
from discord.webhook.async_ import async_context, interaction_message_response_params

SILENT: Final = discord.AllowedMentions.none()
ORIGINAL: Final = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
FOLLOWUP: Final = "/webhooks/{{webhook_id}}/{{webhook_token}}/messages/{message}"
CALLBACK: Final = "/interactions/{webhook_id}/{webhook_token}/callback"


async def edit_message(
    client: discord.Client, channel: int, number: int, view: LayoutView, files: Sequence[discord.File] | None
) -> None:
    """Edits a message so that it shows this view and these files (None: its present files)."""
    with _edit(view, files) as params:
        await client.http.edit_message(channel, number, params=params)


async def edit_original(
    interaction: discord.Interaction[Any], view: LayoutView, files: Sequence[discord.File] | None
) -> int:
    """Edits an interaction's first response to this view and these files (None: keeps its files); returns the ID."""
    with _edit(view, files, interaction.client.allowed_mentions) as params:
        told = await _request(interaction, "PATCH", ORIGINAL, interaction.application_id, params)
    return int(told["id"])


async def edit_followup(
    interaction: discord.Interaction[Any], message: int, view: LayoutView, files: Sequence[discord.File] | None
) -> None:
    """Edits a followup of an interaction so that it shows this view and these files (None: its present files)."""
    with _edit(view, files, interaction.client.allowed_mentions) as params:
        path = FOLLOWUP.format(message=message)
        await _request(interaction, "PATCH", path, interaction.application_id, params)


async def update_pressed(
    interaction: discord.Interaction[Any], view: LayoutView, files: Sequence[discord.File] | None
) -> None:
    """Responds to a press by editing the message with the pressed button; raises the same errors as discord.py.

    `files`: None keeps the message's present files.
    """
    if interaction.response.is_done():
        raise discord.InteractionResponded(interaction)
    kind = InteractionResponseType.message_update
    with interaction_message_response_params(
        type=kind.value, view=view, attachments=MISSING if files is None else files, allowed_mentions=SILENT,
        previous_allowed_mentions=interaction.client.allowed_mentions,
    ) as params:  # fmt: skip
        await _request(interaction, "POST", CALLBACK, interaction.id, params)
    # discord.py has no public method for this: an interaction counts as answered once Discord has accepted the
    # response.
    setattr(interaction.response, "_response_type", kind)  # noqa: B010


def _edit(
    view: LayoutView, files: Sequence[discord.File] | None, previous: discord.AllowedMentions | None = None
) -> MultipartParameters:
    attachments = MISSING if files is None else files
    return handle_message_parameters(
        view=view, attachments=attachments, allowed_mentions=SILENT, previous_allowed_mentions=previous
    )


async def _request(
    interaction: discord.Interaction[Any], method: str, path: str, whose: int, params: MultipartParameters
) -> Any:
    """Sends a webhook request through discord.py's own adapter, with its rate limits and retries."""
    http = interaction.client.http
    return await async_context.get().request(
        Route(method, path, webhook_id=whose, webhook_token=interaction.token),
        getattr(http, "_HTTPClient__session"),  # noqa: B009 - there is no other way to the library's own
        payload=None if params.files else params.payload, multipart=params.multipart, files=params.files,
        proxy=http.proxy, proxy_auth=http.proxy_auth,
    )  # fmt: skip
