"""Clients that press the buttons of Krupier or of the minimal bot, to measure the bot's cost of a press."""

from __future__ import annotations

import asyncio
import random
import time

from bot.emulator import LocalDiscord, Person
from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import Part, Seen
from tests.wire.bot_process import BotProcess
from tests.wire.robot import BACK, Power, says
from tests.wire.tables import Table

QUIET = 0.04
"""Seconds without a request after which a press counts as done."""
LEADS_ON = ("do", "run_do", "pass", "walk", "pick", "both", "chosen")
"""The verbs of components that belong to a move."""


class BaselineProcess(BotProcess):
    """The process of the minimal bot (`tests.bench.baseline`)."""

    module = "tests.bench.baseline"


async def quiet(discord: LocalDiscord) -> None:
    """Waits until the bot has sent no request for `QUIET` seconds."""
    rest, since = discord.rest, time.monotonic()
    last = rest.requests[-1] if rest.requests else None
    while time.monotonic() - since < QUIET:
        await asyncio.sleep(QUIET / 8)
        if rest.requests and rest.requests[-1] is not last:
            last, since = rest.requests[-1], time.monotonic()


class Baseline:
    """A client that presses a button of the minimal bot; `button`: its custom_id."""

    def __init__(self, discord: LocalDiscord, person: Person, message: Seen, button: str) -> None:
        self.discord = discord
        self.person = person
        self.message = message
        self.button = button
        self.thought = 0.0
        """Seconds of CPU spent on what to press: part neither of the bot nor of Discord."""

    async def ready(self) -> None:
        """Does nothing, because the minimal bot needs no preparation."""

    async def press(self) -> int:
        """Presses once, waits for the reply, and returns the number of presses."""
        outcome = await self.person.press(self.message, self.button)
        assert outcome.message is not None
        self.person.dismiss(outcome.message)
        await quiet(self.discord)
        return 1


class Mover:
    """Clients that play Krupier directly: My move, a choice, Confirm if needed.

    They continue in an open panel, unless each move begins at the board.
    """

    def __init__(
        self, discord: LocalDiscord, people: list[Person], game: str, seed: int = 1, *, at_board: bool = False
    ) -> None:
        self.table = Table(discord, discord.world.channel("table-1"), people, seed, Power())
        self.game = game
        self.at_board = at_board
        self.random = random.Random(seed)
        self.panels: dict[int, Seen] = {}
        self.answered: tuple[str, set[int]] = "", set()
        """The board's text, and the ids of users whose panel has no further step while the board has that text."""
        self.thought = 0.0
        """Seconds of CPU spent on what to press: part neither of the bot nor of Discord."""

    async def ready(self) -> None:
        """Opens a new game if none is running."""
        if not self._on:
            self.panels.clear()
            await self.table.open(game=self.game)
            await quiet(self.table.discord)

    @property
    def _on(self) -> bool:
        return any(verb_of(part) == "move" for part in self.table.final.usable) if self.table.watch.public else False

    async def press(self) -> int:
        """Presses once for a player that the board asks and waits for the effects; returns the number of presses, 0 if
        the game is over.
        """
        begun = time.process_time()
        person = self._next() if self._on else None
        panel = self.panels.get(person.id) if person is not None else None
        steps = steps_in(panel) if panel is not None and panel.visible else []
        self.thought += time.process_time() - begun
        if person is None:
            return 0
        if panel is None or not steps:
            board = self.table.final
            outcome = await person.press(board, next(part for part in board.usable if verb_of(part) == "move"))
        else:
            outcome = await self._step(person, panel, self.random.choice(steps))
        assert outcome.acknowledged, outcome
        if outcome.kind == "deferred":
            await person.until(lambda: outcome.followups or outcome.interaction.answers > 0, 5.0)
        await quiet(self.table.discord)
        begun = time.process_time()
        self._note(person, outcome)
        self.thought += time.process_time() - begun
        return 1

    async def _step(self, person: Person, panel: Seen, part: Part) -> Outcome:
        if part.type == 2:
            return await person.press(panel, part)
        count = self.random.randint(max(part.min_values, 1), max(part.min_values, min(part.max_values, 2)))
        values = [option.value for option in self.random.sample(part.options, count)]
        return await person.select(panel, part, values)

    def _note(self, person: Person, outcome: Outcome) -> None:
        shown = outcome.followups[-1] if outcome.followups else outcome.message
        if shown is not None and shown.ephemeral:
            self.panels[person.id] = shown
            if not steps_in(shown):
                self.answered[1].add(person.id)

    def _next(self) -> Person | None:
        """Returns a player that the board asks, preferably one who has not answered yet; None if it asks no one."""
        if self.answered[0] != (text := self.table.final.text):
            self.answered = text, set()
            if self.at_board:
                self.panels.clear()
        asked = [robot.person for robot in self.table.asks()]
        return next((person for person in asked if person.id not in self.answered[1]), next(iter(asked), None))


def verb_of(part: Part) -> str:
    return part.custom_id.split(":")[2] if part.custom_id.startswith("kr:") else ""


def steps_in(panel: Seen) -> list[Part]:
    """Returns the usable components of a panel that lead on to an answer; only Confirm if the panel has it."""
    steps = [part for part in panel.usable if verb_of(part) in LEADS_ON and not says(part, BACK)]
    confirm = [part for part in steps if part.style == "success"]
    return confirm or steps
