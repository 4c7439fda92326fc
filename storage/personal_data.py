"""The columns that hold a user's ID or name, and for each table how export and forget handle them.

`tests/storage/test_personal_data.py` compares this list with the schema of both engines.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from storage.rows import SeatRow

FIRST_STAND_IN: Final = 2**62
"""Stand-ins of forgotten users are numbered from here on; Discord's IDs stay below it until the year 2049."""
STAND_INS: Final = 2**30
"""The number of numbers for stand-ins. Triggers of the schema know the digits that they share."""
FORMER: Final = "former player"
"""The stored name of a forgotten user; features show it in the reader's language."""


def is_former(user: int) -> bool:
    """Returns whether a number is the stand-in of a forgotten user."""
    return user >= FIRST_STAND_IN


def is_forgotten(seat: SeatRow) -> bool:
    """Returns whether a seat has a forgotten user, or a computer in the place of one (`Seats.give_to_computer`)."""
    return is_former(seat.user) or (seat.computer and seat.name == FORMER)


class Held(NamedTuple):
    """A table with personal data: its columns, a query for the export, and the statements that forget.

    In SQL, ?1 is the user, and ?2 the stand-in. A table without a query is not exported.
    `own`: an exported column that is a JSON list of pairs of a user and a value; only the user's own value is exported.
    """

    table: str
    columns: tuple[str, ...]
    export: str = ""
    forget: tuple[str, ...] = ()
    own: str = ""


_TEXT: Final = "CAST(CAST(?{} AS BIGINT) AS TEXT)"
_OWN_SEATS: Final = "(SELECT game, seat FROM seats WHERE user = ?1 AND seat IS NOT NULL)"
_OWN_NOW: Final = "seats.user = ?1 AND seats.left_at IS NULL"
_FIRST_HOLDER: Final = """COALESCE((
    SELECT former_user FROM substitutions AS first
    WHERE first.game = seats.game AND first.seat = seats.seat ORDER BY id LIMIT 1
), user)"""
INVITED: Final = f"""',' || REPLACE(REPLACE(REPLACE(invited, '[', ''), ']', ''), ' ', '') || ','
    LIKE '%,' || {_TEXT.format(1)} || ',%'"""
_NAMED: Final = f"{{}} LIKE '%[' || {_TEXT.format(1)} || ',%'"
"""The condition that a column, a JSON list of pairs that begin with a user, names the user."""
NAMED_IN_RECORD: Final = f"SELECT DISTINCT game FROM seats WHERE record_name IS NOT NULL AND {_FIRST_HOLDER} = ?1"
"""The query of the games whose record holds the user's name: those in which they had a seat at the start."""


def _deleted(table: str, *columns: str) -> tuple[str, ...]:
    return tuple(f"DELETE FROM {table} WHERE {column} = ?1" for column in columns)


def _owned(table: str, columns: str) -> Held:
    """Returns the rule for a table whose rows of the user are exported with these columns, and deleted."""
    return Held(table, ("user",), f"SELECT {columns} FROM {table} WHERE user = ?1", _deleted(table, "user"))


def _replaced(table: str, *columns: str) -> tuple[str, ...]:
    return tuple(f"UPDATE {table} SET {column} = ?2 WHERE {column} = ?1" for column in columns)


def _in_json(table: str, column: str) -> str:
    """Returns a statement that replaces a user by the stand-in in a JSON list of pairs that begin with a user."""
    old, new = (f"'[' || {_TEXT.format(at)} || ','" for at in (1, 2))
    return f"UPDATE {table} SET {column} = REPLACE({column}, {old}, {new}) WHERE {column} LIKE '%' || {old} || '%'"


def _of_own_seats(table: str, columns: str) -> str:
    return f"""SELECT {table}.game, {columns} FROM {table}
        JOIN seats ON seats.game = {table}.game AND seats.seat = {table}.seat WHERE {_OWN_NOW}"""


def _orders(table: str, columns: str) -> Held:
    forget = f"DELETE FROM {table} WHERE (game, seat) IN {_OWN_SEATS}"
    return Held(table, (), _of_own_seats(table, columns), (forget,))


_ANSWERS: Final = """
SELECT entries.game, number, entries.kind, keys, at FROM entries
JOIN seats ON seats.game = entries.game AND seats.seat = entries.seat
WHERE seats.user = ?1 AND (seats.left_at IS NULL OR at <= seats.left_at) AND at >= COALESCE((
    SELECT MAX(at) FROM substitutions AS own
    WHERE own.game = seats.game AND own.seat = seats.seat AND own.user = ?1
), '')
"""
"""The query of the answers that a seat gave while the user held and played it, all of which the user knows."""

HELD: Final = (
    _owned("people", "language, locale, dms, ping, confirm, words, explains, seen"),
    _owned("schedules", "zone, quiet, days_off, holidays"),
    _owned("decks", "kind, name, part"),
    _owned("lessons", "kind, lesson, step"),
    _owned("puzzle_answers", "kind, day, puzzle, answer, solved"),
    _owned("explained", "kind, concept"),
    Held(
        "blocks", ("user", "blocked"), "SELECT blocked FROM blocks WHERE user = ?1",
        _deleted("blocks", "user"),  # blocks by others keep a pseudonym (storage/pseudonyms.py)
    ),
    _owned("subscriptions", "guild, kind"),
    # They keep a pseudonym until they end.
    Held("limited_uses", ("user",), "SELECT kind, at FROM limited_uses WHERE user = ?1"),
    _orders("standing_orders", "standing, phase_mark"),
    _orders("lasting_orders", "topic, standing, phase_mark"),
    _orders("staying_out", "phase_mark"),
    _owned("votes", "game, what, yes"),
    _owned("watchers", "game, delay"),
    _owned("departures", "game"),
    _owned("messages", "kind, subject AS game, channel, message, posted_at, about"),
    Held(
        "proposals", ("newcomer",), "SELECT game, seat FROM proposals WHERE newcomer = ?1",
        (
            "DELETE FROM votes WHERE what = 'replace' AND game IN (SELECT game FROM proposals WHERE newcomer = ?1)",
            "UPDATE proposals SET seat = NULL, newcomer = NULL, level = NULL WHERE newcomer = ?1",
        ),
    ),
    Held(
        "offers", ("user", "decided_by"),
        "SELECT game, seat, CAST(user = ?1 AS INTEGER) AS to_you, CAST(decided_by = ?1 AS INTEGER) AS by_you"
        " FROM offers WHERE user = ?1 OR decided_by = ?1",
        (*_deleted("offers", "user"), *_replaced("offers", "decided_by")),
    ),
    Held("entries", (), _ANSWERS),
    Held(
        "reviews", (),
        "SELECT reviews.game, found FROM reviews"
        " JOIN seats ON seats.game = reviews.game AND seats.seat = reviews.seat WHERE seats.user = ?1",
        (f"DELETE FROM reviews WHERE (game, seat) IN {_OWN_SEATS}",),
    ),
    Held(
        "seats", ("user", "name", "record_name"),
        "SELECT games.id AS game, games.kind, guild, channel, phase, started, finished, seats.seat, name, joined,"
        " left_at, absences, part, cut FROM seats JOIN games ON games.id = seats.game WHERE seats.user = ?1",
        (
            f"UPDATE seats SET record_name = '{FORMER}' WHERE record_name IS NOT NULL AND {_FIRST_HOLDER} = ?1",
            f"UPDATE seats SET name = '{FORMER}', part = NULL, cut = NULL WHERE user = ?1",
            *_replaced("seats", "user"),
        ),
    ),
    Held(
        "substitutions", ("user", "name", "former_user", "former_name"),
        "SELECT game, seat, at, CAST(former_user = ?1 AS INTEGER) AS from_you,"
        " CASE former_user WHEN ?1 THEN former_name ELSE name END AS name"
        " FROM substitutions WHERE user = ?1 OR former_user = ?1",
        (
            f"UPDATE substitutions SET former_user = ?2, former_name = '{FORMER}' WHERE former_user = ?1",
            f"UPDATE substitutions SET user = ?2, name = '{FORMER}' WHERE user = ?1",
        ),
    ),
    Held(
        "seat_changes", ("user", "former"),
        "SELECT game, seat, kind, at, CAST(former = ?1 AS INTEGER) AS from_you FROM seat_changes"
        " WHERE user = ?1 OR former = ?1",
        _replaced("seat_changes", "user", "former"),
    ),
    Held(
        "games", ("host", "invited"),
        "SELECT id AS game, kind, guild, channel, phase, created, CAST(host = ?1 AS INTEGER) AS host FROM games"
        f" WHERE host = ?1 OR {INVITED}",
        _replaced("games", "host"),
    ),
    Held(
        "standings", ("user",), "SELECT game, seat, place, points, won FROM standings WHERE user = ?1",
        _replaced("standings", "user"),
    ),
    _owned("reliability", "game, finished, seconds"),
    _owned("unlisted", "1 AS unlisted"),
    Held(
        "seasons", ("opened_by", "closed_by"),
        "SELECT id AS season, guild, name, opened, closed, CAST(opened_by = ?1 AS INTEGER) AS opened_by_you,"
        " CAST(closed_by = ?1 AS INTEGER) AS closed_by_you FROM seasons WHERE opened_by = ?1 OR closed_by = ?1",
        _replaced("seasons", "opened_by", "closed_by"),
    ),
    Held(
        "memberships", ("user",), "SELECT season, joined, left_at FROM memberships WHERE user = ?1",
        _replaced("memberships", "user"),
    ),
    Held(
        "tournaments", ("organiser",),
        "SELECT id AS tournament, guild, channel, kind, created, finished FROM tournaments WHERE organiser = ?1",
        _replaced("tournaments", "organiser"),
    ),
    Held(
        "tournament_players", ("user", "name"),
        "SELECT tournament, position, name, dropped, removed, cut FROM tournament_players WHERE user = ?1",
        # A pairing refers to its player, so the stand-in is there before the pairings change.
        (
            "INSERT INTO tournament_players (tournament, position, user, name, dropped, removed, cut_hash)"
            f" SELECT tournament, -1 - position, CAST(?2 AS BIGINT), '{FORMER}', dropped, removed, cut_hash"
            " FROM tournament_players WHERE user = ?1",
            *_replaced("pairings", "user"),
            *_deleted("tournament_players", "user"),
            "UPDATE tournament_players SET position = -1 - position WHERE user = ?2",
        ),
    ),
    Held("pairings", ("user",), "SELECT tournament, round, number, place FROM pairings WHERE user = ?1"),
    Held(
        "rounds", ("scores",),
        f"SELECT tournament, round, scores AS points FROM rounds WHERE {_NAMED.format('scores')}",
        (_in_json("rounds", "scores"),), own="points",
    ),
    Held(
        "rulings", ("ruled_by", "places"),
        "SELECT tournament, round, number, at, CAST(ruled_by = ?1 AS INTEGER) AS by_you, places AS place FROM rulings"
        f" WHERE ruled_by = ?1 OR {_NAMED.format('places')}",
        (*_replaced("rulings", "ruled_by"), _in_json("rulings", "places")), own="place",
    ),
)  # fmt: skip
"""Every table with personal data, in the order in which they are forgotten."""
