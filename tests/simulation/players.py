"""Players of a simulated evening: they press what they see at random, mostly what leads on."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final, Protocol

from bot.emulator import NotVisible, Person
from bot.emulator.objects import Channel
from bot.emulator.people.modals import Modal
from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import Part, Seen
from bot.views import custom_id
from tests.faults.event_faults import LATE, LOST, PRESS, Weather

BUTTON: Final = 2
THINKS: Final = 3.0
"""Virtual seconds between two acts of a player, on average."""
COMMANDS: Final = (
    "game hand", "game hand", "game board", "record log", "game undo", "game undo", "game pause", "game resume", "help",
    "game leave", "game watch", "tables", "profile",
)  # fmt: skip
VOTES: Final = ("agree_undo", "refuse_undo")
"""The verbs of the vote about taking a move back."""
LEADS_ON: Final = ("join", "start", "move", "react", "pass", "hold", *VOTES)
"""The verbs of the board that matter most."""
LEADS_ASIDE: Final = ("explain", "why_not", "back", "log", "hand", "learn", "advice", "order", "stay_out")
"""The verbs of a panel that answer nothing."""
MENTION: Final = re.compile(r"<@!?(\d+)>")
TEXT: Final = ("1", "2", "0", "x")
REGRETS: Final = 0.08
OFTEN: Final = 0.4
"""The probability that a player often asks to take moves back (`REGRETS`)."""
HESITATES: Final = 0.75
"""The probability that a player does nothing at an act while the table votes about taking a move back."""
DECIDES: Final = 0.7
"""The probability that a player who does not hesitate votes about that."""
CLOSES: Final = 0.1
"""The probability that a host who starts a game closes the lobby in the same moment."""
CLOSED: Final = "a lobby is closed during a start"
"""The name of this rare state, as the report counts it."""
BY_LETTER: Final = 0.05
"""The probability that a player acts in the direct messages, which arrive at the worker of shard 0."""
ANSWER: Final = 0.5
"""Virtual seconds for which a player waits for the next panel there."""
STEPS: Final = 4
"""The maximum number of presses that follow each other there."""
STALE: Final = 0.1
"""The probability of a press on an old panel."""


class Table(Protocol):
    """The interface of a simulated table for its players: the channel, the faults of events, and the record of acts."""

    weather: Weather
    going: bool

    @property
    def channel(self) -> Channel:
        """Returns the channel of the table."""

    @property
    def names(self) -> Sequence[str]:
        """Returns the names of the players, the host first."""

    def counts(self, rare: str) -> None:
        """Counts that a rare state was reached."""

    def struck(self, kind: str) -> None:
        """Counts that a fault of this kind has struck the table in its present state."""

    def pressed(self, name: str, outcome: Outcome) -> None:
        """Records an act of a player and its outcome."""


class Player:
    """A simulated user who presses visible buttons at random as long as the evening goes on."""

    def __init__(self, person: Person, table: Table, dice: Random) -> None:
        self.person, self.table, self.dice = person, table, dice
        self.regrets = REGRETS if dice.random() < OFTEN else 0.0
        """The probability that the next act asks to take a move back."""

    async def plays(self) -> None:
        """Acts again and again, with random pauses, until the evening ends."""
        while self.table.going:
            await asyncio.sleep(self.dice.expovariate(1 / THINKS))
            with suppress(NotVisible, TimeoutError):
                await self._acts()

    async def _acts(self) -> None:
        if self.dice.random() < 0.04:
            await self.reaches(self.person.slash(self.table.channel, self.dice.choice(COMMANDS)))
            return
        if self.dice.random() < BY_LETTER:
            await self._acts_by_letter()
            return
        if self.dice.random() < self.regrets:
            await self.reaches(self.person.slash(self.table.channel, "game undo"))
            return
        seen = self._seen()
        board = next((one for one in reversed(seen) if not one.ephemeral and one.usable), None)
        votes = [part for part in board.usable if _leads_on(part, VOTES)] if board is not None else []
        if board is not None and votes and self.dice.random() < HESITATES:
            return
        if board is not None and votes and self.dice.random() < DECIDES:
            await self._presses(board, self.dice.choice(votes))
            return
        panel = self._panel_of(seen) if self.dice.random() < 0.9 else None
        if panel is not None:
            await self.answers(panel)
            return
        if board is not None and (self._named(board) or self.dice.random() < 0.1):
            part = self._one_of(board.usable, _leads_on)
            if _leads_on(part, ("start",)) and self.person.name == self.table.names[0] and self.dice.random() < CLOSES:
                await self._starts_and_closes(board, part)
            else:
                await self._presses(board, part)

    async def _acts_by_letter(self) -> None:
        """Opens a panel by a button of the hand in the direct messages, and answers in it, `STEPS` presses at most."""
        for _ in range(STEPS):
            seen = [one for one in self.person.dms() if one.by_bot and one.usable]
            panels = [one for one in seen if one.ephemeral and _answers(one)]
            letters = [one for one in seen if not one.ephemeral and any(_leads_on(part) for part in one.usable)]
            if panels:
                await self.answers(panels[-1])
            elif letters:
                await self._presses(letters[-1], self._one_of(letters[-1].usable, _leads_on))
            await asyncio.sleep(ANSWER)

    async def _starts_and_closes(self, board: Seen, start: Part) -> None:
        """Starts a game and closes its lobby in the same moment; counts that if the bot has heard of both."""
        started, closed = await asyncio.gather(
            self.reaches(self.person.press(board, start)),
            self.reaches(self.person.slash(self.table.channel, "game end")),
        )
        if not (started.failed or closed.failed):
            self.table.counts(CLOSED)

    def panel(self) -> Seen | None:
        """Returns the newest panel in which the player can answer a decision; None if there is none."""
        return _newest_panel(self._seen())

    def _panel_of(self, seen: Sequence[Seen]) -> Seen | None:
        """Returns one of these messages in which the player can answer a decision, usually the newest; None without."""
        if self.dice.random() < STALE:
            panels = [one for one in seen if one.ephemeral and _answers(one)]
            return self.dice.choice(panels) if panels else None
        return _newest_panel(seen)

    async def answers(self, panel: Seen) -> bool:
        """Presses a random component of a panel, usually one that answers; returns whether the bot has heard of it."""
        return await self._presses(panel, self._one_of(panel.usable, _of_a_decision))

    def _named(self, board: Seen) -> bool:
        """Returns whether the board is a lobby that anyone can join, or its last line with mentions mentions this
        player.
        """
        naming = [line for line in board.text.splitlines() if MENTION.search(line)]
        return any(_leads_on(part, ("join",)) for part in board.usable) or (
            bool(naming) and str(self.person.id) in MENTION.findall(naming[-1])
        )

    def _seen(self) -> list[Seen]:
        return [seen for seen in self.person.messages(self.table.channel) if seen.by_bot]

    def _one_of(self, parts: list[Part], wanted: Any) -> Part:
        """Returns a random component: usually one for which `wanted` is true, rarely a dangerous one."""
        harmless = [part for part in parts if part.style != "danger"] or parts
        some = parts if self.dice.random() < 0.01 else harmless
        best = [part for part in some if wanted(part)]
        return self.dice.choice(best if best and self.dice.random() < 0.9 else some)

    async def _presses(self, message: Seen, part: Part) -> bool:
        """Presses a button, or chooses random options of a menu; returns whether the bot has heard of it."""
        if part.type == BUTTON:
            outcome = await self.reaches(self.person.press(message, part))
        else:
            most = min(part.max_values, len(part.options))
            count = self.dice.randint(min(max(part.min_values, 1), most), most)
            values = [option.value for option in self.dice.sample(part.options, count)]
            if not values:
                return False
            outcome = await self.reaches(self.person.select(message, part, values))
        if outcome.modal is not None:
            await self.reaches(self.person.submit(outcome.modal, self._filled(outcome.modal)))
        return not outcome.failed

    def _filled(self, modal: Modal) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for field in modal.fields:
            if field.part.options:
                most = min(field.part.max_values, len(field.part.options))
                count = self.dice.randint(min(field.part.min_values, most), most)
                values[field.custom_id] = [one.value for one in self.dice.sample(field.part.options, count)]
            else:
                values[field.custom_id] = self.dice.choice(TEXT)
        return values

    async def reaches(self, act: Awaitable[Outcome]) -> Outcome:
        """Performs an act, whose event may be lost, doubled or late on its way to the bot.

        Reports the outcome to the table and returns it.
        """
        weather = self.table.weather
        how = weather.presses.pop(0) if weather.presses else ""
        if how:
            self.table.struck("press")
        with weather.over(PRESS, how):
            trying = asyncio.ensure_future(act)
            await asyncio.sleep(0)
        if how in {LOST, LATE}:
            await asyncio.sleep(4.0)
            weather.clears()
        outcome = await trying
        self.table.pressed(self.person.name, outcome)
        return outcome


def _meant(part: Part) -> custom_id.CustomId | None:
    return custom_id.parse(part.custom_id)


def _of_a_decision(part: Part) -> bool:
    meant = _meant(part)
    return meant is not None and meant.game != 0 and meant.number is not None and meant.verb not in LEADS_ASIDE


def _leads_on(part: Part, verbs: Sequence[str] = LEADS_ON) -> bool:
    meant = _meant(part)
    return meant is not None and meant.verb in verbs


def _newest_panel(seen: Sequence[Seen]) -> Seen | None:
    return next((one for one in reversed(seen) if one.ephemeral and _answers(one)), None)


def _answers(seen: Seen) -> bool:
    return any(_of_a_decision(part) for part in seen.usable)
