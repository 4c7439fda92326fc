"""A montage of pictures: a board with several hands below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PIL import Image

from bot.drawing.canvas import Canvas
from bot.drawing.fonts import cut, writable
from bot.drawing.palette import CREAM
from bot.drawing.seats import mark_on
from bot.drawing.sketch import Sketch, first_alt
from bot.drawing.tokens import player_disc

GAP, STRIP = 16, 76


@dataclass(frozen=True, slots=True)
class Owned:
    """The sketch of one seat's hand, with the seat's token and the player's name."""

    sketch: Sketch
    seat: str
    name: str


def montage(board: Sketch, hands: Sequence[Owned]) -> Sketch:
    """Returns the sketch of one picture: the board with the hands below it."""
    scene = (board.digest, tuple((hand.sketch.digest, hand.seat, hand.name) for hand in hands))
    said = [f"{mark_on(hand.seat)} {hand.name}: {hand.sketch.alt}" for hand in hands]
    alt = first_alt([" ".join([board.alt, *said]), board.alt])
    return Sketch(board.game, "montage", board.language, scene, alt, partial(painted, board, hands))


def painted(board: Sketch, hands: Sequence[Owned], _scene: object, _language: str) -> Image.Image:
    """Returns the drawn board with the hands below it, two in a row if there are several."""
    top = board.image()
    wide = top.width if len(hands) == 1 else (top.width - GAP) // 2
    shown = [(hand, _narrowed(hand.sketch.image(), wide)) for hand in hands]
    rows = [shown[at : at + top.width // wide] for at in range(0, len(shown), top.width // wide)]
    canvas = Canvas(top.width, top.height + sum(_high(row) for row in rows))
    canvas.image.paste(top, (0, 0))
    y = top.height
    for row in rows:
        for at, (hand, image) in enumerate(row):
            left = at * (wide + GAP)
            canvas.paste(player_disc(hand.seat, 54), left + 16, y + 11)
            canvas.text(left + 84, y + 16, cut(writable(hand.name), 34, wide - 100), 34, CREAM)
            canvas.image.paste(image, (left, y + STRIP))
        y += _high(row)
    return canvas.image


def _high(row: Sequence[tuple[Owned, Image.Image]]) -> int:
    return STRIP + max(image.height for _, image in row) + GAP


def _narrowed(image: Image.Image, wide: int) -> Image.Image:
    if image.width <= wide:
        return image
    return image.resize((wide, round(image.height * wide / image.width)), Image.Resampling.LANCZOS)
