"""Replies to interactions: acknowledges them in time and sends private or public responses, each only once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from discord import ui
from discord.ui import LayoutView
from discord.utils import MISSING

from bot.drawing import Picture, Sketch
from bot.messages import wire
from bot.messages.api import SILENT, Above, Interaction, files, first, illustrated, is_command, shown, with_or_without
from bot.messages.illustrator import Illustrator
from bot.messages.live_message import UNKNOWN, Rendered
from bot.messages.outcomes import is_for_the_picture, safe_call
from bot.messages.panels import Panel, Panels, Sent, WithoutPicture
from bot.tables.people import People
from bot.tables.refusals import Refused
from bot.texts import N_

log = logging.getLogger(__name__)

ACK_AFTER: Final = 1.0
"""The seconds after which an unanswered interaction is acknowledged; Discord allows three."""
LOCK_PATIENCE: Final = 0.5
"""The seconds that a response waits for an edit of the same panel that is in flight."""
Begin = Callable[[Coroutine[Any, Any, None], str], object]
"""Starts a named background task."""
Ack = Callable[[Interaction], Awaitable[None]]


def on_own_panel(interaction: Interaction) -> bool:
    """Returns whether a button on an ephemeral message was pressed."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def ack(interaction: Interaction) -> None:
    """Acknowledges an interaction privately, before work that may take long, unless it was answered already."""
    thinking = is_command(interaction)
    await first(interaction, lambda: interaction.response.defer(ephemeral=thinking, thinking=thinking))


async def ack_publicly(interaction: Interaction) -> None:
    """Acknowledges a command by a "thinking…" message that everyone sees; acknowledges a press without a message."""
    if is_command(interaction):
        await first(interaction, lambda: interaction.response.defer(thinking=True))
    else:
        await ack(interaction)


def watch(interaction: Interaction, begin: Begin, *, public: bool = False) -> None:
    """Acknowledges an interaction (`public`: visibly to everyone) if it is unanswered after `ACK_AFTER` seconds."""

    def look() -> None:
        if not interaction.response.is_done():
            begin(_still_working(interaction, public=public), "a late acknowledgement")

    asyncio.get_running_loop().call_later(ACK_AFTER, look)


async def _still_working(interaction: Interaction, *, public: bool) -> None:
    done = await safe_call((ack_publicly if public else ack)(interaction))
    if not done.ok:
        log.info("cannot acknowledge an interaction (%s)", done)


@dataclass(eq=False, repr=False)
class Replies:
    """A service that sends responses with their pictures, and registers private ones as panels."""

    _panels: Panels
    _illustrator: Illustrator
    _people: People

    async def reply(
        self, interaction: Interaction, view: LayoutView, drawn: Picture | None = None, above: Above = "everything"
    ) -> Sent:  # fmt: skip
        """Sends a private response: edits the user's panel if a button there was pressed, else posts a new message."""
        allowed = drawn if interaction.app_permissions.attach_files else None
        return await self._reply(interaction, Rendered(view, picture=allowed, above=above))

    async def panel(self, interaction: Interaction, view: LayoutView, hand: Sketch | None, table: int) -> Sent:
        """Sends a panel of a table as a private response, with a picture of the user's hand above its controls.

        A picture that is not drawn soon is added later, if the panel is registered in `OpenPanels`.
        """
        wanted = hand if interaction.app_permissions.attach_files else None
        drawn = await self._illustrator.soon(wanted)
        digest = None if drawn is None or wanted is None else wanted.digest
        rendered = Rendered(view, picture=drawn, digest=digest, above="the controls")
        sent = await self._reply(interaction, rendered, table)
        panel = self._panels.at(sent.message)
        if panel is not None and wanted is not None and drawn is None:
            panel.lacking = WithoutPicture(view, wanted)
        return sent

    async def answer(
        self, interaction: Interaction, view: LayoutView, sketch: Sketch | None, acknowledge: Ack = ack,
        *, above: Above = "everything",
    ) -> Sent:  # fmt: skip
        """Sends a private response with its picture, if the user wants it; acknowledges first if it must be drawn."""
        if sketch is not None and (await self._people.person(interaction.user.id)).words:
            sketch = None
        drawn = self._illustrator.ready(sketch)
        if sketch is not None and drawn is None:
            await acknowledge(interaction)
            drawn = await self._illustrator.picture(sketch)
        return await self.reply(interaction, view, drawn, above)

    async def aside(self, interaction: Interaction, view: LayoutView) -> None:
        """Sends a private message next to the user's panel, which stays unchanged."""
        send = interaction.response.send_message
        respond = partial(send, view=shown(view), ephemeral=True, allowed_mentions=SILENT)
        number = await first(interaction, respond, numbered=True)
        if number is None:
            await self.more(interaction, view)
        else:
            self._register(interaction, number, view)

    async def ask(self, interaction: Interaction, form: ui.Modal) -> None:
        """Opens a form; raises Refused if the interaction has already been acknowledged."""
        # discord.py need not store the form, because a submitted form is found by its custom_id.
        form.stop()
        if await first(interaction, lambda: interaction.response.send_modal(form)) is None:
            raise Refused(N_("That took too long on my side. Try again."))

    async def more(self, interaction: Interaction, view: LayoutView, drawn: Picture | None = None) -> Sent:
        """Sends a further private message after the response, and registers it as a panel if it has buttons."""
        sent = await _follow_up(interaction, shown(view), drawn)
        return self._register(interaction, sent, view, original=False)

    async def publicly(self, interaction: Interaction, view: LayoutView, sketch: Sketch | None) -> None:
        """Sends a response that everyone sees; acknowledges the interaction first if the picture must be drawn."""
        wanted = sketch if interaction.app_permissions.attach_files else None
        if wanted is not None and self._illustrator.ready(wanted) is None:
            await ack_publicly(interaction)
        drawn = await self._illustrator.picture(wanted)
        await with_or_without(drawn, lambda picture: _publicly(interaction, illustrated(view, picture), picture))

    async def _reply(self, interaction: Interaction, rendered: Rendered, table: int = 0) -> Sent:
        """Sends the response. A picture that the pressed panel is known to have is not uploaded again."""
        own = interaction.message.id if interaction.message is not None and on_own_panel(interaction) else 0
        panel = self._panels.at(own)
        async with _undisturbed(panel) as undisturbed:
            has_it = undisturbed and panel is not None and panel.picture == rendered.digest is not None
            if panel is not None:
                panel.picture = UNKNOWN
                panel.replies += 1
            if has_it:
                kept = await safe_call(self._send(interaction, rendered, table, keeps=True))
                if not is_for_the_picture(kept):
                    return kept.unwrap()
                log.warning("Discord refuses a reused picture (%s): uploading it", kept)

            async def send(picture: Picture | None) -> Sent:
                digest = rendered.digest if picture is not None else None
                return await self._send(interaction, rendered._replace(picture=picture, digest=digest), table)

            sent = await with_or_without(rendered.picture, send)
            if panel is not None and not undisturbed:
                panel.picture = UNKNOWN
                panel.replies += 1
            return sent

    async def _send(
        self, interaction: Interaction, rendered: Rendered, table: int, *, keeps: bool = False
    ) -> Sent:  # fmt: skip
        """Sends the content by the first response, else by an edit or a followup; `keeps`: with the present files."""
        view, drawn, original = rendered.shown(), rendered.picture, True
        own = interaction.message.id if interaction.message is not None and on_own_panel(interaction) else 0
        number = await first(interaction, lambda: _answer(interaction, view, drawn, keeps=keeps), numbered=not own)
        if number is None and own:
            number = await wire.edit_original(interaction, view, None if keeps else files(drawn))
        elif number is None:
            number, original = await _follow_up(interaction, view, drawn), False
        picture = UNKNOWN if drawn is not None and rendered.digest is None else rendered.digest
        return self._register(interaction, own or number, view, original=original, table=table, picture=picture)

    def _register(
        self, interaction: Interaction, message: int, view: LayoutView, *, original: bool = True, table: int = 0,
        picture: str | None = UNKNOWN,
    ) -> Sent:  # fmt: skip
        sent = Sent(interaction, message, original)
        self._panels.show(sent, view, table, picture)
        return sent


@asynccontextmanager
async def _undisturbed(panel: Panel | None) -> AsyncIterator[bool]:
    """Holds a panel's lock, so that no edit of it is in flight; yields False if an edit takes too long."""
    if panel is None:
        yield False
        return
    try:
        async with asyncio.timeout(LOCK_PATIENCE):
            await panel.lock.acquire()
    except TimeoutError:
        yield False
        return
    try:
        yield True
    finally:
        panel.lock.release()


async def _answer(
    interaction: Interaction, view: LayoutView, drawn: Picture | None, *, keeps: bool = False
) -> object:  # fmt: skip
    if on_own_panel(interaction):
        await wire.update_pressed(interaction, view, None if keeps else files(drawn))
        return None
    file = files(drawn) or MISSING
    return await interaction.response.send_message(view=view, files=file, ephemeral=True, allowed_mentions=SILENT)


async def _follow_up(interaction: Interaction, view: LayoutView, drawn: Picture | None) -> int:
    """Sends a further private message; returns its ID."""
    sent = await interaction.followup.send(
        view=view, files=files(drawn) or MISSING, ephemeral=True, allowed_mentions=SILENT, wait=True
    )  # fmt: skip
    return sent.id


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
