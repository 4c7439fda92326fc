"""Tables of robots in several channels of one server, and the checks at their end."""

from __future__ import annotations

import asyncio
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence

from bot.emulator import LocalDiscord, Person
from bot.emulator.objects import Channel
from bot.emulator.people.seen import Seen
from bot.emulator.rest.api import Request
from tests.wire.bot_process import CHECKOUT
from tests.wire.robot import Power, Robot, hand_in
from tests.wire.watch import Watch

STARTING = re.compile(r"/users/@me$|/oauth2/|/gateway|/commands$|/applications/.*/emojis$")
"""Routes of the requests that a start makes: login, the gateway's address, commands, emojis."""
PER_DECISION, AT_WORST = 0.6, 0.7
"""The maximum number of counted requests per decision: over all games of an evening, and in any one of them.

One game may also take `PER_TABLE` requests and `PER_PERSON` for each player.
"""
PER_TABLE, PER_PERSON = 6, 4
"""The maximum number of counted requests of any game, however short: its board and two searches for it after restarts;
for each player, the direct channel, a hand that cannot be sent, and the messages at the start and the end.
"""
ENTRY = re.compile(r"(\d+) ([a-z]+) ([a-z_]+)(?:: (.*))?")


class Table:
    """A channel with users who are played by robots: opens a table there, plays it, and reads its record."""

    def __init__(self, discord: LocalDiscord, channel: Channel, people: Sequence[Person], seed: int, power: Power):
        self.discord = discord
        self.channel = channel
        self.people = list(people)
        self.watch = Watch(discord.world, channel)
        self.robots = [Robot(person, self.watch, seed + place, power) for place, person in enumerate(people)]
        self.first_request = len(discord.requests)

    @property
    def host(self) -> Person:
        """Returns the person who opens the table."""
        return self.people[0]

    async def lobby(self, **options: object) -> None:
        """Opens a table with `/game new` as the host (Mafia City by default) and lets all robots join."""
        outcome = await self.host.slash(self.channel, "game new", **{"game": "mafia_city"} | options)
        assert outcome.message is not None, outcome.text
        assert not outcome.message.ephemeral
        for robot in self.robots[1:]:
            await robot.join()

    async def open(self, **options: object) -> None:
        """Opens a table that everyone joins, starts the game as the host, and waits until the board asks a player."""
        await self.lobby(**options)
        await self.robots[0].start()
        await self.host.until(self.asks, 10.0)

    def asks(self) -> list[Robot]:
        """Returns the robots of the players that the board waits for."""
        board = self.final
        return [robot for robot in self.robots if robot.named(board)] if board.usable else []

    async def play(self, going: Callable[[], bool] = lambda: True) -> None:
        """Lets all robots play at the same time, until the game is over or `going` returns False."""
        async with asyncio.TaskGroup() as group:
            for robot in self.robots:
                group.create_task(robot.play(going))

    async def hands(self) -> list[str]:
        """Calls `/game hand` for each player; returns the cards that it shows, by seat."""
        shown = []
        for person in self.people:
            outcome = await (await person.slash(self.channel, "game hand")).done()
            assert outcome.message is not None
            shown.append(hand_in(outcome.message))
            person.dismiss(outcome.message)
        return shown

    @property
    def final(self) -> Seen:
        """Returns the board: the last public message with components to use, or else the last one; fails without a
        message.
        """
        board = self.watch.board(self.host)
        assert board is not None
        return board

    # --- the record ---------------------------------------------------------------------------------

    async def export(self) -> list[str]:
        """Calls `/record export` and returns the lines of the file."""
        outcome = await (await self.people[-1].slash(self.channel, "record export")).done()
        assert outcome.message is not None, outcome.text
        files = outcome.message.attachments
        assert len(files) == 1, outcome.text
        return self.people[-1].download(files[0]).decode().splitlines()

    def spent(self) -> list[Request]:
        """Returns the requests for this table that count against the global limit."""
        people = {str(person.id) for person in self.people}
        rooms = {str(self.channel.id), *(str(person.dm().id) for person in self.people)}
        return [one for one in self.discord.counted if _for(one, rooms, people)]


def _for(request: Request, rooms: set[str], people: set[str]) -> bool:
    if request.path == "/users/@me/channels":
        return str((request.body or {}).get("recipient_id")) in people
    return any(room in request.path.split("/") for room in rooms)


def check_the_budget(tables: Sequence[Table], records: Sequence[Sequence[str]]) -> None:
    """Checks that games took at most `PER_DECISION` requests per decision together, and each at most `most_requests`.

    Every counted request must belong to a table or to a start of the bot.
    """
    asked = [decisions(record) for record in records]
    spent = [Counter(_kind(one, table) for one in table.spent()) for table in tables]
    assert sum(one.total() for one in spent) <= PER_DECISION * sum(asked), (spent, asked)
    for table, record, one in zip(tables, records, spent, strict=True):
        assert one.total() <= most_requests(table, record), (one, decisions(record))
    assert unaccounted(tables[0].discord, tables) == []


def most_requests(table: Table, record: Sequence[str]) -> float:
    """Returns the maximum number of counted requests for a game with this record at this table."""
    return PER_TABLE + PER_PERSON * len(table.people) + AT_WORST * decisions(record)


def _kind(request: Request, table: Table) -> str:
    return f"{request.method} {'channel' if str(table.channel.id) in request.path else 'DM'}"


def unaccounted(discord: LocalDiscord, tables: Sequence[Table]) -> list[Request]:
    """Returns the counted requests that belong neither to a table nor to a start."""
    known = {id(one) for table in tables for one in table.spent()}
    return [one for one in discord.counted if id(one) not in known and not STARTING.search(one.route)]


def decisions(record: Sequence[str]) -> int:
    """Returns the number of decisions of a record that people (or the clock for them) have answered."""
    found = (ENTRY.fullmatch(line) for line in record)
    return len({one[1] for one in found if one and one[2] != "chance"})


async def verified(record: Sequence[str]) -> str:
    """Runs `python -m rules verify` on a record and returns its output; fails if it does not accept the record."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "rules", "verify", "-", cwd=CHECKOUT,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    said, _ = await asyncio.wait_for(process.communicate("".join(f"{line}\n" for line in record).encode()), 60.0)
    assert process.returncode == 0, said.decode()
    return said.decode()
