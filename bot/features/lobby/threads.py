"""A thread for each table, on servers that want that: a message in the channel starts it, and the game is played there.

The thread has its message's id. The message is posted first, then the thread is started, then the table is stored with
the thread as its channel. After a crash in between there is a thread without a table, and never a table without a
thread.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

import discord

from bot import views
from bot.background import Background
from bot.features.server.service import ServerLog
from bot.games import GAME_UIS
from bot.messages.api import Client, Interaction, delete, post
from bot.messages.outcomes import safe_call
from bot.messages.reply import Replies
from bot.permissions import lacks_threads, may_organise
from bot.tables.live import LiveTable
from bot.tables.people import People
from bot.tables.wishes import Place
from bot.texts import N_, translator_for
from storage import ServerSettings

log = logging.getLogger(__name__)

NAME_LENGTH: Final = 100
DAY: Final = 1_440
HOUR: Final = 60
"""Minutes without a message after which Discord archives a table's thread: DAY during a game, HOUR after it."""
HAS_ONE: Final = 160004
"""Discord's code for a message that has a thread already, because the answer to an earlier request was lost."""
NO_THREAD: Final = N_(
    "Table {game} ({kind}) in {channel} has no thread of its own. I need the permissions Create Public Threads and "
    "Send Messages in Threads there."
)


class Start(NamedTuple):
    """The place of a new table, and the message in a channel that is to show its lobby (0: none yet)."""

    place: Place
    channel: int = 0
    message: int = 0


@dataclass(frozen=True)
class TableThreads:
    """A service for the threads of tables."""

    client: Client
    background: Background
    people: People
    replies: Replies
    server_log: ServerLog

    def wanted(self, interaction: Interaction, settings: ServerSettings) -> bool:
        """Returns whether a table that is opened by this interaction gets a thread."""
        return _asked_for(interaction, settings) and not lacks_threads(interaction.app_permissions)

    async def start(self, place: Place, kind: str) -> Start:
        """Posts a message that starts a thread; the table stays in the channel if Discord starts no thread there.

        Raises what Discord raises if the message cannot be posted.
        """
        title = GAME_UIS[kind].title
        text = translator_for(place.language)(
            "{host} opens a table of {game} in a thread.", host=f"<@{place.host}>", game=title
        )
        message = await post(self.client, place.channel, views.say(text))
        name = f"{title} · {place.name}"[:NAME_LENGTH]
        request = self.client.http.start_thread_with_message(
            place.channel, message, name=name, auto_archive_duration=DAY
        )
        started = await safe_call(request)
        if started.ok or started.code == HAS_ONE:
            return Start(replace(place, channel=message, parent=place.channel), place.channel, message)
        log.warning("no thread can be started in channel %s (%s)", place.channel, started)
        return Start(place, place.channel, message)

    async def cancel(self, start: Start) -> None:
        """Deletes the message that was to start a thread, because no table was opened."""
        if start.message:
            await safe_call(delete(self.client, start.channel, start.message))

    async def explain(self, interaction: Interaction, settings: ServerSettings, live: LiveTable) -> None:
        """Notifies moderators, and a manager who opens a table, if it has no thread because permissions are missing."""
        if not (_asked_for(interaction, settings) and lacks_threads(interaction.app_permissions)):
            return
        self.server_log.note(live.row, NO_THREAD)
        if may_organise(interaction):
            said = await self.people.words(interaction.user.id, str(interaction.locale))
            facts = {"game": live.id, "kind": live.game_ui.title, "channel": f"<#{live.row.channel}>"}
            await safe_call(self.replies.more(interaction, views.say(said(NO_THREAD, **facts))))

    def ended(self, live: LiveTable) -> None:
        """Lets Discord archive the thread of a finished table after an hour in which no one writes there."""
        self._keep_for(live, HOUR)

    def opened(self, live: LiveTable) -> None:
        """Lets Discord archive the thread of a new table after a day without a message, also that of a rematch."""
        self._keep_for(live, DAY)

    def _keep_for(self, live: LiveTable, minutes: Literal[60, 1440]) -> None:
        """Sets, in the background, the time after which Discord archives the table's thread; other threads stay."""
        thread, me = self.client.get_channel(live.row.channel), self.client.user
        if not isinstance(thread, discord.Thread) or me is None or thread.owner_id != me.id:
            return
        if not thread.archived and thread.auto_archive_duration != minutes:
            self.background.run(
                _archive_after(thread, minutes), f"setting the archive time of the thread of table {live.id}"
            )


def _asked_for(interaction: Interaction, settings: ServerSettings) -> bool:
    return settings.threads and isinstance(interaction.channel, discord.TextChannel)


async def _archive_after(thread: discord.Thread, minutes: Literal[60, 1440]) -> None:
    changed = await safe_call(thread.edit(auto_archive_duration=minutes))
    if not changed.ok:
        log.info("thread %s keeps its archive time (%s)", thread.id, changed)
