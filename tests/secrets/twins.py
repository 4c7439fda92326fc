"""Compares a game with its twin, which differs only in what one onlooker may not know; both get the same answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from types import SimpleNamespace
from typing import Any, cast

from bot.tables import day_clock
from bot.tables.live import LiveTable
from bot.tables.times import waiting_time
from rules.decisions import PASS, Decision, Several, Window
from rules.engine import Game
from rules.events import ALL, Event
from storage import Schedule, breaks
from tests.secrets.hidden import HIDDEN, SEEN, Viewer, first_light
from tests.secrets.looks import looks

PATIENT = cast(
    "LiveTable", SimpleNamespace(solo=False, row=SimpleNamespace(turn_seconds=90, window_seconds=20, bank_seconds=None))
)
"""The parts of a table that decide how long it waits."""
MIDNIGHT = datetime(2026, 6, 10, tzinfo=UTC)
NIGHTS = [Schedule("UTC", f"22:00-0{hour}:00") for hour in range(1, 8)]
"""A schedule for each seat: the deadline of a window shows exactly which seats it considers."""


def due(game: Game) -> datetime:
    """Returns the deadline that the present decision would have at a table by the day, with all players away at
    midnight.
    """
    seats = [SimpleNamespace(seat=seat, user=at, computer=False, left=None) for at, seat in enumerate(game.seats)]
    row = SimpleNamespace(by_day=True, weekends_off=False)
    table = SimpleNamespace(game=game, row=row, seats=seats, schedules=dict(enumerate(NIGHTS)))
    return breaks.deadline(MIDNIGHT, 28_800, day_clock.schedules(cast("LiveTable", table)))


Answer = tuple[str, tuple[str, ...]]
CLOCK = "clock"
PICTURED = 5
"""One of this many comparisons includes pictures, which take long to draw."""


@dataclass
class Tally:
    """Counts of the games, twins and decisions that were compared."""

    games: int = 0
    twins: int = 0
    steps: int = 0
    """Decisions at which all events were compared."""
    looks: int = 0
    """Decisions at which every message, picture and alt text was compared too."""
    answered_otherwise: int = 0
    """Secret answers that differed between the twins."""
    kinds: Counter[str] = field(default_factory=Counter)
    """Kind of decision → the number of decisions at which all events were compared."""
    looked: Counter[str] = field(default_factory=Counter)
    """Kind of decision → how often everything shown was compared while the asked seat had other cards than in the
    twin.
    """


class Leak(AssertionError):
    """The error that a user is shown a difference between a game and its twin which the rules do not reveal."""


class Twins:
    """A game and its twin, from the moment at which the twin got other hidden cards."""

    def __init__(self, game: Game, viewer: Viewer, dice: Random, language: str) -> None:
        self.one, self.viewer, self.dice, self.language = game, viewer, dice, language
        self.hidden = HIDDEN[game.rules.name]
        seed = bytes.fromhex(game.chance.reveal()) if game.chance is not None else None
        self.other = Game.replay(game.rules, game.record(), seed)
        self.heard = (len(self.one.told), len(self.other.told))
        self.hidden.exchange(self.other, viewer, dice)

    def compare(self, tally: Tally, share: float, least: int) -> None:
        """Raises Leak if the viewer is shown a difference between the twins.

        It always compares what the rules show; messages and pictures only at `least` decisions of each kind and at a
        random `share`.
        """
        assert self.one.decision is not None
        kind, tells = self.one.decision.kind, self._hands_differ()
        wanted = tells and tally.looked[kind] < least
        drawn = self.dice.random() < share or (wanted and not tally.looked[kind] % PICTURED)
        _same(*(self._seen(game) for game in (self.one, self.other)))
        tally.steps += 1
        tally.kinds[kind] += 1
        if drawn or wanted:
            both = (looks(game, self.viewer, self.language, pictures=drawn) for game in (self.one, self.other))
            for shown in zip(*both, strict=True):
                _same(*shown)
            tally.looks += 1
            tally.looked[kind] += tells

    def _hands_differ(self) -> bool:
        """Returns whether an asked seat, other than the viewer's, has different cards in the two games."""
        asked = self.one.decision.seats if self.one.decision is not None else ()
        hands = [[game.table.players[seat].hand for seat in asked] for game in (self.one, self.other)]
        return self.viewer not in asked and hands[0] != hands[1]

    def _seen(self, game: Game) -> dict[str, Any]:
        """Returns everything that the rules show the viewer of one of the games, and the times for the decision."""
        return {
            "view": game.view(self.viewer), "public": game.view(None), "asked": asked(game.decision, game, self.viewer),
            "over": game.over if game.decision is None else None, "seconds": waiting_time(PATIENT, game),
            "due": due(game),
        }  # fmt: skip

    def answer(self, answer: Answer, tally: Tally) -> bool:
        """Gives the same answer in both games and raises Leak if the viewer is told different events.

        Returns False if the twin cannot give it, or the rules let the viewer see a difference from now on.
        """
        twin = self._likewise(answer)
        given(self.one, answer)
        if twin is None:
            return False
        tally.answered_otherwise += twin != answer
        given(self.other, twin)
        return self._alike()

    def _alike(self) -> bool:
        """Compares the new events of both games for the viewer; raises Leak if they differ although the rules reveal
        nothing.

        Returns False if the rules reveal a difference to the viewer.
        """
        news = [game.told[since:] for game, since in zip((self.one, self.other), self.heard, strict=True)]
        self.heard = (len(self.one.told), len(self.other.told))
        here, there = (list(self._heard(told)) for told in news)
        lawful = self._valid(*news)
        until = len(here) if lawful is None else lawful
        _same([event.spoken() for event in here[:until]], [event.spoken() for event in there[:until]])
        if lawful is None:
            _same(len(here), len(there))
        shown = any(self.hidden.shown(game, self.viewer) for game in (self.one, self.other))
        return lawful is None and not (shown and self.one.told[-1:] and self._police())

    def _police(self) -> bool:
        """Returns whether the viewer's view shows different players' cards in the two games."""
        return bool(self.one.view(self.viewer)["players"] != self.other.view(self.viewer)["players"])

    def _heard(self, told: Sequence[Event]) -> Iterator[Event]:
        return (event for event in told if event.to in (ALL, self.viewer))

    def _valid(self, here: Sequence[Event], there: Sequence[Event]) -> int | None:
        """Returns how many of the viewer's new events came before one that reveals a hidden card; None if none reveals
        one.
        """
        lit = [
            [event for event in told if event.name in SEEN or event.to in (ALL, self.viewer)] for told in (here, there)
        ]
        light = first_light(self.one.rules.name, *lit)
        places = [] if light is None else [len(list(self._heard(lit[0][:light])))]
        places += [
            len(list(self._heard(told[:at])))
            for game, told in ((self.one, here), (self.other, there))
            for at, event in enumerate(told)
            if self.hidden.reveals(game, event, self.viewer)
        ]
        return min(places, default=None)

    def _likewise(self, answer: Answer) -> Answer | None:
        """Returns the answer of the twin that looks the same to the viewer; None if there is none."""
        seat, keys = answer
        decision = self.other.decision
        assert decision is not None
        if seat == CLOCK:
            assert self.one.decision is not None
            hidden = not decision.secret or decision.kind in self.hidden.by_place
            same = hidden or self.one.decision.silence == decision.silence
            return answer if same and not isinstance(decision, Several) else None
        if decision.secret and seat != self.viewer:
            return _hidden_answer(self.one, self.other, seat, keys)
        return answer


def asked(decision: Decision | None, game: Game, viewer: Viewer) -> dict[str, Any] | None:
    """Returns the rules' description of the present decision for that viewer."""
    if decision is None:
        return None
    told: dict[str, Any] = {
        "kind": decision.kind, "seats": list(decision.seats), "shape": decision.shape, "secret": decision.secret,
        "patience": decision.patience, "about": dict(decision.about), "number": game.number,
    }  # fmt: skip
    if viewer in decision.seats:
        told["keys"] = list(game.keys(viewer))
    if not decision.secret:
        told["all keys"] = [list(game.keys(seat)) for seat in decision.seats]
        told["silence"] = decision.silence
    return told


def _hidden_answer(one: Game, other: Game, seat: str, keys: tuple[str, ...]) -> Answer | None:
    """Returns the twin's answer to a hidden decision: the same keys, or if the cards stay hidden, the keys in the
    same places.

    Returns None if the twin has none.
    """
    assert one.decision is not None
    theirs = list(other.keys(seat))
    if one.decision.kind in HIDDEN[one.rules.name].by_place:
        mine = list(one.keys(seat))
        return (seat, tuple(theirs[mine.index(key)] for key in keys)) if len(mine) == len(theirs) else None
    decision = other.decision
    if isinstance(decision, Several) and not decision.least <= len(keys) <= decision.most:
        return None
    return (seat, keys) if all(key in theirs for key in keys) else None


def some_answer(game: Game, dice: Random) -> Answer:
    """Returns a random valid answer; windows mostly pass, and sometimes the time runs out."""
    decision = game.decision
    assert decision is not None
    if dice.random() < 0.04:
        return CLOCK, ()
    seat = dice.choice(game.waiting)
    keys = list(game.keys(seat))
    if isinstance(decision, Several):
        count = dice.randint(decision.least, min(decision.most, len(keys)))
        return seat, decision.as_recorded(tuple(dice.sample(keys, count)))
    if isinstance(decision, Window) and dice.random() < 0.7:
        return seat, (PASS,)
    active = [key for key in keys if key not in (PASS, "claim", "stay", "decline", "redraw")]
    words = sorted({key.partition(":")[0] for key in active})
    if words and dice.random() < 0.85:
        word = dice.choice(words)
        return seat, (dice.choice([key for key in active if key.partition(":")[0] == word]),)
    return seat, (dice.choice(keys),)


def given(game: Game, answer: Answer) -> None:
    """Gives an answer in one game, or lets the time run out."""
    seat, keys = answer
    if seat == CLOCK:
        game.clock(game.number)
    else:
        game.answer(game.number, seat, keys)


def _same(here: Any, there: Any) -> None:
    if here != there:
        raise Leak(f"an onlooker sees\n{here}\nhere, and there\n{there}")


def beside_twins(game: Game, dice: Random, language: str, tally: Tally, *, share: float, least: int, most: int) -> Game:
    """Plays a random game of at most `most` decisions and returns it; raises Leak if a viewer sees a difference.

    It is compared with twins, one after another, each for a random viewer: a seat, or an onlooker without one.
    """
    viewers: list[Viewer] = [None, *game.seats]
    moments = HIDDEN[game.rules.name].moments
    tally.games += 1
    twins: Twins | None = None
    for _ in range(most):
        decision = game.decision
        if decision is None:
            break
        if twins is None and decision.kind in moments:
            twins = Twins(game, dice.choice(viewers), dice, language)
            tally.twins += 1
        answer = some_answer(game, dice)
        if twins is None:
            given(game, answer)
            continue
        twins.compare(tally, share, least)
        if not twins.answer(answer, tally):
            twins = None
    return game
