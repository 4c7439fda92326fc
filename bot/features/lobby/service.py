"""Posts new lobbies, and greets the players who join."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Final

from bot import views
from bot.background import Background
from bot.features.hand.service import Hands
from bot.features.lobby.threads import Start
from bot.features.play.service import Publisher
from bot.interactions.component_context import ComponentContext
from bot.messages.api import Interaction
from bot.messages.outcomes import safe_call
from bot.messages.reply import Replies
from bot.tables.admission import is_full
from bot.tables.live import LiveTable
from bot.tables.lobby import Lobby
from bot.tables.people import People
from bot.tables.refusals import RefusedAside
from bot.tables.table_data import by_computer
from bot.texts import N_, Translator
from rules import GAMES
from storage import ChannelBusy

log = logging.getLogger(__name__)

OPEN_HERE: Final = N_("A table of {game} is open in {channel}. Join it there, or open yours in another channel.")
PRIVATE_HERE: Final = N_(
    "A table of {game} is open in {channel}, for invited people only. Open yours in another channel."
)
OTHERS_SIT: Final = N_(
    "You sit at a table of {game} in {channel} with other players. Start or leave it there, or open yours in another "
    "channel."
)
LEAVE_IT: Final = N_("Your table of {game} is open in {channel}. Press *Leave* there, then press this button again.")
"""The refusals of a new table in a channel that has a lobby already."""


@dataclass(frozen=True)
class LobbyMessages:
    """A service for the messages of a lobby."""

    lobby: Lobby
    people: People
    replies: Replies
    publisher: Publisher
    hands: Hands
    background: Background

    async def show(self, interaction: Interaction, live: LiveTable, start: Start | None = None) -> None:
        """Posts the lobby as the answer to an interaction, and sends a DM to the user and to all people with a seat.

        `start`: the lobby is shown in that message instead, if it has one. If Discord refuses the post, closes the
        lobby; raises the exceptions of failed requests.
        """
        if start is not None and start.message:
            await self.publisher.adopt(live, start.channel, start.message)
        else:
            await self.post(interaction, live)
        said = await self.people.words(interaction.user.id, str(interaction.locale))
        self.background.run(self.greet(interaction, live, said), f"the greeting at table {live.id}")
        for seat in live.seats:
            if seat.user != interaction.user.id and not by_computer(seat):
                words = await self.people.words_for(seat.user, live.row.language)
                self.background.run(self.hands.greet(live, seat.user, words), f"the greeting at table {live.id}")

    async def post(self, interaction: Interaction, live: LiveTable) -> None:
        """Posts the board of a new table as the answer to an interaction.

        If Discord refuses the post, closes the table; raises the exceptions of failed requests.
        """
        opened = await safe_call(self.publisher.open(live, interaction))
        if opened.was_answered and not opened.ok:
            # An invisible lobby would block the channel.
            await self.lobby.call_off(live.id)
        opened.unwrap()

    async def show_again(self, press: ComponentContext, live: LiveTable, kind: str) -> None:
        """Posts a lobby of that game again if the user is its only person; otherwise raises a refusal that says why the
        channel has no room for a table.
        """
        seated = any(seat.user == press.user for seat in live.seats)
        if live.row.phase != "lobby" or (is_full(live) and not seated):
            raise ChannelBusy(live.row.channel, live.id)
        facts = {"game": live.game_ui.title, "channel": f"<#{live.row.channel}>"}
        if not seated:
            raise RefusedAside(OPEN_HERE if live.row.admits(press.user) else PRIVATE_HERE, **facts)
        if not live.solo:
            raise RefusedAside(OTHERS_SIT, **facts)
        if live.row.kind != kind:
            raise RefusedAside(LEAVE_IT, **facts)
        self.publisher.changed(live.id, repost=True)
        words, may_start = press.words, len(live.seats) in GAMES[kind].seats
        label = words("Start") if may_start else words("Play against computers")
        said = words("Your table is already open. It appears again in {channel}: press *{button}* there.",
                     channel=facts["channel"], button=label)  # fmt: skip
        await press.say(said)

    async def greet(self, interaction: Interaction, live: LiveTable, words: Translator) -> None:
        """Sends a test DM to a user who has joined; if it is refused, tells them where they will find their hand."""
        if not await self.hands.greet(live, interaction.user.id, words):
            text = words("I cannot send you direct messages. `/game hand` shows your hand, only to you.")
            said = await safe_call(self.replies.more(interaction, views.say(text)))
            if not said.ok:
                log.info("table %s: cannot tell a user where their hand will be (%s)", live.id, said)
