"""The pictures of tutorial pages that show no single card: a round, a hand, the six symbols."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.drawing import Sketch
from bot.drawing.faces import Face, side_by_side
from bot.drawing.mosaic import Mosaic
from bot.drawing.sketch import first_alt
from bot.games.kralovske_rosady import picture_cards, picture_columns, picture_scene
from bot.games.kralovske_rosady.cards import CARDS
from bot.games.kralovske_rosady.picture_columns import PALETTE
from bot.games.kralovske_rosady.picture_icons import SYMBOLS as ICONS
from bot.games.kralovske_rosady.picture_scene import Column, Lying, Person, Table
from bot.games.kralovske_rosady.symbols import SYMBOLS, TINTS
from bot.games.kralovske_rosady.topics import POINT_CARDS
from bot.games.pictures import example
from bot.texts import N_, Translator, translator_for
from rules.kralovske_rosady import KRALOVSKE_ROSADY
from rules.kralovske_rosady.cards import HOME

GAME = KRALOVSKE_ROSADY.name
COLUMNS = (
    Column("art-3", False, (Lying("a", "king", False), Lying("b", "mage", False), Lying("c", None, False))),
    Column("trade-5", False, (Lying("b", "queen", False), Lying("a", None, False))),
    Column("warfare-2", False, (Lying("c", None, False),)),
)
PEOPLE = (
    Person("a", "Anna", 0, 3, 20, 0, True), Person("b", "Bert", 0, 3, 20, 0, False),
    Person("c", "Cyril", 0, 3, 20, 0, False),
)  # fmt: skip
ROUND = Table(1, "play", COLUMNS, PEOPLE)
HAND = (("swordsman", 1), ("storm", 1), ("witch", 1))
BELOW = N_("{card} is worth 12 in this column, 8 elsewhere.")


def _round(t: Translator) -> Sketch:
    return example(GAME, t, ROUND, [picture_scene.alt(ROUND, t)], picture_columns.painted)


def _hand(t: Translator) -> Sketch:
    return example(GAME, t, HAND, picture_cards.hand_in_words(HAND, t), picture_cards.hand_painted)


def _symbols(said: Translator) -> Sketch:
    alt = " ".join(f"{face.title}: {face.text}" for face in _faces(tuple(HOME), said))
    return Sketch(GAME, "lesson", said.language, tuple(HOME), first_alt([alt]), _symbols_painted)


def _symbols_painted(cards: tuple[str, ...], language: str) -> Mosaic:
    return side_by_side(_faces(cards, translator_for(language)), PALETTE)


def _faces(cards: tuple[str, ...], said: Translator) -> list[Face]:
    """Returns one face per card: the card's symbol, and a sentence: the card is worth 12 there, 8 elsewhere."""
    return [
        Face(said(SYMBOLS[HOME[card]]), said(POINT_CARDS), said(BELOW, card=said(CARDS[card].name)), TINTS[HOME[card]],
             ICONS[HOME[card]])
        for card in cards
    ]  # fmt: skip


LESSONS: Mapping[str, Callable[[Translator], Sketch]] = {"columns": _round, "turn": _hand, "scoring": _symbols}
"""The name of a picture in a tutorial page -> the function that returns its sketch."""
