"""Tests that every setting that one process stores is read by another at once. A new setting needs a value here."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import fields, replace
from datetime import date
from typing import Any, Final, get_args

import pytest

from storage import Database, Newcomer, NewGame, PersonRow, Schedule, ServerSettings
from storage.dsn import Dsn, Place
from storage.limited_uses import Kind, Use
from storage.servers import Openers
from tests.storage.table import ANNA, NOON, SEED, minutes, new_game

HERE: Final = 7
SERVER: Final[dict[str, Any]] = {
    "language": "sk", "channels": (11, 12), "kind": "some_game", "pace": "untimed", "hints": True, "openers": "role",
    "opener_role": 13, "log_channel": 14, "lobbies": 2, "threads": True, "zone": "Europe/Prague",
    "quiet": "22:00-07:00", "call_role": 15, "channel_lobbies": 9, "puzzle_channel": 16,
}  # fmt: skip
PERSON: Final[dict[str, Any]] = {
    "language": "sk", "dms": False, "ping": "always", "locale": "sk", "confirm": "never", "words": True,
    "explains": False, "seen": "2026-03-01",
}  # fmt: skip
SCHEDULE: Final[dict[str, Any]] = {
    "zone": "Asia/Tokyo", "quiet": "22:00-07:00", "days_off": frozenset({1}),
    "holidays": frozenset({date(2026, 12, 24)}),
}  # fmt: skip
TABLE: Final[dict[str, Any]] = {
    "language": "sk", "options": {"goal": "other"}, "turn_seconds": 100, "window_seconds": 30, "pace": "bank",
    "bank_seconds": 300, "hints": True, "hints_chosen": True, "access": "invited", "starts_full": True,
    "weekends_off": True, "least_share": 80, "longest_answer": 60,
}  # fmt: skip
"""The settings of a lobby, each with a value that is not the default."""
ELSEWHERE: Final = {
    "guild", "channel", "kind", "edition", "created", "host", "invited", "words", "called", "practice_of", "parent",
}  # fmt: skip
"""Fields of NewGame that are not settings: facts about a table, or changed by a method of their own."""


@asynccontextmanager
async def another(db: Database, path: Place) -> AsyncIterator[Database]:
    """Yields the connection of another process. Only one process at a time may use a file, so for a file `db` is closed
    first.
    """
    if not isinstance(path, Dsn):
        await db.close()
    async with Database.opened(path) as other:
        yield other


def test_every_setting_has_a_value_here_that_is_not_the_default() -> None:
    assert SERVER.keys() == {one.name for one in fields(ServerSettings)}
    assert PERSON.keys() == {one.name for one in fields(PersonRow)} - {"user"}
    assert SCHEDULE.keys() == {one.name for one in fields(Schedule)}
    assert TABLE.keys() == {one.name for one in fields(NewGame)} - ELSEWHERE
    for default, values in (
        (ServerSettings(), SERVER), (PersonRow(ANNA), PERSON), (Schedule(), SCHEDULE), (new_game(), TABLE),
    ):  # fmt: skip
        assert [name for name, value in values.items() if getattr(default, name) == value] == []


@pytest.mark.parametrize("name", SERVER)
async def test_each_setting_of_a_server_is_read_by_the_other_process(db: Database, path: Place, name: str) -> None:
    assert await db.servers.change(HERE, {name: SERVER[name]}) == replace(ServerSettings(), **{name: SERVER[name]})
    async with another(db, path) as other:
        assert await other.servers.get(HERE) == replace(ServerSettings(), **{name: SERVER[name]})


@pytest.mark.parametrize("openers", get_args(Openers))
async def test_each_permission_to_open_tables_is_read_by_the_other_process(
    db: Database, path: Place, openers: Openers
) -> None:
    await db.servers.change(HERE, {"openers": openers})
    async with another(db, path) as other:
        assert (await other.servers.get(HERE)).openers == openers


async def test_the_settings_of_a_person_are_read_by_the_other_process(db: Database, path: Place) -> None:
    await db.people.set(ANNA, **{name: value for name, value in PERSON.items() if name not in ("locale", "seen")})
    await db.people.set_seen(ANNA, PERSON["locale"], PERSON["seen"])
    await db.schedules.set(ANNA, Schedule(**SCHEDULE))
    await db.subscriptions.set(ANNA, HERE, ["some_game"])
    async with another(db, path) as other:
        assert await other.people.get(ANNA) == PersonRow(ANNA, **PERSON)
        assert await other.schedules.get(ANNA) == Schedule(**SCHEDULE)
        assert await other.subscriptions.of(ANNA, HERE) == ["some_game"]


@pytest.mark.parametrize("name", TABLE)
async def test_each_setting_of_a_lobby_is_read_by_the_other_process(db: Database, path: Place, name: str) -> None:
    game = await db.tables.open(new_game(), SEED, [Newcomer(ANNA, "Anna")])
    await db.tables.change_lobby(game, replace(new_game(), **{name: TABLE[name]}))
    async with another(db, path) as other:
        assert getattr(await other.games.get(game), name) == TABLE[name]


@pytest.mark.parametrize("kind", get_args(Kind))
async def test_each_hourly_limit_counts_the_uses_of_the_other_process(db: Database, path: Place, kind: Kind) -> None:
    since, most = NOON - minutes(60), 2
    assert isinstance(await db.limited_uses.take(kind, ANNA, most, since, NOON), Use)
    async with another(db, path) as other:
        assert isinstance(await other.limited_uses.take(kind, ANNA, most, since, NOON), Use)
        assert await other.limited_uses.take(kind, ANNA, most, since, NOON) == NOON
