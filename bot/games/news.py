"""The news of a board: the latest public sentences of a game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from bot.games import GAME_UIS, Context, context
from bot.games.batch_moves import BatchMoves
from bot.games.facts import TableFacts
from bot.games.game_ui import GameUI
from bot.games.story_parts import Part, backwards, said_of
from bot.texts import Translator
from rules.engine import Game
from rules.events import Event

_SOME, _NEWS = 3, 5
"""Numbers of sentences in the news: the minimum if they begin with a chapter, and the maximum."""
_FAR = 60
"""The number of sentences among which the news are chosen, and up to which older ones are counted."""


class Line(NamedTuple):
    """A public sentence of a board."""

    text: str
    routine: bool = False
    """Whether the sentence gives way to all others."""
    age: int = 0
    """The number of public sentences after it."""
    lasting: bool = False
    """Whether the sentence gives way after all others except the newest one."""


class News(NamedTuple):
    """The latest public sentences."""

    lines: Sequence[Line]
    """The lines of a board, the oldest one first."""
    since: Collection[int]
    """The ages of the sentences since the last move of the active seat, without routine ones; empty if several seats
    are asked. Only the last `_FAR` sentences are looked at."""


def news(facts: TableFacts, game: Game, words: Translator) -> News:
    """Returns the latest public sentences: at most five, routine ones only as far as others leave room.

    If the present chapter has at least three, none of them is from an earlier chapter. The newest one is always there,
    and so are lasting ones of the present chapter, or since the last move of the active seat.
    """
    game_ui, ctx = GAME_UIS[facts.kind], context(facts, words)
    seats = game.decision.seats if game.decision else ()
    found, enough, chapter = list[Line](), 0, 0
    moved = None if len(seats) == 1 else 0
    for part in backwards(game, game_ui.get(BatchMoves)):
        # Once these are known, only lasting sentences matter; to compose the others would take long.
        is_needed = not enough or moved is None or _is_lasting(part, game_ui)
        lines = _lines(part, game_ui, ctx, len(found)) if is_needed else [Line("", age=len(found))]
        if moved is None and lines and any(_is_move(event, seats[0], game_ui) for event in part.events):
            moved = len(found)
        found += lines
        begins = any(event.name in game_ui.chapters for event in part.events)
        if not enough and (len(found) >= _SOME if begins else sum(not line.routine for line in found) >= _NEWS):
            enough = len(found)
        chapter = chapter or (len(found) if begins and len(found) >= _SOME else 0)
        if (enough and chapter and moved is not None) or len(found) >= _FAR:
            break
    enough = enough or len(found)
    told = found[:enough] + [line for line in found[enough : max(chapter, moved or 0)] if line.lasting]
    latest_ones = sorted(told, key=lambda line: (line.age > 0, not line.lasting, line.routine, line.age))[:_NEWS]
    since = frozenset(line.age for line in found[:moved] if not line.routine)
    return News(sorted(latest_ones, key=lambda line: -line.age), since)


def _is_move(event: Event, seat: str, game_ui: GameUI[Any]) -> bool:
    return event.name in game_ui.moves and event.facts["seat"] == seat


def _lines(part: Part, game_ui: GameUI[Any], ctx: Context, age: int) -> list[Line]:
    """Returns the sentences of a part, the newest one first, as lines of a board; `age`: that of the newest one.

    What follows from a silence is never routine.
    """
    routine = part.silence is None and all(map(game_ui.is_routine, part.events))
    lasting = _is_lasting(part, game_ui)
    return [Line(text, routine, at, lasting) for at, text in enumerate(reversed(said_of(part, game_ui, ctx)), age)]


def _is_lasting(part: Part, game_ui: GameUI[Any]) -> bool:
    return len(part.events) == 1 and bool(part.events[0].facts.get(game_ui.lasting))
