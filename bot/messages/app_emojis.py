"""Uploads the drawn symbols as emojis of the application, each once, and uses them from then on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.drawing import signs
from bot.messages.api import Client
from bot.messages.outcomes import safe_call

log = logging.getLogger(__name__)

TIMEOUT: Final = 600.0
"""The maximum seconds for all uploads; Discord may ask for long pauses."""
PAUSE: Final = 0.05
"""Seconds between two uploads, so that they leave most of Discord's global limit to the tables."""


class AppEmojis:
    """A service that gives buttons and options the bot's own symbols. Without them, Unicode emojis are sent."""

    def __init__(self, client: Client, *, wanted: bool) -> None:
        self._client = client
        self._wanted = wanted
        """Whether symbols are uploaded and used."""
        self.sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def begin(self, *, uploads: bool) -> None:
        """Looks up the emojis of all symbols and lets messages use them; does nothing unless they are wanted.

        `uploads`: whether this process uploads the missing ones. A failure is logged; the symbols without an emoji are
        sent as Unicode emojis until the next start.
        """
        if not self._wanted:
            return
        found: dict[str, int] = {}
        done = await safe_call(asyncio.wait_for(self._complete(found, uploads=uploads), TIMEOUT))
        signs.use(found)
        if done.ok:
            log.info("symbols in use: %s", len(found))
        else:
            log.warning("symbols in use: %s; the others are Unicode emojis until the next start (%s)", len(found), done)

    async def _complete(self, found: dict[str, int], *, uploads: bool) -> None:
        pictures = await asyncio.to_thread(signs.pictures)
        present = await self._client.fetch_application_emojis()
        found.update({emoji.name: emoji.id for emoji in present if emoji.name in pictures})
        for name, picture in pictures.items():
            if uploads and name not in found:
                await self.sleep(PAUSE)
                found[name] = (await self._client.create_application_emoji(name=name, image=picture)).id
