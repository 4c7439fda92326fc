"""Tests kills at every write that belongs to no game: settings of servers and users, deleted users and deleted games.

Each of them is one transaction. After a kill the database is either as before or as after it, and the same act can be
repeated.
"""

from __future__ import annotations

import shutil
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Final

import pytest

from storage import Database, PuzzleAnswer, Schedule
from storage.errors import StorageError
from storage.limited_uses import Use
from tests.faults.failpoints import Gate, Killed, Point
from tests.faults.scale import often
from tests.faults.test_kills_of_busy_evening import OF_A_USER, OF_NO_GAME, STORAGE, WRITES, writes_of
from tests.storage.table import ANNA, BERT, CYRIL, NOON, minutes
from tests.storage.test_personal_data import XAVER, everything, everywhere

SERVER, OTHER = 7, 8
DAY: Final = date(2026, 11, 27)
ANSWER: Final = PuzzleAnswer(DAY, 3, "pass", True)
CHANGES: Final[Mapping[str, object]] = {
    "language": "sk", "channels": (1, 2), "kind": "mafia_city", "pace": "live", "hints": True, "openers": "role",
    "opener_role": 3, "log_channel": 4, "lobbies": 5, "threads": True,
}  # fmt: skip
FINISHED: Final = 2
"""The game that `everywhere` finishes."""
STRIDE: Final = often(5, 1)
"""The quick run kills at every fifth point of long acts, beginning with another one for each act."""
Act = Callable[[Database], Awaitable[object]]
ACTS: Final[Mapping[str, Act]] = {
    "the settings of a server change": lambda db: db.servers.change(SERVER, CHANGES),
    "a server is greeted": lambda db: db.servers.claim_greeting(OTHER),
    "a server removes the bot": lambda db: db.servers.set_removed(SERVER, NOON),
    "a server is back": lambda db: db.servers.set_back(OTHER),
    "a server is forgotten": lambda db: db.servers.forget(SERVER),
    "the puzzles of a day are claimed": lambda db: db.servers.claim_puzzle(SERVER, DAY),
    "a user is blocked": lambda db: db.blocks.add(BERT, CYRIL),
    "a block ends": lambda db: db.blocks.remove(ANNA, XAVER),
    "a schedule begins": lambda db: db.schedules.set(BERT, Schedule("Asia/Tokyo", "22:00-07:00")),
    "a schedule changes": lambda db: db.schedules.set(XAVER, Schedule("UTC", days_off=frozenset({6}))),
    "a user chooses other games": lambda db: db.subscriptions.set(XAVER, SERVER, ["one_game", "other_game"]),
    "a lesson begins": lambda db: db.lessons.begin(BERT, "some_game", "first"),
    "a step of a lesson is done": lambda db: db.lessons.advance(XAVER, "some_game", "first", 0),
    "a puzzle is answered": lambda db: db.puzzles.add(BERT, "some_game", ANSWER),
    "a concept is explained": lambda db: db.explanations.add(BERT, "some_game", "window"),
    "a user calls players": lambda db: db.limited_uses.take("call", BERT, 1, NOON - minutes(60), NOON),
    "a call takes the place of an old one": lambda db: db.limited_uses.take("call", XAVER, 1, NOON, NOON + minutes(60)),
    "a call came to nothing": lambda db: db.limited_uses.give_back(Use("call", XAVER, 0, NOON)),
    "a user is forgotten": lambda db: db.privacy.forget(XAVER, NOON),
    "a game is deleted": lambda db: db.erasure.erase(FINISHED),
}
"""Name of a test case → an act of one transaction."""


async def done(act: Act, db: Database) -> None:
    """Runs an act; a refusal is ignored, because the act may have been done before a kill."""
    with suppress(StorageError):
        await act(db)


async def passed(act: Act, start: Path, die_at: int | None = None) -> tuple[Path, list[Point]]:
    """Runs an act on a copy of the database and kills it at failpoint `die_at` (None: never).

    Returns the remaining file and the failpoints passed.
    """
    file = start.with_name(f"{die_at}.sqlite3")
    shutil.copy(start, file)
    db = await Database.open(file)
    gate = Gate()
    gate.die = lambda _point: die_at is not None and len(gate.passed) > die_at
    gate.watch(db)
    with suppress(Killed):
        await done(act, db)
    points = list(gate.passed)
    with suppress(Killed):
        await db.close()
    return gate.left or file, points


@pytest.fixture
async def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Creates a database in which the user Xaver appears in every table, and returns its path."""
    monkeypatch.setattr("storage.privacy.secrets.randbelow", lambda _most: 5)
    file = tmp_path / "start"
    async with Database.opened(file) as db:
        await everywhere(db)
        await db.servers.set_removed(OTHER, NOON)
        await db.servers.change(SERVER, {"language": "cs", "puzzle_channel": 4})
    return file


@pytest.mark.parametrize("name", ACTS)
async def test_a_kill_leaves_a_change_complete_or_absent(start: Path, name: str) -> None:
    act, before = ACTS[name], everything(start)
    file, points = await passed(act, start)
    after = everything(file)
    assert after != before
    outcomes = set[bool]()
    for at in range(len(name) % STRIDE if len(points) > 50 else 0, len(points), STRIDE if len(points) > 50 else 1):
        left, _ = await passed(act, start, at)
        async with Database.opened(left) as db:
            outcome = everything(left)
            assert outcome in (before, after), points[at]
            outcomes.add(outcome == after)
            await done(act, db)
        assert everything(left) == after, f"it cannot be repeated after a kill at {points[at]}"
    assert False in outcomes


async def test_every_write_that_belongs_to_no_game_was_among_them(start: Path) -> None:
    written = {
        (match[1], match[2])
        for file in STORAGE.glob("*.py")
        if file.stem in OF_NO_GAME | OF_A_USER
        for match in WRITES.finditer(file.read_text("utf-8"))
    }
    met = set[tuple[str, str]]()
    for act in ACTS.values():
        _, points = await passed(act, start)
        met |= writes_of(points)
    assert written - met == set()
