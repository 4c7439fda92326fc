"""/league tournament, play, drop, and a tournament's buttons: joining, tables, rounds, the end, the draws."""

from __future__ import annotations

import asyncio
import io
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.app import App
from bot.interactions.lobby import ANY, GAMES, PACES, language_here, options_matching, place_here, show_lobby
from bot.interactions.naming import PUBLIC, named
from bot.interactions.options import understood
from bot.interactions.press import UNKNOWN, Press, Verbs
from bot.interactions.seasons import guild_of
from bot.interactions.which import words_for
from bot.messages.api import SILENT, Interaction, may_organise
from bot.messages.reply import ack, ack_publicly
from bot.messages.tournaments import thread_for
from bot.tables.live import LiveTable
from bot.tables.lobby import Place, Wishes
from bot.tables.refusals import Refused
from bot.tables.tournament import chance_of, check
from bot.tables.tournaments import FOR_THE_ORGANISER, MOST_ROUNDS, own_table
from bot.texts import later, words
from bot.views import clean, say, tournament
from storage import TableRow, TournamentState, UnknownTournament

OPTIONS = {
    "game": named("game", later("option game")),
    "rounds": named("rounds", later("option rounds")),
    "seats": named("seats", later("option seats")),
    "option": named("option", later("option option")),
    "pace": named("pace", later("option pace")),
}
MEANINGS = {
    "game": named(later("Which game")),
    "rounds": named(later("How many rounds everybody plays")),
    "seats": named(later("How many shall sit at a table, as far as it works out")),
    "option": named(later("A setting of the game itself")),
    "pace": named(later("How long a turn and a window may take")),
}


def add(group: app_commands.Group, app: App) -> None:
    """Put these commands into the group."""
    for command in (_tournament, _play, _drop):
        command(group, app)


def _tournament(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("tournament", later("/league tournament")),
        description=named(later("A tournament of one evening: everybody plays so many rounds")),
        extras={PUBLIC: True},
    )
    @app_commands.rename(**OPTIONS)
    @app_commands.describe(**MEANINGS)
    @app_commands.choices(game=GAMES, pace=PACES)
    async def begin(
        interaction: discord.Interaction,
        game: str | None = None,
        rounds: Range[int, 1, MOST_ROUNDS] = 3,
        seats: Range[int, 2, 8] | None = None,
        option: str | None = None,
        pace: str | None = None,
    ) -> None:
        chosen = {} if option is None else understood(game or ANY, option, await words_for(app, interaction))
        place = place_here(interaction, await language_here(app, interaction))
        state = await app.tournaments.open(place, Wishes(game, chosen, pace), rounds, seats)
        await ack_publicly(interaction)
        await app.tournament_messages.answer(interaction, state)

    @begin.autocomplete("option")
    async def _options(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await options_matching(app, interaction, typed)


def _play(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("play", later("/league play")),
        description=named(later("Open my table of the tournament in this channel")),
        extras={PUBLIC: True},
    )
    async def play(interaction: discord.Interaction) -> None:
        state = await _waiting_for(app, interaction)
        place = place_here(interaction, state.row.language)

        async def here(_table: TableRow) -> Place:
            return place

        live = await app.tournaments.open_table(state.row.id, interaction.user.id, here)
        app.tournament_messages.changed(live)
        await show_lobby(app, interaction, live)


def _drop(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("drop", later("/league drop")),
        description=named(later("Play no further round; the organiser may also take somebody else out")),
    )
    @app_commands.rename(player=named("player", later("option player")))
    @app_commands.describe(player=named(later("Who plays no further round; without it I")))
    async def drop(interaction: discord.Interaction, player: discord.User | None = None) -> None:
        await ack(interaction)
        number = await app.store.tournament_in(interaction.channel_id or 0)
        if number is None:
            raise UnknownTournament
        state = await app.tournaments.state(number, interaction.guild_id)
        if player is not None and player.id != interaction.user.id:
            must_organise(interaction, state)
        await _dropped(app, interaction, state, player or interaction.user)


def must_organise(interaction: Interaction, state: TournamentState) -> None:
    """Only the organiser and who may manage the channel go on; raises Refused for others."""
    if interaction.user.id != state.row.organiser and not may_organise(interaction):
        raise Refused(FOR_THE_ORGANISER)


async def state_of(press: Press) -> TournamentState:
    """The tournament whose button was pressed, which must be of this server; raises Refused or UnknownTournament."""
    if press.custom.number is None:
        raise Refused(UNKNOWN)
    return await press.app.tournaments.state(press.custom.number, guild_of(press.interaction))


# Inside


async def _waiting_for(app: App, interaction: Interaction) -> TournamentState:
    """The server's running tournament in which the asker has a table to open; raises what hinders the latest one."""
    hindrance: Exception = UnknownTournament()
    for number in await app.store.running_tournaments(guild_of(interaction)):
        state = await app.tournaments.state(number, interaction.guild_id)
        try:
            table = own_table(state, interaction.user.id)
        except Refused as refused:
            hindrance = refused
            continue
        if table.ruling is None and (table.game is None or table.game.phase == "ended"):
            return state
        hindrance = Refused(later("Your table of this round is open already."))
    raise hindrance


async def _dropped(
    app: App, interaction: Interaction, state: TournamentState, who: discord.User | discord.Member
) -> None:
    await app.tournaments.drop_out(state.row.id, who.id)
    await app.tournament_messages.show(state.row.id)
    said = await words_for(app, interaction)
    if who.id == interaction.user.id:
        await app.replies.reply(interaction, tournament.dropped_out(state, said))
    else:
        text = said("{player} plays no further round.", player=f"<@{who.id}>")
        await app.replies.reply(interaction, say(text))


async def _in_a_thread(interaction: Interaction, state: TournamentState, table: TableRow) -> Place:
    """A new thread for a table; raises Refused where the bot may not make one."""
    public = words(state.row.language)
    name = public("Round {round}, table {table}", round=len(state.rounds), table=table.number)
    thread = await thread_for(interaction, name)
    if thread is None:
        raise Refused(
            later("I may make no thread here: type `/league play` in a free channel, and your table opens there.")
        )
    user = interaction.user
    return Place(state.row.guild, thread, user.id, clean(user.display_name), state.row.language)


async def _greeted(app: App, live: LiveTable) -> None:
    """Everybody at the table gets the test DM."""
    for seat in live.seats:
        said = await app.people.words_for(seat.user, live.row.language)
        app.background.run(app.hands.greet(live, seat.user, said), f"a greeting of table {live.id}")


# Buttons


async def _join_button(press: Press) -> None:
    await ack(press.interaction)
    state, user = await state_of(press), press.interaction.user
    if user.bot:
        raise Refused(later("Bot accounts play in no tournament."))
    await press.app.tournaments.enter(state.row.id, user.id, clean(user.display_name))
    await press.app.tournament_messages.show(state.row.id)
    await press.app.replies.more(press.interaction, say(press.words("You play in this tournament.")))


async def _leave_button(press: Press) -> None:
    await ack(press.interaction)
    state = await state_of(press)
    await press.app.tournaments.drop_out(state.row.id, press.user)
    await press.app.tournament_messages.show(state.row.id)
    await press.app.replies.more(press.interaction, tournament.dropped_out(state, press.words))


async def _next_button(press: Press) -> None:
    await ack(press.interaction)
    state = await state_of(press)
    must_organise(press.interaction, state)
    await press.app.tournaments.go_on(state.row.id)
    await press.app.tournament_messages.show(state.row.id, afresh=True)


async def _mine_button(press: Press) -> None:
    app, interaction = press.app, press.interaction
    await ack(interaction)
    state = await state_of(press)
    table = own_table(state, press.user)
    if table.game is not None and table.game.phase != "ended":
        text = press.words("Your table is in {channel}.", channel=f"<#{table.game.channel}>")
        await app.replies.more(interaction, say(text))
        return
    live = await app.tournaments.open_table(
        state.row.id, press.user, lambda mine: _in_a_thread(interaction, state, mine)
    )
    app.changed(live)
    await _greeted(app, live)
    text = press.words("Your table is in {channel}.", channel=f"<#{live.row.channel}>")
    await app.replies.more(interaction, say(text))


async def _table_button(press: Press) -> None:
    await ack(press.interaction)
    state = await state_of(press)
    view = tournament.table_page(state, next(iter(press.custom.path), 0), press.words)
    await press.app.replies.reply(press.interaction, view)


async def _end_button(press: Press) -> None:
    await ack(press.interaction)
    state = await state_of(press)
    must_organise(press.interaction, state)
    await press.app.replies.reply(press.interaction, tournament.sure(state, press.custom.verb, press.words))


async def _end_sure_button(press: Press) -> None:
    await ack(press.interaction)
    state, app = await state_of(press), press.app
    must_organise(press.interaction, state)
    end = app.tournaments.finish if press.custom.verb == "t_finish_sure" else app.tournaments.call_off
    await end(state.row.id)
    await app.tournament_messages.show(state.row.id, afresh=True)
    await press.say(press.words("The tournament is over."))


async def _verify_button(press: Press) -> None:
    """Every round is paired again from the seed; the file lets anybody draw again."""
    await ack(press.interaction)
    state = await state_of(press)
    if state.row.phase not in ("over", "ended"):
        raise Refused(later("The draws are checked after the end: before it the seed is secret."))
    seed = await press.app.store.tournament_seed(state.row.id)
    holds, draws = await asyncio.to_thread(check, state, seed)
    chance = chance_of(state.row.id, seed)
    lines = [f"id {chance.game_id}", f"commitment {chance.commitment}", f"seed {chance.reveal()}"]
    lines += [f"draw {one.number}: {' '.join(one.options)} -> {' '.join(one.drawn)}" for one in draws]
    file = discord.File(io.BytesIO("\n".join([*lines, ""]).encode()), filename=f"krupier-{chance.game_id}.txt")
    said = (
        press.words(
            "✅ All {draws} draws and pairings are those of the seed, and the seed keeps the commitment. The file has "
            "every draw; `docs/protocol.md` (Chance) says how to draw again.", draws=len(draws),
        )
        if holds
        else press.words("❌ The pairings are not those of the seed.")
    )  # fmt: skip
    await press.interaction.followup.send(said, file=file, ephemeral=True, allowed_mentions=SILENT)


VERBS: Final[Verbs] = {
    "t_join": _join_button,
    "t_leave": _leave_button,
    "t_next": _next_button,
    "t_mine": _mine_button,
    "t_table": _table_button,
    "t_finish": _end_button,
    "t_off": _end_button,
    "t_finish_sure": _end_sure_button,
    "t_off_sure": _end_sure_button,
    "t_verify": _verify_button,
}
