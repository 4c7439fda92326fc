"""Forgets users for the operator: one who has asked, or all who have not played for a long time."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from datetime import datetime, timedelta
from typing import NamedTuple, NoReturn

from storage import engines
from storage.database import Database, UnitOfWork
from storage.dsn import Place
from storage.errors import SeedSealed
from storage.personal_data import is_former
from storage.privacy import Forgotten


class _DryRunError(Exception):
    """An exception that rolls the transaction of a dry run back and carries its result."""

    def __init__(self, done: Forgotten) -> None:
        super().__init__()
        self.done = done


def user_id(typed: str) -> int:
    """Parses the ID of a Discord account on the command line; raises ArgumentTypeError if it is none."""
    if re.fullmatch(r"[0-9]{1,19}", typed) is None or not (found := int(typed)) or is_former(found):
        raise ArgumentTypeError("write the ID of a Discord account, for example 123456789012345678")
    return found


async def forget(database: Place, user: int, at: datetime, *, dry_run: bool = False) -> Forgotten:
    """Deletes all data of a user and returns what was deleted, or with `dry_run` what would be.

    Raises DatabaseInUse or ServerInUse while bots serve the database, DatabaseMissing if there is none, SeedSealed if a
    record that names the user cannot be sealed again.
    """
    await engines.must_stand_still(database)
    async with Database.opened(database) as db:
        return await _forget(db, user, at, dry_run=dry_run)


class Inactive(NamedTuple):
    """The deleted rows of each inactive user (or those to delete), and the errors of those not forgotten."""

    forgotten: list[Forgotten]
    sealed: list[SeedSealed]


async def forget_inactive(database: Place, now: datetime, age: timedelta, *, dry_run: bool = False) -> Inactive:
    """Deletes all data of every user who was last seen longer ago than `age`; with `dry_run`, changes nothing.

    Also deletes the lists of people who were invited to tables that ended longer ago than that.
    A user whose record cannot be sealed again, because its seed cannot be opened, is left out. Raises DatabaseInUse or
    ServerInUse while bots serve the database, DatabaseMissing if there is none.
    """
    await engines.must_stand_still(database)
    done = Inactive([], [])
    async with Database.opened(database) as db:
        if not dry_run:
            await db.privacy.forget_invitations(now - age)
        for user in await db.privacy.last_seen_before(now - age):
            try:
                done.forgotten.append(await _forget(db, user, now, dry_run=dry_run))
            except SeedSealed as sealed:
                done.sealed.append(sealed)
    return done


async def _forget(db: Database, user: int, at: datetime, *, dry_run: bool) -> Forgotten:
    if not dry_run:
        return await db.privacy.forget(user, at)

    async def undone(work: UnitOfWork) -> NoReturn:
        raise _DryRunError(await work.privacy.forget(user, at))

    try:
        await db.transaction(undone)
    except _DryRunError as rolled_back:
        return rolled_back.done
    raise AssertionError
