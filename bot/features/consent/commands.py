"""The commands `/game pause`, `resume`, `replace` and `end` and their buttons: by vote, or by one manager."""

from __future__ import annotations

from dataclasses import dataclass

import discord
from discord import app_commands

from bot import views
from bot.features.channel_health.service import ChannelHealth
from bot.features.consent import view as consent_view
from bot.features.play.service import Publisher
from bot.features.server.service import ServerRules
from bot.games.levels import LABELS, known, votes_for_levels
from bot.interactions.component_context import UNKNOWN, ComponentContext
from bot.interactions.handlers import choice, command, option, press
from bot.interactions.resolvers import Resolver, place_here, seat_named
from bot.messages.api import Interaction
from bot.messages.reply import Replies, ack
from bot.permissions import may_manage
from bot.tables.consent import Consent
from bot.tables.limits import Limits
from bot.tables.refusals import Refused
from bot.tables.registry import Tables
from bot.texts import N_, Translator
from storage import Database, Proposed


def level_choices() -> list[app_commands.Choice[str]]:
    """Returns all levels of computer players as choices of a command option."""
    return [choice(label.name, level) for level, label in LABELS.items()]


@dataclass(frozen=True)
class ConsentHandlers:
    """Handlers of the votes to pause, resume or end a game or to replace a player, and of managers' decisions."""

    db: Database
    tables: Tables
    consent: Consent
    channel_health: ChannelHealth
    replies: Replies
    publisher: Publisher
    resolver: Resolver
    rules: ServerRules
    limits: Limits

    @command(N_("/game pause"), N_("Pause the game"))
    async def _pause(self, interaction: discord.Interaction) -> None:
        await self.agree_here(interaction, "pause")

    @command(N_("/game resume"), N_("Resume a paused game"))
    async def _resume(self, interaction: discord.Interaction) -> None:
        await ack(interaction)
        await self.bring_here(interaction)
        await self.agree_here(interaction, "resume")

    @command(N_("/game end"), N_("End the game without a winner"))
    async def _end(self, interaction: discord.Interaction) -> None:
        await self.agree_here(interaction, "end")

    @command(N_("/game replace"), N_("Offer a player's seat to someone else"))
    @option(N_("option player"), N_("Which player's seat"), complete=Resolver.seats_matching)
    @option(N_("option by"), N_("Who takes the seat; default: a computer"))
    @option(N_("option level"), N_("Level of the computer; default: normal"), choices=level_choices)
    async def _replace(
        self, interaction: discord.Interaction, player: str, by: discord.User | None = None, level: str | None = None
    ) -> None:
        await ack(interaction)
        row = await self.resolver.unfinished_here(interaction)
        if by is not None and by.bot:
            raise Refused(N_("Bot accounts cannot play. Leave `by` empty to let a computer play the seat."))
        if by is not None:
            await self.limits.proposal(interaction.user.id)
        said = await self.resolver.words_for(interaction)
        seat = seat_named(await self.tables.get(row.id), player)
        proposed = Proposed(seat, None, known(level)) if by is None else Proposed(seat, by.id)
        manager = may_manage(interaction)
        text = await self.consent.propose(row.id, interaction.user.id, proposed, said, manager=manager)
        await self.replies.reply(interaction, views.say(text))

    async def bring_here(self, interaction: Interaction) -> None:
        """Moves the user's running table whose channel was deleted to this channel and posts its board here, unless
        this channel has a table.

        Raises Refused if tables are not allowed here.
        """
        channel, guild = interaction.channel_id, interaction.guild_id
        if channel is None or guild is None or await self.db.games.in_channel(channel) is not None:
            return
        row = await self.channel_health.homeless(interaction.user.id, guild)
        if row is not None:
            await self.rules.check_place(interaction)
            place_here(interaction, row.language)
            await self.channel_health.move(row.id, channel)
            self.publisher.moved(row.id)

    async def agree_here(self, interaction: Interaction, what: str) -> None:
        """Stores a command's user's consent (`pause`, `resume` or `end`) for this channel's table, and replies."""
        await ack(interaction)
        row = await self.resolver.unfinished_here(interaction)
        said = await self.resolver.words_for(interaction)
        await self.agree(interaction, row.id, what, said)

    async def agree(
        self, interaction: Interaction, game: int, what: str, words: Translator, number: int | None = None
    ) -> None:
        """Stores a user's consent to `what`, or executes it if it was the last one necessary; replies privately.

        The interaction is already acknowledged. Raises Refused.

        A manager of the channel decides at once. If that would end a game by a single button, or one in which they
        play, they must confirm it first, and until then their vote counts as a player's.
        """
        if what == "resume":
            await self.channel_health.check_place(game)
        user, manager = interaction.user.id, await self._manages(interaction, game)
        by_button = interaction.message is not None
        if what == "end" and manager and await self.consent.ends_alone(game, user):
            plays = await self.consent.plays(game, user)
            if plays or by_button:
                noted = await self.consent.agree(game, user, what, words, by_button=by_button) if plays else ""
                await self.replies.reply(interaction, consent_view.end_twice(game, noted, words))
                return
        text = await self.consent.agree(
            game, user, what, words, manager=manager, number=number, by_button=by_button
        )  # fmt: skip
        await self.replies.reply(interaction, views.say(text))

    async def _manages(self, interaction: Interaction, game: int) -> bool:
        """Returns whether the user manages the table's own channel and pressed or typed there.

        A custom_id can be forged, so a manager of another channel or server decides nothing.
        """
        return may_manage(interaction) and (await self.tables.get(game)).row.is_in(interaction.channel_id)

    # Buttons

    @press("agree_pause", "agree_resume", "agree_replace", "agree_end", "let_computer", "hand_over")
    async def _agree_button(self, press: ComponentContext) -> None:
        await press.ack()
        what, custom = press.custom.verb.removeprefix("agree_"), press.custom
        await self.agree(press.interaction, custom.game, what, press.words, custom.number)

    @press("end_sure")
    async def _end_sure_button(self, press: ComponentContext) -> None:
        await press.ack()
        manager = await self._manages(press.interaction, press.custom.game)
        text = await self.consent.agree(press.custom.game, press.user, "end", press.words, manager=manager)
        await press.say(text)

    @press("keep_on")
    async def _keep_on_button(self, press: ComponentContext) -> None:
        await press.say(press.words("The game continues."))

    @press("let_level")
    async def _let_level_select(self, press: ComponentContext) -> None:
        """Votes that a computer of the chosen level takes over the seat of the absent player."""
        level = press.value
        what = next((what for what, plays in votes_for_levels().items() if plays == level), None)
        if what is None:
            raise Refused(UNKNOWN)
        await press.ack()
        await self.agree(press.interaction, press.custom.game, what, press.words, press.custom.number)

    @press("wait")
    async def _wait_button(self, press: ComponentContext) -> None:
        await press.ack()
        await press.say(await self.consent.wait(press.custom.game, press.user, press.words, press.custom.number))
