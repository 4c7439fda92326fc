"""Lists everything that a game shows to a user in addition to events: messages, pictures, alt texts, pages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any, cast

from discord.ui import LayoutView

from bot.drawing import Sketch, Studio
from bot.features.hand import view as hand_view
from bot.features.info import view as info_view
from bot.features.play import board_view, panel_base, panel_view
from bot.features.play import panel_notices as notices_view
from bot.games import GAME_UIS
from bot.games.facts import TableFacts
from bot.games.key_tree import step
from bot.games.log import digest, newest, outcome
from bot.games.pictures import Pictures
from bot.messages.illustrator import Illustrator
from bot.tables.live import LiveTable
from bot.texts import translator_for
from rules.engine import Game
from rules.events import ALL
from tests.bot.games.every_board import facts as facts_of
from tests.bot.screen import components_of
from tests.secrets.hidden import Viewer

Look = tuple[str, Any]
HELPING = panel_base.Help(hints=True, newcomer=True, confirm="always")
ILLUSTRATOR = Illustrator(Studio())


@cache
def _facts(kind: str, seats: int) -> TableFacts:
    return facts_of(kind, seats)


def looks(game: Game, viewer: Viewer, language: str, *, pictures: bool) -> Iterator[Look]:
    """Yields (name, content) of each thing that this viewer can be shown now."""
    yield from public(game, language)
    if viewer is not None:
        yield from _private(_facts(game.rules.name, len(game.seats)), game, viewer, language)
    if pictures:
        yield from pictured(game, viewer, language)


def public(game: Game, language: str) -> Iterator[Look]:
    """Yields (name, content) of each message that everyone can be shown now."""
    said, facts = translator_for(language), _facts(game.rules.name, len(game.seats))
    yield "board", _parts(board_view.board(facts, game, said))
    yield "in words", _parts(board_view.in_words(facts, game, said))
    yield "below the picture", _parts(board_view.boards(facts, game, said).below_picture)
    yield "closed board", _parts(board_view.closed_board(facts, game, said))
    yield "log", _parts(info_view.log_page(facts, game, None, said))
    yield "watched", newest(facts, game, None, said, 3000)
    yield "not asked", _parts(notices_view.not_asked(facts, game, said))
    yield "mark", GAME_UIS[facts.kind].epoch(game.view(None))


def pictured(game: Game, viewer: Viewer, language: str) -> Iterator[Look]:
    """Yields (name, content) of each picture with its alt text that this viewer can be shown now."""
    said, facts = translator_for(language), _facts(game.rules.name, len(game.seats))
    told = [event for event in game.told if event.to == ALL]
    yield "picture", _drawn(ILLUSTRATOR.board(_live(game, facts, language)))
    yield (
        "points",
        _drawn(
            GAME_UIS[facts.kind].get(Pictures).points(GAME_UIS[facts.kind].context(facts, said, game.view(None)), told)
        ),
    )
    for count in GAME_UIS[facts.kind].get(Pictures).scenes(told):
        yield f"sequence {count}", _drawn(ILLUSTRATOR.scene(told, count, game, facts, said))
    if viewer is not None:
        yield "drawn hand", _drawn(ILLUSTRATOR.hand(game, viewer, viewer, said))


def _live(game: Game, facts: TableFacts, language: str) -> LiveTable:
    """Returns a stand-in for a table that has only the data from which its picture is drawn."""
    row = SimpleNamespace(phase="running", kind=facts.kind, language=language)
    return cast("LiveTable", SimpleNamespace(game=game, facts=facts, row=row))


def _private(facts: TableFacts, game: Game, seat: str, language: str) -> Iterator[Look]:
    said, game_ui = translator_for(language), GAME_UIS[facts.kind]
    yield "hand", _parts(hand_view.hand(facts, game, seat, said, now=True))
    yield "digest", digest(facts, game, seat, said)
    yield "outcome", outcome(facts, game, seat, max(0, len(game.told) - 20), said)
    yield "standing", game_ui.standing(game_ui.context(facts, said, game.view(seat), seat=seat))
    for other in game.seats:
        seen = hand_view.peek(facts, game, seat, other, said) if other != seat else None
        yield f"peek {other}", seen and _parts(seen)
    for path in _paths(game, seat):
        for help_ in (panel_base.Help(), HELPING):
            shown = panel_view.panel(facts, game, seat, path, said, help_=help_)
            yield f"panel {path}", shown and _parts(shown)


def _paths(game: Game, seat: str) -> Iterator[tuple[int, ...]]:
    """Yields the paths of the panel's first page and of its first, middle and last option."""
    yield ()
    found = step(game, seat, ())
    if found is not None and not found.several:
        count = len(found.options)
        yield from ((at,) for at in sorted({0, count // 2, count - 1}) if at >= 0)


def _parts(view: LayoutView) -> str:
    return json.dumps(components_of(view), sort_keys=True, ensure_ascii=False)


def _drawn(sketch: Sketch | None) -> Any:
    return sketch and (sketch.scene, sketch.alt, sketch.digest)
