"""Automatic answers: executes standing orders, and decides for which seats the table waits.

Also the check before a start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.games.pre_orders import PASSES, PreOrders
from bot.tables.live import LiveTable
from bot.tables.refusals import Refused
from bot.tables.table_data import by_computer
from bot.texts import N_
from rules import GAMES
from rules.decisions import NOTHING, PASS, Several, Window
from rules.draws import Draw
from rules.engine import Game
from storage import Lifted

DECLINE: Final = "decline"
"""The order to decline every optional decision out of turn."""
IDLE: Final = "idle"
"""The order to pass in windows in which the seat holds no card that could be played."""
EVERY: Final = "every"
"""The order to be asked in each window, even if the seat holds no card that could be played."""
ALWAYS: Final = "*"
"""The epoch of orders that hold for the whole game."""
MAX_AUTOMATIC_ANSWERS = 10_000
"""The maximum number of automatic answers in a row. More than this means an endless loop in the rules."""


def let_act(live: LiveTable, game: Game) -> None:
    """Answers for seats that need not be asked, until a person or a computer must answer or the game is over.

    Changes the game in memory only. Raises RuntimeError after `MAX_AUTOMATIC_ANSWERS`.
    """
    for _ in range(MAX_AUTOMATIC_ANSWERS):
        if not _act(live, game):
            return
    raise RuntimeError("a game in which no seat is asked does not end")


def asked_computers(live: LiveTable, game: Game) -> list[str]:
    """Returns the seats of computers that must answer now; in a window, all that have not answered yet."""
    decision = game.decision
    if decision is None or isinstance(decision, Draw):
        return []
    asked = game.waiting if isinstance(decision, Window) else game.waiting[:1]
    return [seat for seat in asked if by_computer(live.seat(seat))]


def _act(live: LiveTable, game: Game) -> bool:
    """Gives one automatic answer, or closes a window; returns False if the table must wait for a seat."""
    decision = game.decision
    if decision is None or isinstance(decision, Draw):
        return False
    if (only := only_answer(live, game)) is not None:
        game.answer(game.number, live.people()[0].seat, only)
        return True
    if asked_computers(live, game):
        return False
    if isinstance(decision, Window):
        if any(_is_waited_for(live, seat) for seat in game.waiting):
            return False
        _close(live, game)
        return True
    seat = game.waiting[0]
    if decision.patience == "window" and order_of(live, seat) == DECLINE:
        game.answer(game.number, seat, () if decision.silence in (None, NOTHING) else (decision.silence,))
        return True
    # It depends on public facts only, so its timing reveals nothing.
    if (answer := _by(live, game, seat, in_force(live, seat))) is not None:
        game.answer(game.number, seat, answer)
        return True
    key = live.game_ui.get(PreOrders).stays_out(decision.kind)
    if key is None or live.out.get(seat) != live.epoch() or key not in game.keys(seat):
        return False
    game.answer(game.number, seat, (key,))
    return True


def only_answer(live: LiveTable, game: Game) -> tuple[str, ...] | None:
    """Returns the only answer that the single person at the table can give; None if there is a choice.

    Always None if several people play: an answer without a pause would show what a hand does not contain.
    """
    decision, people = game.decision, live.people()
    if decision is None or len(people) != 1 or people[0].seat not in game.waiting:
        return None
    keys = game.keys(people[0].seat)
    if isinstance(decision, Several):
        return tuple(keys) if len(keys) <= decision.least else None
    return tuple(keys) if len(keys) == 1 else None


def answering(live: LiveTable, game: Game, seat: str, others: Sequence[str]) -> Lifted:
    """Returns the orders that an undo must remove, because they would answer automatically when the seat, and then
    these others, are asked again."""
    declines = (seat,) if order_of(live, seat) == DECLINE else ()
    topics = tuple((seat, topic) for topic in _topics_answering(live, game, seat))
    return Lifted(out=(seat, *others), orders=declines, lasting=topics)


def lift(live: LiveTable, lifted: Lifted) -> None:
    """Removes these orders from the table in memory; the caller stores the change with the next answer."""
    live.out = {seat: epoch for seat, epoch in live.out.items() if seat not in lifted.out}
    live.orders = {seat: order for seat, order in live.orders.items() if seat not in lifted.orders}
    live.lasting = {
        seat: {topic: order for topic, order in about.items() if (seat, topic) not in lifted.lasting}
        for seat, about in live.lasting.items()
    }


def _topics_answering(live: LiveTable, game: Game, seat: str) -> list[str]:
    """Returns the topics of the orders that would answer the seat's present question."""
    if seat not in game.waiting or isinstance(game.decision, Window):
        return []
    orders = in_force(live, seat)
    return [topic for topic in orders if _by(live, game, seat, {topic: orders[topic]}) is not None]


def _by(live: LiveTable, game: Game, seat: str, orders: Mapping[str, str]) -> tuple[str, ...] | None:
    """Returns the answer that a seat's orders give to the present decision; None if they give none."""
    decision = game.decision
    if decision is None or not orders:
        return None
    keys = () if decision.secret else list(game.keys(seat))
    return live.game_ui.get(PreOrders).ordered(decision.kind, keys, decision.about, game.view(), seat, orders)


def in_force(live: LiveTable, seat: str) -> dict[str, str]:
    """Returns the orders of a seat that hold now, by topic, except the order for windows."""
    orders = live.lasting.get(seat)
    if not orders:
        return {}
    marks = (live.epoch(), ALWAYS)
    return {topic: order.order for topic, order in orders.items() if order.epoch in marks}


def of_this_phase(live: LiveTable, seat: str) -> list[str]:
    """Returns the topics of a seat's orders that end with the present phase, except the order for windows."""
    orders = live.lasting.get(seat)
    if not orders:
        return []
    epoch = live.epoch()
    return [topic for topic, order in orders.items() if order.epoch == epoch]


def _close(live: LiveTable, game: Game) -> None:
    """Ends a window that need not wait for any seat: executes the first order that reacts, otherwise passes."""
    if carry_out_reactions(live, game):
        return
    number = game.number
    for seat in game.waiting:
        game.answer(number, seat, (PASS,))


def _is_waited_for(live: LiveTable, seat: str) -> bool:
    """Returns whether the window must wait for a seat, judged by orders and public facts only, never by its hand.

    Otherwise a window that closes early would show that the hand contains nothing to play. So an order to pass while
    nothing can be played is executed when the window's time is up and not before (`keeps_pass`).
    """
    game, order = live.game, order_of(live, seat)
    kind = game.decision.kind if game is not None and game.decision is not None else ""
    if order in ("ask", EVERY) and PASSES + kind in in_force(live, seat):
        order = "pass"
    return order in ("ask", IDLE, EVERY)


def keeps_pass(live: LiveTable, game: Game, seat: str) -> bool:
    """Returns whether a seat's pass is only executed at the end of the window, because its order is to pass while it
    holds no card to play.

    An earlier pass would show that the seat had a choice.
    """
    return isinstance(game.decision, Window) and live.deadline is not None and order_of(live, seat) == IDLE


def must_answer(live: LiveTable, game: Game, seat: str) -> bool:
    """Returns whether a panel that opens automatically asks the seat for an answer.

    In a window of a few seconds it asks only a player who holds a card to play or wants every panel; for others,
    silence is as good as a pass. The panels of all seats that are asked are updated, so no one can notice it.
    """
    if live.hold_seconds is None or order_of(live, seat) == EVERY:
        return True
    return len(game.keys(seat)) > 1


def order_of(live: LiveTable, seat: str) -> str:
    """Returns the order of a seat for windows and optional decisions: `ask` if it has none, `pass` or `aimed` for this
    phase, `every`, `idle` or `decline` for this game."""
    order = live.orders.get(seat)
    return order.order if order is not None and order.epoch in (live.epoch(), ALWAYS) else "ask"


def holds_for(live: LiveTable, order: str) -> str:
    """Returns the epoch for which an order that is given now holds: the whole game, or else the present epoch."""
    return ALWAYS if order in (DECLINE, IDLE, EVERY) else live.epoch()


def carry_out_reactions(live: LiveTable, game: Game) -> bool:
    """Executes the first order that reacts at a window's end; returns False if there is none."""
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
        return PASS
    decision = game.decision
    if order_of(live, seat) != "aimed" or decision is None:
        return PASS
    orders = live.game_ui.get(PreOrders)
    if not orders.aimed_at(decision.kind, decision.about, game.view(), seat):
        return PASS
    return orders.remedy(game.keys(seat)) or PASS


def check_start(live: LiveTable, user: int) -> None:
    """Raises Refused unless the user sits at the table, the number of players fits the game, and one is a person."""
    live.seat_of(user)
    numbers = GAMES[live.row.kind].seats
    if len(live.seats) not in numbers:
        raise Refused(
            N_("This game is for {first} to {last} players. Players here now: {seated}."),
            first=numbers[0], last=numbers[-1], seated=len(live.seats),
        )  # fmt: skip
    if not any(not seat.computer for seat in live.seats):
        raise Refused(N_("At least one person must sit at the table."))
