"""Replies to interactions: acknowledges them in time and sends private or public responses, each only once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, Final

from discord import ui
from discord.ui import LayoutView
from discord.utils import MISSING

from bot.drawing import Picture, Sketch
from bot.messages import wire
from bot.messages.api import (
    SILENT,
    Interaction,
    files,
    first,
    illustrated,
    is_command,
    shown,
    with_or_without,
)
from bot.messages.illustrator import Illustrator
from bot.messages.outcomes import safe_call
from bot.messages.panels import Panels, Sent
from bot.tables.people import People
from bot.tables.refusals import Refused
from bot.texts import N_

log = logging.getLogger(__name__)

ACK_AFTER: Final = 1.0
"""The seconds after which an unanswered interaction is acknowledged; Discord allows three."""
Begin = Callable[[Coroutine[Any, Any, None], str], object]
"""Starts a named background task."""
Ack = Callable[[Interaction], Awaitable[None]]


def on_own_panel(interaction: Interaction) -> bool:
    """Returns whether a button on an ephemeral message was pressed."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def ack(interaction: Interaction) -> None:
    """Acknowledges an interaction privately, before work that may take long."""
    thinking = is_command(interaction)
    await first(interaction, lambda: interaction.response.defer(ephemeral=thinking, thinking=thinking))


async def ack_publicly(interaction: Interaction) -> None:
    """Acknowledges a command whose answer everyone will see; acknowledges a press as `ack` does."""
    if is_command(interaction):
        await first(interaction, lambda: interaction.response.defer(thinking=True))
    else:
        await ack(interaction)


def watch(interaction: Interaction, begin: Begin, *, public: bool = False) -> None:
    """Acknowledges an interaction after `ACK_AFTER` seconds if it is still unanswered (`public`: visible to
    everyone)."""

    def look() -> None:
        if not interaction.response.is_done():
            begin(_still_working(interaction, public=public), "a late acknowledgement")

    asyncio.get_running_loop().call_later(ACK_AFTER, look)


async def _still_working(interaction: Interaction, *, public: bool) -> None:
    done = await safe_call((ack_publicly if public else ack)(interaction))
    if not done.ok:
        log.info("cannot acknowledge an interaction (%s)", done)


class Replies:
    """Sends responses with their pictures, and registers private ones as panels."""

    def __init__(self, panels: Panels, illustrator: Illustrator, people: People) -> None:
        self._panels = panels
        self._people = people
        self._illustrator = illustrator

    async def reply(
        self, interaction: Interaction, view: LayoutView, drawn: Picture | None = None, *, low: bool = False
    ) -> Sent:  # fmt: skip
        """Sends a private response: edits the user's panel if they pressed a button there, otherwise posts a new
        message.

        `low`: the picture is directly above the last text.
        """
        allowed = drawn if interaction.app_permissions.attach_files else None
        return await with_or_without(allowed, lambda picture: self._reply(interaction, view, picture, low=low))

    async def answer(
        self, interaction: Interaction, view: LayoutView, sketch: Sketch | None, acknowledge: Ack = ack,
        *, low: bool = False,
    ) -> Sent:  # fmt: skip
        """Sends a private response with its picture; acknowledges the interaction first if the picture must be
        drawn."""
        if sketch is not None and (await self._people.person(interaction.user.id)).words:
            sketch = None
        drawn = self._illustrator.ready(sketch)
        if sketch is not None and drawn is None:
            await acknowledge(interaction)
            drawn = await self._illustrator.picture(sketch)
        return await self.reply(interaction, view, drawn, low=low)

    async def aside(self, interaction: Interaction, view: LayoutView) -> None:
        """Sends a private message next to the user's panel, which stays unchanged."""
        send = interaction.response.send_message
        respond = partial(send, view=shown(view), ephemeral=True, allowed_mentions=SILENT)
        number = await first(interaction, respond, numbered=True)
        if number is None:
            await self.more(interaction, view)
        else:
            self._stands(interaction, number, view)

    async def ask(self, interaction: Interaction, form: ui.Modal) -> None:
        """Opens a form; raises Refused if the interaction has already been acknowledged."""
        # discord.py need not store the form, because a submitted form is found by its custom_id.
        form.stop()
        if await first(interaction, lambda: interaction.response.send_modal(form)) is None:
            raise Refused(N_("That took too long on my side. Try again."))

    async def more(self, interaction: Interaction, view: LayoutView, drawn: Picture | None = None) -> Sent:
        """Sends a further private message after the response."""
        file = files(drawn) or MISSING
        sent = await interaction.followup.send(
            view=shown(view), files=file, ephemeral=True, allowed_mentions=SILENT, wait=True
        )  # fmt: skip
        return self._stands(interaction, sent.id, view, original=False)

    async def publicly(self, interaction: Interaction, view: LayoutView, sketch: Sketch | None) -> None:
        """Sends a response that everyone sees; acknowledges the interaction first if the picture must be drawn."""
        wanted = sketch if interaction.app_permissions.attach_files else None
        if wanted is not None and self._illustrator.ready(wanted) is None:
            await ack_publicly(interaction)
        drawn = await self._illustrator.picture(wanted)
        await with_or_without(drawn, lambda picture: _publicly(interaction, illustrated(view, picture), picture))

    # Internal methods

    async def _reply(
        self, interaction: Interaction, view: LayoutView, drawn: Picture | None, *, low: bool = False
    ) -> Sent:  # fmt: skip
        view = illustrated(view, drawn, low=low)
        own = interaction.message.id if interaction.message is not None and on_own_panel(interaction) else 0
        number = await first(interaction, lambda: _answer(interaction, view, drawn), numbered=not own)
        if number is not None:
            return self._stands(interaction, own or number, view)
        if not on_own_panel(interaction):
            return await self.more(interaction, view, drawn)
        edited = await wire.edit_original(interaction, view, files(drawn))
        return self._stands(interaction, edited, view)

    def _stands(self, interaction: Interaction, message: int, view: LayoutView, *, original: bool = True) -> Sent:
        sent = Sent(interaction, message, original)
        self._panels.show(sent, view)
        return sent


async def _answer(interaction: Interaction, view: LayoutView, drawn: Picture | None) -> object:
    if on_own_panel(interaction):
        await wire.update_pressed(interaction, view, files(drawn))
        return None
    file = files(drawn) or MISSING
    return await interaction.response.send_message(view=view, files=file, ephemeral=True, allowed_mentions=SILENT)


async def _publicly(interaction: Interaction, view: LayoutView, drawn: Picture | None) -> None:
    send = interaction.response.send_message

    async def respond() -> object:
        return await send(view=view, files=files(drawn) or MISSING, allowed_mentions=SILENT)

    if await first(interaction, respond) is not None:
        return
    if is_command(interaction):
        # This edits the acknowledged response. If repeated it stays one message; a followup might be posted twice.
        await interaction.edit_original_response(view=view, attachments=files(drawn), allowed_mentions=SILENT)
    else:
        await interaction.followup.send(view=view, files=files(drawn) or MISSING, allowed_mentions=SILENT)
