"""Plays both games of a pair without a bot, to find answers that are possible in both and reveal nothing."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rules.decisions import CHANCE, CLOCK, PASS, Several, Window
from rules.engine import Game
from rules.errors import NotAllowed
from rules.events import Event
from rules.notation import Entry, Record
from tests.secrets.onlookers import comes_to_light, exchange

WORLDS = ("these cards", "other cards")
Given = tuple[str, str, tuple[str, ...]]
"""A seat, the index of its key (empty: several keys), and the keys."""


class Shadows:
    """Both variants of one table's game, from the moment at which the holder's cards were exchanged."""

    def __init__(self, game: Game, holder: str) -> None:
        self.holder, self.rules, self.given = holder, game.rules, list[Given]()
        self._record: Record = game.record()
        self._seed = bytes.fromhex(game.chance.reveal()) if game.chance is not None else None

    def may(self, given: Given) -> bool:
        """Returns whether both variants accept an answer, and go on without an event that reveals the difference."""
        news = list[Sequence[Event]]()
        for world in WORLDS:
            game = self._again(world)
            if game is None:
                return False
            heard = len(game.told)
            if not _took(game, self.holder, given) or game.decision is None:
                return False
            news.append(game.told[heard:])
        assert game is not None
        return not comes_to_light(game, self.holder, *news)

    def _again(self, world: str) -> Game | None:
        """Replays the game in that variant and returns it; None if an answer is impossible there."""
        game = Game.replay(self.rules, self._record, self._seed)
        exchange(self.rules.name, game.table, self.holder, Random(world))
        for given in self.given:
            if game.decision is None or not _took(game, self.holder, given):
                return None
        return game

    def follow(self, entries: Sequence[Entry]) -> None:
        """Repeats the answers and silences that were given in the real game since the last call; fails if one is
        impossible.
        """
        told = [entry for entry in entries[len(self._record.entries) :] if entry.seat != CHANCE]
        game = self._again(WORLDS[0])
        assert game is not None
        for entry in told[len(self.given) :]:
            theirs = () if entry.seat == CLOCK else tuple(game.keys(entry.seat))
            place = str(theirs.index(entry.keys[0])) if len(entry.keys) == 1 else ""
            given = (entry.seat, place, entry.keys)
            taken = _took(game, self.holder, given)
            assert taken, given
            self.given.append(given)


def _took(game: Game, holder: str, given: Given) -> bool:
    """Gives an answer, or lets the time run out; returns whether it was possible."""
    if given[0] == CLOCK:
        game.clock(game.number)
        return True
    keys = answer_in(game, holder, given)
    if keys is None:
        return False
    try:
        game.answer(game.number, given[0], keys)
    except NotAllowed:
        return False
    return True


def answer_in(game: Game, holder: str, given: Given) -> tuple[str, ...] | None:
    """Returns the keys of an answer in this variant, in which a hidden card may be another one; None if it is
    impossible.
    """
    seat, place, keys = given
    decision = game.decision
    if decision is None or seat not in game.waiting:
        return None
    theirs = list(game.keys(seat))
    if seat == holder and game.rules.name == "kralovske_rosady" and decision.secret and place:
        return (theirs[int(place)],) if int(place) < len(theirs) else None
    return keys if all(key in theirs for key in keys) else None


def some_answer(game: Game, holder: str, dice: Random) -> Given:
    """Returns a random answer that does not depend on the holder's hidden cards."""
    seat = dice.choice(game.waiting)
    decision, keys = game.decision, list(game.keys(seat))
    if isinstance(decision, Several):
        return seat, "", tuple(keys[: decision.least])
    if isinstance(decision, Window) and (seat == holder or dice.random() < 0.8):
        return seat, "", (PASS,)
    free = [key for key in keys if key.startswith(("place:", "keep", "pass", "stay", "decline"))]
    mine = seat == holder and game.rules.name == "mafia_city" and free
    key = dice.choice(free if mine else [key for key in keys if key != "redraw"])
    return seat, str(keys.index(key)), (key,)
