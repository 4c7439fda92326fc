"""Shares one bot process between many tests, which run one after the other."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

from bot.emulator import LocalDiscord, Person
from bot.emulator.people import crowd
from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import Seen
from bot.emulator.world import acts
from tests.wire.bot_process import BotProcess
from tests.wire.robot import Power
from tests.wire.tables import Table

AT_MOST = 40.0
"""Seconds for one test, far more than it takes."""
PATIENCE = 50
"""The maximum number of presses until the bot notices that it was removed from a server, or invited to it again."""
FAULTS = "50001 50007 50013 50278 10003 10008"
FORGED = [
    "x", "kr", "kr:", "kr:1", "kr:1:", "kr:1:nonsense", "kr:0:move", "kr:999:move", "kr:999:do:4:0", "kr:-1:move",
    "kr:1:do", "kr:1:do:4", "kr:1:do:4:", "kr:1:do:1:0", "kr:1:do:4:99", "kr:1:do:4:0.0.0.0.0.0", "kr:1:do:4:=ff",
    "kr:1:do:4:=", "kr:1:do:4:...", "kr:1:do:999999999:0", "kr:1:pick:4:0", "kr:1:chosen:4:", "kr:1:pass:4:",
    "kr:1:pass", "kr:1:walk:4:7.7", "kr:1:start", "kr:1:join", "kr:1:computer", "kr:1:nocomputer", "kr:1:wait",
    "kr:1:agree_resume", "kr:1:agree_replace", "kr:1:let_computer", "kr:1:hand_over", "kr:1:agree_nonsense",
    "kr:0:topic:99:0", "kr:0:topic:0:0", "kr:1:log:999999", "kr:999:log:0", "kr:1:set_language", "kr:1:set_order",
    "kr:1:stay_out", "kr:1:leave_sure", "kr:999999999999999999:move", "kr:1:move:" + "9" * 80, "kr:1:🎲", "kr:1:move ",
    "kr:1:run:4:0", "kr:1:run:4:", "kr:1:run_do:4:0", "kr:1:run_do:4:99", "kr:1:run_do", "kr:1:chosen:4:2=ff",
    "kr:1:agree_undo", "kr:1:agree_undo:4:", "kr:1:agree_undo:999999999:", "kr:1:refuse_undo:4:", "kr:1:unwatch",
    "kr:999:unwatch", "kr:999:agree_undo:4:",
    "kr:1:replay", "kr:1:replay:3:1.1.0", "kr:1:replay:3:1.9.0", "kr:1:replay:999999999:0.77", "kr:1:replay_jump:0:1.0",
    "kr:1:replay_view:0:1.0", "kr:1:share", "kr:999:share", "kr:999:replay:0:0.0.0",
    "kr:1:walk:4:1=ff", "kr:1:do:4:1=1", "kr:1:walk:4:9999=" + "f" * 64, "kr:1:do:4:=" + "f" * 65,
]  # fmt: skip


class SharedBot:
    """One bot process that all tests share; each test gets a server with one table."""

    def __init__(self, discord: LocalDiscord, bot: BotProcess) -> None:
        self.discord = discord
        self.bot = bot
        self.world = discord.world
        self.guests = 0

    @contextlib.asynccontextmanager
    async def server(self, *, faults: str = "", unanswered: int = 0) -> AsyncIterator[TableServer]:
        """Creates a server with one table for a test, which may take `AT_MOST` seconds.

        Then checks the bot: it runs, logged no error, and acknowledged all presses except `unanswered` ones. Discord
        refused at most six requests, only with codes in `faults`.
        """
        self.guests += 1
        logged, refused, acts = len(self.bot.log), len(self.world.refusals), len(self.world.interactions)
        async with asyncio.timeout(AT_MOST):
            yield TableServer(self)
        assert self.bot.running
        log = self.bot.log[logged:]
        assert "Traceback" not in log, log
        assert " ERROR " not in log, log
        assert [one for one in self.world.refusals[refused:] if str(one.code) not in faults.split()] == []
        assert len(self.world.refusals) - refused <= 6, "what cannot succeed is not tried again and again"
        assert sum(one.state == "failed" for one in list(self.world.interactions.values())[acts:]) == unanswered


class TableServer:
    """A Discord server with one table: three players with robots, a stranger without a seat, and a manager."""

    def __init__(self, shared_bot: SharedBot) -> None:
        self.discord = shared_bot.discord
        self.bot = shared_bot.bot
        self.world = shared_bot.world
        self.power = Power()
        names = ("Anna", "Bert", "Cyril", "Dora")
        people = [crowd.add_person(self.world, f"{name} {shared_bot.guests}") for name in names]
        self.guild = acts.add_guild(self.world, f"Guild {shared_bot.guests}")
        self.channel = acts.add_channel(self.world, "table", self.guild)
        self.manager = crowd.people(self.world)[0]
        self.table = Table(self.discord, self.channel, people[:3], 7, self.power)
        self.stranger = people[3]

    @property
    def number(self) -> str:
        """Returns the table's number, as anyone can read it in the board's components."""
        return self.table.final.usable[0].custom_id.split(":")[1]

    def forged(self) -> list[str]:
        """Returns custom_ids that no button of this table has, for forged presses."""
        return [custom_id.replace("kr:1", f"kr:{self.number}") for custom_id in FORGED]

    @property
    def words(self) -> str:
        """Returns the board's text with its deadline; empty if there is no board."""
        board = self.table.watch.board(self.stranger)
        return board.text if board is not None else ""

    def turn(self) -> Person:
        """Returns the first player that the board waits for."""
        return self.table.asks()[0].person

    def waiting(self) -> list[Person]:
        """Returns the players that the board does not wait for."""
        asked = [robot.person for robot in self.table.asks()]
        return [person for person in self.table.people if person not in asked]

    async def panel(self, person: Person, button: str = "My move") -> Seen:
        """Presses a button of the board as this player; returns the private panel that it opens."""
        return await answer(await person.press(self.table.final, button))

    async def keep(self, person: Person) -> None:
        """Keeps the player's opening hand through the panel, and waits for the board."""
        await self.confirm(person, await self.panel(person), "Keep")

    async def confirm(self, person: Person, panel: Seen, label: str) -> None:
        """Presses an option in a panel, then Confirm if it is offered, and waits until the board has changed and asks
        someone.
        """
        before = self.words
        panel = await answer(await person.press(panel, label))
        if panel.has("Confirm"):
            await answer(await person.press(panel, "Confirm"))
        await self.changes(lambda: self.words != before and self.table.asks())

    async def changes(self, condition: Callable[[], object]) -> None:
        """Waits up to 10 seconds until a condition about visible messages holds."""
        await self.stranger.until(condition, 10.0)

    async def play_on(self, changes: int = 12) -> None:
        """Lets the robots play until they have caused that many public changes; fails if the game ends before."""
        enough = self.table.watch.changes + changes
        await self.table.play(lambda: self.table.watch.changes < enough)
        assert self.table.watch.changes >= enough


async def answer(outcome: Outcome) -> Seen:
    """Waits for the private message that answers a press and returns it; fails if the press was not acknowledged."""
    assert outcome.acknowledged
    if outcome.kind in ("deferred", "thinking"):
        await outcome.world.until(lambda: outcome.followups or (private(outcome) and outcome.interaction.answers), 10.0)
    found = outcome.followups[-1] if outcome.followups else outcome.message
    assert found is not None
    assert found.ephemeral
    assert found.text
    return found


def private(outcome: Outcome) -> bool:
    return outcome.message is not None and outcome.message.ephemeral


async def refused(outcome: Outcome, *words: str) -> None:
    """Checks that the answer is a private message with these words and nothing to press."""
    said = await answer(outcome)
    assert not said.usable, said.text
    for word in words:
        assert word in said.text, said.text
