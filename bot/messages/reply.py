"""Answers to interactions: acknowledged in time, private where they are not for everybody, and never twice."""

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
"""Seconds after which an unanswered interaction is acknowledged; Discord waits for three."""
Begin = Callable[[Coroutine[Any, Any, None], str], object]
"""Starts a named background task."""
Ack = Callable[[Interaction], Awaitable[None]]


def on_own_panel(interaction: Interaction) -> bool:
    """Whether the press was on a message that only the presser sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def ack(interaction: Interaction) -> None:
    """Acknowledge at once, before anything that may take long; a command then shows that it thinks, privately."""
    thinking = is_command(interaction)
    await first(interaction, lambda: interaction.response.defer(ephemeral=thinking, thinking=thinking))


async def ack_publicly(interaction: Interaction) -> None:
    """Acknowledge a command that will be answered for everybody, or any other press."""
    if is_command(interaction):
        await first(interaction, lambda: interaction.response.defer(thinking=True))
    else:
        await ack(interaction)


def watch(interaction: Interaction, begin: Begin, *, public: bool = False) -> None:
    """However long anything takes: after a second the interaction is acknowledged (`public`: for everybody)."""

    def look() -> None:
        if not interaction.response.is_done():
            begin(_still_working(interaction, public=public), "a late acknowledgement")

    asyncio.get_running_loop().call_later(ACK_AFTER, look)


async def _still_working(interaction: Interaction, *, public: bool) -> None:
    done = await safe_call((ack_publicly if public else ack)(interaction))
    if not done.ok:
        log.info("an interaction could not be acknowledged at the last moment (%s)", done)


class Replies:
    """Answers with their pictures; the keeper of panels hears of every private one: its buttons go with the game."""

    def __init__(self, panels: Panels, illustrator: Illustrator, people: People) -> None:
        self._panels = panels
        self._people = people
        self._illustrator = illustrator

    async def reply(
        self, interaction: Interaction, view: LayoutView, drawn: Picture | None = None, *, low: bool = False
    ) -> Sent:  # fmt: skip
        """A private answer: in the presser's own panel where there is one, else as a new ephemeral message.

        `low`: its picture stands directly above its last text.
        """
        allowed = drawn if interaction.app_permissions.attach_files else None
        return await with_or_without(allowed, lambda picture: self._reply(interaction, view, picture, low=low))

    async def answer(
        self, interaction: Interaction, view: LayoutView, sketch: Sketch | None, acknowledge: Ack = ack,
        *, low: bool = False,
    ) -> Sent:  # fmt: skip
        """A private answer with its picture; where that must be drawn first, the interaction is acknowledged before."""
        if sketch is not None and (await self._people.person(interaction.user.id)).words:
            sketch = None
        drawn = self._illustrator.ready(sketch)
        if sketch is not None and drawn is None:
            await acknowledge(interaction)
            drawn = await self._illustrator.picture(sketch)
        return await self.reply(interaction, view, drawn, low=low)

    async def aside(self, interaction: Interaction, view: LayoutView) -> None:
        """Sends a private message next to the presser's own panel, which stays as it is."""
        send = interaction.response.send_message
        respond = partial(send, view=shown(view), ephemeral=True, allowed_mentions=SILENT)
        number = await first(interaction, respond, numbered=True)
        if number is None:
            await self.more(interaction, view)
        else:
            self._stands(interaction, number, view)

    async def ask(self, interaction: Interaction, form: ui.Modal) -> None:
        """A form to fill in; raises Refused where the interaction has been acknowledged already."""
        # discord.py does not keep it: what is filled in is found by its custom_id, for ever.
        form.stop()
        if await first(interaction, lambda: interaction.response.send_modal(form)) is None:
            raise Refused(N_("That took too long on my side. Try again."))

    async def more(self, interaction: Interaction, view: LayoutView, drawn: Picture | None = None) -> Sent:
        """A further private message after the answer."""
        file = files(drawn) or MISSING
        sent = await interaction.followup.send(
            view=shown(view), files=file, ephemeral=True, allowed_mentions=SILENT, wait=True
        )  # fmt: skip
        return self._stands(interaction, sent.id, view, original=False)

    async def publicly(self, interaction: Interaction, view: LayoutView, sketch: Sketch | None) -> None:
        """An answer that everybody sees; where its picture must be drawn first, acknowledged for everybody before."""
        wanted = sketch if interaction.app_permissions.attach_files else None
        if wanted is not None and self._illustrator.ready(wanted) is None:
            await ack_publicly(interaction)
        drawn = await self._illustrator.picture(wanted)
        await with_or_without(drawn, lambda picture: _publicly(interaction, illustrated(view, picture), picture))

    # Inside

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
        # It fills what was acknowledged: repeated it stands once, a followup could stand twice.
        await interaction.edit_original_response(view=view, attachments=files(drawn), allowed_mentions=SILENT)
    else:
        await interaction.followup.send(view=view, files=files(drawn) or MISSING, allowed_mentions=SILENT)
