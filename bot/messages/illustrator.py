"""Pictures for messages: asks the game's front end for a sketch (what to draw) and the studio for its picture.

All messages also work without pictures.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from cachetools import LRUCache

from bot.drawing import Picture, Sketch, Studio
from bot.drawing.film import Scene, film
from bot.drawing.montage import Owned, montage
from bot.drawing.process import DrawingProcess
from bot.drawing.studio import always
from bot.drawing.threads import in_a_thread
from bot.games import GAME_UIS, context
from bot.games.context import NOTHING
from bot.games.facts import TableFacts
from bot.games.pictures import Pictures
from bot.games.replay_frames import ReplayFrames, Shot
from bot.games.result_card import result_card
from bot.monitoring import metrics
from bot.tables.live import LiveTable
from bot.texts import Translator, translator_for
from rules.engine import Game
from rules.events import Event

log = logging.getLogger(__name__)

FILM_PATIENCE: Final = 60.0
"""The seconds that a film may take; no player waits for it."""
FILMS_KEPT: Final = 4
HANDS_KEPT: Final = 256
LONGEST_FILM: Final = 60.0
"""The seconds after which the drawing of a film is cancelled."""


class Illustrator:
    """A service that returns sketches and pictures for messages.

    None if pictures are switched off, or if a sketch fails, which is logged once for each game.
    """

    def __init__(self, studio: Studio | None, process: DrawingProcess | None = None) -> None:
        """Takes the studio, and the process in which it draws; then each film is drawn in its own process, too."""
        draw_film = in_a_thread if process is None else DrawingProcess(LONGEST_FILM, stays=False).draw
        self._studio = studio
        self._films = None if studio is None else Studio(draw_film, patience=FILM_PATIENCE, kept=FILMS_KEPT)
        self._process = process
        self._failed: set[str] = set()
        self._hands: LRUCache[tuple[str, str, str], Sketch] = LRUCache(HANDS_KEPT)
        """The last sketches of hands by owner, seat and language: panels show the same hand several times."""

    @classmethod
    def in_processes(cls) -> Illustrator:
        """Returns an illustrator that draws in worker processes: one for pictures, and one for each film."""
        process = DrawingProcess()
        return cls(Studio(process.draw), process)

    @property
    def draws(self) -> bool:
        """Whether pictures are switched on."""
        return self._studio is not None

    def board(self, live: LiveTable) -> Sketch | None:
        """Returns the sketch of the public board, or of the chart by round once the game is over; None in a lobby."""
        game = live.game
        if game is None or live.row.phase == "lobby":
            return None
        return self._sketch(live.row.kind, lambda: _board(game, live.facts, translator_for(live.row.language)))

    def position(self, game: Game, seat: str, facts: TableFacts, said: Translator) -> Sketch | None:
        """Returns the sketch of the board of a game without a table, with one seat's hand below it."""
        board, hand = self._sketch(facts.kind, lambda: _board(game, facts, said)), self.hand(game, seat, seat, said)
        return montage(board, [Owned(hand, facts.token(seat), facts.seat(seat).name)]) if board and hand else board

    def hand(self, game: Game, viewer: str, seat: str, said: Translator) -> Sketch | None:
        """Returns the sketch of a seat's hand for the viewing seat; None if the hand is not visible or has no cards.

        The cached picture belongs to the viewer only, so that a fast picture does not tell what others hold.
        """
        kind, owner = game.rules.name, f"{game.head.game_id} {viewer}"
        former = self._hands.get((owner, seat, said.language))
        sketch = self._sketch(kind, lambda: _pictures(kind).hand(game.view(viewer), seat, said, former))
        if sketch is not None and sketch is not former:
            sketch = self._hands[owner, seat, said.language] = replace(sketch, owner=owner)
        return sketch

    def replayed(self, shot: Shot, facts: TableFacts, said: Translator) -> Sketch | None:
        """Returns the sketch of one step of a finished game: the public board with the visible hands below it."""
        board = self._sketch(facts.kind, lambda: _replayed(shot, facts, said))
        hands = [(seat, self.hand(shot.game, seat, seat, said)) for seat in shot.seen]
        shown = [
            Owned(hand, facts.token(seat), facts.seat(seat).name)
            for seat, hand in hands if hand is not None
        ]  # fmt: skip
        return montage(board, shown) if board is not None and shown else board

    def result(self, game: Game, facts: TableFacts, said: Translator) -> Sketch | None:
        """Returns the sketch of the result card of a finished game; None if it has no winner."""
        return self._sketch(facts.kind, lambda: result_card(facts, game, said))

    def scene(
        self, events: Sequence[Event], count: int, game: Game, facts: TableFacts, said: Translator
    ) -> Sketch | None:
        """Returns the sketch of an event sequence of which the first `count` public events have happened."""
        return self._sketch(facts.kind, lambda: _pictures(facts.kind).scene(context(facts, said, game), events, count))

    async def film(self, replay_frames: ReplayFrames, facts: TableFacts, said: Translator) -> Picture | None:
        """Returns the film of a finished game's turning points as onlookers saw them; None if it is late."""
        if self._films is None:
            return None
        unpinged = replace(facts, seats=tuple(replace(seat, user=None) for seat in facts.seats))
        scenes = []
        for at in replay_frames.turning_points():
            shot = replay_frames.shot(at)
            if sketch := self.replayed(shot, unpinged, said):
                scenes.append(Scene(sketch, caption(shot, unpinged, said)))
        title = GAME_UIS[facts.kind].title
        return await self._films.picture(film(scenes, title)) if scenes else None

    def topic(self, kind: str, key: str, said: Translator, reader: int) -> Sketch | None:
        """Returns the sketch of an entry of the rules help.

        The cached picture belongs to its reader, so that no one else learns which entry was read.
        """
        sketch = self._sketch(kind, lambda: _pictures(kind).topic(key, said))
        return None if sketch is None else replace(sketch, owner=str(reader))

    def lesson(self, kind: str, key: str, said: Translator) -> Sketch | None:
        """Returns the sketch of a page of the tutorial."""
        return self._sketch(kind, lambda: _pictures(kind).lesson(key, said))

    def ready(self, sketch: Sketch | None) -> Picture | None:
        """Returns the picture of a sketch if it is already drawn; None otherwise."""
        return None if sketch is None or self._studio is None else self._studio.ready(sketch)

    async def soon(self, sketch: Sketch | None) -> Picture | None:
        """Returns the picture of a sketch, drawn if necessary; None after more than a moment (the studio's `brief`)."""
        if sketch is None or self._studio is None:
            return None
        return await self._studio.picture(sketch, patience=self._studio.brief)

    async def picture(self, sketch: Sketch | None, still: Callable[[], bool] = always) -> Picture | None:
        """Returns the picture of a sketch, drawn if necessary; None if it is not ready in time (the studio's timeout).

        None also if it is no longer wanted when its turn comes (`still`).
        """
        if sketch is None or self._studio is None:
            return None
        with metrics.timed(metrics.PICTURE):
            return await self._studio.picture(sketch, still)

    def when_drawn(self, sketch: Sketch, call: Callable[[], None]) -> None:
        """Calls `call` once when a picture that was not drawn in time is ready."""
        if self._studio is not None:
            self._studio.when_drawn(sketch, call)

    def warm(self) -> None:
        """Starts the drawing process, if there is one, so that the first picture need not wait for it."""
        if self._process is not None:
            self._process.warm()

    async def close(self) -> None:
        """Stops all drawing."""
        for studio in (self._studio, self._films):
            if studio is not None:
                await studio.close()
        if self._process is not None:
            self._process.close()

    def _sketch(self, kind: str, make: Callable[[], Sketch | None]) -> Sketch | None:
        if self._studio is None:
            return None
        try:
            return make()
        except Exception as error:
            # The error's text might name a card of a hand, so only its type is logged.
            if kind not in self._failed:
                self._failed.add(kind)
                log.error("cannot lay out pictures of %s: %s; only the text is shown", kind, type(error).__name__)  # noqa: TRY400
            return None


def caption(shot: Shot, facts: TableFacts, said: Translator) -> str:
    """Returns the caption of a step in a replay: the text of its last turning point or else of its last event."""
    game_ui, ctx = GAME_UIS[facts.kind], context(facts, said)
    points = game_ui.get(Pictures).turning_points
    told = [(event, text) for event in shot.events if (text := game_ui.sentence(ctx, event))]
    turning = [text for event, text in told if event.name in points and not shot.last]
    said_last = [*(text for _, text in told), *turning][-1:]
    return "".join(said_last).replace("**", "").rstrip(".")


def _replayed(shot: Shot, facts: TableFacts, said: Translator) -> Sketch | None:
    game, pictures, then = shot.game, _pictures(facts.kind), replace(facts, phase="running")
    if shot.frame.told is not None:
        return pictures.scene(context(then, said, game), shot.together, shot.frame.told)
    if not shot.seen or game.over or game.decision is None:
        return _board(game, then, said)
    ctx = replace(context(then, said, game), view=shot.view)
    return pictures.opened(ctx, asked=game.decision.seats, told=game.told)


def _board(game: Game, facts: TableFacts, said: Translator) -> Sketch | None:
    pictures, ctx = _pictures(facts.kind), context(facts, said, game)
    if game.over:
        return pictures.points(ctx, game.standing)
    decision = game.decision if facts.phase == "running" else None
    asked, about = ((), NOTHING) if decision is None else (decision.seats, decision.about)
    return pictures.board(replace(ctx, about=about), asked=asked, told=game.standing)


def _pictures(kind: str) -> Pictures[Any]:
    return GAME_UIS[kind].get(Pictures)
