"""Resolves the table, seat and language of an interaction: the channel's table, or else the user's own."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Final

import discord
from discord import app_commands

from bot.games import GAME_UIS
from bot.games.initials import initials
from bot.interactions.fuzzy_search import fits
from bot.interactions.options import DEFAULT_GAME, offered
from bot.messages.api import Interaction
from bot.messages.reply import ack
from bot.permissions import missing
from bot.tables.live import LiveTable
from bot.tables.people import People
from bot.tables.refusals import Listed, NoSuchSeat, NotHere, NotRunning, Refused, RefusedAside
from bot.tables.registry import Tables
from bot.tables.table_data import by_computer
from bot.tables.wishes import Place
from bot.texts import FALLBACK, N_, Translator, language_of
from bot.texts.isolation import bare, isolated
from bot.views import clean
from rules.engine import Game
from storage import Database, GameRow

OFFERED = 25
"""The maximum number of choices of an autocompletion."""
ON_A_SERVER: Final = N_("Seasons and tournaments belong to a server. Use this command in one of its channels.")

NO_BOARD: Final = N_("That message is not the board of a table. Choose this in the menu of a board.")


@dataclass(frozen=True)
class Resolver:
    """A service that finds the table, the seat and the language for an interaction."""

    db: Database
    tables: Tables
    people: People

    async def words_for(self, interaction: Interaction) -> Translator:
        """Returns a translator for the user of the interaction, and stores their client's language and the day."""
        return await self.people.words(interaction.user.id, str(interaction.locale))

    async def language_here(self, interaction: Interaction) -> str:
        """Returns the language for a new table: the user's setting in `/profile`, else the server's unless it is
        English.

        Otherwise it is that of the user's client. Discord reports English for servers without a setting.
        """
        own = (await self.people.person(interaction.user.id)).language
        if own is not None:
            return own
        community = language_of(str(interaction.guild_locale))
        return community if community != FALLBACK else language_of(str(interaction.locale))

    async def unfinished_here(self, interaction: Interaction) -> GameRow:
        """Returns the channel's lobby or running game; raises NotHere."""
        row = await self.db.games.in_channel(interaction.channel_id or 0)
        if row is None:
            raise NotHere
        return row

    async def latest_here(self, interaction: Interaction) -> LiveTable:
        """Returns the channel's latest table, acknowledging if it must be loaded; raises NotHere."""
        row = await self.db.games.latest_in(interaction.channel_id or 0)
        if row is None:
            raise NotHere
        return await self._loaded(interaction, row.id)

    async def table_of(self, interaction: Interaction, message: discord.Message) -> GameRow:
        """Returns the table whose board a message of this channel is; raises Refused if it is no board (any more)."""
        game = await self.db.messages.board_at(interaction.channel_id or 0, message.id)
        if game is None:
            raise Refused(NO_BOARD)
        return await self.db.games.get(game)

    async def own_table(self, interaction: Interaction) -> LiveTable:
        """Returns the table whose hand a user wants to see: the channel's unfinished one, otherwise the user's own,
        preferably a running one.

        Acknowledges the interaction if the table must be loaded. Raises NotHere if there is none.
        """
        row = await self.db.games.in_channel(interaction.channel_id or 0)
        if row is None:
            rows = await self._own_rows(interaction.user.id)
            row = next((row for row in rows if row.phase == "running"), None) or next(iter(rows), None)
        if row is None:
            raise NotHere
        return await self._loaded(interaction, row.id)

    async def _own_rows(self, user: int) -> list[GameRow]:
        """Returns the user's unfinished tables, latest first; those where they have lost their seat come last."""
        rows = [row for row in await self.db.games.of_user(user) if not row.finished_yet]
        held = [row for row in rows if await self.db.seats.held(row.id, user)]
        return [*held, *(row for row in rows if row not in held)]

    async def own_seat(self, interaction: Interaction) -> tuple[LiveTable, Game, str]:
        """Returns the user's table, its running game and their seat; raises Refused."""
        live = await self.own_table(interaction)
        return live, live.running(), live.holder(interaction.user.id).seat

    async def seats_matching(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Returns the seats of the channel's table that match a typed name, as choices."""
        try:
            row = await self.unfinished_here(interaction)
        except NotHere:
            return []
        seats = await self.db.seats.of(row.id)
        # Like on boards, where a computer's name begins with an emoji.
        marks = initials(tuple((seat.seat, "" if by_computer(seat) else seat.name) for seat in seats))
        return [
            app_commands.Choice(name=f"{marks[seat.seat]} · {isolated(seat.name)}", value=seat.seat)
            for seat in seats
            if fits(bare(typed), marks[seat.seat], seat.name)
        ]

    async def options_matching(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Returns the option combinations of the chosen game that match a typed text, as choices."""
        said = await self.words_for(interaction)
        kind = getattr(interaction.namespace, "game", None) or DEFAULT_GAME
        fitting = (one for one in offered(kind, said) if fits(typed, one.words, one.key)) if kind in GAME_UIS else ()
        return [app_commands.Choice(name=one.words, value=one.key) for one in islice(fitting, OFFERED)]

    async def _loaded(self, interaction: Interaction, game: int) -> LiveTable:
        """Returns the table, at once if it is in memory; otherwise acknowledges before loading it."""
        live = await self.tables.at_hand(game)
        if live is None:
            await ack(interaction)
            live = await self.tables.get(game)
        return live


def begun(live: LiveTable) -> Game:
    """Returns the game, running or finished; raises NotRunning if it has not started."""
    if live.game is None:
        raise NotRunning(live.row.phase)
    return live.game


def seat_named(live: LiveTable, said: str) -> str:
    """Returns the seat of that letter, or of the holder with that ID, mention or name; raises NoSuchSeat.

    A letter counts before a name, because suggestions are letters. A name that several holders have names no seat.
    """
    wanted = bare(said).strip().casefold()
    for meant in (
        [seat.seat for seat in live.seats if wanted == seat.seat],
        [seat.seat for seat in live.seats if wanted in (str(seat.user), f"<@{seat.user}>", f"<@!{seat.user}>")],
        [seat.seat for seat in live.seats if wanted == seat.name.casefold()],
    ):
        if len(meant) == 1:
            return meant[0]
    raise NoSuchSeat


def guild_of(interaction: Interaction) -> int:
    """Returns the ID of an interaction's server; raises Refused in a DM."""
    if interaction.guild_id is None:
        raise Refused(ON_A_SERVER)
    return interaction.guild_id


def place_here(interaction: Interaction, language: str) -> Place:
    """Returns the channel as the place of a new table; raises Refused in a DM or if the bot lacks a permission."""
    guild, user = interaction.guild_id, interaction.user
    if guild is None or interaction.channel_id is None:
        raise RefusedAside(N_("You cannot open a table in a direct message. Type `/game new` in a server channel."))
    parent = interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None
    lacking = missing(interaction.app_permissions, thread=parent is not None)
    if lacking:
        raise Refused(N_("I may not write here. I need: {permissions}."), permissions=Listed(lacking))
    return Place(guild, interaction.channel_id, user.id, clean(user.display_name), language, parent)
