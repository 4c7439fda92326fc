"""The door for every press: taken once, decoded, led to its handler, answered whatever happens.

What a press means stands in its custom_id alone, so buttons outlive the process that made them.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from typing import Any, Final

import discord
from discord import ui

from bot.app import App
from bot.interactions.press import UNKNOWN, Press, Verbs
from bot.messages.api import Interaction
from bot.messages.reply import excuse, watch
from bot.tables.refusals import Known, NotRunning, Refused
from bot.texts import Words, language_of, words
from bot.views import custom_id

REMEMBERED: Final = 4_000
"""Interactions whose ids are remembered, so that an event that comes twice acts once."""


class Presses:
    """The door for all components."""

    def __init__(self, app: App, verbs: Verbs) -> None:
        self._app = app
        self._verbs = verbs
        self._seen: OrderedDict[int, None] = OrderedDict()

    async def take(self, interaction: Interaction) -> None:
        """Deal with a press, once; whatever happens, the presser gets an answer."""
        if self._is_new(interaction.id):
            await self._app.background.run(self._answer(interaction), "a press")

    async def _answer(self, interaction: Interaction) -> None:
        said = words(language_of(str(interaction.locale)))
        watch(interaction, self._app.background.run)
        try:
            said = await self._app.people.words(interaction)
            await self._deal(interaction, said)
        except Exception as error:
            await excuse(interaction, error, said)
            if isinstance(error, NotRunning):
                await self._take_down(interaction)
        self._clear_away(interaction)

    def _clear_away(self, interaction: Interaction) -> None:
        """Where an old board was pressed, its buttons go."""
        custom, publisher = _meaning(interaction), self._app.publisher
        stray = None if custom is None else publisher.stray(custom.game, interaction)
        if stray is not None and _carries(interaction, str(custom)):
            self._app.background.run(publisher.close(stray), f"an old board of table {stray.game}")

    async def _take_down(self, interaction: Interaction) -> None:
        """A button outlived its game, perhaps over a crash: what the table shows is looked after once more."""
        custom = _meaning(interaction)
        if custom is None:
            return
        try:
            live = await self._app.tables.get(custom.game)
        except Known:
            return
        if live.row.finished_yet:
            self._app.changed(live)

    def _is_new(self, number: int) -> bool:
        if number in self._seen:
            return False
        self._seen[number] = None
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return True

    async def _deal(self, interaction: Interaction, said: Words) -> None:
        custom = _meaning(interaction)
        deal = self._verbs.get(custom.verb) if custom is not None else None
        if custom is None or deal is None:
            raise Refused(UNKNOWN)
        await deal(Press(self._app, interaction, custom, said))


def _meaning(interaction: Interaction) -> custom_id.CustomId | None:
    data: Any = interaction.data
    return custom_id.parse(str(data.get("custom_id", "")))


def _carries(interaction: Interaction, pressed: str) -> bool:
    """Whether the pressed message really has that component: what is forged moves nothing."""
    parts: list[Any] = list(interaction.message.components) if interaction.message is not None else []
    while parts:
        part = parts.pop()
        if getattr(part, "custom_id", None) == pressed:
            return True
        parts += [*getattr(part, "children", ()), *filter(None, [getattr(part, "accessory", None)])]
    return False


class AnyButton(ui.DynamicItem[ui.Item[Any]], template=custom_id.TEMPLATE):
    """All of Krupier's components, also those of before a restart; the client's door deals with them."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: Interaction, item: ui.Item[Any], _match: re.Match[str], /
    ) -> AnyButton:  # fmt: skip
        """The component as it stands in the message."""
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        """A press."""
        await interaction.client.presses.take(interaction)


def is_press(interaction: Interaction) -> bool:
    """Whether an interaction is one of a component or a modal."""
    return interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit)
