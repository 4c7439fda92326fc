"""Tests kills while a lobby opens: there is none, or a complete one with its players and its tournament table."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.features.tournaments.service import Tournaments
from bot.tables.refusals import Refused
from bot.tables.wishes import Place, Wishes
from storage import Database, TableRow
from tests.bot.tables.backend import ANNA, BERT, CYRIL, DORA, NAMES, Backend
from tests.faults.failpoints import Gate, Killed

HERE = Place(7, 500, ANNA, "Anna", "cs")
KIND = "kralovske_rosady"
Opens = Callable[[Backend], Awaitable[object]]


def tournaments(backend: Backend) -> Tournaments:
    found = Tournaments(backend.db, backend.lobby, backend.now)
    found.entropy = lambda _count: bytes(32)
    return found


async def its_table(backend: Backend) -> TableRow:
    """Returns the tournament table of Anna in the first round."""
    tables = (await backend.db.tournaments.get(1)).rounds[0].tables
    return next(one for one in tables if ANNA in one.users)


async def prepared(backend: Backend) -> None:
    """Creates a tournament of four with its first pairings, and a lobby that was called off, for a rematch."""
    held = tournaments(backend)
    await held.open(Place(7, 400, ANNA, "Anna", "cs"), Wishes(kind=KIND, pace="untimed"), 2, 4)
    for user in (ANNA, BERT, CYRIL, DORA):
        await held.enter(1, user, NAMES[user])
    await held.go_on(1)
    former = await backend.open(Wishes(kind=KIND), people=2)
    await backend.lobby.add_computer(former, ANNA, "easy")
    await backend.lobby.call_off(former)


async def of_the_tournament(backend: Backend) -> object:
    async def here(_table: TableRow) -> Place:
        return HERE

    return await tournaments(backend).open_table(1, ANNA, here)


async def new(backend: Backend) -> object:
    return await backend.lobby.open(HERE, Wishes(kind=KIND))


async def again(backend: Backend) -> object:
    return await backend.lobby.open_again(HERE, await backend.db.games.get(1))


async def people_of(backend: Backend, game: int) -> list[tuple[int, str]]:
    return [(seat.user, seat.level) for seat in await backend.db.seats.of(game)]


async def judged(backend: Backend, opens: Opens) -> bool:
    """Checks that the file has a complete lobby and returns True, or that it has none, and then one can be opened:
    False.
    """
    lobbies = await backend.db.games.unfinished()
    opened = bool(lobbies)
    bound = (await its_table(backend)).game
    if not opened:
        assert bound is None
        await opens(backend)
        lobbies = await backend.db.games.unfinished()
        bound = (await its_table(backend)).game
    (lobby,) = lobbies
    seated = await people_of(backend, lobby.id)
    if opens is of_the_tournament:
        assert bound is not None
        assert bound.game == lobby.id
        assert [user for user, _ in seated] == list((await its_table(backend)).users)
        with pytest.raises(Refused):
            await opens(backend)
    else:
        assert bound is None
        assert seated == [(ANNA, "normal")] if opens is new else await people_of(backend, 1)
    return opened


async def opened_until(file: Path, opens: Opens, point: int) -> tuple[bool | None, int]:
    """Opens a lobby and kills the process at a failpoint; returns whether a lobby is left (None if the process
    survived).

    The second value is the number of failpoints passed.
    """
    gate = Gate()
    db = await Database.open(file)
    backend = Backend(db)
    await prepared(backend)
    gate.watch(db)
    gate.die = lambda _point: len(gate.passed) > point
    try:
        await opens(backend)
    except Killed:
        assert gate.left is not None
        async with Backend.opened(gate.left) as next_life:
            return await judged(next_life, opens), len(gate.passed)
    finally:
        backend.referee.computers.thinkers.close()
        with contextlib.suppress(Killed):
            await db.close()
    return None, len(gate.passed)


@pytest.mark.parametrize("opens", [of_the_tournament, new, again])
def test_a_lobby_is_opened_whole_or_not_at_all(tmp_path: Path, opens: Opens) -> None:
    left = list[bool]()
    for point in range(100):
        folder = tmp_path / str(point)
        folder.mkdir()
        opened, _ = asyncio.run(opened_until(folder / "games", opens, point))
        if opened is None:
            break
        left.append(opened)
    assert len(left) >= 10, "begin, the game, its seed, its link, the seats, commit: before and after each"
    assert left == sorted(left)
    assert {False, True} == set(left)
