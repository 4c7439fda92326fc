"""Everything that is shown of a game to somebody, beside what the rules tell: messages, pictures, alt texts, pages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from discord.ui import LayoutView

from bot import views
from bot.drawing import Sketch
from bot.games import BOARDS
from bot.games.facts import TableFacts
from bot.games.log import digest, happened, newest
from bot.games.pictures import PICTURES
from bot.games.steps import step
from bot.texts import words
from rules.engine import ALL, Game
from tests.bot.games.every_board import facts as facts_of
from tests.bot.screen import components_of
from tests.secrets.hidden import Viewer

Look = tuple[str, Any]
HELPING = views.Help(hints=True, newcomer=True, confirm="always")
PICTURED_EVENTS = 200


@cache
def _facts(kind: str, seats: int) -> TableFacts:
    return facts_of(kind, seats)


def looks(game: Game, viewer: Viewer, language: str, *, pictures: bool) -> Iterator[Look]:
    """Name and content of each thing that this viewer can be shown now."""
    facts = _facts(game.rules.name, len(game.seats))
    yield from _public(facts, game, language)
    if pictures:
        yield from _pictured(facts, game, language)
    if viewer is not None:
        yield from _private(facts, game, viewer, language)
        if pictures:
            yield "drawn hand", _drawn(PICTURES[facts.kind].hand(game.view(viewer), viewer, words(language)))


def _public(facts: TableFacts, game: Game, language: str) -> Iterator[Look]:
    said = words(language)
    yield "board", _parts(views.board(facts, game, said))
    yield "closed board", _parts(views.closed_board(facts, game, said))
    yield "log", _parts(views.log_page(facts, game, None, said))
    yield "watched", newest(facts, game, None, said, 3000)
    yield "not asked", _parts(views.not_asked(facts, game, said))
    yield "mark", BOARDS[facts.kind].phase_mark(game.view(None))


def _pictured(facts: TableFacts, game: Game, language: str) -> Iterator[Look]:
    said, pictures, decision = words(language), PICTURES[facts.kind], game.decision
    told = [event for event in game.told if event.to == ALL]
    asked = decision.seats if decision is not None else ()
    about = decision.about if decision is not None else None
    view = game.view(None)
    yield "picture", _drawn(pictures.board(view, facts, said, asked=asked, about=about, told=told))
    yield "points", _drawn(pictures.points(view, told, facts, said))


def _private(facts: TableFacts, game: Game, seat: str, language: str) -> Iterator[Look]:
    said, board = words(language), BOARDS[facts.kind]
    yield "hand", _parts(views.hand(facts, game, seat, said, now=True))
    yield "digest", digest(facts, game, seat, said)
    yield "happened", happened(facts, game, seat, max(0, len(game.told) - 20), said)
    yield "standing", board.standing(game.view(seat), seat, facts, said)
    for other in game.seats:
        seen = views.peek(facts, game, seat, other, said) if other != seat else None
        yield f"peek {other}", seen and _parts(seen)
    for path in _paths(game, seat):
        for help_ in (views.Help(), HELPING):
            shown = views.panel(facts, game, seat, path, said, help_=help_)
            yield f"panel {path}", shown and _parts(shown)


def _paths(game: Game, seat: str) -> Iterator[tuple[int, ...]]:
    """The panel, and what lies behind its first, middle and last option."""
    yield ()
    found = step(game, seat, ())
    if found is not None and not found.several:
        count = len(found.options)
        yield from ((at,) for at in sorted({0, count // 2, count - 1}) if at >= 0)


def _parts(view: LayoutView) -> str:
    return json.dumps(components_of(view), sort_keys=True, ensure_ascii=False)


def _drawn(sketch: Sketch | None) -> Any:
    return sketch and (sketch.scene, sketch.alt, sketch.digest)
