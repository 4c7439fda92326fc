"""A game of pure luck for the tests of the arena: in each of three rounds, both seats get the top card of the deck,
whose number is added to their points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.decisions import Choice
from rules.description import Play, Result, Rules
from rules.draws import drawn
from rules.events import Teller
from rules.players.ai import GameAI
from rules.players.question import Facts

CARDS = tuple(str(value) for value in range(1, 13))
ROUNDS = 3


class Table(Teller):
    """The points of each seat, the round and the deck."""

    def __init__(self) -> None:
        super().__init__()
        self.round = 1
        self.points = {"a": 0, "b": 0}
        self.deck: list[str] = []


async def _play(table: Table) -> Result:
    if not table.deck:
        table.deck = list(await drawn("deck", CARDS))
    while table.round <= ROUNDS:
        await Choice("ready", "a", ("yes", "no"), "yes")
        for seat in table.points:
            table.points[seat] += int(table.deck.pop(0))
        table.round += 1
    winners = [seat for seat, points in table.points.items() if points == max(table.points.values())]
    return {"ranking": [{"seat": "a"}, {"seat": "b"}], "winners": winners}


def _start(_seats: Sequence[str], _options: Mapping[str, str], _edition: int) -> tuple[Table, Play]:
    table = Table()
    return table, _play(table)


def _position(given: Mapping[str, Any], _names: Sequence[str] | None) -> tuple[Table, Play]:
    table = Table()
    table.round, table.points, table.deck = given["round"], dict(given["points"]), list(given["deck"])
    return table, _play(table)


def _everything(table: Table) -> dict[str, Any]:
    return {"round": table.round, "points": dict(table.points), "deck": list(table.deck), "players": {"a": 0, "b": 0}}


def _view(table: Table, _seat: str | None) -> dict[str, Any]:
    return {**_everything(table), "deck": len(table.deck)}


def _evaluate(table: Facts, seat: str) -> float:
    ahead: int = table["points"]["a"] - table["points"]["b"]
    chance: float = min(1.0, max(0.0, 0.5 + ahead / 20))
    return chance if seat == "a" else 1 - chance


HIGH_CARD = Rules(
    name="high_card", edition=1, seats=range(2, 3), options={}, installation=(), default_options=dict, start=_start,
    position=_position, view=_view, table=_everything,
)  # fmt: skip
AI = GameAI(evaluate=_evaluate, chapter=lambda table: int(table.round))
