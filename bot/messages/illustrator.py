"""Which picture belongs to which message: a game's sketch, and the studio that draws it; no picture is no trouble."""

from __future__ import annotations

import logging
from collections.abc import Callable

from bot.drawing import Picture, Sketch, Studio
from bot.games.facts import TableFacts
from bot.games.pictures import PICTURES
from bot.monitoring import metrics
from bot.tables.live import LiveTable
from bot.texts import Words, words
from rules.engine import Game

log = logging.getLogger(__name__)


class Illustrator:
    """Sketches for what is shown, and pictures for sketches; nothing at all where pictures are switched off (None)."""

    def __init__(self, studio: Studio | None) -> None:
        self._studio = studio
        self._failed: set[str] = set()

    def board(self, live: LiveTable) -> Sketch | None:
        """The public board; once the game is over, the points over the rounds; None in a lobby."""
        game = live.game
        if game is None or live.row.phase == "lobby":
            return None
        return self._sketch(live.row.kind, lambda: _board(game, live.facts, words(live.row.language)))

    def hand(self, game: Game, viewer: str, seat: str, said: Words) -> Sketch | None:
        """A seat's hand as the viewing seat sees it; None where it does not, or where there are no cards."""
        kind = game.rules.name
        return self._sketch(kind, lambda: PICTURES[kind].hand(game.view(viewer), seat, said))

    def topic(self, kind: str, key: str, said: Words) -> Sketch | None:
        """What stands beside an entry of the rules help."""
        return self._sketch(kind, lambda: PICTURES[kind].topic(key, said))

    def lesson(self, kind: str, key: str, said: Words) -> Sketch | None:
        """What stands on a page of the walk-through."""
        return self._sketch(kind, lambda: PICTURES[kind].lesson(key, said))

    def ready(self, sketch: Sketch | None) -> Picture | None:
        """The picture if it is drawn already: for answering at once."""
        return None if sketch is None or self._studio is None else self._studio.ready(sketch)

    async def picture(self, sketch: Sketch | None) -> Picture | None:
        """The picture, drawn where it is not yet; None where there is none in time (the studio's patience)."""
        if sketch is None or self._studio is None:
            return None
        with metrics.timed(metrics.PICTURE):
            return await self._studio.picture(sketch)

    async def close(self) -> None:
        """No picture is waited for any more."""
        if self._studio is not None:
            await self._studio.close()

    def _sketch(self, kind: str, make: Callable[[], Sketch | None]) -> Sketch | None:
        if self._studio is None or kind not in PICTURES:
            return None
        try:
            return make()
        except Exception as error:
            # The class alone: the error's text might name a card of somebody's hand.
            if kind not in self._failed:
                self._failed.add(kind)
                log.error("Sketches of %s fail with %s; the text is shown alone.", kind, type(error).__name__)  # noqa: TRY400
            return None


def _board(game: Game, facts: TableFacts, said: Words) -> Sketch | None:
    pictures, view = PICTURES[facts.kind], game.view(None)
    if game.over:
        return pictures.points(view, game.told, facts, said)
    decision = game.decision if facts.phase == "running" else None
    asked, about = (decision.seats, decision.about) if decision is not None else ((), None)
    return pictures.board(view, facts, said, asked=asked, about=about, told=game.told)
