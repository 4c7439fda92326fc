"""A record that is damaged on the disk of the database server, and repaired by its operator some time later."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any, Final, NamedTuple

from tests.simulation import states
from tests.simulation.place import Place
from tests.simulation.postgres.store import Store
from tests.simulation.races import heard_of, together

PAUSE: Final = 0.05
"""Virtual seconds between two attempts while a transaction or a table's lock is in the way."""
SHORTEST, MEAN = 8.0, 15.0
"""The minimum number of virtual seconds until the repair, and the average number of further ones."""
COLUMNS: Final = ("kind", "at")
"""The columns of an answer of which a bit changes."""
ASIDE: Final = "a damaged table is set aside"
OTHERS: Final = "a table goes on while another one is damaged"
STATES: Final = (ASIDE, OTHERS)
"""The names of these rare states, as the report counts them."""
_GUARD: Final = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'entries'"


class Damage(NamedTuple):
    """A changed bit in the stored record of a table."""

    place: Place
    table: int
    sequence: int
    column: str
    before: str
    answers: int
    """The number of the table's answers, which cannot change while it is damaged."""
    others: int
    """The number of answers of all other tables when the damage came."""


async def strikes(evening: Any, dice: Random) -> None:
    """Changes one bit in the record of a running table, which is then loaded, and repairs it some time later."""
    place = dice.choice(evening.places)
    live, store = evening.live(place), evening.store
    if evening.damage is not None or live is None or live.row.phase != "running" or not live.stored:
        return
    state = states.of(live)
    while store.holder is not None or any(_remembers(worker, live.id) for worker in evening.workers):  # noqa: ASYNC110
        await asyncio.sleep(PAUSE)
    if evening.damage is not None or not _count(store, live.id):
        return
    evening.report.states[f"damage: {state}"] += 1
    evening.damage = _spoiled(store, place, live.id, dice)
    await together(heard_of(dice.choice(place.players), "game hand"))
    await asyncio.sleep(SHORTEST + dice.expovariate(1 / MEAN))
    await repaired(evening)


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
    if _count(store, damage.table) != damage.answers:
        evening.errors.append(f"table {damage.table} has taken an answer although its record is damaged")
    if store.reader.execute("SELECT 1 FROM set_aside WHERE game = ?", (damage.table,)).fetchone():
        evening.counts(ASIDE)
    if _count(store) - damage.answers > damage.others:
        evening.counts(OTHERS)
    _write(store, damage, damage.before)
    for worker in evening.workers:
        if worker.exists:
            worker.killed()


def _remembers(worker: Any, table: int) -> bool:
    """Lets a worker forget a table; returns whether it still has it, because the table's lock is held."""
    if worker.client is None:
        return False
    worker.client.app.tables.let_go(table)
    return bool(worker.client.app.tables.remembers(table))


def _count(store: Store, table: int | None = None) -> int:
    """Returns the number of stored answers of a table; None: of all tables."""
    which, values = ("WHERE game = ?", (table,)) if table is not None else ("", ())
    return int(store.reader.execute(f"SELECT COUNT(*) FROM entries {which}", values).fetchone()[0])


def _spoiled(store: Store, place: Place, table: int, dice: Random) -> Damage:
    """Changes one bit of an answer, and returns the damage."""
    answers, column = _count(store, table), dice.choice(COLUMNS)
    sql = f"SELECT sequence, {column} FROM entries WHERE game = ? ORDER BY sequence LIMIT 1 OFFSET ?"
    sequence, before = store.reader.execute(sql, (table, dice.randrange(answers))).fetchone()
    damage = Damage(place, table, sequence, column, before, answers, _count(store) - answers)
    at = dice.randrange(len(before))
    _write(store, damage, before[:at] + chr(ord(before[at]) ^ 1) + before[at + 1 :])
    return damage


def _write(store: Store, damage: Damage, value: str) -> None:
    """Writes a value into the damaged place, past the triggers that keep the record as it is."""
    guards = store.writer.execute(_GUARD).fetchall()
    store.writer.execute("BEGIN IMMEDIATE")
    for name, _ in guards:
        store.writer.execute(f"DROP TRIGGER {name}")
    sql = f"UPDATE entries SET {damage.column} = ? WHERE game = ? AND sequence = ?"
    store.writer.execute(sql, (value, damage.table, damage.sequence))
    for _, text in guards:
        store.writer.execute(text)
    store.writer.execute("COMMIT")
