"""What goes wrong around tables that a bot of another process looks after: it is mended, and the games go on."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from random import Random
from typing import Any, Protocol

from bot.emulator import LocalDiscord, World
from bot.emulator.objects import Channel
from bot.emulator.people.person import Person
from bot.emulator.world import acts
from tests.faults.scale import often

REFUSALS = ((500, "PATCH /channels"), (502, "POST /channels"), (500, "PATCH /webhooks"), (429, "POST /channels"))
SESSION = ("dropped", "dropped for good", "asked to reconnect", "invalid", "invalid but resumable")
PLACE = ("no permission", "outage", "board deleted", "nothing")
PERMISSIONS = ("view_channel", "send_messages", "attach_files", "read_message_history")
FILE = ("locked", "full")
LOCKED, LOCKED_WITHIN = 0.2, 30.0
MENDED = 10.0
"""Seconds after which play goes on."""
RARELY = often(10, 40)
"""One step in so many has something of it beside its refusals."""


class Soaked(Protocol):
    """Tables, and the process of the bot that serves them."""

    world: World
    discord: LocalDiscord
    database: Any

    @property
    def channel(self) -> Channel:
        """Where it happens."""

    def person(self, name: str) -> Person:
        """Somebody by name."""

    async def noticed(self, condition: Any) -> None:
        """Wait until something shows."""

    async def asked(self, do: str, **told: Any) -> Any:
        """What came of it in the bot's process."""

    async def turn(self, where: str, dice: Random, answers: int) -> bool:
        """Some answers there; whether it goes on."""

    async def turn_on_a_full_disk(self, where: str, dice: Random) -> None:
        """No file can grow, and then it can again."""

    async def pass_time(self, seconds: float) -> None:
        """Let time go by, and the bot notice it."""

    async def judged(self, where: str) -> None:
        """The record of the table there is what it must be."""


async def goes_wrong(soak: Soaked, where: str, owner: str, dice: Random) -> None:
    """Refusals, doubled events, closed DMs; now and then the connection or the place breaks, and is mended."""
    if dice.random() < 0.1:
        status, route = dice.choice(REFUSALS)
        soak.world.faults.demand(status, on=route, times=1)
    if dice.random() < 0.05:
        soak.discord.gateway.repeat("INTERACTION_CREATE", dice.randint(2, 10))
    if dice.random() < 0.02:
        user = dice.choice(list(soak.world.users.values()))
        user.dms_open = not user.dms_open
    if dice.randrange(RARELY) == 0:
        await session_breaks(soak, dice.choice(SESSION), dice)
    if dice.randrange(RARELY) == 0:
        await place_breaks(soak, where, owner, dice.choice(PLACE), dice)
    if dice.randrange(RARELY) == 0:
        await file_breaks(soak, where, dice.choice(FILE), dice)


async def file_breaks(soak: Soaked, where: str, how: str, dice: Random) -> None:
    """For a while the database can't be written; afterwards nobody has to do anything."""
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
    """The gateway's connection ends in one of its ways; the bot is there again."""
    gateway = soak.discord.gateway
    before = set(gateway.connections)
    match how:
        case "dropped" | "dropped for good":
            await gateway.drop(dice.choice((1001, 1006, 4000)), resumable=how == "dropped")
        case "asked to reconnect":
            gateway.ask_reconnect()
        case _:
            gateway.invalidate(resumable=how != "invalid")
    await soak.noticed(lambda: gateway.connections and not gateway.connections & before)
    await soak.noticed(lambda: any(one.send for one in gateway.sessions.known.values()))
    await soak.asked("connected")


async def place_breaks(soak: Soaked, where: str, owner: str, how: str, dice: Random) -> None:
    """What a table needs is gone for a while."""
    guild = next(iter(soak.world.guilds.values()))
    permission, channel = dice.choice(PERMISSIONS), soak.channel
    match how:
        case "no permission":
            acts.forbid(soak.world, channel, permission)
        case "outage":
            acts.outage(soak.world, guild)
        case "board deleted":
            person = soak.person(owner)
            public = [one for one in person.messages(channel) if one.by_bot and not one.ephemeral]
            if public:
                person.remove(public[-1])
    await soak.turn(where, dice, 5)
    if how == "outage":
        acts.recovery(soak.world, guild)
    if how == "no permission":
        acts.allow(soak.world, channel, permission)
    await soak.asked("mended")
