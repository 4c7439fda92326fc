"""Scenes for comparing a whole bot with its twin: orders, computers, hints, undo, substitutes, a season, quiet
hours.
"""

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
"""The standing orders that players set at random."""
HIDDEN_ORDERS: Final = ("idle", "pass", "ask")
"""The standing orders that the player with the differing cards sets; `aimed` would show whether they can cancel."""
THINKING: Final = 3.0
"""Seconds for which the clock moves on while a computer player thinks."""
HOUR: Final = 3_600.0
PLAYOUTS: Final = 2


class Scene(NamedTuple):
    """The set-up of one comparison: the number of users, the levels of computer players, settings, and users' other
    acts.
    """

    people: int = 3
    computers: tuple[str, ...] = ()
    options: Mapping[str, Any] = {}
    season: bool = False
    does: tuple[str, ...] = ()
    """The kind of act that users do in addition to playing: `order`, `hint`, `undo` or `replace`."""
    nights: Mapping[str, Schedule] = {}
    """User → quiet hours, at a table by the day."""

    @property
    def waits(self) -> tuple[float, ...]:
        """The seconds for which an act may wait, to choose from: hours at a table by the day, otherwise 1000
        seconds.
        """
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
    """Returns the scene's act for this moment as a list, often empty; chance decides."""
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
    """Performs an act of a scene as a user: sets a standing order, opens a hint, asks for an undo, or is replaced.

    Another player refuses the undo; Anna has the user's seat replaced by a computer.
    """
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
