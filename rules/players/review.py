"""Judges the decisions of a finished game: the chance to win, and what *hard* would have done.

A judgement uses only a `Question`, so only what the seat knew at that moment. The chance is the average result of a few
possible tables, corrected by the game's table of calibration (`python -m rules calibration`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableSequence, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeVar

from rules import GAME_AIS, GAMES
from rules.engine import Game
from rules.players.ai import Calibration, Dice, GameAI, World
from rules.players.choosing import Keys, allowed
from rules.players.levels import ask, player
from rules.players.playout import chance_to_win, play_on, reach
from rules.players.question import Facts, Question, heard
from rules.players.search import never
from rules.undo import UNDO, standing

JUDGE: Final = "hard"
"""The level with which a player's answers are compared: a search that leaves time to compare two answers."""
WORLDS: Final = 8
"""The number of possible tables from which the chance to win is computed; the tables of calibration depend on it."""
PAIRS: Final = 24
"""The maximum number of possible tables at which two answers are compared."""
LEAST_PAIRS: Final = 6
"""The minimum number of possible tables at which both answers must have been tried for a comparison."""
CERTAINTY: Final = 2.0
"""The minimum lead of another answer, in standard errors, for the given answer to have a cost."""


Item = TypeVar("Item")


class Moment(NamedTuple):
    """A decision of a finished game with its answer, and the number of entries before the answer."""

    entries: int
    asked: Question
    done: Keys


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of one answer of a player: the chance to win, the best answer, and what the given one has cost."""

    chance: float
    """The seat's chance to win before the answer (0 to 1)."""
    best: Keys
    """The answer that the judge prefers; the given answer if the judge rates this decision without a search."""
    cost: float = 0.0
    """The chance to win that the given answer has cost, compared with `best` (0 to 1)."""


def moments(game: Game, seats: Sequence[str]) -> Iterator[Moment]:
    """Yields the decisions of these seats that had more than one possible answer and were not taken back.

    Each question contains what its seat had seen and heard at that moment.
    """
    replayed = game.beginning()
    told: dict[str, list[Facts]] = {seat: [] for seat in seats}
    read, kept = 0, {(entry.number, entry.seat) for entry in standing(game.entries)}
    for at, entry in enumerate(game.entries):
        if entry.seat in told and entry.kind != UNDO and (entry.number, entry.seat) in kept:
            news, read = replayed.told[read:], len(replayed.told)
            for seat in seats:
                told[seat] += heard(news, seat)
            asked = ask(replayed, entry.seat, tuple(told[entry.seat]))
            if asked.has_choice:
                yield Moment(at, asked, entry.keys)
        replayed.again([entry])


def judge(
    asked: Question, done: Keys, dice: Dice, playouts: int | None = None, late: Callable[[], bool] = never
) -> Judgement | None:
    """Returns the judgement of an answer; None if the game does not support it, or `late` leaves too little time."""
    tables = _Tables(asked, dice, late)
    raw = tables.chance()
    if raw is None:
        return None
    chance, best = calibrated(asked, raw), player(asked.game, JUDGE, playouts, late).think(asked, dice)
    if best.measure != "chance" or set(best.keys) == set(done) or not allowed(asked, done):
        return Judgement(chance, best.keys if best.measure == "chance" else done)
    return Judgement(chance, best.keys, tables.cost(done, best.keys))


def raw_chance(asked: Question, dice: Dice) -> float | None:
    """Returns the seat's average chance to win (0 to 1) at `WORLDS` possible tables, before calibration.

    None if at most half of them could be built.
    """
    return _Tables(asked, dice, never).chance()


def calibrated(asked: Question, raw: float) -> float:
    """Converts an average result at possible tables to a chance to win, by the game's calibration for those seats."""
    return between(_ai(asked.game).calibration.get(len(asked.view["players"]), ()), raw)


def between(table: Calibration, raw: float) -> float:
    """Returns the linear interpolation at `raw` between the points of a table.

    Outside the points it is the value of the nearest one; without points, `raw` itself.
    """
    if not table:
        return raw
    below = [point for point in table if point[0] <= raw]
    above = table[len(below) :]
    if not below or not above:
        return (below or above)[-1 if below else 0][1]
    (left, low), (right, high) = below[-1], above[0]
    return low + (high - low) * (raw - left) / (right - left)


class _SameDice:
    """Random numbers that begin again for each answer, so that chance does not favour one of two compared answers."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self._numbers: list[float] = []
        self._next = 0

    def begin_again(self) -> None:
        """Returns to the first number."""
        self._next = 0

    def random(self) -> float:
        if self._next == len(self._numbers):
            self._numbers.append(self._dice.random())
        self._next += 1
        return self._numbers[self._next - 1]

    def choice(self, seq: Sequence[Item], /) -> Item:
        return seq[int(self.random() * len(seq))]

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        for last in range(len(x) - 1, 0, -1):
            other = int(self.random() * (last + 1))
            x[last], x[other] = x[other], x[last]


class _Tables:
    """The possible tables of a question, at which answers are tried."""

    def __init__(self, asked: Question, dice: Dice, late: Callable[[], bool]) -> None:
        self._asked = asked
        self._dice = dice
        self._late = late
        self._rules = GAMES[asked.game]
        self._ai = _ai(asked.game)
        self._sample = self._ai.determinise(asked) if self._ai.determinise else lambda _dice: World(asked.view)

    def chance(self) -> float | None:
        """Returns the seat's average chance to win if everyone plays on by the policy; None if too few tables fit."""
        results = [result for (result,) in self._tried((None,), WORLDS)]
        return sum(results) / len(results) if len(results) > WORLDS // 2 else None

    def cost(self, done: Keys, best: Keys) -> float:
        """Returns the chance to win that `done` costs compared with `best`.

        It is 0 if the difference may be random or if too few tables fit.
        """
        pairs = list(self._tried((done, best), PAIRS))
        gains = [other - own for own, other in pairs]
        if len(gains) < LEAST_PAIRS:
            return 0.0
        mean = sum(gains) / len(gains)
        spread = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
        if mean <= CERTAINTY * (spread / len(gains)) ** 0.5:
            return 0.0
        own, other = (sum(pair[at] for pair in pairs) / len(pairs) for at in (0, 1))
        return max(0.0, calibrated(self._asked, other) - calibrated(self._asked, own))

    def _tried(self, answers: Sequence[Keys | None], tables: int) -> Iterator[Sequence[float]]:
        """Yields, for each possible table that fits, the chance to win after each of these answers.

        The answer None means that the policy answers. At most `tables` tables are tried. The random numbers after each
        answer are the same, so equal answers have equal results.
        """
        for _ in range(tables):
            world = None if self._sample is None or self._late() else self._sample(self._dice)
            dice = _SameDice(self._dice)
            results = [] if world is None else [self._result(world, answer, dice) for answer in answers]
            found = [result for result in results if result is not None]
            if found and len(found) == len(answers):
                yield found

    def _result(self, world: World, answer: Keys | None, dice: _SameDice) -> float | None:
        dice.begin_again()
        game = reach(self._rules, world, self._asked, dice)
        if game is None:
            return None
        if answer is not None:
            game.answer(game.number, self._asked.seat, answer)
        play_on(game, self._ai, dice)
        return chance_to_win(game, self._ai, self._asked.seat)


def _ai(game: str) -> GameAI:
    return GAME_AIS.get(game) or GameAI()
