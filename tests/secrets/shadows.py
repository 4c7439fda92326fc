"""Both worlds of one table as games without a bot: what may be answered in both, and what brings nothing to light."""

from __future__ import annotations

from random import Random

from rules.decisions import PASS, Several, Window
from rules.engine import Game
from rules.notation import Record
from tests.secrets.onlookers import comes_to_light, exchange

WORLDS = ("these cards", "other cards")
Given = tuple[str, str, tuple[str, ...]]
"""A seat, the place of its key among those that it may give (empty: several keys), and the keys."""


class Shadows:
    """A table's game in both worlds, from the moment at which the holder's cards became others."""

    def __init__(self, game: Game, holder: str) -> None:
        self.holder, self.rules, self.given = holder, game.rules, list[Given]()
        self._record: Record = game.record()
        self._seed = bytes.fromhex(game.chance.reveal()) if game.chance is not None else None

    def may(self, given: Given) -> bool:
        """Whether both worlds take that answer, and show nobody what differs."""
        for world in WORLDS:
            game = self._again(world)
            keys, heard = answer_in(game, self.holder, given), len(game.told)
            if keys is None:
                return False
            game.answer(game.number, given[0], keys)
            if game.decision is None or comes_to_light(game, self.holder, game.told[heard:]):
                return False
        return True

    def _again(self, world: str) -> Game:
        game = Game.replay(self.rules, self._record, self._seed)
        exchange(self.rules.name, game.table, self.holder, Random(world))
        for given in self.given:
            keys = answer_in(game, self.holder, given)
            assert keys is not None
            game.answer(game.number, given[0], keys)
        return game


def answer_in(game: Game, holder: str, given: Given) -> tuple[str, ...] | None:
    """The keys of an answer in this world: a card that stays hidden may be another one; None where there is none."""
    seat, place, keys = given
    decision = game.decision
    if decision is None or seat not in game.waiting:
        return None
    theirs = list(game.keys(seat))
    if seat == holder and game.rules.name == "kralovske_rosady" and decision.secret and place:
        return (theirs[int(place)],) if int(place) < len(theirs) else None
    return keys if all(key in theirs for key in keys) else None


def some_answer(game: Game, holder: str, dice: Random) -> Given:
    """Anything that does not ask for a card of which one's own hand tells."""
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
