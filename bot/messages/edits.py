"""Edits a Discord message: through an interaction's token if there is one, otherwise with the bot's own rate limit."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime

from discord.ui import LayoutView

from bot.drawing import Picture
from bot.messages import wire
from bot.messages.api import Client, edit, files, shown
from bot.messages.live_message import LiveMessage, Rendered
from bot.messages.outcomes import UNKNOWN_MESSAGE, Outcome, Result, is_for_the_picture, safe_call

log = logging.getLogger(__name__)


class Edits:
    """The service that edits messages without uploading a picture again that a message already has."""

    def __init__(self, client: Client, now: Callable[[], datetime]) -> None:
        self._client = client
        self._now = now
        self._keeps = True
        """Whether Discord accepts an edit that keeps the message's present file."""

    async def edit(self, message: LiveMessage, rendered: Rendered) -> Result[None]:
        """Edits a message; a picture that it already has is not uploaded again."""
        view, number, picture = rendered.shown(), message.message, rendered.picture
        if rendered.digest == message.picture and (self._keeps or picture is None):
            edited = await self.edit_at(message, message.channel, number, view, picture, keeps=True)
            if picture is None or not is_for_the_picture(edited):
                return edited
            log.warning("Discord refuses a reused picture (%s): uploading it", edited)
            self._keeps = self._keeps and not message.channel
        return await self.edit_at(message, message.channel, number, view, picture)

    async def edit_at(
        self, message: LiveMessage, channel: int, number: int, view: LayoutView, picture: Picture | None = None, *,
        keeps: bool = False,
    ) -> Result[None]:  # fmt: skip
        """Edits a message through a token, or without a token by a request of the bot.

        A message without a channel is ephemeral, so that only a token can edit it.
        """
        edited = await self._edit_by_token(message, number, view, picture, keeps=keeps)
        if edited is None and not channel:
            return Result(Outcome.GONE)
        if edited is None:
            edited = await safe_call(edit(self._client, channel, number, view, picture, keeps=keeps))
        if edited.outcome is Outcome.TOO_OLD:
            message.worn.add(number)
        return edited

    async def _edit_by_token(
        self, message: LiveMessage, number: int, view: LayoutView, picture: Picture | None, *, keeps: bool
    ) -> Result[None] | None:
        """Edits a message through its token; returns None if it has no valid token."""
        token = message.tokens.get(number)
        if token is None or token.until <= self._now():
            return None
        sent = None if keeps else files(picture)
        request: Awaitable[object] = (
            wire.edit_original(token.interaction, shown(view), sent)
            if token.original
            else wire.edit_followup(token.interaction, number, shown(view), sent)
        )
        edited = await safe_call(request)
        refused = keeps and picture is not None and is_for_the_picture(edited)
        if edited.ok or not edited.was_answered or refused:
            return Result(edited.outcome, error=edited.error)
        log.info("%s: its interaction token no longer works (%s)", message, edited)
        message.tokens.pop(number, None)
        dead = edited.outcome is Outcome.TOO_OLD or edited.code == UNKNOWN_MESSAGE
        return Result(edited.outcome, error=edited.error) if dead else None
