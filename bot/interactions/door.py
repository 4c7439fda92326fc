"""The door for every interaction: taken once, led to its handler, answered whatever happens.

What a press means stands in its custom_id alone, so buttons outlive the process that made them.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Collection
from typing import Any, Final

import discord
from cachetools import FIFOCache
from discord import app_commands

from bot.app import App
from bot.interactions.naming import PUBLIC
from bot.interactions.press import UNKNOWN, Press, Verbs
from bot.interactions.typed import is_lawful
from bot.interactions.which import words_for
from bot.messages.api import ARRIVED, MOMENT, Interaction
from bot.messages.reply import watch
from bot.monitoring import metrics
from bot.monitoring.about import about
from bot.tables.refusals import Known, NotRunning, Refused
from bot.texts import Words, language_of, later, words
from bot.views import custom_id
from storage import StorageError

REMEMBERED: Final = 4_000
"""Interactions whose ids are remembered, so that an event that comes twice acts once."""
ELSEWHERE: Final = later(
    "Nobody has invited me here. I deal on servers that have invited me, and I answer direct messages."
)
CHANGED: Final = later("This command has changed meanwhile. Restart Discord (Ctrl+R) and try again.")
PRESSES: Final = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class Door:
    """Lets every interaction in once; presses are dealt with here, commands by the tree."""

    def __init__(self, app: App, verbs: Verbs, forms: Collection[str]) -> None:
        self.app = app
        self._verbs = verbs
        self._forms = forms
        self._seen: FIFOCache[int, bool] = FIFOCache(REMEMBERED)

    def lets_in(self, interaction: Interaction) -> bool:
        """Whether this event is new, and this process is still the one to act."""
        if interaction.id in self._seen or not self.app.shards.valid:
            return False
        self._seen[interaction.id] = True
        interaction.extras[ARRIVED] = time.monotonic()
        interaction.extras[MOMENT] = self.app.now()
        metrics.INTERACTIONS.labels(interaction.type.name).inc()
        return True

    async def press(self, interaction: Interaction) -> None:
        """Deal with a press or a modal, once, also one that comes late, from afar or forged; other events pass by."""
        if interaction.type in PRESSES and self.lets_in(interaction):
            custom = _meaning(interaction)
            with about(custom.game, custom.number) if custom is not None and custom.game else contextlib.nullcontext():
                pressed = self.app.background.run(self._answer(interaction), "a press")
            await pressed

    # Inside

    async def _answer(self, interaction: Interaction) -> None:
        said = words(language_of(str(interaction.locale)))
        watch(interaction, self.app.background.run)
        try:
            said = await words_for(self.app, interaction)
            await self._deal(interaction, said)
        except Exception as error:
            await self.app.replies.excuse(interaction, error, said)
            if isinstance(error, NotRunning):
                await self._take_down(interaction)
        self._clear_away(interaction)

    async def _deal(self, interaction: Interaction, said: Words) -> None:
        if is_elsewhere(interaction):
            raise Refused(ELSEWHERE)
        custom = _meaning(interaction)
        deal = self._verbs.get(custom.verb) if custom is not None else None
        filled_in = interaction.type is discord.InteractionType.modal_submit
        if custom is None or deal is None or filled_in != (custom.verb in self._forms):
            raise Refused(UNKNOWN)
        await deal(Press(self.app, interaction, custom, said))

    def _clear_away(self, interaction: Interaction) -> None:
        """Where an old board was pressed, its buttons go."""
        custom, publisher = _meaning(interaction), self.app.publisher
        # What belongs to no game stays for ever.
        stray = publisher.stray(custom.game, interaction) if custom is not None and custom.game else None
        if stray is not None and _carries(interaction, str(custom)):
            self.app.background.run(publisher.close(stray), f"an old board of table {stray.game}")

    async def _take_down(self, interaction: Interaction) -> None:
        """A button outlived its game, perhaps over a crash: what the table shows is looked after once more."""
        custom = _meaning(interaction)
        if custom is None:
            return
        try:
            live = await self.app.tables.get(custom.game)
        except Known:
            return
        if live.row.finished_yet:
            self.app.changed(live)


class Unlawful(app_commands.AppCommandError):
    """A command was called with what it does not take: by an old client, or forged."""


class Tree(app_commands.CommandTree[Any]):
    """All commands, behind the same door; every error is answered."""

    def __init__(self, client: discord.Client, door: Door) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        self._door = door

    async def interaction_check(self, interaction: Interaction) -> bool:
        """Whether what is typed is new and from here; a command is acknowledged in time from now on."""
        if not self._door.lets_in(interaction):
            return False
        typed = interaction.type is discord.InteractionType.application_command
        if is_elsewhere(interaction):
            await (self._refuse(interaction) if typed else _offer_nothing(interaction))
            return False
        if not is_lawful(interaction):
            raise Unlawful
        if typed:
            public = interaction.command is not None and bool(interaction.command.extras.get(PUBLIC))
            watch(interaction, self._door.app.background.run, public=public)
        return True

    async def _refuse(self, interaction: Interaction) -> None:
        said = words(language_of(str(interaction.locale)))
        await self._door.app.replies.excuse(interaction, Refused(ELSEWHERE), said)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """A private word to whoever has typed the command; what is only being typed is offered nothing."""
        if interaction.type is discord.InteractionType.autocomplete:
            await _offer_nothing(interaction)
            return
        app, said = self._door.app, words(language_of(str(interaction.locale)))
        with contextlib.suppress(StorageError):
            said = await words_for(app, interaction)
        if isinstance(error, app_commands.CommandInvokeError) and isinstance(error.original, Exception):
            await app.replies.excuse(interaction, error.original, said)
        elif isinstance(error, (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch, Unlawful)):
            await app.replies.excuse(interaction, Refused(CHANGED), said)
        else:
            await app.replies.excuse(interaction, error, said)


def is_elsewhere(interaction: Interaction) -> bool:
    """Whether somebody brings the bot to where it was not invited: a chat among people, or a server of others."""
    of_a_server = interaction.guild_id is None or interaction.is_guild_integration()
    return interaction.context.private_channel or (interaction.is_user_integration() and not of_a_server)


async def _offer_nothing(interaction: Interaction) -> None:
    with contextlib.suppress(discord.HTTPException, discord.InteractionResponded):
        await interaction.response.autocomplete([])


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
