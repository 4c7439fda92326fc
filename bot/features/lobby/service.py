"""Shows a new lobby, and greets the players who sit down there."""

from __future__ import annotations

from dataclasses import dataclass

from bot import views
from bot.background import Background
from bot.features.hand.service import Hands
from bot.features.play.service import Publisher
from bot.messages.api import Interaction
from bot.messages.outcomes import safe_call
from bot.messages.reply import Replies
from bot.tables.live import LiveTable, by_computer
from bot.tables.lobby import Lobby
from bot.tables.people import People
from bot.texts import Translator


@dataclass(frozen=True)
class LobbyMessages:
    """The messages of a lobby."""

    lobby: Lobby
    people: People
    replies: Replies
    publisher: Publisher
    hands: Hands
    background: Background

    async def show(self, interaction: Interaction, live: LiveTable) -> None:
        """The lobby as the answer; everybody who sits there already is greeted by DM."""
        opened = await safe_call(self.publisher.open(live, interaction))
        if opened.was_answered and not opened.ok:
            # No one would ever see this lobby, and it would block the channel.
            await self.lobby.call_off(live.id)
        opened.unwrap()
        said = await self.people.words(interaction.user.id, str(interaction.locale))
        self.background.run(self.greet(interaction, live, said), f"a greeting of table {live.id}")
        for seat in live.seats:
            if seat.user != interaction.user.id and not by_computer(seat):
                words = await self.people.words_for(seat.user, live.row.language)
                self.background.run(self.hands.greet(live, seat.user, words), f"a greeting of table {live.id}")

    async def greet(self, interaction: Interaction, live: LiveTable, words: Translator) -> None:
        """Sends the test DM; a user who cannot be reached is notified at once where their hand will be."""
        if not await self.hands.greet(live, interaction.user.id, words):
            text = words("I cannot send you direct messages. `/game hand` shows your hand, only to you.")
            await self.replies.more(interaction, views.say(text))
