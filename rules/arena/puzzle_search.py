"""Finds puzzles in games between computer players of the level *normal*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Final

from rules import GAME_AIS, GAMES
from rules.arena.puzzle_judge import Judge, Verdict
from rules.decisions import Choice
from rules.engine import Game
from rules.notation import Record
from rules.players.choosing import best
from rules.players.levels import ask, player
from rules.players.question import Question

LEAST_KEYS: Final = 3
MOST_KEYS: Final = 24
LEAD: Final = 0.05
"""The minimum lead of the best answer over every other one, in the chance to win."""
STABLE_LEAD: Final = 0.04
"""The minimum lead, in the chance to win, that the best answer must have again in whole games."""
CERTAINTY: Final = 3.0
"""The minimum lead of the best answer over the other finalists, in standard errors."""
STABLE_CERTAINTY: Final = 1.5
"""The same in whole games, whose results are only victories and defeats and so have larger errors."""
PROMISING: Final = 0.04
"""The minimum lead, in the chance to win, after the first look for a decision to be judged further."""
LATER_HALF: Final = (0.5, 0.97)
"""Two shares of a game's answers, between which puzzles are taken; earlier, few answers decide a game."""
LOOKS: Final = 12
"""The maximum number of decisions of one game that are looked at, those closest to the end of their chapter first."""
PER_GAME: Final = 2
"""The maximum number of puzzles from one game."""
FIRST_LOOK: Final = ((3, 5), (3, 3), (4, 2))
JUDGED: Final = ((6, 6), (10, 4), (20, 4), (60, 3))
AGAIN: Final = ((100, 3),)
"""The judge's rounds in three checks: numbers of possible tables, and of keys that stay. `AGAIN` is for finalists."""
WHOLE_GAME: Final = 99
"""A number of chapters that no game has: the games of the last check are played to their end."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A decision of a simulated game whose best answer is clearly best and not that of a weaker player."""

    record: Record
    """The game up to the decision."""
    seat: str
    number: int
    verdicts: Sequence[Verdict]
    """All answers from the best to the worst."""
    tempting: str
    """The wrong answer that a player of the level *normal* or *easy* gives."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The decisions of a game that the search looks at."""

    kinds: Sequence[str] = ()
    """Their kinds (`Question.kind`), such as `jail`; empty: all kinds."""
    most_keys: int = MOST_KEYS
    """The maximum number of their keys."""
    last_first: bool = False
    """Whether the last decisions of the game are looked at first, instead of those at the end of a chapter."""

    def includes(self, asked: Question) -> bool:
        """Returns whether the search may look at this decision."""
        return LEAST_KEYS <= len(asked.keys) <= self.most_keys and (not self.kinds or asked.kind in self.kinds)


EVERY_DECISION: Final = Wanted()


@dataclass(frozen=True, slots=True)
class _Asked:
    question: Question
    entries: int
    """The number of answers before the decision."""
    chapter: int
    """The chapter of the game in which it is asked (`GameAI.chapter`); 0 if the game has none."""


def find(
    game: str, seats: int, seed: str, options: Mapping[str, str] | None = None, wanted: Wanted = EVERY_DECISION
) -> Iterator[Puzzle]:
    """Plays a game between computers and yields its puzzles, at most `PER_GAME`; a seed always yields the same ones."""
    played, every = _played(game, seats, seed, options or {})
    asked = [one for one in every if wanted.includes(one.question)]
    dice = Random(f"judge {seed}")  # noqa: S311 - a simulation, no secret
    found = 0
    looked = _last if wanted.last_first else partial(_worth_a_look, dice=dice)
    for one in looked(asked, len(played.entries)):
        verdicts = judged(game, one.question, dice)
        if not verdicts:
            continue
        record = replace(played.record(), entries=tuple(played.entries[: one.entries]), seed=None, result=None)
        record = replace(record, commitment=None)
        yield Puzzle(record, one.question.seat, one.question.number, verdicts, tempting(one.question, verdicts[0].key))
        found += 1
        if found == PER_GAME:
            return


def _worth_a_look(asked: Sequence[_Asked], entries: int, dice: Random) -> list[_Asked]:
    """Returns the decisions of a game with that many answers that are looked at.

    Shortly before the end of a chapter a playout is short and a person can foresee what an answer leads to, so these
    decisions become puzzles most often for the time that they take.
    """
    low, high = (share * entries for share in LATER_HALF)
    later = [one for one in asked if low <= one.entries <= high]
    dice.shuffle(later)
    ends = {one.chapter: one.entries for one in asked}
    later.sort(key=lambda one: ends[one.chapter] - one.entries)
    return later[:LOOKS]


def _last(asked: Sequence[_Asked], entries: int) -> list[_Asked]:
    """Returns the last decisions of a game with that many answers, the very last one first."""
    later = [one for one in asked if one.entries >= LATER_HALF[0] * entries]
    return later[::-1][:LOOKS]


def judged(game: str, asked: Question, dice: Random) -> list[Verdict]:
    """Returns the verdicts on all answers; empty unless the best is clearly best and a weaker player misses it."""
    judge = Judge(GAMES[game], GAME_AIS[game])
    looked = judge.verdicts(asked, asked.keys, FIRST_LOOK, dice, LEAD)
    if not _clear(looked, PROMISING, 0.0) or not tempting(asked, looked[0].key):
        return []
    verdicts = judge.verdicts(asked, asked.keys, JUDGED, dice, LEAD)
    if not _clear(verdicts, LEAD, CERTAINTY) or not tempting(asked, verdicts[0].key):
        return []
    finalists = [one.key for one in verdicts if len(one.results) == len(verdicts[0].results)]
    again = Judge(GAMES[game], GAME_AIS[game], WHOLE_GAME).verdicts(asked, finalists, AGAIN, dice)
    stable = _clear(again, STABLE_LEAD, STABLE_CERTAINTY) and again[0].key == verdicts[0].key
    return verdicts if stable else []


def tempting(asked: Question, right: str) -> str:
    """Returns the answer by the policy of the levels *normal* or *easy* if it is not the right one; otherwise empty."""
    ai, dice = GAME_AIS[asked.game], Random(0)  # noqa: S311 - only for ties
    for look in (ai.policy, ai.quick_policy):
        if look is not None and (key := best(asked, look(asked), dice)[0]) != right:
            return key
    return ""


def _clear(verdicts: Sequence[Verdict], lead: float, certainty: float) -> bool:
    """Returns whether the first answer's chance to win exceeds that of all others by the required lead.

    It must also lead those that were judged as often by `certainty` standard errors.
    """
    if not verdicts:
        return False
    first = verdicts[0]
    finalists = [one for one in verdicts[1:] if len(one.results) == len(first.results)]
    sure = all(mean >= certainty * error for mean, error in map(first.ahead, finalists))
    return sure and all(first.mean - one.mean >= lead for one in verdicts[1:])


def _played(name: str, seats: int, seed: str, options: Mapping[str, str]) -> tuple[Game, list[_Asked]]:
    """Plays a game between computers to its end; returns it and all choices of one seat."""
    dice = Random(f"players {seed}")  # noqa: S311
    names = ("Ada", "Boris", "Cilka", "Dan", "Eva", "Filip")[:seats]
    secret = Random(f"game {seed}").randbytes(32)  # noqa: S311 - a simulation, no secret
    game = Game.new(GAMES[name], names, options, game_id="puzzle", seed=secret)
    normal, asked, chapter = player(name, "normal"), [], GAME_AIS[name].chapter
    while game.over is None:
        seat = dice.choice(game.waiting)
        question = ask(game, seat)
        if isinstance(game.decision, Choice):
            asked.append(_Asked(question, len(game.entries), chapter(game.table) if chapter else 0))
        game.answer(game.number, seat, normal.choose(question, dice))
    return game, asked
