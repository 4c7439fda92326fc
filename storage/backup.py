"""Copies an SQLite database into one file, even while a bot serves it; optionally without secrets, for sharing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import aiosqlite
from aiosqlite import Connection

from storage import opening
from storage.errors import BackupRefused
from storage.migrations import migrate
from storage.sqlite.errors import explained

_EXISTS: Final = "{} exists and is not overwritten: name another file or move it away."


async def backup(database: Path | str, target: Path | str, *, for_sharing: bool = False) -> None:
    """Copies the database as of one moment, with all secrets or (`for_sharing`) none.

    The copy gets its name only when it is complete and checked. Raises BackupRefused if the target exists or cannot be
    created, DatabaseDamaged if the content is broken.
    """
    source, goal = await opening.for_reading(opening.real(database)), Path(target)
    try:
        _must_be_free(goal)
        with _new_file(goal.with_name(goal.name + ".part")) as part:
            await _copy(source, part)
            if for_sharing:
                await _clean(part)
            _name(part, goal)
    finally:
        await source.close()


async def _copy(source: Connection, part: Path) -> None:
    """Copies the database into one file in a single step, so that concurrent writes cannot interrupt the copy."""
    with explained(part):
        async with aiosqlite.connect(part, isolation_level=None) as copy:
            await source.backup(copy)
            await copy.execute("PRAGMA journal_mode = DELETE")
            await opening.must_be_sound(copy, part)


async def _clean(part: Path) -> None:
    """Upgrades a copy that is to be shared to the newest schema, and deletes the secrets from it."""
    with explained(part):
        async with aiosqlite.connect(part, isolation_level=None) as copy:
            await migrate(copy, str(part))
            await without_secrets(copy)
            await opening.must_be_sound(copy, part)


def _must_be_free(goal: Path) -> None:
    if goal.exists():
        raise BackupRefused(_EXISTS.format(goal))


def _name(part: Path, goal: Path) -> None:
    """Renames the complete copy in one step; raises BackupRefused if the name is taken."""
    try:
        os.link(part, goal)
    except FileExistsError:
        raise BackupRefused(_EXISTS.format(goal)) from None
    except OSError:
        # Not every file system supports hard links.
        _must_be_free(goal)
        os.replace(part, goal)
    else:
        part.unlink()


@contextmanager
def _new_file(path: Path) -> Iterator[Path]:
    """Creates an empty file that only its owner can read, and deletes it if the block fails.

    Raises BackupRefused if it exists or cannot be created.
    """
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        raise BackupRefused(_EXISTS.format(path)) from None
    except OSError as error:
        raise BackupRefused(f"{path} cannot be created ({error.strerror}): name another file.") from None
    try:
        yield path
    except BaseException:
        path.unlink(missing_ok=True)
        raise


_PRIVATE: Final = (
    "sealed_seeds", "sealed_tournament_seeds", "people", "decks", "messages", "watchers", "unlisted", "servers",
    "blocks", "lessons", "schedules", "subscriptions", "limited_uses", "reviews", "puzzle_answers", "explained",
)  # fmt: skip
"""Tables with private data, such as sealed seeds, settings of users and servers, decks, blocks and messages."""
_SECRET_GAMES: Final = "SELECT id FROM games WHERE phase NOT IN ('over', 'ended')"
_TABLES_OF_GAMES: Final = """
SELECT tables.name FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
WHERE tables.type = 'table' AND columns.name = 'game'
"""
_SECRET_TOURNAMENTS: Final = "SELECT id FROM tournaments WHERE phase IN ('open', 'running')"


async def without_secrets(copy: Connection) -> None:
    """Deletes all secrets from the copy, also from the file's free pages; keeps finished games and public facts."""
    await copy.execute("PRAGMA foreign_keys = OFF")
    guards = [
        tuple(row) for row in await copy.execute_fetchall("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    ]
    await copy.execute("BEGIN IMMEDIATE")
    for name, _ in guards:
        await copy.execute(f'DROP TRIGGER "{name}"')
    for table in _PRIVATE:
        await copy.execute(f"DELETE FROM {table}")
    for (table,) in await copy.execute_fetchall(_TABLES_OF_GAMES):
        await copy.execute(f"DELETE FROM {table} WHERE game IN ({_SECRET_GAMES})")
    await copy.execute(f"DELETE FROM games WHERE id IN ({_SECRET_GAMES})")
    await copy.execute(f"UPDATE tournament_players SET cut = NULL WHERE tournament IN ({_SECRET_TOURNAMENTS})")
    await copy.execute(f"DELETE FROM tournament_seeds WHERE tournament IN ({_SECRET_TOURNAMENTS})")
    for _, sql in guards:
        await copy.execute(sql)
    await copy.execute("COMMIT")
    await copy.execute("VACUUM")
