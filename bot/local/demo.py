"""`make demo`: a game that plays itself on the page at watching speed, by people who only see what people see."""

from __future__ import annotations

import asyncio
import os
import random
import re
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Final

from bot.local.couch import CannotPlay, Plan, main, say, table, until_stopped, woken
from bot.local.people import Outcome, Person
from bot.local.seen import SELECTS, NotVisible, Part, Seen
from bot.local.stage import Stage
from bot.local.things import Channel
from bot.local.world import World

PLAYERS: Final = ("Anna", "Bert", "Cyril")
SECONDS_A_PRESS: Final = 0.7
MOST_STEPS: Final = 12
LET_PASS: Final = 0.8
PLAINEST: Final = 0.7
TURNS_BEFORE_A_REST: Final = 4
JOIN, START = re.compile(r"\b(join|připojit|přidat)\b", re.IGNORECASE), re.compile(r"\b(start|začít|zahájit)\b", re.I)
MOVE, REACT = re.compile(r"my move|můj tah", re.IGNORECASE), re.compile(r"react|reagovat", re.IGNORECASE)
PASS, ASIDE = (
    re.compile(r"let it pass|nechat|projít", re.IGNORECASE),
    re.compile(r"^(back|zpět)$|[❓📖]", re.IGNORECASE),
)
OVER: Final = re.compile(r"konec hry|vítěz|winner|game over", re.IGNORECASE)
NAMED: Final = re.compile(r"<@!?(\d+)>")
RUN: Final = re.compile(r"<@!?\d+>(?:, *<@!?\d+>)*")


class Players:
    """People who play one table in one channel, by its public messages and what only they see."""

    def __init__(self, world: World, channel: Channel, seconds: float, seed: int = 1) -> None:
        self.world = world
        self.channel = channel
        self.seconds = seconds
        self.chance = random.Random(seed)  # noqa: S311 - it only chooses moves to look at
        self.people = [world.person(name) for name in PLAYERS]
        self.turns: dict[int, int] = {}
        self.answered: set[tuple[str, int]] = set()

    async def play(self) -> None:
        """From the lobby to the end of the game."""
        await self.people[0].slash(self.channel, "game new")
        for person in self.people[1:]:
            await self.press(person, self.board, JOIN)
        await self.press(self.people[0], self.board, START)
        while not self.over:
            asked = self.asked()
            if asked is None:
                await self._changed()
                continue
            await self.answer(*asked)

    @property
    def public(self) -> list[Seen]:
        """What everybody sees of the bot, oldest first."""
        return [seen for seen in self.people[0].messages(self.channel) if seen.by_bot and not seen.ephemeral]

    @property
    def over(self) -> bool:
        """Whether the newest message names the end."""
        return bool(self.public and OVER.search(self.public[-1].text) and not self.public[-1].usable)

    @property
    def board(self) -> Seen | None:
        """The newest public message that can be used."""
        return next((seen for seen in reversed(self.public) if seen.usable), None)

    def asked(self) -> tuple[Person, str] | None:
        """Who is waited for and has not answered yet, and what marks the question."""
        board = self.board
        if board is None or any(JOIN.search(part.label) for part in board.usable):
            return None
        texts = [part.text for part in board.parts if part.kind == "text"]
        runs = [run[0] for line in texts[-1].splitlines() if (run := RUN.search(line))] if texts else []
        mark = re.sub(r"<t:[^>]*>", "", f"{board.id} {board.text}")
        for number in NAMED.findall(runs[-1]) if runs else ():
            person = next((one for one in self.people if str(one.id) == number), None)
            if person and (mark, person.id) not in self.answered:
                return person, mark
        return None

    async def answer(self, person: Person, mark: str) -> None:
        """One person answers what the board asks; what comes to nothing is tried again when the board changes."""
        self.answered.add((mark, person.id))
        board = self.board
        if board is None:
            return
        is_window = any(PASS.search(part.label) for part in board.usable)
        if is_window and self.chance.random() < LET_PASS:
            await self.press(person, board, PASS)
            return
        found = await self.press(person, board, REACT if is_window else MOVE)
        for number in range(MOST_STEPS):
            shown = [found.message, *found.followups] if found else []
            panel = next((seen for seen in reversed(shown) if seen and seen.ephemeral and self.ways(seen)), None)
            if panel is None:
                return
            found = await self.step(person, panel, first=number == 0)

    def ways(self, panel: Seen) -> list[Part]:
        """What leads on from a private panel: not back, not into the help, and nothing that destroys."""
        return [part for part in panel.usable if part.style != "danger" and not ASIDE.search(part.label)]

    async def step(self, person: Person, panel: Seen, *, first: bool) -> Outcome | None:
        """One press on a private panel: confirm if that is offered, else any way on, at first the plain one."""
        ways = self.ways(panel)
        sure = next((way for way in ways if way.style == "success"), None)
        return await self._acted(
            person, panel, sure or (self.plain(person, ways) if first else self.chance.choice(ways))
        )

    def plain(self, person: Person, ways: list[Part]) -> Part:
        """How a turn begins: mostly with the first way, sometimes with any, and every fifth time with the last."""
        self.turns[person.id] = self.turns.get(person.id, 0) + 1
        if self.turns[person.id] % (TURNS_BEFORE_A_REST + 1) == 0:
            return ways[-1]
        return ways[0] if self.chance.random() < PLAINEST else self.chance.choice(ways)

    async def press(self, person: Person, message: Seen | None, words: re.Pattern[str]) -> Outcome | None:
        """Press the button with such words, if it is there."""
        part = next((one for one in message.usable if words.search(one.label)), None) if message else None
        return await self._acted(person, message, part) if message and part else None

    async def _acted(self, person: Person, message: Seen, part: Part) -> Outcome | None:
        await asyncio.sleep(self.seconds)
        try:
            if part.type in SELECTS:
                few = self.chance.sample(part.options, max(part.min_values, 1))
                found = await person.select(message, part, [one.value for one in few])
            else:
                found = await person.press(message, part)
            return await found.done()
        except (NotVisible, TimeoutError):
            return None

    async def _changed(self) -> None:
        before = [(seen.id, seen.text) for seen in self.public]
        await self.world.until(lambda: before != [(seen.id, seen.text) for seen in self.public], 600.0)


def pace(text: str) -> float:
    """Seconds before each press; CannotPlay says what to write instead."""
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", text):
        raise CannotPlay("KRUPIER_DEMO_SECONDS: write the seconds before each press, for example 0.7.")
    return float(text)


async def show(plan: Plan) -> int:
    """Serve a new table in a folder of its own and play on it as soon as somebody looks on."""
    seconds = pace(os.environ.get("KRUPIER_DEMO_SECONDS") or str(SECONDS_A_PRESS))
    with tempfile.TemporaryDirectory(prefix="krupier-demo-") as folder:
        plan = replace(plan, database=Path(folder) / "demo.sqlite3")
        world = woken(plan.state)
        stage = Stage(world, everybody=plan.everybody, demo=True)
        async with table(plan, world, stage) as running:
            assert stage.discord is not None  # noqa: S101 - the table has set it
            at = stage.discord.root + stage.path(world.people[0])
            say(f"A game plays itself at {at} as soon as you look. Ctrl+C stops.")
            playing = asyncio.create_task(_watched(stage, Players(world, world.channel("table-1"), seconds)))
            try:
                return await until_stopped(running)
            finally:
                playing.cancel()


async def _watched(stage: Stage, players: Players) -> None:
    assert stage.discord is not None  # noqa: S101 - the table has set it
    await stage.discord.bot_is_ready()
    await stage.world.until(lambda: stage.viewers, 24 * 3600.0)
    await players.play()
    say("The game is over; the page stays until Ctrl+C.")


if __name__ == "__main__":
    sys.exit(main(show))
