"""`make demo`: a recorded game plays itself on the page at watching speed, by people who press what they are shown."""

from __future__ import annotations

import asyncio
import math
import os
import re
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from bot.emulator.objects import Channel
from bot.emulator.page.site import Site
from bot.emulator.people import crowd
from bot.emulator.people.outcome import Outcome
from bot.emulator.people.person import Person
from bot.emulator.people.seen import SELECT, NotVisible, Part, Seen
from bot.emulator.world.world import World
from bot.local.play import CannotPlay, Plan, addresses, main, say, table, until_stopped, woken

PLAYERS: Final = ("Anna", "Bert", "Cyril")
SECONDS_A_PRESS: Final = 0.7
SECONDS_FOR_AN_ANSWER: Final = 30.0
RECORD: Final = Path(__file__).with_name("demo.record")
"""The game as every game is kept: `python -m rules verify` checks it. Its cards follow from its seed."""
PRESSES: Final = Path(__file__).with_name("demo.presses")
"""Who presses what, one press a line; `python -m tests.page.recording` renews both files."""
BOT: Final = "bot.local.rehearsal"


class Press(NamedTuple):
    """Somebody presses a component, or chooses these values there; `id` is its custom_id without the game's number."""

    name: str
    id: str
    values: tuple[str, ...] = ()


def recorded() -> list[Press]:
    """The presses of the recorded game."""
    words = [line.split(" ") for line in PRESSES.read_text(encoding="utf-8").splitlines()]
    return [Press(name, id_, tuple(values)) for name, id_, *values in words]


def seed() -> str:
    """The seed of the recorded game's cards, in hexadecimal digits."""
    found = re.search(r"^seed ([0-9a-f]{64})$", RECORD.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None  # noqa: S101 - the record of a finished game reveals it
    return found[1]


class Players:
    """People who play the recorded game in one channel."""

    def __init__(self, world: World, channel: Channel, seconds: float) -> None:
        self.world = world
        self.channel = channel
        self.seconds = seconds

    async def play(self) -> None:
        """From the lobby to the end of the game; CannotPlay where what was pressed is not there."""
        await (await crowd.person(self.world, PLAYERS[0]).slash(self.channel, "game new")).done()
        for press in recorded():
            await asyncio.sleep(self.seconds)
            await self.make(press)

    async def make(self, press: Press) -> None:
        """One press, once it can be made."""
        person = crowd.person(self.world, press.name)
        try:
            await self.world.until(lambda: self.found(person, press) is not None, SECONDS_FOR_AN_ANSWER)
            found = self.found(person, press)
            assert found is not None  # noqa: S101 - that was waited for
            await (await acted(person, *found, press)).done()
        except (TimeoutError, NotVisible) as wrong:
            raise CannotPlay(f"The recorded game stands still: {press.name} cannot press {press.id!r}.") from wrong

    def found(self, person: Person, press: Press) -> tuple[Seen, Part] | None:
        """What is to be pressed, in the newest message that has it."""
        for message in reversed(person.messages(self.channel)):
            for part in message.usable if message.by_bot else ():
                if part.custom_id.split(":", 2)[2:] == [press.id]:
                    return message, part
        return None


async def acted(person: Person, message: Seen, part: Part, press: Press) -> Outcome:
    """Press or choose."""
    if part.type == SELECT:
        return await person.select(message, part, press.values)
    return await person.press(message, part)


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
        site = Site(world, everybody=plan.everybody, demo=True)
        async with table(plan, world, site, BOT, seed()) as running:
            players = Players(world, world.channel("table-1"), seconds)
            playing = asyncio.create_task(_watched(site, players, lambda: announced(plan, site)))
            try:
                return await until_stopped(running)
            finally:
                playing.cancel()


def announced(plan: Plan, site: Site) -> None:
    """Say where the game can be seen."""
    for line in addresses(plan, site):
        say(line)
    say("A game plays itself there as soon as you look. Ctrl+C stops.")


async def _watched(site: Site, players: Players, announce: Callable[[], None]) -> None:
    await site.world.until(lambda: site.world.bot_is_up, math.inf)
    announce()
    await site.world.until(lambda: site.audience.viewers, math.inf)
    try:
        await players.play()
    except CannotPlay as wrong:
        say(str(wrong))
        return
    say("The game is over; the page stays until Ctrl+C.")


if __name__ == "__main__":
    sys.exit(main(show))
