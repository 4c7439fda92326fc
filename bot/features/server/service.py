"""The rules of a server for its tables (places, hosts, defaults), and the log of its moderators."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Final

import discord
from cachetools import FIFOCache

from bot import views
from bot.background import Background
from bot.games import GAME_UIS
from bot.messages.api import Client, Interaction, post
from bot.messages.outcomes import safe_call
from bot.permissions import may_organise
from bot.tables.live import LiveTable
from bot.tables.paces import PACES, UNTIMED
from bot.tables.referee import Now
from bot.tables.refusals import Refused
from bot.tables.wishes import Wishes
from bot.texts import N_, translator_for
from storage import Database, GameRow, ServerSettings
from storage.settings import Settings
from storage.tournament_rows import TournamentRow

log = logging.getLogger(__name__)

ELSEWHERE: Final = N_("This server has no tables in this channel. Open yours here: {channels}.")
OPENED: Final = N_("{user} has opened table {game} ({kind}) in {channel}.")
ENDED: Final = N_("{user} has ended table {game} ({kind}) in {channel}.")
VOTED_TO_END: Final = N_("The players of table {game} ({kind}) in {channel} have ended it by a vote.")
REMOVED: Final = N_("{user} has removed {player} from table {game} ({kind}) in {channel}.")
OVER: Final = N_("Table {game} ({kind}) in {channel} is over.")
LEFT_LAST: Final = N_("{user} was the last player to leave table {game} ({kind}) in {channel}. It is closed.")
CLOSED: Final = N_("Table {game} ({kind}) in {channel} was closed.")
VOTED_OUT: Final = N_("The players of table {game} ({kind}) in {channel} let a computer play for {player}.")
REPLACED: Final = N_("{user} has let a computer play for {player} at table {game} ({kind}) in {channel}.")
TAKEN: Final = N_("{user} has taken the seat of {player} at table {game} ({kind}) in {channel}.")
LEFT: Final = N_("{user} has left table {game} ({kind}) in {channel}. A computer plays for them.")
TOURNAMENT_OPENED: Final = N_("{user} has opened tournament {tournament} ({kind}) in {channel}.")
TOURNAMENT_FINISHED: Final = N_("{user} has finished tournament {tournament} ({kind}) in {channel}.")
TOURNAMENT_CANCELLED: Final = N_("{user} has cancelled tournament {tournament} ({kind}) in {channel}.")
TOURNAMENT_REMOVED: Final = N_("{user} has removed {player} from tournament {tournament} ({kind}) in {channel}.")
CANNOT_MENTION: Final = N_(
    "I may not ping {role}. Let anyone mention it in the settings of the role, or give me the permission "
    "Mention All Roles. Nothing has changed."
)
RECENT: Final = timedelta(minutes=1)
REMEMBERED: Final = 1_000
"""The maximum number of tables of which it is remembered that their end was logged."""


@dataclass(frozen=True)
class ServerRules:
    """A service that applies a server's settings when a table is opened."""

    db: Database
    settings: Settings

    async def here(self, interaction: Interaction) -> ServerSettings:
        """Returns the settings that apply on the server of an interaction; the defaults in a direct message.

        If the server has no default pace and the operator wants no clock, tables are untimed.
        """
        guild = interaction.guild_id
        settings = ServerSettings() if guild is None else await self.db.servers.get(guild)
        if settings.pace is None and not self.settings.clock:
            settings = replace(settings, pace=UNTIMED)
        return settings if interaction.guild is None else without_deleted(settings, interaction.guild)

    async def check_opening(self, interaction: Interaction) -> ServerSettings:
        """Returns the settings if the user may open a table in this channel; raises Refused or ChannelFull."""
        settings = await self.check_place(interaction)
        if not may_open(interaction, settings):
            if settings.openers == "role":
                role = f"<@&{settings.opener_role}>"
                raise Refused(N_("On this server, only members with the role {role} open tables."), role=role)
            raise Refused(N_("On this server, only people who may manage channels or the server open tables."))
        if interaction.guild_id is not None and interaction.channel_id is not None:
            thread = interaction.channel if isinstance(interaction.channel, discord.Thread) else None
            home = interaction.channel_id if thread is None else thread.parent_id
            await self.db.openings.check_channel(interaction.guild_id, home, settings.channel_lobbies)
        return settings

    async def check_place(self, interaction: Interaction) -> ServerSettings:
        """Returns the settings if tables are allowed in this channel; raises Refused."""
        settings = await self.here(interaction)
        if settings.channels and not places(interaction) & set(settings.channels):
            allowed = ", ".join(f"<#{channel}>" for channel in settings.channels)
            raise Refused(ELSEWHERE, channels=allowed)
        return settings

    async def role_to_call(self, interaction: Interaction) -> discord.Role:
        """Returns the role that hosts may call to their tables; raises Refused if the bot cannot ping it."""
        settings = await self.here(interaction)
        role = interaction.guild.get_role(settings.call_role or 0) if interaction.guild is not None else None
        if role is None:
            raise Refused(N_("This server has no role for calling players. Its managers can set one in `/server`."))
        if not may_mention(role, interaction.app_permissions):
            raise Refused(CANNOT_MENTION, role=role.mention)
        return role


def without_deleted(settings: ServerSettings, guild: discord.Guild) -> ServerSettings:
    """Returns the settings as they apply on a server: those that name a deleted channel or role are left out.

    If no allowed channel is left, tables are allowed in all. If the role that may open tables was deleted, only
    managers open tables.
    """
    opener = _role(guild, settings.opener_role)
    return replace(
        settings,
        channels=tuple(one for one in settings.channels if guild.get_channel(one) is not None),
        opener_role=opener,
        openers="managers" if settings.openers == "role" and opener is None else settings.openers,
        call_role=_role(guild, settings.call_role),
        log_channel=_channel(guild, settings.log_channel),
        puzzle_channel=_channel(guild, settings.puzzle_channel),
    )


def _role(guild: discord.Guild, role: int | None) -> int | None:
    return None if role is None or guild.get_role(role) is None else role


def _channel(guild: discord.Guild, channel: int | None) -> int | None:
    return None if channel is None or guild.get_channel(channel) is None else channel


def may_mention(role: discord.Role, permissions: discord.Permissions) -> bool:
    """Returns whether the bot, which has these permissions, may ping a role."""
    return role.mentionable or permissions.mention_everyone


def with_defaults(wishes: Wishes, settings: ServerSettings, *, hints: bool | None) -> Wishes:
    """Returns the wishes with the server's defaults, if known, for all that the host has not chosen."""
    kind = wishes.kind or (settings.kind if settings.kind in GAME_UIS else None)
    pace = wishes.pace or (settings.pace if settings.pace in PACES else None)
    return replace(wishes, kind=kind, pace=pace, hints=settings.hints or None if hints is None else hints)


def may_open(interaction: Interaction, settings: ServerSettings) -> bool:
    """Returns whether the user may open tables on this server; managers always may."""
    if settings.openers == "everyone" or may_organise(interaction):
        return True
    member = interaction.user
    roles = {role.id for role in member.roles} if isinstance(member, discord.Member) else set[int]()
    return settings.openers == "role" and settings.opener_role in roles


def places(interaction: Interaction) -> set[int]:
    """Returns the channel of an interaction, its parent if it is a thread, and its category."""
    channel = interaction.channel
    parent = channel.parent if isinstance(channel, discord.Thread) else None
    category = getattr(parent or (None if isinstance(channel, discord.Thread) else channel), "category_id", None)
    found = (interaction.channel_id, getattr(channel, "parent_id", None), category)
    return {place for place in found if place is not None}


@dataclass(eq=False, repr=False)
class ServerLog:
    """A service that writes, without pings, to the log channels of servers that have and allow one."""

    client: Client
    db: Database
    background: Background
    now: Now
    _over: FIFOCache[int, bool] = field(default_factory=lambda: FIFOCache(REMEMBERED))

    def note(self, row: GameRow, what: str, **facts: object) -> None:
        """Writes what happened at a table to its server's log channel, in the background."""
        if row.guild is not None:
            writing = self._write(row.guild, row, what, {**facts, "game": row.id})
            self.background.run(writing, f"the entry in the moderators' log about table {row.id}")

    def note_tournament(self, row: TournamentRow, what: str, **facts: object) -> None:
        """Logs an act of a tournament's organiser or of a manager in the background."""
        writing = self._write(row.guild, row, what, {**facts, "tournament": row.id})
        self.background.run(writing, f"the entry in the moderators' log about tournament {row.id}")

    def ended(self, live: LiveTable) -> None:
        """Logs once that a game of this process was played to its end within the last minute."""
        row = live.row
        recent = row.finished is not None and self.now() - row.finished < RECENT
        if live.ours and row.phase == "over" and recent and live.id not in self._over:
            self._over[live.id] = True
            self.note(live.row, OVER)

    def closed(self, row: GameRow, user: int | None) -> None:
        """Logs that a table was closed, because the user was the last one to leave, or by the bot."""
        if user is None:
            self.note(row, CLOSED)
        else:
            self.note(row, LEFT_LAST, user=f"<@{user}>")

    def called_off(self, row: GameRow, by: int | None) -> None:
        """Logs that people have ended a table: one user, or the players by a vote (None)."""
        if by is None:
            self.note(row, VOTED_TO_END)
        else:
            self.note(row, ENDED, user=f"<@{by}>")

    def vacated(self, live: LiveTable, player: int, by: int | None) -> None:
        """Logs that a computer plays for a person from now on."""
        if by is None:
            self.note(live.row, VOTED_OUT, player=f"<@{player}>")
        else:
            self.note(live.row, REPLACED, user=f"<@{by}>", player=f"<@{player}>")

    def left(self, live: LiveTable, user: int) -> None:
        """Logs that a person has left a running game in which other people stay."""
        self.note(live.row, LEFT, user=f"<@{user}>")

    def taken(self, live: LiveTable, user: int, former: int) -> None:
        """Logs that a user has taken the seat of another person."""
        self.note(live.row, TAKEN, user=f"<@{user}>", player=f"<@{former}>")

    async def _write(self, guild: int, row: GameRow | TournamentRow, what: str, facts: dict[str, object]) -> None:
        """Writes a line if the server has a log channel; `row` has its game, channel and language."""
        settings, joined = await self.db.servers.get(guild), self.client.get_guild(guild)
        if joined is not None:
            settings = without_deleted(settings, joined)
        elif await self.db.servers.is_removed(guild):
            return  # the server has removed the bot; without that, another process serves it
        if settings.log_channel is None:
            return
        said = translator_for(settings.language or row.language)
        place = f"<#{row.channel}>"
        text = said(what, kind=GAME_UIS[row.kind].title, channel=place, **facts)
        posted = await safe_call(post(self.client, settings.log_channel, views.say(text)))
        if not posted.ok:
            log.info("server %s: cannot write to its log channel (%s)", guild, posted)
