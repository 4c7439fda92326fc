"""`make demo`: a recorded game of each kind plays itself on the page, as a replay.

Hard computers have played them. They are finished games in a separate database; the page goes on by itself, and can be
paused, stepped and moved with a slider.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import bot.games
from bot.emulator.objects import Channel
from bot.emulator.page.site import Site
from bot.emulator.people import crowd
from bot.emulator.people.person import Person
from bot.emulator.world.world import World
from bot.games import GAME_UIS
from bot.local.plan import CannotPlay, Plan, addresses
from bot.local.play import main, say, table, until_stopped, woken
from bot.texts import FALLBACK
from rules.notation import Record
from rules.verify import verify
from storage import Database, Entry, NewGame, Outcome

SECONDS_A_STEP: Final = 2.0


def record_path(kind: str) -> Path:
    """Returns the path of the file with a game's recorded play, which does not exist for every game."""
    return Path(bot.games.__file__).parent / kind / "demo.record"


RECORDS: Final = {kind: path for kind in GAME_UIS if (path := record_path(kind)).exists()}
"""Games -> the files with their recorded plays.

`python -m rules verify` checks them, `python -m tests.page.recording` renews them.

Each carries the number that its table gets in a new database: 1, 2, 3 in this order.
"""
MOVE_BY_MOVE: Final = 4
"""The index of the replay's button that changes from chapters to moves."""


def recorded() -> list[Record]:
    """Returns the recorded games, in the order of their numbers."""
    return [verify(path.read_text(encoding="utf-8").splitlines()).record() for path in RECORDS.values()]


async def lay_out(database: Path, world: World, channels: Iterable[Channel], now: datetime) -> None:
    """Creates a database with the recorded games, one finished game in each channel."""
    async with Database.opened(database) as db:
        for record, channel in zip(recorded(), channels, strict=False):
            await _keep(db, record, world, channel, now)


async def _keep(db: Database, record: Record, world: World, channel: Channel, now: datetime) -> None:
    assert record.seed is not None  # noqa: S101 - the record of a finished game reveals it
    opened = NewGame(
        guild=channel.guild_id, channel=channel.id, kind=record.game, edition=record.edition, language=FALLBACK,
        options=record.options, turn_seconds=None, window_seconds=None, pace="untimed", created=now,
        host=crowd.people(world)[0].id,
    )  # fmt: skip
    game = await db.tables.open(opened, bytes.fromhex(record.seed))
    for name in record.names:
        await db.seats.add_computer(game, name, "hard")
    await db.tables.start(game, record.edition, now, options=record.options)
    over = json.dumps(verify(record.lines()).over)
    entries = [Entry.of(entry, now) for entry in record.entries]
    await db.record.append(game, entries, deadline=None, outcome=Outcome("over", over, now))
    await db.archive.set_end_told(game)


async def ask_for_it(channels: Iterable[Channel], people: Iterable[Person]) -> None:
    """Opens the replay of each channel's game for every person, move by move; raises CannotPlay if that fails."""
    for channel in channels:
        for person in people:
            outcome = await (await person.slash(channel, "record replay")).done()
            found = [outcome.message, *outcome.followups]
            seen = next((one for one in found if one is not None and one.usable), None)
            if seen is None:
                raise CannotPlay(f"Cannot show the recorded game of #{channel.name}: {outcome.text}")
            await (await person.press(seen, seen.buttons[MOVE_BY_MOVE])).done()


def pace(text: str) -> float:
    """Parses KRUPIER_DEMO_SECONDS, the seconds before each step of the replay; raises CannotPlay if it is invalid."""
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", text) or not float(text):
        raise CannotPlay("KRUPIER_DEMO_SECONDS: write the seconds before each step, for example 2.")
    return float(text)


async def show(plan: Plan) -> int:
    """Serves the recorded games, which the page replays, until it is stopped; returns the exit code."""
    seconds = pace(os.environ.get("KRUPIER_DEMO_SECONDS") or str(SECONDS_A_STEP))
    with tempfile.TemporaryDirectory(prefix="krupier-demo-") as folder:
        plan = replace(plan, database=Path(folder) / "demo.sqlite3")
        world = woken(plan.state)
        channels = [world.channel(f"table-{at}") for at in range(1, len(RECORDS) + 1)]
        await lay_out(plan.database, world, channels, datetime.now(UTC))
        site = Site(world, everybody=plan.everybody, demo=seconds)
        async with table(plan, world, site) as running:
            showing = asyncio.create_task(_shown(site, channels, lambda: announced(plan, site)))
            try:
                return await until_stopped(running)
            finally:
                showing.cancel()


def announced(plan: Plan, site: Site) -> None:
    """Prints the addresses of the page on which the games play themselves."""
    for line in addresses(plan, site):
        say(line)
    say("A game of each kind plays itself there, one in each channel. Press Ctrl+C to stop.")


async def _shown(site: Site, channels: Iterable[Channel], announce: Callable[[], None]) -> None:
    await site.world.until(lambda: site.world.bot_is_up, math.inf)
    try:
        await ask_for_it(channels, crowd.people(site.world))
    except CannotPlay as wrong:
        say(str(wrong))
    announce()


if __name__ == "__main__":
    sys.exit(main(show))
