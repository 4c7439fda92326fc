"""The query that reads everything about a table except its record in one statement, and the parsing of its row."""

from __future__ import annotations

import json
from typing import Any, Final

from storage.connection import Row
from storage.games import game_row
from storage.rows import Bank, Deadline, Grace, Proposed, SeatChange, StandingOrder, TableState
from storage.seats import seat_row
from storage.timestamps import read, read_or_none

STATE: Final = """
SELECT games.*,
    (SELECT json_group_array(json_object(
        'position', position, 'seat', seat, 'user', user, 'name', name, 'record_name', record_name,
        'computer', computer, 'joined', joined, 'left_at', left_at, 'absences', absences,
        'part', part, 'level', level, 'vacated', vacated, 'cut', cut, 'cut_hash', cut_hash
    )) FROM seats WHERE game = games.id) AS seats,
    (SELECT json_array(number, due, reminded, away) FROM deadlines WHERE game = games.id) AS deadline,
    (SELECT json_group_object(seat, json_array(standing, phase_mark)) FROM standing_orders
        WHERE game = games.id) AS orders,
    (SELECT json_group_array(json_array(seat, topic, standing, phase_mark)) FROM lasting_orders
        WHERE game = games.id) AS lasting,
    (SELECT json_group_object(seat, phase_mark) FROM staying_out WHERE game = games.id) AS out,
    (SELECT json_group_array(json_array(what, user)) FROM votes WHERE game = games.id AND yes = 1) AS votes,
    (SELECT json_array(number, seat, newcomer, level) FROM proposals WHERE game = games.id) AS proposal,
    (SELECT json_array(number, seat) FROM undos WHERE game = games.id) AS undo,
    (SELECT json_group_object(seat, user) FROM offers WHERE game = games.id) AS offers,
    (SELECT json_group_object(seat, decided_by) FROM offers
        WHERE game = games.id AND decided_by IS NOT NULL) AS offered_by,
    (SELECT json_group_array(json_array(id, seat, told, kind, user, former)) FROM seat_changes
        WHERE game = games.id) AS seat_changes,
    EXISTS (SELECT 1 FROM troubles WHERE game = games.id) AS trouble,
    (SELECT json_group_array(user) FROM departures WHERE game = games.id) AS departed,
    (SELECT json_group_object(seat, json_array(phase_mark, number)) FROM graces WHERE game = games.id) AS graces,
    (SELECT json_group_object(seat, json_array(seat, phase_mark, remaining)) FROM banks
        WHERE game = games.id) AS banks,
    (SELECT tournament FROM tournament_games WHERE game = games.id) AS tournament,
    (SELECT call_role FROM servers WHERE servers.guild = games.guild) AS call_role,
    CASE WHEN phase IN ('over', 'ended') THEN (SELECT seed FROM seeds WHERE game = games.id) END AS seed
FROM games WHERE id = ?
"""
_BESIDE: Final = (
    "seats", "deadline", "orders", "lasting", "out", "votes", "proposal", "undo", "offers", "offered_by",
    "seat_changes", "trouble", "departed", "graces", "banks", "tournament", "call_role", "seed",
)  # fmt: skip


def table_state(found: Row) -> TableState:
    """Returns the state of a table from a row of the query `STATE`."""
    fields: dict[str, Any] = dict(found)
    beside = {name: fields.pop(name) for name in _BESIDE}
    number, seat, newcomer, level = _json(beside["proposal"]) or (0, None, None, None)
    return TableState(
        row=game_row(fields),
        seats=[
            seat_row(place, row)
            for place, row in enumerate(sorted(_list(beside["seats"]), key=lambda row: row["position"]))
        ],
        deadline=_deadline(_json(beside["deadline"])),
        orders={letter: StandingOrder(*order) for letter, order in _pairs(beside["orders"])},
        lasting=_lasting(_list(beside["lasting"])),
        out=dict(_pairs(beside["out"])),
        votes=_votes(_list(beside["votes"])),
        proposed=None if seat is None else Proposed(seat, newcomer, level),
        proposals=number,
        undo=None if beside["undo"] is None else tuple(_json(beside["undo"])),
        offers=dict(_pairs(beside["offers"])),
        offered_by=dict(_pairs(beside["offered_by"])),
        seat_changes=tuple(SeatChange(*change[1:]) for change in sorted(_list(beside["seat_changes"]))),
        trouble=bool(beside["trouble"]),
        departed=frozenset(_list(beside["departed"])),
        graces={seat: Grace(*grace) for seat, grace in _pairs(beside["graces"])},
        banks={seat: Bank(*bank) for seat, bank in _pairs(beside["banks"])},
        tournament=beside["tournament"],
        call_role=beside["call_role"],
        seed="" if beside["seed"] is None else bytes(beside["seed"]).hex(),
    )


def _json(text: str | None) -> Any:
    return None if text is None else json.loads(text)


def _list(text: str | None) -> list[Any]:
    """Parses a JSON list from the query; returns an empty one for NULL, which PostgreSQL returns for no rows."""
    return _json(text) or []


def _pairs(text: str | None) -> list[tuple[str, Any]]:
    """Parses a JSON object from the query; returns its pairs of name and value, sorted by name."""
    return sorted((_json(text) or {}).items())


def _deadline(found: list[Any] | None) -> Deadline | None:
    return None if found is None else Deadline(found[0], read(found[1]), found[2], read_or_none(found[3]))


def _lasting(found: list[tuple[str, str, str, str]]) -> dict[str, dict[str, StandingOrder]]:
    orders: dict[str, dict[str, StandingOrder]] = {}
    for seat, topic, standing, mark in sorted(found):
        orders.setdefault(seat, {})[topic] = StandingOrder(standing, mark)
    return orders


def _votes(found: list[tuple[str, int]]) -> dict[str, frozenset[int]]:
    whats = sorted({what for what, _ in found})
    return {what: frozenset(user for about, user in found if about == what) for what in whats}
