"""Which table, seat and language an interaction means: the channel's table, or in a DM the presser's own."""

from __future__ import annotations

from discord import app_commands

from bot.app import App
from bot.interactions.finding import fits
from bot.messages.api import Interaction
from bot.messages.reply import ack
from bot.tables.live import LiveTable
from bot.tables.refusals import NoSuchSeat, NotHere, NotRunning
from bot.texts import Words
from bot.texts.isolation import bare, isolated
from rules.engine import Game
from storage import GameRow

OFFERED = 25
"""Choices that an autocompletion may have."""


async def words_for(app: App, interaction: Interaction) -> Words:
    """The language of whoever has pressed or typed."""
    return await app.people.words(interaction.user.id, str(interaction.locale))


async def unfinished_here(app: App, interaction: Interaction) -> GameRow:
    """The channel's lobby or running game; raises NotHere."""
    row = await app.store.game_in(interaction.channel_id or 0)
    if row is None:
        raise NotHere
    return row


async def latest_here(app: App, interaction: Interaction) -> LiveTable:
    """The channel's latest table, finished or not; raises NotHere."""
    row = await app.store.latest_game_in(interaction.channel_id or 0)
    if row is None:
        raise NotHere
    return await loaded(app, interaction, row.id)


async def loaded(app: App, interaction: Interaction, game: int) -> LiveTable:
    """The table at once where it is in memory, else acknowledged before it is rebuilt."""
    live = await app.tables.at_hand(game)
    if live is None:
        await ack(interaction)
        live = await app.tables.get(game)
    return live


async def own_table(app: App, interaction: Interaction) -> LiveTable:
    """The table meant by whoever asks for their hand: the channel's, else their latest running one."""
    row = await app.store.game_in(interaction.channel_id or 0)
    if row is None:
        rows = [row for row in await app.store.games_of(interaction.user.id) if not row.finished_yet]
        row = next((row for row in rows if row.phase == "running"), None) or next(iter(rows), None)
    if row is None:
        raise NotHere
    return await loaded(app, interaction, row.id)


async def own_seat(app: App, interaction: Interaction) -> tuple[LiveTable, Game, str]:
    """The table, its running game and the asker's seat; raises Refused."""
    live = await own_table(app, interaction)
    return live, live.running(), live.holder(interaction.user.id).seat


def begun(live: LiveTable) -> Game:
    """The game, running or finished; raises NotRunning."""
    if live.game is None:
        raise NotRunning(live.row.phase)
    return live.game


def seat_named(live: LiveTable, said: str) -> str:
    """The seat that somebody means by its letter, its holder's name or mention; raises NoSuchSeat."""
    wanted = bare(said).strip().casefold()
    for seat in live.seats:
        if wanted in (seat.seat, seat.name.casefold(), str(seat.user), f"<@{seat.user}>", f"<@!{seat.user}>"):
            return seat.seat
    raise NoSuchSeat


async def seats_matching(app: App, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The seats of the channel's table whose name fits what is typed."""
    try:
        row = await unfinished_here(app, interaction)
    except NotHere:
        return []
    seats = [seat for seat in await app.store.seats(row.id) if fits(bare(typed), seat.seat, seat.name)]
    return [app_commands.Choice(name=f"{seat.seat.upper()} · {isolated(seat.name)}", value=seat.seat) for seat in seats]
