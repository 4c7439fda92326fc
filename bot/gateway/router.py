"""Dispatches interactions. Each one is handled exactly once and always acknowledged.

The meaning of a press is only in its custom_id, so buttons outlive the process that made them.
"""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass, field
from typing import Any, Final

import discord
from cachetools import FIFOCache
from discord import app_commands

from bot import views
from bot.background import Background
from bot.features.play.publisher import Publisher
from bot.gateway.error_replies import ErrorReplies
from bot.interactions.component_context import UNKNOWN, ComponentContext
from bot.interactions.handlers import MOVED_TO, Handlers, is_public, spoken_path
from bot.interactions.resolvers import Resolver
from bot.interactions.validation import is_lawful
from bot.messages.api import ARRIVED, MOMENT, Interaction
from bot.messages.outcomes import safe_call
from bot.messages.reply import Replies, watch
from bot.monitoring import metrics
from bot.monitoring.log_context import about
from bot.tables.bus import Bus
from bot.tables.referee import Now
from bot.tables.refusals import EXPECTED_ERRORS, NotRunning, Refused
from bot.tables.registry import Tables
from bot.tables.shards import Shards
from bot.texts import N_, Translator, language_of, translator_for
from bot.views import custom_id
from storage import StorageError

MAX_REMEMBERED: Final = 4_000
"""The number of recent interactions whose IDs are remembered, so that a repeated event is ignored."""
ELSEWHERE: Final = N_(
    "I am not a member of this server. Use me on a server that has invited me, or in direct messages."
)
CHANGED: Final = N_("This command has changed. Reload Discord (Ctrl+R) and try again.")
AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.ContextMenu
PRESSES: Final = (discord.InteractionType.component, discord.InteractionType.modal_submit)


@dataclass(eq=False, repr=False)
class Router:
    """A service that dispatches presses and forms to their handlers, and answers their errors (`Tree`: commands)."""

    background: Background
    replies: Replies
    error_replies: ErrorReplies
    resolver: Resolver
    _handlers: Handlers
    _shards: Shards
    _now: Now
    _bus: Bus
    _tables: Tables
    _publisher: Publisher
    _seen: FIFOCache[int, bool] = field(default_factory=lambda: FIFOCache(MAX_REMEMBERED))

    def lets_in(self, interaction: Interaction) -> bool:
        """Returns whether this process may handle this new interaction; if so, notes its ID and arrival time."""
        if interaction.id in self._seen or not self._shards.valid:
            return False
        self._seen[interaction.id] = True
        interaction.extras[ARRIVED] = time.monotonic()
        interaction.extras[MOMENT] = self._now()
        metrics.INTERACTIONS.labels(interaction.type.name).inc()
        return True

    async def press(self, interaction: Interaction) -> None:
        """Handles a press or a submitted form, even a late, old or forged one; ignores other interactions."""
        if interaction.type in PRESSES and self.lets_in(interaction):
            custom = _meaning(interaction)
            with about(custom.game, custom.number) if custom is not None and custom.game else contextlib.nullcontext():
                pressed = self.background.run(self._answer(interaction), "answering a press")
            await pressed

    async def name_new_path(self, interaction: Interaction) -> None:
        """Tells a user whose command was answered what it is called now, if they used its old name."""
        if is_moved(interaction):
            note = new_path_note(interaction, await self.resolver.words_for(interaction))
            await safe_call(self.replies.more(interaction, views.say(note)))

    async def _answer(self, interaction: Interaction) -> None:
        said = translator_for(language_of(str(interaction.locale)))
        watch(interaction, self.background.run)
        try:
            said = await self.resolver.words_for(interaction)
            await self._deal(interaction, said)
        except Exception as error:
            await self.error_replies.send(interaction, error, said)
            if isinstance(error, NotRunning):
                await self._take_down(interaction)
        self._clear_away(interaction)

    async def _deal(self, interaction: Interaction, said: Translator) -> None:
        if is_elsewhere(interaction):
            raise Refused(ELSEWHERE)
        custom = _meaning(interaction)
        filled_in = interaction.type is discord.InteractionType.modal_submit
        handle = self._handlers.find(custom.verb, filled_in=filled_in) if custom is not None else None
        if custom is None or handle is None:
            raise Refused(UNKNOWN)
        await handle(ComponentContext(interaction, custom, said, self._tables, self._publisher, self.replies))

    def _clear_away(self, interaction: Interaction) -> None:
        """Removes the buttons of an outdated board on which a button was pressed."""
        custom, boards = _meaning(interaction), self._publisher.old_boards
        # Buttons without a game never expire.
        stray = boards.pressed(custom.game, interaction) if custom is not None and custom.game else None
        if stray is not None and _carries(interaction, str(custom)):
            self.background.run(boards.close(stray), f"closing an old board of table {stray.slot.subject}")

    async def _take_down(self, interaction: Interaction) -> None:
        """Updates the messages of a finished table whose button was pressed, which a crash may have left there."""
        custom = _meaning(interaction)
        if custom is None:
            return
        try:
            live = await self._tables.get(custom.game)
        except EXPECTED_ERRORS:
            return
        if live.row.finished_yet:
            self._bus.table_changed(live)


def is_moved(interaction: Interaction) -> bool:
    """Returns whether a command was used by its old name."""
    return interaction.command is not None and MOVED_TO in interaction.command.extras


def new_path_note(interaction: Interaction, words: Translator) -> str:
    """Returns a line that says what a command is called now; empty unless its old name was used."""
    if interaction.command is None or not is_moved(interaction):
        return ""
    path = interaction.command.extras[MOVED_TO]
    if not path:
        return "-# " + words("This is now a button in your panel: press *My move* or *My hand*.")
    # The client lists commands in its own language, which may differ from the user's setting.
    listed = spoken_path(str(path), translator_for(language_of(str(interaction.locale))))
    return "-# " + words("This command is now `{command}`.", command=listed)


class Unlawful(app_commands.AppCommandError):
    """The error that the arguments of a command are invalid, because the client is old or the interaction is forged."""


class Tree(app_commands.CommandTree[Any]):
    """The tree of all commands, which answers every error."""

    def __init__(self, client: discord.Client, router: Router) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        self._router = router

    async def interaction_check(self, interaction: Interaction) -> bool:
        """Returns whether a command is new and allowed here, and ensures that it is acknowledged in time.

        Refuses a command where the bot is not a member. Raises Unlawful if its arguments are invalid.
        """
        if not self._router.lets_in(interaction):
            return False
        typed = interaction.type is discord.InteractionType.application_command
        if is_elsewhere(interaction):
            await (self._refuse(interaction) if typed else _offer_nothing(interaction))
            return False
        if not is_lawful(interaction):
            raise Unlawful
        if typed:
            watch(interaction, self._router.background.run, public=is_public(interaction))
        return True

    async def _refuse(self, interaction: Interaction) -> None:
        said = translator_for(language_of(str(interaction.locale)))
        note = new_path_note(interaction, said)
        await self._router.error_replies.send(interaction, Refused(ELSEWHERE), said, note)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Answers a failed command with a private message, and an autocompletion with no suggestions.

        The message also says what the command is called now if its old name was used.
        """
        if interaction.type is discord.InteractionType.autocomplete:
            await _offer_nothing(interaction)
            return
        send, said = self._router.error_replies.send, translator_for(language_of(str(interaction.locale)))
        with contextlib.suppress(StorageError):
            said = await self._router.resolver.words_for(interaction)
        cause: Exception = error
        if isinstance(error, app_commands.CommandInvokeError) and isinstance(error.original, Exception):
            cause = error.original
        elif isinstance(error, (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch, Unlawful)):
            cause = Refused(CHANGED)
        await send(interaction, cause, said, new_path_note(interaction, said))


def is_elsewhere(interaction: Interaction) -> bool:
    """Returns whether the bot was used where it is not a member: in a chat among users, or in another server."""
    of_a_server = interaction.guild_id is None or interaction.is_guild_integration()
    return interaction.context.private_channel or (interaction.is_user_integration() and not of_a_server)


async def _offer_nothing(interaction: Interaction) -> None:
    await safe_call(interaction.response.autocomplete([]))


def _meaning(interaction: Interaction) -> custom_id.CustomId | None:
    data: Any = interaction.data
    return custom_id.parse(str(data.get("custom_id", "")))


def _carries(interaction: Interaction, pressed: str) -> bool:
    """Returns whether the pressed message really has that component, which is false for a forged press."""
    parts: list[Any] = list(interaction.message.components) if interaction.message is not None else []
    while parts:
        part = parts.pop()
        if getattr(part, "custom_id", None) == pressed:
            return True
        parts += [*getattr(part, "children", ()), *filter(None, [getattr(part, "accessory", None)])]
    return False
