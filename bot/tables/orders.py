"""Who acts without being waited for: computers, standing orders for windows, seats that stay out."""

from __future__ import annotations

from bot.tables.computer import choose
from bot.tables.live import LiveTable, by_computer
from bot.tables.refusals import Refused
from bot.texts import later
from rules import GAMES
from rules.decisions import PASS, Draw, Window
from rules.engine import Game

SOONEST = 10_000
"""More answers in a row than any game of computers needs: beyond it the rules themselves go in circles."""


def let_act(live: LiveTable, game: Game) -> None:
    """Answers for those who need not be asked, until somebody must be waited for or the game is over."""
    for _ in range(SOONEST):
        if not _act(live, game):
            return
    raise RuntimeError("a game of computers does not end")


def _act(live: LiveTable, game: Game) -> bool:
    """One answer, or all that close a window; False where somebody must be waited for."""
    decision = game.decision
    if decision is None or isinstance(decision, Draw):
        return False
    if isinstance(decision, Window):
        return _close(live, game)
    keys = _without_asking(live, game, game.waiting[0])
    if keys is None:
        return False
    game.answer(game.number, game.waiting[0], keys)
    return True


def _without_asking(live: LiveTable, game: Game, seat: str) -> tuple[str, ...] | None:
    if by_computer(live.seat(seat)):
        return choose(game, seat)
    assert game.decision is not None  # noqa: S101 - its caller has looked
    key = live.board.stays_out(game.decision.kind)
    if key is not None and live.out.get(seat) == live.mark() and key in game.keys(seat):
        return (key,)
    return None


def _close(live: LiveTable, game: Game) -> bool:
    """Orders and computers answer only once nobody else is waited for, so that nothing shows in the timing."""
    if any(_is_waited_for(live, seat) for seat in game.waiting):
        return False
    if carry_out_reactions(live, game):
        return True
    number = game.number
    for seat in game.waiting:
        game.answer(number, seat, (PASS,))
    return True


def _is_waited_for(live: LiveTable, seat: str) -> bool:
    return not by_computer(live.seat(seat)) and order_of(live, seat) == "ask"


def order_of(live: LiveTable, seat: str) -> str:
    """The seat's order for windows of this phase: `ask`, `pass` or `aimed`."""
    order = live.orders.get(seat)
    return order.order if order is not None and order.phase_mark == live.mark() else "ask"


def carry_out_reactions(live: LiveTable, game: Game) -> bool:
    """At a window's end: the first of the orders and computers that reacts does so; False where nobody does."""
    if not isinstance(game.decision, Window):
        return False
    for seat in game.waiting:
        key = _reaction(live, game, seat)
        if key != PASS:
            game.answer(game.number, seat, (key,))
            return True
    return False


def _reaction(live: LiveTable, game: Game, seat: str) -> str:
    if by_computer(live.seat(seat)):
        return choose(game, seat)[0]
    decision = game.decision
    if order_of(live, seat) != "aimed" or decision is None:
        return PASS
    if not live.board.aimed_at(decision.kind, decision.about, game.view(), seat):
        return PASS
    return live.board.remedy(game.keys(seat)) or PASS


def check_start(live: LiveTable, user: int) -> None:
    """Only a seated player starts, and only with a number of players that the game is for; raises Refused."""
    live.seat_of(user)
    numbers = GAMES[live.row.kind].seats
    if len(live.seats) not in numbers:
        raise Refused(
            later("This game is for {first} to {last} players; {seated} sit here now."),
            first=numbers[0], last=numbers[-1], seated=len(live.seats),
        )  # fmt: skip
    if not any(not seat.computer for seat in live.seats):
        raise Refused(later("At least one person must sit at the table."))
