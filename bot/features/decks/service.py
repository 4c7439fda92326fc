"""Starts the games of lobbies, and notifies the owners of decks that are not legal."""

from __future__ import annotations

from dataclasses import dataclass

from bot import views
from bot.background import Background
from bot.features.decks.view import MAX_FAULTS
from bot.messages.api import Client, Interaction
from bot.messages.direct_messages import send
from bot.messages.reply import Replies
from bot.tables.live import LiveTable
from bot.tables.loadouts import CannotBePlayed, faults
from bot.tables.people import People
from bot.tables.referee import Referee
from bot.tables.registry import Tables
from bot.texts import Translator


@dataclass(frozen=True)
class GameStart:
    """A service that starts the games of lobbies."""

    client: Client
    tables: Tables
    people: People
    referee: Referee
    replies: Replies
    background: Background

    async def start(self, interaction: Interaction, game: int, said: Translator) -> bool:
        """Starts the lobby's game and returns True; if a deck is not legal, sends the errors only to its owner.

        Returns False, after a private reply with the errors, if the user's own deck is not legal. Raises Refused if
        another player's deck is not, or the game cannot start for another reason.
        """
        try:
            await self.referee.start(game, interaction.user.id)
        except CannotBePlayed as refused:
            live = await self.tables.get(game)
            for user in refused.users:
                if user != interaction.user.id:
                    self.background.run(self._tell(live, user), f"the notice about a deck at table {game}")
            if interaction.user.id not in refused.users:
                raise
            await self.replies.reply(interaction, views.say(_why(live, interaction.user.id, said)))
            return False
        return True

    async def _tell(self, live: LiveTable, user: int) -> None:
        if (await self.people.person(user)).dms:
            said = await self.people.words_for(user, live.row.language)
            await send(self.client, user, views.say(_why(live, user, said)))


def _why(live: LiveTable, user: int, said: Translator) -> str:
    """Returns the errors of a user's deck as text, and where to change it."""
    part = live.seat_of(user).part
    wrong = () if part is None else faults(live, part, said.language)
    heading = said(
        "Your deck for the table in <#{channel}> is not legal. Change it with My deck in the lobby.",
        channel=live.row.channel,
    )
    return "\n".join([heading, *(f"- {fault}" for fault in wrong[:MAX_FAULTS])])
