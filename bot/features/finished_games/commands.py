"""The commands `/record export`, `verify`, `reveal` and `/game rematch` and their buttons, for finished games."""

from __future__ import annotations

import asyncio
import io
from dataclasses import dataclass
from functools import partial
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot import views
from bot.features.finished_games import view as post_game_view
from bot.features.finished_games.export_formats import FORMATS, USUAL
from bot.features.finished_games.service import TOO_EARLY, OwnFinishedGames, check_ended_here
from bot.features.lobby.service import LobbyMessages
from bot.features.replay.service import NO_FILES, FinishedGames
from bot.features.server.service import OPENED, ServerLog, ServerRules
from bot.interactions.component_context import ComponentContext
from bot.interactions.handlers import choice, command, option, press
from bot.interactions.resolvers import Resolver, begun, place_here
from bot.messages.api import SILENT, Interaction, illustrated
from bot.messages.illustrator import Illustrator
from bot.messages.reply import Replies, ack, ack_publicly, on_own_panel
from bot.tables.bus import Bus
from bot.tables.events import TableOpened
from bot.tables.limits import Limits
from bot.tables.live import LiveTable
from bot.tables.lobby import Lobby
from bot.tables.refusals import NotHere, Refused, RefusedAside
from bot.tables.registry import Tables
from bot.texts import N_, Translator, translator_for
from rules.errors import BadRecord
from rules.verify import verify, verify_so_far
from storage import ChannelBusy, Database, GameRow, UnknownGame

MOST: Final = 2**53 - 1
"""The maximum integer that Discord accepts in an option."""


NO_CARD: Final = N_("This game has no result card: it has no winner, or its picture could not be drawn.")


def format_choices() -> list[app_commands.Choice[str]]:
    """Returns all export formats as choices of a command option."""
    return [choice(one.label, one.id) for one in FORMATS.values()]


def _one_format() -> bool:
    return len(FORMATS) == 1


def _several_formats() -> bool:
    return len(FORMATS) > 1


@dataclass(frozen=True)
class FinishedGameHandlers:
    """Handlers of the commands and buttons for a finished game: export, verify, show the last hand, rematch."""

    db: Database
    tables: Tables
    lobby: Lobby
    limits: Limits
    illustrator: Illustrator
    replies: Replies
    resolver: Resolver
    own: OwnFinishedGames
    finished: FinishedGames
    lobby_messages: LobbyMessages
    rules: ServerRules
    server_log: ServerLog
    bus: Bus

    @command(
        N_("/record export"), N_("After the game: the record as a file"),
        public=True, offered=_one_format, formerly=N_("/game export"),
    )  # fmt: skip
    @option(N_("option number"), N_("Game number; default: the latest of this channel"))
    async def _export(self, interaction: discord.Interaction, number: Range[int, 1, MOST] | None = None) -> None:
        await self._hand_out(interaction, number, USUAL)

    @command(
        N_("/record export"), N_("After the game: the record as a file"),
        public=True, offered=_several_formats, formerly=N_("/game export"),
    )  # fmt: skip
    @option(N_("option number"), N_("Game number; default: the latest of this channel"))
    @option(N_("option format"), N_("The format of the file"), choices=format_choices)
    async def _export_as(
        self,
        interaction: discord.Interaction,
        number: Range[int, 1, MOST] | None = None,
        format: str = USUAL,  # noqa: A002 - the option's name
    ) -> None:
        await self._hand_out(interaction, number, format)

    async def _hand_out(self, interaction: Interaction, number: int | None, to: str) -> None:
        """Posts the record of a finished game as a file, visible to everyone; raises Refused."""
        game = (await self.finished_meant(interaction, number)).id
        await ack_publicly(interaction)
        content, file = _exported(await self.tables.get(game), await self.resolver.words_for(interaction), to)
        await interaction.followup.send(content, file=file, allowed_mentions=SILENT)

    @command(N_("/record verify"), N_("After the game: check that the shuffles were fair"), formerly=N_("/game verify"))
    async def _check(self, interaction: discord.Interaction) -> None:
        game = (await self.finished_here(interaction)).id
        await ack(interaction)
        live = await self.tables.get(game)
        said = await self.resolver.words_for(interaction)
        text, sat_here = await _checked(live, said), any(seat.user == interaction.user.id for seat in live.seats)
        await self.replies.reply(
            interaction, post_game_view.with_rematch(text, game, said) if sat_here else views.say(text)
        )

    @command(
        N_("/record reveal"), N_("After the game: show everyone my last hand"),
        public=True, formerly=N_("/game reveal"),
    )  # fmt: skip
    async def _show(self, interaction: discord.Interaction) -> None:
        await self._nothing_runs(interaction)
        await self.reveal(interaction, await self.own.last_played(interaction))

    @command(N_("/game rematch"), N_("After the game: a new table with the same players and settings"), public=True)
    async def _again(self, interaction: discord.Interaction) -> None:
        row = await self.db.games.in_channel(interaction.channel_id or 0)
        if row is not None:
            raise ChannelBusy(row.channel, row.id)
        await self.rematch(interaction, await self.own.last_played(interaction))

    async def finished_here(self, interaction: Interaction) -> GameRow:
        """Returns the channel's latest finished game, even next to a lobby; raises Refused or NotHere."""
        channel = interaction.channel_id or 0
        row = await self.db.games.latest_in(channel)
        if row is None:
            raise NotHere
        played = None if row.phase == "running" else await self.db.archive.latest_in(channel)
        if played is None:
            raise Refused(TOO_EARLY)
        return played

    async def finished_meant(self, interaction: Interaction, number: int | None) -> GameRow:
        """Returns the finished game with that number (None: the channel's latest).

        Raises UnknownGame if the user may not see it, and Refused if it is not finished.

        A user may see their own games, this channel's, and those of this server that counted in a season or belonged to
        a tournament, if their channels are visible to the user.
        """
        if number is None:
            return await self.finished_here(interaction)
        row, user = await self.db.games.get(number), interaction.user.id
        mine = row.channel == interaction.channel_id or await self.db.seats.of_user(number, user)
        if not (mine or (await self.finished.may_see(interaction, row) and await self.db.seasons.archived(number))):
            raise UnknownGame(number)
        if row.started is None or not row.finished_yet:
            raise Refused(TOO_EARLY)
        return row

    async def reveal(self, interaction: Interaction, row: GameRow) -> None:
        """Posts the user's hand at the end of a game, visible to everyone; raises Refused."""
        await self._nothing_runs(interaction)
        await self._only_there(interaction, row)
        if on_own_panel(interaction):
            await ack(interaction)
        elif self.tables.peek(row.id) is None:
            await ack_publicly(interaction)
        live, game, seat = await self.own.end_of(row.id, interaction.user.id)
        public = translator_for(live.row.language)
        sketch = self.illustrator.hand(game, seat, seat, public)
        await self.replies.publicly(interaction, post_game_view.revealed(live.facts, game, seat, public), sketch)
        if on_own_panel(interaction):
            said = await self.resolver.words_for(interaction)
            await self.replies.reply(
                interaction, post_game_view.with_rematch(said("Everyone sees your last hand now."), row.id, said)
            )

    async def rematch(self, interaction: Interaction, row: GameRow) -> None:
        """Opens a lobby with a finished game's settings and seats as the public answer; raises Refused, ChannelBusy."""
        await self._only_there(interaction, row)
        place = place_here(interaction, row.language)
        settings = await self.rules.check_opening(interaction)
        async with self.limits.opening(place, settings) as room:
            live = await self.lobby.open_again(place, row, room)
        self.server_log.note(live.row, OPENED, user=f"<@{place.host}>")
        await self.lobby_messages.show(interaction, live)
        self.bus.publish(TableOpened(live))

    async def _nothing_runs(self, interaction: Interaction) -> None:
        """Raises Refused while a game runs in the channel: an old hand could be mistaken for one of that game."""
        row = await self.db.games.in_channel(interaction.channel_id or 0)
        if row is not None and row.phase == "running":
            raise Refused(TOO_EARLY)

    async def _only_there(self, interaction: Interaction, row: GameRow) -> None:
        """Raises Refused unless the game ended in this channel, and NotSeatedHere unless the user held a seat then."""
        check_ended_here(interaction, row)
        await self.own.check_seated(row.id, interaction.user.id)

    # Buttons

    @press("reveal")
    async def _reveal_button(self, press: ComponentContext) -> None:
        await self.reveal(press.interaction, await self.db.games.get(press.custom.game))

    @press("rematch")
    async def _rematch_button(self, press: ComponentContext) -> None:
        await self.rematch(press.interaction, await self.db.games.get(press.finished))

    @press("result")
    async def _result_button(self, press: ComponentContext) -> None:
        """Sends the user the result card privately; raises Refused if they may not see it or no one has won."""
        row = await self.finished.get(press.interaction, press.finished)
        if not press.interaction.app_permissions.attach_files:
            raise RefusedAside(NO_FILES)
        await press.ack()
        live = await self.tables.get(row.id)
        drawn = await self.illustrator.picture(self.illustrator.result(begun(live), live.facts, press.words))
        if drawn is None:
            raise RefusedAside(NO_CARD)
        view = illustrated(post_game_view.result_card(press.words), drawn)
        await self.replies.more(press.interaction, view, drawn)

    @press("verify")
    async def _verify_button(self, press: ComponentContext) -> None:
        live = await self.own.table_of(press)
        await press.say(await _checked(live, press.words))

    @press("export")
    async def _export_button(self, press: ComponentContext) -> None:
        content, file = _exported(await self.own.table_of(press), press.words)
        await press.interaction.followup.send(content, file=file, ephemeral=True, allowed_mentions=SILENT)


async def _checked(live: LiveTable, words: Translator) -> str:
    """Returns the result of verifying the shuffles of a finished game, as text."""
    if live.row.practice_of is not None:
        return words(
            "This was practice: it began with the answers of table {number}, and two seeds decided its draws. So there "
            "is nothing to check.",
            number=live.row.practice_of,
        )
    record, won = begun(live).record().lines(), begun(live).over is not None
    check = partial(verify, record) if won else partial(verify_so_far, record, live.seed)
    try:
        game = await asyncio.to_thread(check)
    except BadRecord as bad:
        return words("❌ The record does not match: {why}", why=bad)
    draws = sum(entry.seat == "chance" for entry in game.entries)
    return "\n".join([_holds(live, draws, words, won=won), *post_game_view.cuts(live.facts, words)])


def _holds(live: LiveTable, draws: int, words: Translator, *, won: bool) -> str:
    """Returns the text that confirms that all draws of a game follow from its seed."""
    if not won:
        return words(
            "This game ended without a winner. ✅ All its {draws} draws follow from the seed `{seed}`, and "
            "the seed matches the seal `{commitment}` shown before the game. Check it yourself: "
            "`/record export`, then `python -m rules verify FILE SEED`.",
            draws=draws, seed=live.seed, commitment=live.commitment,
        )  # fmt: skip
    return words(
        "✅ All {draws} draws follow from the seed, and the seed matches the seal `{commitment}` shown before "
        "the game. Check it yourself: `/record export`, then `python -m rules verify FILE`.",
        draws=draws,
        commitment=live.commitment,
    )


def _exported(live: LiveTable, said: Translator, to: str = USUAL) -> tuple[str, discord.File]:
    """Returns the text and the file of a message with the record of a finished game; `to`: the ID of the format."""
    form = FORMATS[to]
    file = discord.File(io.BytesIO(form.write(begun(live))), filename=f"krupier-{live.id}.{form.suffix}")
    return said("The record of table {game}.", game=live.id), file
