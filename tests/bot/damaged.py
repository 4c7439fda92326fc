"""Damages the record of a table while the bot runs, as a faulty disk does."""

from __future__ import annotations

from tests.bot.table import Evening
from tests.storage.table import raw


def damage(evening: Evening) -> None:
    """Alters an entry in the record of the evening's latest table, which the bot must then load again."""
    table = evening.table
    with raw(evening.database) as db:
        db.execute("DROP TRIGGER IF EXISTS entries_never_change")
        db.execute("UPDATE entries SET kind = kind || 'x' WHERE game = ? AND sequence = 3", (table,))
    evening.bot.app.tables.drop(table)
