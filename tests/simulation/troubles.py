"""The faults of a simulated evening; each kind has its own random numbers, so leaving one out changes no other kind.

Some faults only wait for something that they can strike, for example a request. Each is counted when it strikes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any, Final

from bot.emulator import NotVisible
from bot.emulator.limits import RESET, SILENT
from tests.bot.table import Evening
from tests.emulator import moderation
from tests.emulator.reconnecting import ask_reconnect, invalidate
from tests.faults.disk import FAILING, FULL
from tests.faults.event_faults import DOUBLED, LATE, LOST
from tests.simulation import file_damage
from tests.simulation.power import HOW, PowerCut
from tests.simulation.races import race

if TYPE_CHECKING:
    from tests.simulation.evening import SimulatedEvening

ROUTES: Final = ("PATCH /channels", "POST /channels", "PATCH /webhooks", "POST /webhooks", "POST /interactions")
RATE_LIMITED: Final = 429
STATUSES: Final = (500, 502, 503, RATE_LIMITED, RESET, SILENT)
PERMISSIONS: Final = ("view_channel", "send_messages", "attach_files", "read_message_history")
OFF: Final = (-86_400.0, -3_600.0, 0.0, 3_600.0, 86_400.0)
"""Seconds by which the system clock of the bot's machine may differ from Discord's."""

REBOOT: Final = 2.0
"""The minimum number of seconds for which a machine is off that has lost power."""

Trouble = Callable[["SimulatedEvening", Random], Coroutine[Any, Any, None]]


async def _refusal(evening: SimulatedEvening, dice: Random) -> None:
    status, route, times = dice.choice(STATUSES), dice.choice(ROUTES), dice.randint(1, 3)
    # Discord does not carry out a request that exceeds a rate limit.
    after = dice.random() < 0.3 and status != RATE_LIMITED
    evening.world.faults.demand(status, on=route, times=times, after=after)


async def _press(evening: SimulatedEvening, dice: Random) -> None:
    evening.weather.presses.append(dice.choice((LOST, DOUBLED, LATE)))


async def _session(evening: SimulatedEvening, dice: Random) -> None:
    gateway = evening.discord.gateway
    if gateway.connections:
        evening.struck("session")
    match dice.randrange(4):
        case 0:
            await gateway.drop(dice.choice((1001, 1006, 4000)), resumable=dice.random() < 0.5)
        case 1:
            ask_reconnect(gateway)
        case way:
            invalidate(gateway, resumable=way == 2)


async def _board(evening: SimulatedEvening, _dice: Random) -> None:
    owner = evening.person(evening.names[0])
    channel = evening.channel
    public = [seen for seen in owner.messages(channel) if seen.by_bot and not seen.ephemeral]
    if public:
        with suppress(NotVisible):
            is_board = bool(Evening.of_a_game(public[-1]))
            owner.remove(public[-1])
            if is_board:
                evening.struck("board", channel.guild_id)


async def _permission(evening: SimulatedEvening, dice: Random) -> None:
    name, channel = dice.choice(PERMISSIONS), evening.channel
    evening.struck("permission", channel.guild_id)
    moderation.forbid(evening.world, channel, name)
    await asyncio.sleep(dice.expovariate(1 / 20))
    moderation.allow(evening.world, channel, name)


async def _outage(evening: SimulatedEvening, dice: Random) -> None:
    guild = dice.choice(list(evening.world.guilds.values()))
    if guild.unavailable:
        return
    evening.struck("outage", guild.id)
    moderation.outage(evening.world, guild)
    await asyncio.sleep(dice.expovariate(1 / 10))
    moderation.recovery(evening.world, guild)


async def _clock(evening: SimulatedEvening, dice: Random) -> None:
    off = dice.choice(OFF)
    if off != evening.off:
        evening.struck("clock")
    evening.off = off


async def _disk(evening: SimulatedEvening, dice: Random) -> None:
    evening.disk_waits, evening.disk_fails = True, dice.randint(1, 6)
    evening.disk_error = dice.choice((FULL, FAILING))


async def _letters(evening: SimulatedEvening, dice: Random) -> None:
    person = evening.person(dice.choice(evening.names))
    if person.user.dms_open:
        for live in evening.tables_of(person.id):
            evening.struck("letters", live.row.guild)
    person.close_dms()
    await asyncio.sleep(dice.expovariate(1 / 30))
    person.close_dms(False)


async def _kill(evening: SimulatedEvening, dice: Random) -> None:
    evening.points_left, evening.ends_by = dice.randint(1, 40), "kill"
    evening.downtime = dice.expovariate(1 / 15)


async def _power(evening: SimulatedEvening, dice: Random) -> None:
    """Lets the bot's machine lose power during one of the next commits, or after one that the disk has not synced."""
    evening.points_left, evening.power = dice.randint(1, 20), PowerCut(dice, dice.choice(HOW))
    evening.ends_by = "power"
    evening.downtime = REBOOT + dice.expovariate(1 / 15)


async def _upgrade(evening: SimulatedEvening, dice: Random) -> None:
    """Kills the process soon and lets it start as the next version, which has to migrate the database."""
    evening.points_left, evening.upgrade, evening.ends_by = dice.randint(1, 10), True, "upgrade"
    evening.downtime = dice.expovariate(1 / 5)


async def _stop(evening: SimulatedEvening, dice: Random) -> None:
    """Stops the process (SIGSTOP), and continues it up to 30 seconds later."""
    if evening.client is not None and not evening.dead:
        evening.struck("stop")
        evening.stops()
        await asyncio.sleep(dice.choice((1.0, 5.0, 20.0)) * dice.uniform(0.5, 1.5))
        evening.goes_on()


TROUBLES: Final[Mapping[str, tuple[Trouble, float]]] = {
    "kill": (_kill, 90.0),
    "refusal": (_refusal, 15.0),
    "press": (_press, 15.0),
    "session": (_session, 60.0),
    "board": (_board, 60.0),
    "permission": (_permission, 100.0),
    "outage": (_outage, 150.0),
    "clock": (_clock, 100.0),
    "disk": (_disk, 100.0),
    "letters": (_letters, 100.0),
    "stop": (_stop, 100.0),
    "power": (_power, 150.0),
    "upgrade": (_upgrade, 200.0),
    "race": (race, 40.0),
    "damage": (file_damage.strikes, 200.0),
}
"""The kinds of faults, each with the average number of seconds between two of them."""


async def strike(evening: Any, kind: str, seed: str, kinds: Mapping[str, tuple[Trouble, float]] = TROUBLES) -> None:
    """Causes faults of one kind at random intervals until the evening ends, and notes each."""
    trouble, pause = kinds[kind]
    dice = Random(f"{seed} {kind}")
    while evening.going:
        await asyncio.sleep(dice.expovariate(1 / pause))
        if evening.going:
            evening.noted(f"trouble {kind}")
            await trouble(evening, dice)


def heal(evening: Any) -> None:
    """Ends all faults: those of Discord, of the disk, of clocks, of stopped processes and of closed DMs.

    Also cancels planned kills and upgrades, and delivers delayed events.
    """
    evening.world.faults.coming.clear()
    evening.weather.presses.clear()
    evening.disk_fails, evening.points_left, evening.off = 0, None, 0.0
    evening.power, evening.upgrade = None, False
    evening.goes_on()
    for channel in [one for one in evening.world.channels.values() if one.guild_id is not None]:
        for name in PERMISSIONS:
            moderation.allow(evening.world, channel, name)
    for guild in evening.world.guilds.values():
        if guild.unavailable:
            moderation.recovery(evening.world, guild)
    for name in evening.names:
        evening.person(name).close_dms(False)
    evening.weather.clears()
