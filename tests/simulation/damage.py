"""A record that is damaged on the disk of the database server, and repaired by its operator some time later."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from sqlite3 import Connection
from typing import Any, Final, NamedTuple

from tests.simulation import states
from tests.simulation.postgres.store import Store
from tests.simulation.races import heard_of, together
from tests.simulation.spoiled_record import Spoiled, count, is_set_aside, repair, spoil

PAUSE: Final = 0.05
"""Virtual seconds between two attempts while a transaction or a table's lock is in the way."""
SHORTEST, MEAN = 8.0, 15.0
"""The minimum number of virtual seconds until the repair, and the average number of further ones."""
ASIDE: Final = "a damaged table is set aside"
OTHERS: Final = "a table goes on while another one is damaged"
STATES: Final = (ASIDE, OTHERS)
"""The names of these rare states, as the report counts them."""


class Damage(NamedTuple):
    """A damaged record of one table, while the other tables go on."""

    spoiled: Spoiled
    others: int
    """The number of answers of all other tables when the damage came."""


async def strikes(evening: Any, dice: Random) -> None:
    """Changes one bit in the record of a running table, which is then loaded, and repairs it some time later."""
    place = evening.a_place(dice)
    live, store = evening.live(place), evening.store
    if not can_be_damaged(evening, live):
        return
    state = states.of(live)
    while store.holder is not None or any(_remembers(worker, live.id) for worker in evening.workers):  # noqa: ASYNC110
        await asyncio.sleep(PAUSE)
    if evening.damage is not None or not count(store.reader, live.id):
        return
    evening.report.states[f"damage: {state}"] += 1
    with _written(store) as db:
        spoiled = spoil(db, live.id, dice)
    evening.damage = Damage(spoiled, count(store.reader) - spoiled.answers)
    await together(heard_of(dice.choice(place.players), "game hand"))
    await asyncio.sleep(lasts(dice))
    await repaired(evening)


def can_be_damaged(evening: Any, live: Any) -> bool:
    """Returns whether no record is damaged yet, and this table (None: there is none) is running and has answers."""
    return evening.damage is None and live is not None and live.row.phase == "running" and bool(live.stored)


def lasts(dice: Random) -> float:
    """Returns a random number of virtual seconds until the repair."""
    return SHORTEST + dice.expovariate(1 / MEAN)


async def repaired(evening: Any) -> None:
    """Repairs the damaged record, if there is one, and restarts all workers, as the operator does.

    Adds an error if the damaged table has taken an answer.
    """
    store, damage = evening.store, evening.damage
    while damage is not None and store.holder is not None:  # noqa: ASYNC110 - the store notifies no one
        await asyncio.sleep(PAUSE)
    if damage is None or evening.damage is not damage:
        return
    evening.damage = None
    table, answers = damage.spoiled.table, damage.spoiled.answers
    if count(store.reader, table) != answers:
        evening.errors.append(f"table {table} has taken an answer although its record is damaged")
    if is_set_aside(store.reader, table):
        evening.counts(ASIDE)
    if count(store.reader) - answers > damage.others:
        evening.counts(OTHERS)
    with _written(store) as db:
        repair(db, damage.spoiled)
    for worker in evening.workers:
        if worker.exists:
            worker.killed()


def _remembers(worker: Any, table: int) -> bool:
    """Lets a worker forget a table; returns whether it still has it, because the table's lock is held."""
    if worker.client is None:
        return False
    worker.client.app.tables.let_go(table)
    return bool(worker.client.app.tables.remembers(table))


@contextmanager
def _written(store: Store) -> Iterator[Connection]:
    """Yields the server's connection that writes, and commits what the block has written."""
    store.writer.execute("BEGIN IMMEDIATE")
    yield store.writer
    store.writer.execute("COMMIT")
