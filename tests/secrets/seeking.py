"""Finds rare kinds of decisions in random games, and plays these next to a twin."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from random import Random
from typing import NamedTuple

from rules import GAMES
from rules.decisions import CHANCE
from rules.engine import Game
from rules.notation import Record
from tests.secrets.hidden import HIDDEN, Viewer
from tests.secrets.twins import Answer, Tally, Twins, given, some_answer

NAMES = ("Anna", "Bert", "Cyril", "Dora", "Emil", "Franz")
GAMES_AT_MOST = 20_000
LONGEST = 250
BEGINNINGS = 6
"""The number of twins that are tried, each from another moment."""


class Found(NamedTuple):
    """A game that has reached a rare decision, with the entries after which a twin may begin."""

    record: Record
    seed: bytes
    moments: list[int]
    """The numbers of entries after which a twin may begin."""


def look_at(kind: str, wanted: Collection[str], dice: Random, language: str, tally: Tally, least: int) -> None:
    """Compares decisions of these kinds with twins in which the asked seat has other cards, `least` of each kind.

    Gives up after `GAMES_AT_MOST` games.
    """
    for _ in range(GAMES_AT_MOST):
        lacking = {each for each in wanted if tally.looked[each] < least}
        if not lacking:
            return
        found = _found(kind, lacking, dice)
        for _ in range(BEGINNINGS if found is not None else 0):
            assert found is not None
            _beside(found, dice, language, tally, least)


def _found(kind: str, lacking: Collection[str], dice: Random) -> Found | None:
    """Plays a random game up to a decision of a wanted kind, not always the first one; returns None if it has none."""
    rules, seed, moments = GAMES[kind], dice.randbytes(32), list[int]()
    options = {"format": "random"} if "format" in rules.options else {}
    game = Game.new(rules, NAMES[: dice.choice(list(rules.seats))], options, seed=seed)
    for _ in range(LONGEST):
        if game.decision is None:
            return None
        if moments and game.decision.kind in lacking and dice.random() < 0.7:
            return Found(game.record(), seed, moments)
        if game.decision.kind in HIDDEN[kind].moments:
            moments.append(len(game.entries))
        given(game, some_answer(game, dice))
    return None


def _beside(found: Found, dice: Random, language: str, tally: Tally, least: int) -> None:
    """Plays the same game next to a twin from some moment on, until the decision is asked or the two games differ."""
    start = dice.choice(found.moments[-BEGINNINGS:])
    cut = replace(found.record, entries=found.record.entries[:start])
    game = Game.replay(GAMES[cut.game], cut, found.seed)
    viewers: list[Viewer] = [None, *game.seats]
    twins = Twins(game, dice.choice(viewers), dice, language)
    tally.twins += 1
    answers: list[Answer] = [(each.seat, each.keys) for each in found.record.entries[start:] if each.seat != CHANCE]
    for answer in answers:
        twins.compare(tally, 0, least)
        if not twins.answer(answer, tally):
            return
    twins.compare(tally, 0, least)
