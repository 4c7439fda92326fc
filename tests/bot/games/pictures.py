"""Helpers for tests of pictures: sample tables, a check of the sheet's edges, and timing."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from PIL import Image

from bot.drawing import Sketch
from bot.drawing.canvas import Canvas
from bot.drawing.faces import Face
from bot.drawing.mosaic import Mosaic, flattened
from bot.drawing.sketch import png_of
from bot.games import GAME_UIS, context
from bot.games.mafia_city.picture import CityPictures
from bot.games.mafia_city.terms import MafiaContext
from bot.games.pictures import Pictures
from bot.texts import Translator, translator_for
from rules.engine import Game
from rules.mafia_city.table import LOCATIONS
from tests.bot.games import every_board
from tests.bot.laid_out import facts, laid_out

CITY = CityPictures()

Box = tuple[int, int, int, int]
FaceOf = Callable[[str, Translator], Face | None]


def busy_city(**how: Any) -> Game:
    """Returns a game of five players with something on every location."""
    return laid_out(
        5, prison="abc", harbour="cdeab", fight_club="abc", police_station="eedd", business_district="cb",
        private_club="bbd", town_hall="e", cell="ad", hitman="prison", mayor="b", policeman="c",
        points={"a": 6, "b": 3, "c": 5}, discard="rackets-hat secret_deal-bullet", **how,
    )  # fmt: skip


def city(game: Game, seats: int = 5, **how: Any) -> Sketch:
    """Returns the sketch of Mafia City's public board."""
    about, said = how.pop("about", {}), translator_for(how.pop("language", "cs"))
    return CITY.board(MafiaContext(facts(seats), said, game.view(None), about=about), **how)


def opened(sketch: Sketch) -> Image.Image:
    """Draws a sketch as a PNG file and returns what Pillow reads from that file, in RGB."""
    return Image.open(io.BytesIO(sketch.picture().png)).convert("RGB")


def pictured(
    kind: str, face_of: Callable[[str, Translator], Face | None], said: Translator
) -> Iterator[tuple[str, Face, Sketch]]:
    """Yields the topics of the rules help that have a picture, each with the face and the sketch."""
    for topic in GAME_UIS[kind].topics(said):
        face, sketch = face_of(topic.key, said), GAME_UIS[kind].get(Pictures).topic(topic.key, said)
        assert (face is None) == (sketch is None)
        if face is not None and sketch is not None:
            yield topic.key, face, sketch


def pictured_board(kind: str, game: Game, language: str = "cs") -> Sketch:
    """Returns the sketch of the public board of a game with an open decision."""
    decision = game.decision
    assert decision is not None
    ctx = context(every_board.facts(kind, len(game.seats)), translator_for(language), game)
    drawn = GAME_UIS[kind].get(Pictures).board(ctx, asked=decision.seats, told=game.told)
    assert drawn is not None
    return drawn


def milliseconds(sketch: Sketch, times: int = 10) -> float:
    """Returns the mean CPU milliseconds of `times` drawings of a picture on this machine, with warm caches."""
    sketch.picture()
    begin = time.process_time()
    for _ in range(times):
        sketch.picture()
    return (time.process_time() - begin) / times * 1000


def city_milliseconds() -> float:
    """Returns the milliseconds for a picture of a busy city, for `make bench` (target: 120)."""
    return milliseconds(city(busy_city(), asked=("b",), about={"location": LOCATIONS[1]}))


@dataclass
class Sheet:
    """A record of everything that is drawn on any canvas; nothing may cross a canvas's edges."""

    pieces: list[tuple[Image.Image, Box]] = field(default_factory=list)

    @classmethod
    def watched(cls, monkeypatch: pytest.MonkeyPatch) -> Sheet:
        """Returns a sheet that from now on records every piece drawn on a canvas, and fails if one crosses an edge.

        Until the end of the test, mosaics are drawn in one piece, not from cached parts.
        """
        sheet = cls()
        put, paste = Canvas.put, Canvas.paste

        def watched_put(canvas: Canvas, mask: Image.Image, x: float, y: float, ink: Any) -> None:
            sheet._see(canvas, mask, x, y)
            put(canvas, mask, x, y, ink)

        def watched_paste(canvas: Canvas, image: Image.Image, x: float, y: float, *mask: Image.Image) -> None:
            sheet._see(canvas, image, x, y)
            paste(canvas, image, x, y, *mask)

        monkeypatch.setattr(Canvas, "put", watched_put)
        monkeypatch.setattr(Canvas, "paste", watched_paste)
        # Drawn straight onto one sheet, not part by part: there every piece lies where one sees it.
        monkeypatch.setattr(Mosaic, "png", lambda mosaic: png_of(flattened(mosaic.image(), mosaic.palette)))
        return sheet

    def _see(self, canvas: Canvas, piece: Image.Image, x: float, y: float) -> None:
        left, top = round(x), round(y)
        box = (left, top, left + piece.width, top + piece.height)
        assert left >= 0, box
        assert top >= 0, box
        assert box[2] <= canvas.image.width, (box, canvas.image.size)
        assert box[3] <= canvas.image.height, (box, canvas.image.size)
        self.pieces.append((piece, box))

    def boxes_of(self, pieces: Sequence[Image.Image]) -> list[Box]:
        """Returns the boxes (left, top, right, bottom) in which these images were drawn."""
        return [box for piece, box in self.pieces if any(piece is one for one in pieces)]
