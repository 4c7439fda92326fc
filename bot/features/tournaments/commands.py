"""The commands `/league tournament`, `play` and `drop`, and the buttons of a tournament."""

from __future__ import annotations

import asyncio
import io
from dataclasses import dataclass

import discord
from discord.app_commands import Range

from bot.background import Background
from bot.features.cuts import view as cuts_view
from bot.features.hand.service import Hands
from bot.features.lobby.service import LobbyMessages
from bot.features.server.service import (
    OPENED,
    TOURNAMENT_CANCELLED,
    TOURNAMENT_FINISHED,
    TOURNAMENT_OPENED,
    TOURNAMENT_REMOVED,
    ServerLog,
    ServerRules,
    with_defaults,
)
from bot.features.tournaments import view as tournament_view
from bot.features.tournaments.draws_file import draws_file
from bot.features.tournaments.service import FOR_THE_ORGANISER, MAX_ROUNDS, Tournaments, own_table
from bot.features.tournaments.tournament_message import TournamentMessages, thread_for
from bot.interactions.component_context import UNKNOWN, ComponentContext
from bot.interactions.handlers import command, modal, option, press
from bot.interactions.options import DEFAULT_GAME, game_choices, pace_choices, understood
from bot.interactions.resolvers import Resolver, guild_of, place_here
from bot.messages.api import SILENT, Interaction
from bot.messages.reply import Replies, ack, ack_publicly
from bot.permissions import may_organise
from bot.tables.bus import Bus
from bot.tables.people import People
from bot.tables.refusals import Refused
from bot.tables.wishes import Place, Wishes
from bot.texts import N_, translator_for
from bot.views import clean, quotable, say
from bot.views.custom_id import NO_GAME, CustomId
from bot.views.parts import message
from storage import Database, NotInTournament, TableRow, TournamentPhase, TournamentState, UnknownTournament
from storage.tournaments import game_id


@dataclass(frozen=True)
class TournamentHandlers:
    """Handlers of the commands for tournaments, and of the buttons below a tournament's message."""

    db: Database
    people: People
    tournaments: Tournaments
    replies: Replies
    hands: Hands
    tournament_messages: TournamentMessages
    background: Background
    bus: Bus
    resolver: Resolver
    lobby_messages: LobbyMessages
    rules: ServerRules
    server_log: ServerLog

    @command(N_("/league tournament"), N_("Open a tournament for one evening"), public=True)
    @option(N_("option game"), N_("Which game"), choices=game_choices)
    @option(N_("option rounds"), N_("Number of rounds"))
    @option(N_("option seats"), N_("Preferred table size"))
    @option(N_("option option"), N_("A setting of the game itself"), complete=Resolver.options_matching)
    @option(N_("option pace"), N_("Time limits for turns and reactions"), choices=pace_choices)
    async def _begin(
        self,
        interaction: discord.Interaction,
        game: str | None = None,
        rounds: Range[int, 1, MAX_ROUNDS] = 3,
        seats: Range[int, 2, 8] | None = None,
        option: str | None = None,
        pace: str | None = None,
    ) -> None:
        if option is not None:
            game = game or DEFAULT_GAME
        chosen = (
            {}
            if option is None or game is None
            else understood(game, option, await self.resolver.words_for(interaction))
        )
        settings = await self.rules.check_opening(interaction)
        place = place_here(interaction, settings.language or await self.resolver.language_here(interaction))
        wishes = with_defaults(Wishes(game, chosen, pace), settings, hints=False)
        state = await self.tournaments.open(place, wishes, rounds, seats)
        await ack_publicly(interaction)
        await self.tournament_messages.answer(interaction, state)
        self.server_log.note_tournament(state.row, TOURNAMENT_OPENED, user=f"<@{interaction.user.id}>")

    @command(N_("/league play"), N_("Open my table of the tournament in this channel"), public=True)
    async def _play(self, interaction: discord.Interaction) -> None:
        await self.rules.check_place(interaction)
        state = await self._waiting_for(interaction)
        place = place_here(interaction, state.row.language)

        async def here(_table: TableRow) -> Place:
            return place

        live = await self.tournaments.open_table(state.row.id, interaction.user.id, here)
        self.tournament_messages.changed(live)
        self.server_log.note(live.row, OPENED, user=f"<@{interaction.user.id}>")
        await self.lobby_messages.show(interaction, live)

    @command(N_("/league drop"), N_("Drop out; the organiser may also remove a player"))
    @option(N_("option player"), N_("Which player drops out; default: me"))
    async def _drop(self, interaction: discord.Interaction, player: discord.User | None = None) -> None:
        await ack(interaction)
        number = await self.db.tournaments.in_channel(interaction.channel_id or 0)
        if number is None:
            raise UnknownTournament
        state = await self.tournaments.state(number, interaction.guild_id)
        if player is not None and player.id != interaction.user.id:
            must_organise(interaction, state)
        await self._dropped(interaction, state, player or interaction.user)

    async def state_of(self, press: ComponentContext) -> TournamentState:
        """Returns the tournament of a button; raises UnknownTournament elsewhere, or Refused without a number."""
        if press.custom.number is None:
            raise Refused(UNKNOWN)
        return await self.tournaments.state(press.custom.number, guild_of(press.interaction))

    async def _waiting_for(self, interaction: Interaction) -> TournamentState:
        """Returns the running tournament in which the user has a table to open; otherwise raises the reason."""
        hindrance: Exception = UnknownTournament()
        for number in await self.db.tournaments.running(guild_of(interaction)):
            state = await self.tournaments.state(number, interaction.guild_id)
            try:
                table = own_table(state, interaction.user.id)
            except Refused as refused:
                hindrance = refused
                continue
            if table.ruling is None and (table.game is None or table.game.phase == "ended"):
                return state
            hindrance = Refused(N_("Your table for this round is already open."))
        raise hindrance

    async def _dropped(
        self, interaction: Interaction, state: TournamentState, who: discord.User | discord.Member
    ) -> None:
        own = who.id == interaction.user.id
        await (self.tournaments.drop_out if own else self.tournaments.remove)(state.row.id, who.id)
        await self.tournament_messages.show(state.row.id)
        said = await self.resolver.words_for(interaction)
        if own:
            await self.replies.reply(interaction, tournament_view.dropped_out(state, said))
        else:
            user, player = f"<@{interaction.user.id}>", f"<@{who.id}>"
            self.server_log.note_tournament(state.row, TOURNAMENT_REMOVED, user=user, player=player)
            await self.replies.reply(interaction, tournament_view.removed(state, who.id, said))

    # Buttons

    @press("t_join")
    async def _join_button(self, press: ComponentContext) -> None:
        await ack(press.interaction)
        state, user = await self.state_of(press), press.interaction.user
        if user.bot:
            raise Refused(N_("Bot accounts cannot play in tournaments."))
        await self.tournaments.enter(state.row.id, user.id, clean(user.display_name))
        await self.tournament_messages.show(state.row.id)
        await self.replies.more(press.interaction, say(press.words("You play in this tournament.")))

    @press("t_leave")
    async def _leave_button(self, press: ComponentContext) -> None:
        await ack(press.interaction)
        state = await self.state_of(press)
        await self.tournaments.drop_out(state.row.id, press.user)
        await self.tournament_messages.show(state.row.id)
        await self.replies.more(press.interaction, tournament_view.dropped_out(state, press.words))

    @press("t_cut")
    async def _cut_button(self, press: ComponentContext) -> None:
        state = await self.state_of(press)
        if state.row.phase != "open":
            raise TournamentPhase(state.row.phase)
        own = next((one for one in state.entrants if one.user == press.user), None)
        if own is None:
            raise NotInTournament
        await press.ask(cuts_view.cut_form(CustomId(NO_GAME, "t_cut_typed", state.row.id), own.cut, press.words))

    @modal("t_cut_typed")
    async def _cut_form(self, press: ComponentContext) -> None:
        """Adds a player's own text to the draws, before the first round."""
        await ack(press.interaction)
        state = await self.state_of(press)
        text = quotable(press.typed(cuts_view.TEXT), cuts_view.MOST)
        await self.tournaments.cut(state.row.id, press.user, text)
        await self.tournament_messages.show(state.row.id)
        shown = message(cuts_view.about(press.words), cuts_view.own(text or None, press.words))
        await self.replies.reply(press.interaction, shown)

    @press("t_next")
    async def _next_button(self, press: ComponentContext) -> None:
        await ack(press.interaction)
        state = await self.state_of(press)
        must_organise(press.interaction, state)
        await self.tournaments.go_on(state.row.id)
        await self.tournament_messages.show(state.row.id, repost=True)

    @press("t_mine")
    async def _mine_button(self, press: ComponentContext) -> None:
        interaction = press.interaction
        await ack(interaction)
        state = await self.state_of(press)
        table = own_table(state, press.user)
        if table.game is not None and table.game.phase != "ended":
            text = press.words("Your table is in {channel}.", channel=f"<#{table.game.channel}>")
            await self.replies.more(interaction, say(text))
            return
        await self.rules.check_place(interaction)
        live = await self.tournaments.open_table(
            state.row.id, press.user, lambda mine: _in_a_thread(interaction, state, mine)
        )
        self.bus.table_changed(live)
        self.server_log.note(live.row, OPENED, user=f"<@{press.user}>")
        for seat in live.people():
            said = await self.people.words_for(seat.user, live.row.language)
            self.background.run(self.hands.greet(live, seat.user, said), f"the greeting at table {live.id}")
        text = press.words("Your table is in {channel}.", channel=f"<#{live.row.channel}>")
        await self.replies.more(interaction, say(text))

    @press("t_table")
    async def _table_button(self, press: ComponentContext) -> None:
        await ack(press.interaction)
        state = await self.state_of(press)
        view = tournament_view.table_page(state, next(iter(press.custom.path), 0), press.words)
        await self.replies.reply(press.interaction, view)

    @press("t_finish", "t_off")
    async def _end_button(self, press: ComponentContext) -> None:
        await ack(press.interaction)
        state = await self.state_of(press)
        must_organise(press.interaction, state)
        await self.replies.reply(press.interaction, tournament_view.sure(state, press.custom.verb, press.words))

    @press("t_finish_sure", "t_off_sure")
    async def _end_sure_button(self, press: ComponentContext) -> None:
        await ack(press.interaction)
        state = await self.state_of(press)
        must_organise(press.interaction, state)
        finished = press.custom.verb == "t_finish_sure"
        await (self.tournaments.finish if finished else self.tournaments.call_off)(state.row.id)
        line = TOURNAMENT_FINISHED if finished else TOURNAMENT_CANCELLED
        self.server_log.note_tournament(state.row, line, user=f"<@{press.user}>")
        await self.tournament_messages.show(state.row.id, repost=True)
        await press.say(press.words("The tournament is over."))

    @press("t_verify")
    async def _verify_button(self, press: ComponentContext) -> None:
        """Sends privately the check of all draws, with a file that lists them; raises Refused before the end."""
        await ack(press.interaction)
        state = await self.state_of(press)
        if state.row.phase not in ("over", "ended"):
            raise Refused(N_("You can check the draws after the tournament. Until then the seed is secret."))
        seed = await self.db.seeds.of_tournament(state.row.id)
        found = await asyncio.to_thread(draws_file, state, seed)
        text = "\n".join([*found.lines, ""]).encode()
        file = discord.File(io.BytesIO(text), filename=f"krupier-{game_id(state.row.id)}.txt")
        said = (
            press.words(
                "✅ All {draws} draws and pairings follow from the seed, and the seed matches the seal. The "
                "file lists every draw; `docs/protocol.md` (Chance) explains how to repeat them.", draws=found.draws,
            )
            if found.holds
            else press.words("❌ The pairings do not match the seed.")
        )  # fmt: skip
        await press.interaction.followup.send(said, file=file, ephemeral=True, allowed_mentions=SILENT)


def must_organise(interaction: Interaction, state: TournamentState) -> None:
    """Raises Refused unless the user is the organiser or may manage the channel or the server."""
    if interaction.user.id != state.row.organiser and not may_organise(interaction):
        raise Refused(FOR_THE_ORGANISER)


async def _in_a_thread(interaction: Interaction, state: TournamentState, table: TableRow) -> Place:
    """Creates a thread for a table and returns it as a place; raises Refused if the bot may not create one."""
    public = translator_for(state.row.language)
    name = public("Round {round}, table {table}", round=len(state.rounds), table=table.number)
    thread = await thread_for(interaction, name)
    if thread is None:
        raise Refused(
            N_("I may not create a thread here. Use `/league play` in a free channel to open your table there.")
        )
    user = interaction.user
    return Place(state.row.guild, thread, user.id, clean(user.display_name), state.row.language)
