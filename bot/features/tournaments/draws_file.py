"""The file with the draws, pairings and results of a finished tournament (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.features.tournaments.standings import BYE, chance_of, check, others_of, places_of, settled, totals
from rules import GAMES
from rules.errors import BadRecord
from rules.tournaments.pairing import ORDER
from rules.tournaments.verify import verify
from storage import RoundRow, RulingRow, TableRow, TournamentState


@dataclass(frozen=True, slots=True)
class DrawsFile:
    """The lines of a tournament's file, the number of draws in it, and whether the stored rounds follow from it."""

    lines: list[str]
    draws: int
    holds: bool


def draws_file(state: TournamentState, seed: bytes) -> DrawsFile:
    """Returns the file of a finished tournament; it contains the seed, so no one may see it before the end."""
    holds, draws = check(state, seed)
    chance = chance_of(state, seed)
    lines = [f"id {chance.game_id}", f"commitment {chance.commitment}", f"seed {chance.reveal()}"]
    sizes = " ".join(str(size) for size in GAMES[state.row.kind].seats)
    lines += [*_cuts(state), f"tables {state.row.kind}: {sizes} about {state.row.seats}"]
    ruled = 0
    for found in state.rounds:
        if found.number > 1:
            before = ruled
            ruled = _ruled_before(state, found, before)
            lines += _rulings(state, state.rulings[before:ruled])
            points = " ".join(str(points) for _, points in found.scores)
            lines.append(f"points {ORDER * found.number}: {points}")
        own = [one for one in draws if one.number // ORDER == found.number]
        lines += [f"draw {one.number}: {' '.join(one.options)} -> {' '.join(one.drawn)}" for one in own]
        lines += _results(found)
    lines += _rulings(state, state.rulings[ruled:])
    return DrawsFile(lines, len(draws), holds and _is_proved(lines))


def _cuts(state: TournamentState) -> list[str]:
    """Returns the lines about cuts, if a player has cut: the hashes of all, then each text that was not deleted."""
    hashes = " ".join(one.cut_hash or "-" for one in state.entrants)
    texts = [f"cut {one.cut_hash} {one.cut}" for one in state.entrants if one.cut]
    return [f"cuts {hashes}", *texts] if any(one.cut_hash for one in state.entrants) else []


def _results(found: RoundRow) -> Iterator[str]:
    """Yields a line for each game of the round that has places, without the organiser's rulings."""
    for table in found.tables:
        own = replace(table, ruling=None)
        places = None if table.number == BYE else places_of(own)
        if places is None or own.game is None:
            continue
        others = " ".join(str(place) for place in others_of(own))
        line = f"result {ORDER * found.number + table.number} game {own.game.game}: {_listed(table, places)}"
        yield f"{line} + {others}" if others else line


def _rulings(state: TournamentState, rulings: Sequence[RulingRow]) -> Iterator[str]:
    tables = {(one.number, table.number): table for one in state.rounds for table in one.tables}
    for ruling in rulings:
        listed = _listed(tables[ruling.round, ruling.number], ruling.places)
        yield f"ruling {ORDER * ruling.round + ruling.number}: {listed}"


def _listed(table: TableRow, places: Mapping[int, int | None]) -> str:
    return " ".join(str(places.get(user) or "-") for user in table.users)


def _ruled_before(state: TournamentState, found: RoundRow, known: int) -> int:
    """Returns how many rulings the points before a round contain: as few as possible, but at least `known`.

    The times of rulings and rounds do not decide, because the system clock may have been set between them. If the
    points follow from no number of rulings, returns the least number after which every earlier table has a result.
    """
    settling: list[int] = []
    for count in range(known, len(state.rulings) + 1):
        before = [_with_rulings(one, state.rulings[:count]) for one in state.rounds[: found.number - 1]]
        if not all(map(settled, before)):
            continue
        settling.append(count)
        points, _, _ = totals(before)
        if all(points[user] == own for user, own in found.scores):
            return count
    return settling[0] if settling else known


def _with_rulings(found: RoundRow, rulings: Sequence[RulingRow]) -> RoundRow:
    """Returns a round as it was after these rulings."""
    ruled = {one.number: one.places for one in rulings if one.round == found.number}
    return replace(found, tables=tuple(replace(one, ruling=ruled.get(one.number)) for one in found.tables))


def _is_proved(lines: Sequence[str]) -> bool:
    try:
        verify(lines)
    except BadRecord:
        return False
    return True
