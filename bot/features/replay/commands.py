"""The command `/record replay` and its buttons, which show finished games of this server, or in a direct message the
user's own; never a running one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import discord
from discord import app_commands

from bot.features.replay import view as replay_view
from bot.features.replay.service import NO_FILES, TOO_EARLY, FinishedGames, Replays, is_open_to
from bot.features.replay.view import Place, before, place_of
from bot.games import GAME_UIS
from bot.games.replay_frames import ONLOOKER, ReplayFrames
from bot.interactions.component_context import UNKNOWN, ComponentContext
from bot.interactions.fuzzy_search import fits
from bot.interactions.handlers import command, menu, option, press
from bot.interactions.resolvers import OFFERED, Resolver
from bot.messages.api import SILENT, Interaction, files, illustrated
from bot.messages.illustrator import Illustrator
from bot.messages.reply import Replies, ack
from bot.permissions import may_write
from bot.tables.limits import Limits
from bot.tables.live import LiveTable
from bot.tables.refusals import NotHere, Refused, RefusedAside
from bot.texts import N_, Translator, translator_for
from bot.views.custom_id import NO_GAME
from storage import Database, GameRow

LOOKED_THROUGH: Final = 400
"""The number of latest games of a server or a user that are searched for suggestions."""
LONGEST: Final = 100
"""The maximum number of characters of a choice's name."""

NEVER_PLAYED: Final = N_("This game never started, so there is nothing to replay.")


@dataclass(frozen=True)
class ReplayHandlers:
    """Handlers of the replay of finished games."""

    db: Database
    replays: Replays
    finished: FinishedGames
    limits: Limits
    illustrator: Illustrator
    replies: Replies
    resolver: Resolver

    async def games_matching(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        """Returns the finished games of this server (in a direct message: of the user) that match a typed number, game
        or player, latest first, as choices.
        """
        guild = interaction.guild_id
        found = (
            await self.db.archive.of_user(interaction.user.id, LOOKED_THROUGH)
            if guild is None
            else await self.db.archive.in_guild(guild, LOOKED_THROUGH)
        )
        choices: list[app_commands.Choice[int]] = []
        for row, names in found:
            title = GAME_UIS[row.kind].title if row.kind in GAME_UIS else row.kind
            told = f"{row.id} · {title} · {row.finished or row.created:%Y-%m-%d} · {names}"
            if len(choices) < OFFERED and fits(typed, told) and (guild is None or is_open_to(interaction, row.channel)):
                choices.append(app_commands.Choice(name=told[:LONGEST], value=row.id))
        return choices

    @command(
        N_("/record replay"), N_("After the game: watch it again, picture by picture"), formerly=N_("/game replay")
    )
    @option(N_("option number"), N_("Table number; default: the last game of this channel"), complete=games_matching)
    async def _replay(
        self, interaction: discord.Interaction, number: app_commands.Range[int, 1, 999_999_999] | None = None
    ) -> None:
        await ack(interaction)
        row = await (self.latest(interaction) if number is None else self.finished.get(interaction, number))
        said = await self.resolver.words_for(interaction)
        live, replay_frames = await self.replays.get(row.id)
        await self.show(interaction, (live, replay_frames, Place()), said)

    @menu(N_("Replay"))
    async def _replay_board(self, interaction: discord.Interaction, message: discord.Message) -> None:
        await ack(interaction)
        row = await self.resolver.table_of(interaction, message)
        if not row.finished_yet:
            raise Refused(TOO_EARLY)
        if row.started is None:
            raise Refused(NEVER_PLAYED)
        said = await self.resolver.words_for(interaction)
        live, replay_frames = await self.replays.get((await self.finished.get(interaction, row.id)).id)
        await self.show(interaction, (live, replay_frames, Place()), said)

    async def latest(self, interaction: Interaction) -> GameRow:
        """Returns the channel's latest finished game, or in a DM the user's own; raises NotHere or Refused."""
        if interaction.guild_id is None:
            mine = await self.db.archive.of_user(interaction.user.id, 1)
            if not mine:
                raise NotHere
            return mine[0][0]
        channel = interaction.channel_id or 0
        played = await self.db.archive.latest_in(channel)
        if played is not None:
            return played
        raise Refused(TOO_EARLY) if await self.db.games.latest_in(channel) is not None else NotHere()

    async def show(
        self, interaction: Interaction, where: tuple[LiveTable, ReplayFrames, Place], said: Translator
    ) -> None:
        """Shows the user privately one step of a replay; raises Refused if the point of view is not allowed."""
        live, replay_frames, place = where
        seen = place.seen(replay_frames.seats)
        if seen is None or (seen != ONLOOKER and not live.row.finished_yet):
            raise Refused(UNKNOWN)
        place = place._replace(at=replay_frames.stop(place.at, by_chapters=place.by_chapters))
        shot = replay_frames.shot(place.at, seen, before(replay_frames, place))
        sketch = self.illustrator.replayed(shot, live.facts, said)
        await self.replies.answer(
            interaction, replay_view.replay(live.facts, replay_frames, shot, place, said), sketch, above="the last text"
        )

    # Buttons

    @press("replay")
    async def _replay_button(self, press: ComponentContext) -> None:
        """Shows another step of a replay; the button below a last board opens the first one."""
        if press.custom.game == NO_GAME or press.custom.number is None:
            await self._show_at(press, Place(), press.finished)
        else:
            await self._show_at(press, place_of(press.custom))

    @press("replay_jump")
    async def _jump(self, press: ComponentContext) -> None:
        place = place_of(press.custom)
        await self._show_at(press, None if place is None else place._replace(at=press.number))

    @press("replay_view")
    async def _look_as(self, press: ComponentContext) -> None:
        place = place_of(press.custom)
        await self._show_at(press, None if place is None else place._replace(view=press.index))

    async def _show_at(self, press: ComponentContext, place: Place | None, game: int | None = None) -> None:
        if place is None:
            raise Refused(UNKNOWN)
        row = await self.finished.get(press.interaction, press.custom.game if game is None else game)
        live, replay_frames = await self.replays.get(row.id)
        await self.show(press.interaction, (live, replay_frames, place), press.words)

    @press("share")
    async def _share(self, press: ComponentContext) -> None:
        """Shares the film of a game with the whole channel.

        It is shared privately in a DM, during a running game, or if the user may not write in the channel. The film
        shows only what an onlooker saw, regardless of the user's point of view.
        """
        interaction = press.interaction
        row = await self.finished.get(interaction, press.custom.game)
        if not interaction.app_permissions.attach_files:
            raise RefusedAside(NO_FILES)
        await press.ack()
        live, replay_frames = await self.replays.get(row.id)
        beside = await self.db.games.in_channel(interaction.channel_id or 0)
        public = may_write(interaction) and (beside is None or beside.phase != "running")
        said = translator_for(live.row.language) if public else press.words
        with self.limits.film(press.user, row.id, public=public):
            drawn = await self.illustrator.film(replay_frames, live.facts, said)
            if drawn is None:
                raise RefusedAside(N_("The film could not be drawn. Try again."))
            view = illustrated(replay_view.film(live.facts, said), drawn)
            if public:
                await interaction.followup.send(view=view, files=files(drawn), allowed_mentions=SILENT)
            else:
                await self.replies.more(interaction, view, drawn)
