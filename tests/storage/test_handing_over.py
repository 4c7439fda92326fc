"""Tests that handing over a seat deletes everything private to its former holder; every table is declared."""

from __future__ import annotations

from typing import Final

from storage import Database
from storage.dsn import Dsn, Place
from tests.storage.table import DANA, NOON, begin, raw

CLEARED: Final = {
    "standing_orders": "the holder's order for windows",
    "lasting_orders": "the holder's orders about series of questions",
    "staying_out": "the holder's wish to stay out of a phase",
    "offers": "the seat is no longer free",
}
"""Database tables whose rows about a seat are deleted when it is handed over, with the reason: the next holder must
neither see them nor play by them.
"""
KEPT: Final = {
    "seats": "the row of the new holder; its part belongs to the seat's game",
    "seat_changes": "public log",
    "substitutions": "public history",
    "entries": "the game's record, by seat",
    "reasons": "what computers weighed; shown only after the game",
    "reviews": "written at the end of a game; shown to the holder at that time only",
    "standings": "public result",
    "graces": "public: a deadline that was extended",
    "banks": "public: the seat's time bank",
    "undos": "public: an undo that the players vote on",
    "proposals": "public: a takeover that the players vote on",
    "departures": "public: a user who has left the server",
    "votes": "public; only votes of people at the table count",
    "messages": "by user: where the former holder's hand and reminders are, so that they can be replaced or deleted",
    "watchers": "by user: public log by DM",
    "people": "by user: settings",
    "reliability": "by user: written at the end of a game",
    "schedules": "by user: settings",
    "decks": "by user: only their owner sees them",
    "unlisted": "by user: settings",
    "lessons": "by user: progress in lessons",
    "puzzle_answers": "by user: only their owner sees them",
    "explained": "by user: progress in learning",
    "blocks": "by user: only their owner sees them",
    "subscriptions": "by user: only their owner sees them",
    "limited_uses": "by user: limits hold for them",
    "memberships": "public: seasons",
    "tournament_players": "public: tournaments",
    "pairings": "public: tournaments",
}
"""Database tables whose rows are kept when a seat is handed over, with the reason."""
OF_A_HOLDER: Final = {"seat", "user"}
"""Names of columns: a database table with one of them contains data about the holder of a seat."""
COLUMNS_SQLITE: Final = "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'"
COLUMNS_POSTGRES: Final = (
    "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
)


def holders_tables(path: Place) -> set[str]:
    """Returns the tables that contain data about the holder of a seat."""
    with raw(path) as db:
        columns = db.execute(COLUMNS_POSTGRES if isinstance(path, Dsn) else COLUMNS_SQLITE).fetchall()
    return {table for table, column in columns if column in OF_A_HOLDER}


async def test_every_table_about_a_holder_is_cleared_or_declared_as_kept(db: Database, path: Place) -> None:
    assert holders_tables(path) - {*CLEARED, *KEPT} == set()


async def test_handing_over_a_seat_clears_everything_private_to_its_holder(db: Database, path: Place) -> None:
    game = await begin(db)
    inserted = {
        "standing_orders": "(game, seat, standing, phase_mark) VALUES (?, ?, 'pass', 'x')",
        "lasting_orders": "(game, seat, topic, standing, phase_mark) VALUES (?, ?, 'topic', 'pass', 'x')",
        "staying_out": "(game, seat, phase_mark) VALUES (?, ?, 'x')",
        "offers": "(game, seat) VALUES (?, ?)",
    }
    assert inserted.keys() == CLEARED.keys()
    with raw(path) as connection:
        for table, row in inserted.items():
            for seat in "bc":
                connection.execute(f"INSERT INTO {table} {row}", (game, seat))
    await db.vacancies.replace(game, "b", DANA, "Dana", NOON)
    with raw(path) as connection:
        left = {
            table: connection.execute(f"SELECT seat FROM {table} WHERE game = ?", (game,)).fetchall()
            for table in CLEARED
        }
    assert [(table, "c") for table in CLEARED] == [(table, seat) for table, rows in left.items() for (seat,) in rows]
