"""Tests upgrades in mid-game: the code of an earlier version serves live games, is killed, and today's code goes on."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.features.hand.view import own_cards
from bot.tables.registry import Tables
from bot.texts import translator_for
from storage.database import Database
from storage.dsn import Dsn, Place
from storage.migrations import newest
from tests.postgres import Server, asked
from tests.workers import previous_version
from tests.workers.proof import RIGHT_WITHIN, SOON, Proof, proof

TABLES = 3
"""One table of each game."""
LOAD, FURTHER = 40, 40
"""Presses before the upgrade, and after it."""
AT_MOST = 240.0
EN = translator_for("en")


@pytest.fixture(scope="module")
def previous(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the folder with the previous version's code."""
    return previous_version.unpacked(tmp_path_factory.mktemp("previous"))


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Yields the place of a database without a schema, which the previous version creates."""
    if request.param == "sqlite":
        yield tmp_path / "games.sqlite3"
        return
    server: Server = request.getfixturevalue("server")
    dsn = server.fresh(template=None)
    yield dsn
    server.drop(dsn)


async def schema_of(database: Place) -> int:
    """Returns the version of a database's schema."""
    if isinstance(database, Dsn):
        (row,), _ = await asked(database.url, "SELECT version FROM krupier_schema")
        return int(row["version"])
    with closing(sqlite3.connect(database)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


async def hands_are_right(them: Proof) -> None:
    """Waits until `/game hand` shows each player what the record says; fails after `RIGHT_WITHIN` seconds."""
    until = time.monotonic() + RIGHT_WITHIN
    while wrong := [differs for at in range(TABLES) for differs in await wrong_hands(them, at)]:
        assert time.monotonic() < until, wrong


async def wrong_hands(them: Proof, at: int) -> list[str]:
    """Returns the hands that a table shows and that are not those of its record, each with the right one."""
    table, wrong = them.tables[at], []
    shown = await table.hands()
    async with Database.snapshot(them.database) as db:
        live = await Tables(db).get(them.games[at])
    for person, hand in zip(table.people, shown, strict=True):
        seat = next(seat.seat for seat in live.seats if seat.user == person.id)
        if live.row.phase == "running" and _cards(hand) != _cards(own_cards(live.facts, live.running(), seat, EN)):
            wrong.append(f"{person.name} is shown {hand!r}")
    return wrong


def _cards(hand: str) -> str:
    """Returns a hand's text without its heading."""
    return hand.partition("\n")[2]


async def test_games_of_an_earlier_version_go_on_after_a_kill_and_an_upgrade(
    database: Place, previous: Path, tmp_path: Path
) -> None:
    alone = {"KRUPIER_SHARDS": "", "KRUPIER_SHARDS_PER_WORKER": ""}
    async with proof(database, tmp_path, shards=1, guilds=1, tables=TABLES, at_most=AT_MOST) as them:
        old = them.worker(**alone, PYTHONPATH=str(previous))
        await old.spawn()
        await them.served()
        await them.discord.world.until(lambda: any(them.discord.world.commands.values()), SOON)
        await them.open()

        async def upgraded() -> None:
            await old.kill()
            assert await schema_of(database) == previous_version.SCHEMA
            assert len(them.ledger.answers) >= TABLES
            await them.worker(**alone).spawn()

        await them.struck(upgraded, None, LOAD)
        assert await schema_of(database) == newest() > previous_version.SCHEMA
        await hands_are_right(them)
        async with them.playing(silent=2):
            await them.pressed(FURTHER)
        await them.boards_are_right(RIGHT_WITHIN)
        await hands_are_right(them)
        await them.judge()
