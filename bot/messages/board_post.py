"""How a board gets into its message: posted or edited the cheapest way, with its picture or without."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import TypeVar

import discord
from discord.ui import LayoutView
from discord.utils import MISSING

from bot.drawing import Picture
from bot.messages.api import SILENT, Client, edit, files, for_the_picture, post, shown, with_or_without
from bot.messages.keeping import Face, Keeper
from storage import BoardRow, OldBoard

log = logging.getLogger(__name__)

Sent = TypeVar("Sent")


class Hanging:
    """Puts faces into messages; raises what Discord raises."""

    def __init__(self, client: Client, now: Callable[[], datetime]) -> None:
        self._client = client
        self._now = now
        self._keeps = True
        """Whether Discord takes an edit that refers to the file which the message has already."""

    async def post(self, keeper: Keeper, channel: int, face: Face) -> BoardRow:
        """As a new message, which is the board from now on."""
        message = await self._as_it_may(
            keeper, face, lambda drawn: post(self._client, channel, face.with_picture(drawn), drawn)
        )
        return BoardRow(channel, message, self._now())

    async def change(self, keeper: Keeper, row: BoardRow, face: Face) -> None:
        """The board shows this; a picture that it has already is not sent again."""
        if face.digest == keeper.digest and (self._keeps or face.drawn is None):
            try:
                await self.edit(keeper, row, face.with_picture(face.drawn), face.drawn, keeps=True)
            except discord.HTTPException as error:
                if face.drawn is None or not for_the_picture(error):
                    raise
                log.warning("a kept picture is refused (code %s): from now on it is sent each time", error.code)
                self._keeps = False
            else:
                return
        await self._as_it_may(keeper, face, lambda drawn: self.edit(keeper, row, face.with_picture(drawn), drawn))

    async def edit(
        self, keeper: Keeper, row: BoardRow | OldBoard, view: LayoutView, drawn: Picture | None, *, keeps: bool = False
    ) -> None:
        """A message of the table shows this: through a lent token where there is one, else at the bot's own cost."""
        handle = keeper.handle
        if handle is not None and handle.message == row.message and handle.until > self._now():
            try:
                attached = MISSING if keeps else files(drawn)
                await handle.interaction.edit_original_response(
                    view=shown(view), attachments=attached, allowed_mentions=SILENT
                )
            except discord.HTTPException as error:
                log.info("table %s: a lent token no longer serves (%s, code %s)", keeper.game, error.status, error.code)
                keeper.handle = None
            else:
                return
        await edit(self._client, row.channel, row.message, view, drawn, keeps=keeps)

    @staticmethod
    async def _as_it_may(keeper: Keeper, face: Face, send: Callable[[Picture | None], Awaitable[Sent]]) -> Sent:
        """Sent with its picture; where that is refused, without, and from then on all are."""

        async def sending(drawn: Picture | None) -> Sent:
            sent = await send(drawn)
            if drawn is not face.drawn:
                face.drawn, keeper.plain = None, True
            keeper.digest = face.digest
            return sent

        return await with_or_without(face.drawn, sending)
