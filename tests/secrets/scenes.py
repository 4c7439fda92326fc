"""Other features at a table whose cards differ: orders, computers, hints, undo, substitutes, a season, quiet hours."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bot.tables.table_data import by_computer
from bot.tables.thinkers import Choice
from rules.players.levels import Question, Thought, allowed, player, silent
from storage import Schedule
from tests.secrets.onlookers import HOLDER

if TYPE_CHECKING:
    from tests.bot.table import Evening
    from tests.secrets.onlookers import Act
    from tests.secrets.watched_games import WatchedGame

ORDERS: Final = ("idle", "pass", "aimed", "ask")
HIDDEN_ORDERS: Final = ("idle", "pass", "ask")
"""Orders of the holder that stay hidden; a cancel would show by the rules that its player can cancel."""
THINKING: Final = 3.0
HOUR: Final = 3_600.0
PLAYOUTS: Final = 2


class Scene(NamedTuple):
    """A scene; `people`: how many users play, `computers`: the levels of computer players."""

    people: int = 3
    computers: tuple[str, ...] = ()
    options: Mapping[str, Any] = {}
    season: bool = False
    does: tuple[str, ...] = ()
    nights: Mapping[str, Schedule] = {}
    """Users and their quiet hours, at a table by the day."""

    @property
    def waits(self) -> tuple[float, ...]:
        """The seconds for which an act may wait: at a table by the day, hours."""
        return (3 * HOUR, 9 * HOUR) if self.nights else (1000.0,)


SCENES: Final = {
    "plain": Scene(),
    "easy computers": Scene(2, ("easy", "normal")),
    "searching computers": Scene(2, ("hard",)),
    "orders": Scene(does=("order",)),
    "hints": Scene(options={"hints": True}, does=("hint",)),
    "undo": Scene(does=("undo",)),
    "a substitute": Scene(does=("replace",)),
    "a season": Scene(season=True),
    "by the day": Scene(
        options={"pace": "correspondence"},
        nights={
            "Anna": Schedule("Europe/Prague", "22:00-05:00"),
            HOLDER: Schedule("UTC", "20:00-10:00", frozenset({2})),
            "Cyril": Schedule("Asia/Tokyo", "00:00-06:00"),
        },
    ),
}


def happens(watched: WatchedGame, name: str, dice: Random) -> list[Act]:
    """Returns the actions that the scene makes possible at this moment."""
    if not watched.scene.does or dice.random() > 0.4:
        return []
    (what,) = watched.scene.does
    if what == "replace":
        substituted = any(by_computer(seat) for seat in watched.evening.live.seats)
        return [] if substituted or dice.random() > 0.3 else [("replace", "Cyril")]
    if what == "order":
        return [("order", name, dice.choice(HIDDEN_ORDERS if name == HOLDER else ORDERS))]
    return [(what, name)]


async def acted(evening: Evening, kind: str, who: str, how: str = "") -> None:
    """Gives an order, asks for a hint or an undo, or leaves the seat to a computer."""
    live = evening.live
    if kind == "order":
        await evening.bot.app.referee.set_order(live.id, evening.person(who).id, how)
        await evening.settled()
    elif kind == "hint":
        await evening.press_board(who, "move")
        panel = evening.private(who)
        if "hint" in evening.verbs(panel):
            outcome = await evening.press(who, panel, evening.part(panel, "hint"))
            await outcome.done()
            await evening.settled()
    elif kind == "undo":
        await evening.slash(who, "game undo")
        if "refuse_undo" in evening.verbs(evening.board()):
            other = next(seat.seat for seat in live.seats if seat.user != evening.person(who).id)
            await evening.press_board(evening.holder(other), "refuse_undo")
    else:
        await evening.slash("Anna", "game replace", player=live.seat_of(evening.person(who).id).seat)


async def chosen(_self: object, asked: Question, level: str, *_: object) -> Choice:
    """Returns a computer's answer whose random numbers depend only on the question."""
    dice = Random(f"{asked.number} {asked.seat} {level}")
    thought = player(asked.game, level, PLAYOUTS).think(asked, dice)
    return Choice(thought if allowed(asked, thought.keys) else Thought(silent(asked)), level)
