"""Tests random losses of permissions, servers, users, DMs and messages.

Nothing that cannot succeed is repeated (at most 100 invalid requests in ten minutes), and afterwards the game
continues.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bot import permissions
from bot.emulator.objects import Channel
from bot.emulator.world import acts
from bot.tables.refusals import EXPECTED_ERRORS
from bot.texts import translator_for
from rules import GAMES
from tests.bot.table import PATIENCE, Evening
from tests.emulator import moderation
from tests.faults.discord.conftest import SHORT
from tests.faults.discord.test_lost_answers import INVALID, MAX_INVALID, quiet
from tests.faults.judge import Ledger, goes_on, shown
from tests.faults.scale import often, schedule

PERMISSIONS = ("view_channel", "send_messages", "attach_files", "read_message_history", "embed_links")
NEEDED = ("view_channel", "send_messages")
"""Permissions without which a table pauses."""
GAME = "kralovske_rosady"
"""A game for two players."""
PERMISSION_NAMES = {**permissions.NEEDED, "send_messages_in_threads": "Send Messages in Threads"}


class Place:
    """A table whose channel, permissions, users and messages are taken away and given back."""

    def __init__(self, evening: Evening, names: tuple[str, ...]) -> None:
        self.evening, self.world = evening, evening.world
        self.guild = next(iter(self.world.guilds.values()))
        self.people = [evening.person(name) for name in names]

    def breaks(self, dice: Random) -> None:
        """Breaks one random thing that the bot needs, if it is there: a permission, the server, a user's DMs or
        membership, a message.
        """
        match dice.randrange(6):
            case 0:
                moderation.forbid(self.world, self.evening.channel, dice.choice(PERMISSIONS))
            case 1:
                moderation.outage(self.world, self.guild)
            case 2 if self.world.bot.id in self.guild.members:
                moderation.leave(self.world, self.guild, self.world.bot.id)
            case 3:
                dice.choice(self.people).user.dms_open = False
            case 4 if (person := dice.choice(self.people)).id in self.guild.members:
                moderation.leave(self.world, self.guild, person.id)
            case 5:
                seen = [one for one in self.people[0].messages(self.evening.channel) if one.by_bot]
                if seen and not seen[-1].ephemeral:
                    self.evening.person("Dora").remove(seen[-1])

    def mends(self) -> None:
        """Gives back everything that can be taken away, except messages."""
        if self.world.bot.id not in self.guild.members:
            acts.invite_bot(self.world, self.guild)
        moderation.recovery(self.world, self.guild)
        moderation.allow(self.world, self.evening.channel, *PERMISSIONS)
        for person in self.people:
            person.user.dms_open = True
            if person.id not in self.guild.members:
                acts.join(self.world, self.guild, person.id)


async def turns(evening: Evening, table: int, dice: Random, ledger: Ledger, count: int) -> None:
    """Gives that many answers at a table, fewer if it takes none."""
    for _ in range(count):
        try:
            await goes_on(evening.bot.app, table, dice, ledger, 1)
        except EXPECTED_ERRORS:
            return
        finally:
            await evening.settled()


async def stands_still(evening: Evening, table: int) -> bool:
    """Returns whether a table is paused."""
    return (await evening.bot.app.db.games.get(table)).paused_at is not None


async def goes_on_by_itself(evening: Evening, table: int) -> None:
    """Waits until a table is no longer paused, without any action of users; raises TimeoutError after `PATIENCE`
    seconds.
    """
    async with asyncio.timeout(PATIENCE):
        while await stands_still(evening, table):
            await evening.settled()
            await asyncio.sleep(SHORT)
    await evening.bot.app.tables.get(table)
    await evening.settled()


@pytest.mark.parametrize("permission", PERMISSIONS)
async def test_each_permission_that_goes_costs_few_requests_and_comes_back(permission: str, database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        await it_goes_and_comes_back(evening, evening.channel, permission, needed=permission in NEEDED)


class InAThread(Evening):
    """An evening whose channel is `thread` once that is set, and the usual channel before."""

    thread: Channel | None = None

    @property
    def channel(self) -> Channel:
        return self.thread or super().channel


@pytest.mark.parametrize("permission", [*PERMISSIONS, "send_messages_in_threads"])
async def test_each_permission_of_a_thread_that_goes_costs_few_requests_too(permission: str, database: Path) -> None:
    async with InAThread.of("Anna", "Bert", "Cyril", database=database) as evening:
        assert isinstance(evening, InAThread)
        outside = evening.channel
        evening.thread = acts.add_thread(evening.world, outside, "evening", owner=evening.person("Anna").id)
        needed = permission in ("view_channel", "send_messages_in_threads")
        await it_goes_and_comes_back(evening, outside, permission, needed=needed)


async def it_goes_and_comes_back(evening: Evening, where: Channel, permission: str, *, needed: bool) -> None:
    """Takes a permission away and gives it back; checks that the table pauses only without one that it needs.

    Then it must go on without any action.
    """
    await evening.sit_down()
    ledger, dice, table = Ledger(), Random(permission), evening.table
    moderation.forbid(evening.world, where, permission)
    await turns(evening, table, dice, ledger, 3)
    evening.bot.app.publisher.changed(table, repost=True)
    await evening.settled()
    await turns(evening, table, dice, ledger, 3)
    assert await stands_still(evening, table) == needed
    if needed:
        said = (await evening.slash("Bert", "game resume")).text
        assert translator_for("cs")(PERMISSION_NAMES[permission]) in said
        assert await stands_still(evening, table), "nobody lets it go on where it cannot be shown"
    assert len([one for one in evening.discord.requests if one.status in INVALID]) <= 3
    moderation.allow(evening.world, where, permission)
    await goes_on_by_itself(evening, table)
    await turns(evening, table, dice, ledger, 3)
    await shown(evening, ledger)


@pytest.mark.parametrize(("permission", "count", "each"), [("send_messages", often(5, 150), 0), ("view_channel", 5, 2)])
async def test_many_tables_that_lose_a_permission_at_once_cost_few_refusals_and_all_go_on(
    permission: str, count: int, each: int, database: Path
) -> None:
    """A refusal that the bot can foresee costs no request; the loss of a channel costs two refusals per table at
    most.
    """
    names = ("Anna", "Bert")
    async with Evening.of(*names, database=database, channels=count, pictures=False) as evening:
        tables = [await opened(evening, f"table-{at}", names) for at in range(1, count + 1)]
        since, ledgers = len(evening.discord.requests), {table: Ledger() for table in tables}
        for at in range(1, count + 1):
            moderation.forbid(evening.world, evening.world.channel(f"table-{at}"), permission)
        for table in tables:
            await turns(evening, table, Random(table), ledgers[table], 2)
            evening.bot.app.publisher.changed(table, repost=True)
        await evening.settled()
        assert all([await stands_still(evening, table) for table in tables])
        refused = Counter(one.name for one in list(evening.discord.requests)[since:] if one.status in INVALID)
        assert refused.total() <= each * count, refused
        for at in range(1, count + 1):
            moderation.allow(evening.world, evening.world.channel(f"table-{at}"), permission)
        for table in tables:
            await goes_on_by_itself(evening, table)
            await turns(evening, table, Random(table), ledgers[table], 2)


async def opened(evening: Evening, channel: str, names: tuple[str, ...]) -> int:
    """Opens and starts a game of two in that channel; returns the number of its table."""
    there = evening.world.channel(channel)
    for name, command in zip(names, ("game new", "game join"), strict=True):
        await evening.slash(name, command, channel=there, **({"game": GAME} if command == "game new" else {}))
    await evening.slash(names[0], "game start", channel=there)
    await evening.settled()
    row = await evening.bot.app.db.games.in_channel(there.id)
    assert row is not None
    return row.id


@pytest.mark.parametrize("how", ["closed", "left", "deleted"])
async def test_a_dm_that_is_refused_is_not_tried_again_and_again(how: str, database: Path) -> None:
    """If Discord refuses a DM (50007, 50278 or 10008), each request for it is sent only once, and the board is still
    right.
    """
    async with Evening.of("Anna", "Bert", "Cyril", database=database, pictures=False) as evening:
        await evening.sit_down()
        people = [evening.person(name) for name in ("Anna", "Bert", "Cyril")]
        for person in people:
            person.dm().messages.clear()
            person.user.dms_open = how != "closed"
            if how == "left":
                moderation.leave(evening.world, next(iter(evening.world.guilds.values())), person.id)
        ledger, channels = Ledger(), {str(person.dm().id) for person in people}
        await turns(evening, evening.table, Random(how), ledger, 15)
        refused = [one for one in evening.discord.requests if one.status in INVALID]
        asked = Counter(one.path for one in refused if set(one.path.split("/")) & channels)
        assert asked, "hands have changed meanwhile"
        assert max(asked.values()) == 1, asked
        await shown(evening, ledger)


@pytest.mark.parametrize("kind", GAMES)
async def test_a_place_that_is_taken_apart_at_random_and_mended_goes_on(
    kind: str, database: Path, hurried: Callable[[], float]
) -> None:
    names = ("Anna", "Bert", "Cyril")[: max(2, GAMES[kind].seats[0])]
    for round_ in range(often(2, 60)):
        path = database.with_name(f"{round_}.sqlite3")
        with schedule("place", kind, round_) as dice:
            async with Evening.of(*names, "Dora", database=path, pictures=dice.random() < 0.1) as evening:
                moderation.allow(evening.world, evening.channel, "manage_messages", who=evening.person("Dora").id)
                await evening.open(*names, game=kind, pace="untimed")
                await evening.press_board("Anna", "start")
                place, ledger, table = Place(evening, names), Ledger(), evening.table
                for _ in range(often(3, 8)):
                    for _ in range(dice.randint(1, 3)):
                        place.breaks(dice)
                        await turns(evening, table, dice, ledger, dice.randrange(4))
                    place.mends()
                    await quiet(evening)
                    await goes_on_by_itself(evening, table)
                    await turns(evening, table, dice, ledger, 2)
                    await quiet(evening)
                    await shown(evening, ledger)
                invalid = [one.name for one in evening.discord.requests if one.status in INVALID]
                assert len(invalid) <= MAX_INVALID, Counter(invalid)
