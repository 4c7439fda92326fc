"""Renews the game that `make demo` shows: `python -m tests.page.recording`.

The cards follow from a seed, the moves from the computers' taste; what is kept is the game's record and every press,
each made by a person on what that person is shown.
"""

from __future__ import annotations

import asyncio
import hashlib
import sys
import tempfile
from itertools import combinations
from pathlib import Path
from random import Random

from bot import views
from bot.emulator import DrivenClock, Limits, LocalDiscord, World
from bot.emulator.people import crowd
from bot.emulator.people.seen import Part, Seen
from bot.games.steps import chosen_keys, step
from bot.interactions.play import keys_of
from bot.local.demo import PLAYERS, PRESSES, RECORD
from bot.local.play import CHANNELS, PEOPLE
from bot.tables.computer import choose, question
from bot.texts import words
from bot.views import custom_id
from rules.decisions import PASS, Several, Window
from rules.engine import Game
from tests.bot.table import Evening
from tests.page.scenes import NOON

CHOSEN = 1077
"""A game of two rounds with two cancelled cards; most games take three times as long."""
RESTING = (0.0, 0.3, 0.5, 0.7)
SECONDS_A_MOVE = 4


class Recorder(Evening):
    """An evening whose players press what leads to the keys that were chosen."""

    dice = Random()
    resting = 0.0

    def __init__(self, world: World, discord: LocalDiscord, clock: DrivenClock, database: Path) -> None:
        super().__init__(world, discord, clock, database)
        self.presses: list[str] = []

    async def record(self, number: int) -> Game:
        """The game of that number, from the lobby to its end."""
        self.dice, self.resting = Random(number), RESTING[number % len(RESTING)]
        await self.open(*PLAYERS)
        self.presses += [f"{name} join" for name in PLAYERS[1:]] + [f"{PLAYERS[0]} start"]
        await self.press_board(PLAYERS[0], "start")
        game = self.game
        while game.decision is not None:
            self.clock.advance(SECONDS_A_MOVE)
            seat = game.waiting[0]
            await self.play(game, seat, self.chosen(game, seat))
        return game

    def chosen(self, game: Game, seat: str) -> tuple[str, ...]:
        """What a computer would do, or nothing, so that the game comes to its end."""
        decision = game.decision
        assert decision is not None
        rests = decision.kind != "react" and not isinstance(decision, Several) and decision.silence in game.keys(seat)
        if rests and self.dice.random() < self.resting:
            return (str(decision.silence),)
        return choose(question(game, seat), self.dice)

    async def play(self, game: Game, seat: str, keys: tuple[str, ...]) -> None:
        """From the board through the panel."""
        number, name = game.number, self.holder(seat)
        in_window = isinstance(game.decision, Window)
        verb = ("pass" if keys == (PASS,) else "react") if in_window else "move"
        await self.do(name, self.board(name), self.part(self.board(name), verb))
        while game.number == number and seat in game.waiting:
            panel = self.private(name)
            part, values = next(filter(None, (self.way(game, seat, keys, part) for part in panel.usable)))
            await self.do(name, panel, part.custom_id, *values)
        if "keep_asking" in self.verbs(panel := self.private(name)):
            await self.do(name, panel, self.part(panel, "keep_asking"))

    async def do(self, name: str, message: Seen, custom: str, *values: str) -> None:
        """A press that is kept."""
        self.presses.append(" ".join((name, custom.split(":", 2)[2], *values)))
        if values:
            await self.person(name).select(message, custom, values)
        else:
            await self.person(name).press(message, custom)
        await self.settled()

    def both(self, game: Game, seat: str, keys: tuple[str, ...], part: Part) -> tuple[Part, tuple[str, ...]] | None:
        """The two options whose key is wanted."""
        custom, live = custom_id.parse(part.custom_id), self.live
        if custom is None or len(keys) != 1:
            return None
        for pair in _pairs(part):
            path = views.path_of_both(live.facts, game, seat, custom.path, pair, words("en"))
            if path is not None and leads(game, seat, path, tuple(keys[0].split(":"))):
                return part, (str(pair[0]), str(pair[1]))
        return None

    def way(self, game: Game, seat: str, keys: tuple[str, ...], part: Part) -> tuple[Part, tuple[str, ...]] | None:
        """How that part leads to the keys, with what is to be chosen there; None if it does not."""
        custom = custom_id.parse(part.custom_id)
        if custom is None or custom.verb in {"explain", "learn", "pass", "ahead", "order_here"}:
            return None
        if custom.verb == "do":
            return (part, ()) if keys_of(game, seat, custom) == keys else None
        if custom.verb == "both":
            return self.both(game, seat, keys, part)
        if custom.verb == "chosen":
            offered = list(game.keys(seat))
            several = 0 < len(keys) < len(offered)
            return (part, tuple(str(offered.index(key)) for key in keys)) if several else None
        if custom.chosen is not None:
            return (part, ()) if chosen_keys(game.keys(seat), custom.chosen) == keys else None
        here = step(game, seat, custom.path)
        wanted = tuple(keys[0].split(":")) if keys else ()
        if here is None:
            return None
        if custom.verb == "pick":
            values = [option.value for option in part.options]
            ways = {value: (*custom.path, *(int(index) for index in value.split("."))) for value in values}
            at = next((value for value in values if leads(game, seat, ways[value], wanted)), None)
            return None if at is None else (part, (at,))
        return (part, ()) if custom.path and leads(game, seat, custom.path, wanted) else None


def _pairs(part: Part) -> list[tuple[int, int]]:
    return list(combinations(range(len(part.options)), 2))


def leads(game: Game, seat: str, path: tuple[int, ...], wanted: tuple[str, ...]) -> bool:
    """Whether the wanted key is among those below a path."""
    found = step(game, seat, path)
    if found is None:
        return False
    if found.key is not None:
        return tuple(found.key.split(":")) == wanted
    return any(leads(game, seat, option.path, wanted) for option in found.options)


async def record(number: int) -> tuple[list[str], list[str]]:
    """The lines of a game's record, and its presses."""
    clock = DrivenClock(NOON)
    world = crowd.with_people(*PEOPLE, channels=CHANNELS, limits=Limits.generous(), clock=clock)
    with tempfile.TemporaryDirectory() as folder:
        async with LocalDiscord(world) as discord:
            evening = Recorder(world, discord, clock, Path(folder) / "demo.sqlite3")
            evening.seed, evening.pictures = hashlib.sha256(f"Krupier demo {number}".encode()).digest(), False
            await evening.start()
            try:
                game = await evening.record(number)
                return game.record().lines(), evening.presses
            finally:
                await evening.stop()


def main(number: int) -> None:
    """Record that game and keep it."""
    lines, presses = asyncio.run(record(number))
    RECORD.write_text("\n".join([*lines, ""]), encoding="utf-8")
    PRESSES.write_text("\n".join([*presses, ""]), encoding="utf-8")
    sys.stdout.write(f"{len(presses)} presses\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else CHOSEN)
