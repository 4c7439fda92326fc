"""Causes faults around the tables of a bot in another process, and checks that the games continue."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from random import Random
from typing import Any, Protocol

from bot.emulator import LocalDiscord, World
from bot.emulator.objects import Channel, Guild, Role
from bot.emulator.people.person import Person
from tests.emulator import moderation
from tests.emulator.reconnecting import ask_reconnect, invalidate
from tests.faults.event_faults import LATE, LOST, PLACES, PRESSES, Weather
from tests.faults.scale import often

REFUSALS = ((500, "PATCH /channels"), (502, "POST /channels"), (500, "PATCH /webhooks"), (429, "POST /channels"))
SESSION = ("dropped", "dropped for good", "asked to reconnect", "invalid", "invalid but resumable")
NEW_SESSION = ("dropped for good", "invalid")
PLACE = ("no permission", "role", "outage", "board deleted", "nothing")
EVENTS = {
    "no permission": ("CHANNEL_UPDATE", "CHANNEL_UPDATE"),
    "role": ("GUILD_ROLE_UPDATE", "GUILD_ROLE_UPDATE"),
    "outage": ("GUILD_DELETE", "GUILD_CREATE"),
}
"""Fault of a channel → the events when it breaks and when it is repaired; a deleted message has none."""
ROLE = ("send_messages", "attach_files")
"""The permissions that only the bot's own role gives it."""
PERMISSIONS = ("view_channel", "send_messages", "attach_files", "read_message_history")
FILE = ("locked", "full")
HOUR, DAY = 3_600.0, 86_400.0
OFF = (-DAY, -HOUR, 0.0, HOUR, DAY)
"""Seconds by which the machine's clock may differ from Discord's."""
LOCKED, LOCKED_WITHIN = 0.2, 30.0
MENDED = 10.0
"""Seconds after a fault of the file within which play must go on."""
RARELY = often(10, 40)
"""A fault of the clock, session, place or file comes at one of this many steps."""


class Soaked(Protocol):
    """The interface of the soak test for causing faults: its world, and commands for the bot's process."""

    world: World
    discord: LocalDiscord
    database: Any
    weather: Weather

    @property
    def channel(self) -> Channel:
        """Returns the channel in which a fault is caused."""

    def person(self, name: str) -> Person:
        """Returns the user with this name."""

    async def noticed(self, condition: Any) -> None:
        """Waits until a condition about visible messages holds."""

    async def asked(self, do: str, **told: Any) -> Any:
        """Lets the bot's process execute a command; returns the result."""

    async def turn(self, where: str, dice: Random, answers: int) -> bool:
        """Gives some answers at a table; returns whether the game continues."""

    async def turn_on_a_full_disk(self, where: str, dice: Random) -> None:
        """Gives some answers at a table while no file can grow."""

    async def pass_time(self, seconds: float) -> None:
        """Lets that many seconds pass on Discord's and the bot's clocks."""

    async def set_clock(self, off: float) -> None:
        """Sets the clock of the bot's machine `off` seconds ahead of Discord's."""

    async def late_arrive(self) -> None:
        """Delivers all delayed events to the bot, and waits until it has handled them."""

    async def judged(self, where: str) -> None:
        """Checks that the table's record is correct."""


async def goes_wrong(soak: Soaked, where: str, owner: str, dice: Random) -> None:
    """Causes random faults at a table: often refusals, lost presses or closed DMs.

    Rarely it sets a clock or breaks the connection, the channel or the file.
    """
    if dice.random() < 0.1:
        status, route = dice.choice(REFUSALS)
        soak.world.faults.demand(status, on=route, times=1)
    if dice.random() < 0.1:
        soak.weather.presses.append(dice.choice(PRESSES))
    if dice.random() < 0.3:
        await soak.late_arrive()
    if dice.random() < 0.02:
        user = dice.choice(list(soak.world.users.values()))
        user.dms_open = not user.dms_open
    if dice.randrange(RARELY) == 0:
        await soak.set_clock(dice.choice(OFF))
    if dice.randrange(RARELY) == 0:
        await session_breaks(soak, dice.choice(SESSION), dice)
    if dice.randrange(RARELY) == 0:
        await place_breaks(soak, where, owner, dice.choice(PLACE), dice)
    if dice.randrange(RARELY) == 0:
        await file_breaks(soak, where, dice.choice(FILE), dice)


async def file_breaks(soak: Soaked, where: str, how: str, dice: Random) -> None:
    """Locks the database or fills the disk for a while; then play must go on without any action, with a correct
    record.
    """
    with contextlib.closing(sqlite3.connect(soak.database, isolation_level=None, timeout=LOCKED_WITHIN)) as db:
        if how == "locked":
            db.execute("BEGIN IMMEDIATE")
            turn = asyncio.create_task(soak.turn(where, dice, 5))
            await asyncio.wait({turn}, timeout=LOCKED)
            db.execute("ROLLBACK")
            await turn
        else:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            await soak.turn_on_a_full_disk(where, dice)
    await soak.pass_time(MENDED)
    await soak.asked("mended")
    await soak.judged(where)


async def session_breaks(soak: Soaked, how: str, dice: Random) -> None:
    """Ends the gateway's connection in one of several ways, and waits until the bot is connected again."""
    gateway = soak.discord.gateway
    before = set(gateway.connections)
    match how:
        case "dropped" | "dropped for good":
            await gateway.drop(dice.choice((1001, 1006, 4000)), resumable=how == "dropped")
        case "asked to reconnect":
            ask_reconnect(gateway)
        case _:
            invalidate(gateway, resumable=how != "invalid")
    await soak.noticed(lambda: gateway.connections and before.isdisjoint(gateway.connections))
    await soak.noticed(lambda: any(one.send for one in gateway.sessions.known.values()))
    await soak.asked("connected")


def one_role_counts(world: World) -> None:
    """Denies the permissions in `ROLE` to everyone on the server, so that only the bot's own role gives them to it."""
    guild = next(iter(world.guilds.values()))
    moderation.change_role(world, guild, guild.roles[guild.id], deny=ROLE)


def own_role(world: World, guild: Guild) -> Role:
    """Returns the role with which the bot was invited."""
    return guild.roles[guild.members[world.bot.id].roles[0]]


async def place_breaks(soak: Soaked, where: str, owner: str, how: str, dice: Random) -> None:
    """Breaks a channel or deletes a board for a while, and waits until tables go on.

    The bot gets the events of break and repair once, repeatedly, too late or not at all.
    """
    permission, of_role = dice.choice(PERMISSIONS), dice.choice(ROLE)
    breaks, mends = dice.choice(PLACES), dice.choice(PLACES)
    if how in EVENTS:
        with soak.weather.over(EVENTS[how][0], breaks):
            _gone(soak, how, permission, of_role)
    elif how == "board deleted":
        _delete_board(soak, owner)
    await soak.turn(where, dice, 5)
    if breaks == LATE:
        await soak.late_arrive()
        await soak.turn(where, dice, 5)
    if how in EVENTS:
        with soak.weather.over(EVENTS[how][1], mends):
            _there(soak, how, permission, of_role)
        await _heard_of(soak, where, mends, dice)
    await soak.asked("mended")


async def _heard_of(soak: Soaked, where: str, mends: str, dice: Random) -> None:
    """Lets the bot learn that a place was repaired: by delayed events or, if they were lost, by a new session."""
    if mends in {LATE, LOST}:
        await soak.turn(where, dice, 5)
    await soak.late_arrive()
    if mends == LOST:
        await session_breaks(soak, dice.choice(NEW_SESSION), dice)


def _gone(soak: Soaked, how: str, permission: str, of_role: str) -> None:
    guild = next(iter(soak.world.guilds.values()))
    match how:
        case "no permission":
            moderation.forbid(soak.world, soak.channel, permission)
        case "role":
            moderation.change_role(soak.world, guild, own_role(soak.world, guild), deny=(of_role,))
        case "outage":
            moderation.outage(soak.world, guild)


def _there(soak: Soaked, how: str, permission: str, of_role: str) -> None:
    guild = next(iter(soak.world.guilds.values()))
    match how:
        case "no permission":
            moderation.allow(soak.world, soak.channel, permission)
        case "role":
            moderation.change_role(soak.world, guild, own_role(soak.world, guild), grant=(of_role,))
        case "outage":
            moderation.recovery(soak.world, guild)


def _delete_board(soak: Soaked, owner: str) -> None:
    person = soak.person(owner)
    public = [one for one in person.messages(soak.channel) if one.by_bot and not one.ephemeral]
    if public:
        person.remove(public[-1])
