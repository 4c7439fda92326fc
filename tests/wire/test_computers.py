"""Tests one user against computers of every level: whole games with a bot in its own process."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from bot.emulator.people.seen import Seen
from tests.wire import whole
from tests.wire.tables import Table
from tests.wire.whole import Evenings

AT_MOST = 300.0
LEVELS = ("hard", "normal", "easy")


def lobby(table: Table) -> Seen:
    return next(seen for seen in reversed(table.host.messages(table.channel)) if seen.usable)


def seated(table: Table, count: int) -> bool:
    return lobby(table).text.count("🤖") == count


async def fill_up(table: Table, levels: tuple[str, ...]) -> None:
    """Adds computer players of these levels in the lobby, as the host."""
    for count, level in enumerate(levels, start=1):
        shown = lobby(table)
        select = next(part for part in shown.usable if part.custom_id.endswith(":computer"))
        await (await table.host.select(shown, select, level)).done()
        await table.host.until(partial(seated, table, count), 10.0)


@pytest.mark.parametrize(
    ("game", "levels"),
    [("kralovske_rosady", LEVELS), ("mafia_city", LEVELS), ("star_wars_destiny", LEVELS)],
)
async def test_a_person_plays_whole_games_against_computers_only(
    tmp_path: Path, game: str, levels: tuple[str, ...]
) -> None:
    world = whole.world_of((1,))
    async with whole.evening(world, tmp_path, (1,), AT_MOST) as party:
        await play_one(party, game, levels)
    assert "a computer player (" not in party.bot.log
    assert "was refused" not in party.bot.log


async def play_one(party: Evenings, game: str, levels: tuple[str, ...]) -> None:
    (table,) = party.tables
    await table.lobby(game=game, pace="untimed")
    await fill_up(table, levels)
    await table.robots[0].start()
    await party.play()
    record = await whole.the_end(table, game)
    (seats,) = [line for line in record if line.startswith("seats ")]
    assert seats.count("|") == len(levels), seats
    answered = {line.split()[1] for line in record if line[:1].isdigit()}
    assert answered >= set("abcd"[: 1 + len(levels)]), seats
