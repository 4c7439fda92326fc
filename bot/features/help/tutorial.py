"""Newcomers: who is one, and the walk-through that comes by direct message, each page with its picture."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

import discord
from cachetools import LRUCache
from discord.ui import LayoutView
from discord.utils import MISSING

from bot import views
from bot.background import Background
from bot.drawing import Picture, Sketch
from bot.features.help import view as help_view
from bot.games import GAME_UIS
from bot.games.tutorial import lessons
from bot.messages.api import SILENT, Client, Interaction, edit, files, first, illustrated, post, with_or_without
from bot.messages.illustrator import Illustrator
from bot.messages.outcomes import safe_call
from bot.messages.reply import Replies, ack
from bot.tables.people import People
from bot.tables.refusals import Refused
from bot.texts import N_, Translator

log = logging.getLogger(__name__)

REMEMBERED: Final = 500
"""Messages of which it is known what page they show."""
Amend = Callable[[LayoutView, Picture | None], Awaitable[object]]
"""Edits a message, with the file of its picture or none."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of one game's walk-through, in its reader's language."""

    kind: str
    number: int
    words: Translator

    def shown(self) -> LayoutView:
        """Its text with Back and Next."""
        return help_view.lesson(GAME_UIS[self.kind], self.kind, self.number, self.words)

    def sketch(self, illustrator: Illustrator) -> Sketch | None:
        """Its picture, as yet undrawn."""
        pages = lessons(GAME_UIS[self.kind], self.words)
        named = pages[min(max(self.number, 0), len(pages) - 1)].picture
        return illustrator.lesson(self.kind, named, self.words)


class Tutorial:
    """The walk-through: a page comes at once; a picture that is not drawn yet follows into the same message."""

    def __init__(
        self, client: Client, people: People, replies: Replies, illustrator: Illustrator, background: Background
    ) -> None:
        self._client = client
        self._people = people
        self._replies = replies
        self._illustrator = illustrator
        self._background = background
        self._open: LRUCache[int, Page] = LRUCache(REMEMBERED)
        """What was last shown in each message."""

    async def begin(self, interaction: Interaction, kind: str, words: Translator) -> None:
        """Sends the first page by DM; here and privately to a user who accepts none."""
        await ack(interaction)
        page = Page(kind, 0, words)
        if (await self._people.person(interaction.user.id)).dms and await self._by_dm(interaction.user.id, page):
            view = views.say(words("I have sent you the guide as a direct message."))
            # A press may come from a panel that must stay.
            await (self._replies.reply if interaction.message is None else self._replies.more)(interaction, view)
            return
        await self._here(interaction, page)

    async def turn(self, interaction: Interaction, kind: int, number: int, words: Translator) -> None:
        """Another page in place of the one that was pressed on; raises Refused."""
        kinds = list(GAME_UIS)
        if kind >= len(kinds) or interaction.message is None or not _is_page(interaction):
            raise Refused(N_("There is no such page."))
        page, change = Page(kinds[kind], number, words), interaction.response.edit_message

        async def put(view: LayoutView, drawn: Picture | None) -> None:
            shows: dict[str, Any] = {"view": view, "attachments": files(drawn), "allowed_mentions": SILENT}
            if await first(interaction, lambda: change(**shows)) is None:
                await interaction.edit_original_response(**shows)

        self._open[interaction.message.id] = page
        sketch, drawn = self._ready(interaction, page)
        await with_or_without(drawn, lambda picture: put(illustrated(page.shown(), picture), picture))
        if drawn is None:
            self._follows(page, sketch, interaction.message.id, put)
        self._look_ahead(page)

    # Inside

    async def _by_dm(self, user: int, page: Page) -> bool:
        """Whether the page was taken."""
        client, sketch = self._client, page.sketch(self._illustrator)
        drawn = self._illustrator.ready(sketch)

        async def send() -> tuple[int, int]:
            channel = (await client.create_dm(discord.Object(user))).id
            return channel, await with_or_without(
                drawn, lambda picture: post(client, channel, illustrated(page.shown(), picture), picture)
            )

        sent = await safe_call(send())
        if not sent.ok:
            log.info("the walk-through was refused (%s)", sent)
            return False
        channel, message = sent.unwrap()

        async def amend(view: LayoutView, picture: Picture | None) -> None:
            await edit(client, channel, message, view, picture)

        self._sent(page, None if drawn else sketch, message, amend)
        return True

    async def _here(self, interaction: Interaction, page: Page) -> None:
        """As a private answer; the interaction is acknowledged."""
        sketch, drawn = self._ready(interaction, page)

        async def put(picture: Picture | None) -> discord.WebhookMessage:
            sent: discord.WebhookMessage = await interaction.followup.send(
                view=illustrated(page.shown(), picture), files=files(picture) or MISSING, ephemeral=True,
                allowed_mentions=SILENT, wait=True,
            )  # fmt: skip
            return sent

        message = await with_or_without(drawn, put)

        async def amend(view: LayoutView, picture: Picture | None) -> None:
            await message.edit(view=view, attachments=files(picture), allowed_mentions=SILENT)

        self._sent(page, None if drawn else sketch, message.id, amend)

    def _ready(self, interaction: Interaction, page: Page) -> tuple[Sketch | None, Picture | None]:
        """The page's picture where it may be shown, and whether it is drawn already."""
        sketch = page.sketch(self._illustrator) if interaction.app_permissions.attach_files else None
        return sketch, self._illustrator.ready(sketch)

    def _sent(self, page: Page, sketch: Sketch | None, message: int, amend: Amend) -> None:
        self._open[message] = page
        self._follows(page, sketch, message, amend)
        self._look_ahead(page)

    def _follows(self, page: Page, sketch: Sketch | None, message: int, amend: Amend) -> None:
        if sketch is not None:
            self._background.run(self._add(page, sketch, message, amend), "a picture of the walk-through")

    async def _add(self, page: Page, sketch: Sketch, message: int, amend: Amend) -> None:
        """Adds the picture to the message, unless its reader has turned the page."""
        drawn = await self._illustrator.picture(sketch)
        if drawn is None or self._open.get(message) is not page:
            return
        amended = await safe_call(amend(illustrated(page.shown(), drawn), drawn))
        if not amended.ok:
            log.info("a page stays without its picture (%s)", amended)

    def _look_ahead(self, page: Page) -> None:
        """The next page's picture is drawn while this one is read."""
        following = Page(page.kind, page.number + 1, page.words).sketch(self._illustrator)
        if following is not None and self._illustrator.ready(following) is None:
            self._background.run(self._draw(following), "the next picture of the walk-through")

    async def _draw(self, sketch: Sketch) -> None:
        await self._illustrator.picture(sketch)


def _is_page(interaction: Interaction) -> bool:
    """Whether the pressed message really has that button: a forged press turns nothing."""
    rows = interaction.message.components if interaction.message is not None else []
    shown = [getattr(part, "custom_id", None) for row in rows for part in getattr(row, "children", ())]
    data: Any = interaction.data
    return data.get("custom_id") in shown
