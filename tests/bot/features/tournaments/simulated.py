"""Whole tournaments without a bot: rounds that are paired, and decided by games and rulings that follow from a seed."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime

from bot.features.tournaments.service import ranked
from bot.features.tournaments.standings import BYE, next_round
from rules.chance import cut_hash
from storage import Entrant, RoundRow, RulingRow, TableRow, TournamentGame, TournamentRow, TournamentState

SEED = bytes(range(32))
KIND = "kralovske_rosady"
COMPUTER = -1


def begun(people: int, *, seats: int = 3, cut: str | None = None, kind: str = KIND) -> TournamentState:
    """Returns a tournament of that many players without a round. `cut`: the text of the second player's cut."""
    row = TournamentRow(
        guild=7, channel=500, kind=kind, language="cs", options={}, pace="live", turn_seconds=None,
        window_seconds=None, rounds=9, seats=seats, organiser=1, created=datetime(2025, 3, 1, tzinfo=UTC), id=4,
        phase="over",
    )  # fmt: skip
    entrants = [Entrant(user, f"Player {user}", dropped=False) for user in range(11, 11 + people)]
    if cut is not None:
        entrants[1] = replace(entrants[1], cut=cut, cut_hash=cut_hash("tournament-4", cut))
    return TournamentState(row, tuple(entrants), ())


def with_round(
    state: TournamentState, dice: random.Random, *, dropping: float = 0.1, ruling: float = 0.2, deciding: bool = True
) -> TournamentState:
    """Returns the tournament after one more round: some players drop out or come back before it; then each table has a
    result by a game, by a ruling, or by both. Some results of earlier rounds are corrected after it was paired.

    `dropping`, `ruling`: the chances that a player drops out, and that a table has no game or is corrected;
    `deciding`: whether the tables have results.
    """
    entrants = tuple(replace(one, dropped=bool(state.rounds) and dice.random() < dropping) for one in state.entrants)
    state = replace(state, entrants=entrants)
    paired = next_round(state, SEED)
    if not deciding:
        return replace(state, rounds=(*state.rounds, paired))
    tables = tuple(
        table if table.number == BYE or dice.random() < ruling else _played(table, dice) for table in paired.tables
    )
    state = replace(state, rounds=(*state.rounds, replace(paired, tables=tables)))
    for one in state.rounds:
        for table in one.tables:
            unsettled = table.number != BYE and table.game is None and table.ruling is None
            if unsettled or (table.number != BYE and dice.random() < ruling):
                state = with_ruling(state, one.number, table.number, _ranked(table, dice))
    return state


def with_ruling(state: TournamentState, number: int, table: int, places: dict[int, int | None]) -> TournamentState:
    """Returns the tournament after one more ruling of the organiser."""
    rounds = tuple(
        RoundRow(one.number, one.scores, tuple(
            replace(found, ruling=places) if (one.number, found.number) == (number, table) else found
            for found in one.tables
        ))
        for one in state.rounds
    )  # fmt: skip
    return replace(state, rounds=rounds, rulings=(*state.rulings, RulingRow(number, table, places)))


def _played(table: TableRow, dice: random.Random) -> TableRow:
    """Returns the table after its game; sometimes a computer has replaced a player who left."""
    holders = [COMPUTER if dice.random() < 0.1 else user for user in table.users]
    places = [dice.randint(1, len(holders)) for _ in holders]
    ranks = [1 + sum(other < place for other in places) for place in places]
    game = TournamentGame(dice.randint(1, 999), 500, "over", tuple(zip(holders, ranks, strict=True)))
    return replace(table, game=game)


def _ranked(table: TableRow, dice: random.Random) -> dict[int, int | None]:
    return ranked({user: dice.choice([None, 1, 2, 3]) for user in table.users})
