"""The course of a game: the set-up (K1), then six rounds of turns and evaluation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rules.decisions import NO_FACTS, SecretChoice
from rules.description import Play, Result
from rules.draws import drawn, drawn_of
from rules.kralovske_rosady import events
from rules.kralovske_rosady.cards import CARDS, POINTS
from rules.kralovske_rosady.evaluation import winner_of
from rules.kralovske_rosady.scoring import tell_result
from rules.kralovske_rosady.table import ROUNDS, Card, Column, Player, Table
from rules.kralovske_rosady.turning import lay


def start(seats: Sequence[str], _options: Mapping[str, str], edition: int) -> tuple[Table, Play]:
    """Returns a new table and the coroutine that plays the whole game on it."""
    table = Table(seats, edition)
    return table, rounds(table)


async def rounds(table: Table) -> Result:
    """Plays from the beginning of the table's phase to the end of the game; returns the result."""
    while table.phase != "over":
        await PHASES[table.phase](table)
    return tell_result(table)


async def set_up(table: Table) -> None:
    """Sets the game up: draws the first player, the point cards (six per player) and every deck; seats take three cards
    (K1)."""
    (table.turn,) = await drawn("start", table.seats, 1)
    table.tell(events.starts, table.turn)
    table.points_deck = list(await drawn("points", POINTS, ROUNDS * len(table.seats)))
    for player in table.players.values():
        player.deck = list(await drawn_of("deck", CARDS, player.seat))
    await table.draw_up()
    table.lay_out()
    table.phase = "play"


async def play_phase(table: Table) -> None:
    """Plays turns clockwise until every column is filled (K12), or no seat has a card in hand (K13)."""
    seat, ended_by = table.turn, table.neighbour(table.turn, -1)
    while (player := _next_player(table, seat)) is not None:
        table.turn = ended_by = player.seat
        await _turn(table, player)
        if table.is_full():
            break
        await table.draw_up()
        seat = table.neighbour(player.seat)
    table.turn = ended_by
    table.phase = "evaluate"
    table.tell(events.round_ends, table.round, ended_by, table.is_full())


def _next_player(table: Table, first: str | None) -> Player | None:
    """Returns the first player with a card in hand, clockwise from a seat, and tells which seats are skipped (K13).

    Returns None if no player has a card.
    """
    seats = table.clockwise(first)
    for at, seat in enumerate(seats):
        if table.players[seat].hand:
            for skipped in seats[:at]:
                table.tell(events.skipped, skipped)
            return table.players[seat]
    return None


@lru_cache(maxsize=128)
def _lays(columns: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    """Returns, for each card, the keys `CARD:COLUMN` of laying it to one of these columns."""
    return {card: tuple([f"{card}:{column}" for column in columns]) for card in CARDS}


class Lay(SecretChoice):
    """The decision of a turn, which card to lay to which column, with the keys `CARD:COLUMN`.

    The cards are in the order of arrival, each with all open columns from the left. The first key counts for silence.
    """

    __slots__ = ("_hand", "_ways")

    def __init__(self, player: Player, columns: tuple[str, ...]) -> None:
        self._hand = player.hand
        self._ways = _lays(columns)
        self.kind = "play"
        self.seats = (player.seat,)
        self.silence = self._ways[player.hand[0]][0]
        self._about = NO_FACTS

    def allows(self, key: str) -> bool:
        card = key.partition(":")[0]
        return card in self._hand and key in self._ways[card]

    def keys(self, seat: str) -> list[str]:
        keys: list[str] = []
        for card in self._hand:
            keys += self._ways[card]
        return keys


async def _turn(table: Table, player: Player) -> None:
    """Plays a turn: one card from the hand goes face down to an open column."""
    table.explored.clear()
    key = await Lay(player, tuple([column.name for column in table.columns if not column.closed]))
    name, _, number = key.partition(":")
    player.hand.remove(name)
    column = table.columns[int(number) - 1]
    table.tell(events.plays, player.seat, column.number)
    table.tell(events.played, player.seat, column.number, name)
    await lay(table, column, Card(player.seat, name))


async def evaluate_phase(table: Table) -> None:
    """Reveals and evaluates all columns; then every seat draws and the next round begins (K13).

    The left neighbour of the seat that ended the round begins. After the last round the game is over instead.
    """
    for column in table.columns:
        _reveal(table, column)
    for column in table.columns:
        _evaluate(table, column)
    table.columns = []
    if table.round == ROUNDS:
        table.phase = "over"
        return
    await table.draw_up()
    table.round += 1
    table.turn = table.neighbour(table.turn)
    table.lay_out()
    table.phase = "play"


def _reveal(table: Table, column: Column) -> None:
    """Reveals the face-down cards of a column at the end of the round; they have no immediate effect any more."""
    hidden = [card for card in column.cards if not card.up]
    for card in hidden:
        card.up = True
    if hidden:
        table.tell(events.revealed, column.number, hidden)


def _evaluate(table: Table, column: Column) -> None:
    """Gives the point card to the winner (none: it leaves the game, K7) and discards the cards (K13)."""
    seat = winner_of(table, column)
    taken = table.removed_points if seat is None else table.players[seat].points
    taken.append(column.point)
    table.tell(events.takes, seat, column.number, column.point)
    table.discard(column.cards)
    column.cards.clear()


PHASES = {"setup": set_up, "play": play_phase, "evaluate": evaluate_phase}
