"""The games' pictures for the picker and for the local page: the first picture of each game's walk-through."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from PIL import Image, ImageOps

from bot.drawing import Sketch
from bot.drawing.canvas import Canvas
from bot.drawing.sketch import encoded
from bot.games import GAME_UIS
from bot.games.pictures import Pictures
from bot.games.tutorial import lessons
from bot.texts import Translator

WIDE, HIGH, GAP = 360, 300, 12
"""The width and the height of each game's picture, and the gap between two of them, in pixels."""
TOP: Final = (0.0, 0.0)
"""The part of a picture that is kept if it is too wide or too high: its beginning."""


def covers(words: Translator) -> Sketch | None:
    """Returns the picture of all games that have one, which is the same for everyone; None if no game has one."""
    titles, found = list[str](), list[Sketch]()
    for kind, game_ui in GAME_UIS.items():
        if (sketch := _first(kind, words)) is not None:
            titles.append(game_ui.title)
            found.append(sketch)
    if not found:
        return None
    scene = tuple(sketch.digest for sketch in found)
    return Sketch("all", "covers", words.language, scene, " · ".join(titles), partial(painted, tuple(found)))


def cover(kind: str, words: Translator) -> bytes | None:
    """Returns the picture of one game as a PNG; None if there is no such game or it has no picture."""
    sketch = _first(kind, words) if kind in GAME_UIS else None
    return None if sketch is None else encoded(_cut(sketch))


def _first(kind: str, words: Translator) -> Sketch | None:
    game_ui = GAME_UIS[kind]
    key = next((page.picture for page in lessons(game_ui, words) if page.picture), "")
    return game_ui.get(Pictures).lesson(key, words) if key else None


def _cut(sketch: Sketch) -> Image.Image:
    return ImageOps.fit(sketch.image().convert("RGB"), (WIDE, HIGH), Image.Resampling.LANCZOS, centering=TOP)


def painted(sketches: Sequence[Sketch], _scene: object, _language: str) -> Image.Image:
    """Returns the pictures side by side, each cut to the same size."""
    canvas = Canvas(len(sketches) * (WIDE + GAP) - GAP, HIGH)
    for at, sketch in enumerate(sketches):
        canvas.image.paste(_cut(sketch), (at * (WIDE + GAP), 0))
    return canvas.image
