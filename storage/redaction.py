"""What is taken out of a copy of the database that others may see: games that are not over, seeds, what is private."""

from __future__ import annotations

from typing import Final

from aiosqlite import Connection

_PRIVATE: Final = (
    "sealed_seeds", "sealed_tournament_seeds", "people", "decks", "messages", "watchers", "unlisted",
)  # fmt: skip
"""Seeds under a key, settings, decks, and where people's private messages lie."""
_SECRET_GAMES: Final = "SELECT id FROM games WHERE phase NOT IN ('over', 'ended')"
_SECRET_TOURNAMENTS: Final = "SELECT id FROM tournaments WHERE phase IN ('open', 'running')"


async def without_secrets(copy: Connection) -> None:
    """Leave finished games and what is public of the rest; nothing of the others stays in the file's free pages."""
    await copy.execute("PRAGMA foreign_keys = OFF")
    guards = [
        tuple(row) for row in await copy.execute_fetchall("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    ]
    await copy.execute("BEGIN IMMEDIATE")
    for name, _ in guards:
        await copy.execute(f'DROP TRIGGER "{name}"')
    for table in _PRIVATE:
        await copy.execute(f"DELETE FROM {table}")
    for table in await _tables_with(copy, "game"):
        await copy.execute(f"DELETE FROM {table} WHERE game IN ({_SECRET_GAMES})")
    await copy.execute(f"DELETE FROM games WHERE id IN ({_SECRET_GAMES})")
    await copy.execute(f"DELETE FROM tournament_seeds WHERE tournament IN ({_SECRET_TOURNAMENTS})")
    for _, sql in guards:
        await copy.execute(sql)
    await copy.execute("COMMIT")
    await copy.execute("VACUUM")


async def _tables_with(copy: Connection, column: str) -> list[str]:
    found = await copy.execute_fetchall(
        "SELECT tables.name FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns"
        " WHERE tables.type = 'table' AND columns.name = ?",
        (column,),
    )
    return [str(row[0]) for row in found]
