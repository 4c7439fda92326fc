"""Pictures of card faces: cost and title, type, text, and the six sides of the die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import Image

from bot.drawing.canvas import TOP, Canvas, line_height
from bot.drawing.faces import STEP, Face, alone
from bot.drawing.fonts import cut, fitting, width, wrapped, writable
from bot.drawing.mosaic import Mosaic
from bot.drawing.palette import CREAM, GOLD, INK, NIGHT, blend, colour, readable_on
from bot.games.pictures import CardPictures, Hand
from bot.games.star_wars_destiny.cards import facts_line, says
from bot.games.star_wars_destiny.picture_dice import die_image, die_mask, tint_of
from bot.games.star_wars_destiny.picture_icons import SYMBOLS as ICONS
from bot.games.star_wars_destiny.picture_icons import TYPES
from bot.games.star_wars_destiny.picture_table import PALETTE
from bot.games.star_wars_destiny.symbols import SYMBOL_TEXTS, SYMBOLS
from bot.texts import Translator, translator_for
from rules.star_wars_destiny.facts import CARDS, Printed

GAP, IN_A_ROW = 14, 2
SYMBOL_TINT = colour("#3d4763")
FREE_OF_COST = ("character", "battlefield")
CARD, SYMBOL = "card_", "symbol_"
"""The prefixes of the keys of topics that have a picture."""
Corner = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Size:
    """The sizes of a card and its parts in pixels; a card in a hand may be less high.

    `lines`, `texts`: the sizes of its facts and of its effects that are tried, the largest first.
    """

    wide: int
    high: int
    band: int
    title: int
    lines: range
    texts: range
    die: int


SMALL = Size(520, 452, 78, 40, range(27, 23, -1), range(32, 23, -1), 77)
LARGE = Size(1052, 640, 120, 68, range(44, 27, -1), range(50, 27, -1), 150)


DIELESS = replace(LARGE, high=LARGE.high - LARGE.die)
"""The size of a large card without a row of sides."""


def hand_painted(hand: Hand, language: str) -> Mosaic:
    """Returns the picture of a hand: its cards side by side, each row only as high as its highest card."""
    rows, high = [hand[at : at + IN_A_ROW] for at in range(0, len(hand), IN_A_ROW)], heights(language)
    row_heights = [max(high[code] for code, _ in row) for row in rows]
    columns = min(len(hand), IN_A_ROW)
    size = 2 * GAP + SMALL.wide + (columns - 1) * STEP, GAP + sum(height + GAP for height in row_heights)
    mosaic, top = Mosaic(*size, PALETTE, private=True), GAP
    for row, height in zip(rows, row_heights, strict=True):
        for at, counted in enumerate(row):
            corner = GAP + at * STEP, top
            mosaic.lay(_small, corner, (SMALL.wide, height), counted, language, height)
        top += height + GAP
    return mosaic


@lru_cache(16)
def heights(language: str) -> Mapping[str, int]:
    """Returns the height in pixels, an even number, that each card in a hand needs for its text and sides.

    It contains all cards, so that the time of a hand does not depend on which cards were shown before.
    """
    said = translator_for(language)
    return {
        code: SMALL.high - max(0, body(code, SMALL, said).left) // 2 * 2
        for code, card in CARDS.items()
        if card.type not in FREE_OF_COST
    }


def _small(canvas: Canvas, corner: tuple[float, float], counted: tuple[str, int], language: str, height: int) -> None:
    size = replace(SMALL, high=height)
    _card(canvas, counted, (round(corner[0]), round(corner[1])), size, translator_for(language))


def topic_painted(key: str, language: str) -> Image.Image:
    """Returns a large picture of the card or symbol of a topic; raises KeyError if the topic has no picture."""
    face = symbol_face(key, translator_for(language))
    if face is not None:
        return alone(face, key)
    code = key.removeprefix(CARD)
    size = LARGE if CARDS[code].has_die else DIELESS
    canvas = Canvas(size.wide + 2 * GAP, size.high + 2 * GAP)
    _card(canvas, (code, 1), (GAP, GAP), size, translator_for(language))
    return canvas.image


def symbol_face(key: str, said: Translator) -> Face | None:
    """Returns the content of a card face for a topic about a dice symbol, with its effect; None for another topic."""
    name = key.removeprefix(SYMBOL)
    if not key.startswith(SYMBOL) or name not in SYMBOLS:
        return None
    return Face(said(SYMBOLS[name]), "", writable(said(SYMBOL_TEXTS[name])), SYMBOL_TINT, ICONS[name])


# Alt texts


def hand_in_words(hand: Hand, said: Translator) -> tuple[str, ...]:
    """Returns the alt texts of a hand, the longest first: everything printed, the sentences, or the names only."""
    names = [f"{CARDS[code].name}{f' ×{count}' if count > 1 else ''}" for code, count in hand]
    facts = [" · ".join(facts_line(code, said)) for code, _ in hand]
    texts = [" ".join(says(code, said)) for code, _ in hand]
    full = (" ".join(f"{name}: {line}. {text}".split()) for name, line, text in zip(names, facts, texts, strict=True))
    brief = (f"{name}: {text}" if text else f"{name}." for name, text in zip(names, texts, strict=True))
    return writable(" ".join(full)), writable(" ".join(brief)), ", ".join(names)


def _is_pictured(key: str) -> bool:
    """Returns whether a topic of the rules help is about a card or a symbol."""
    group, name = key.partition("_")[::2]
    return (f"{group}_" == CARD and name in CARDS) or (f"{group}_" == SYMBOL and name in SYMBOLS)


def topic_in_words(key: str, said: Translator) -> str | None:
    """Returns the alt text for the picture of a topic's card or symbol; None for the key of another topic."""
    if not _is_pictured(key):
        return None
    face = symbol_face(key, said)
    return hand_in_words(((key.removeprefix(CARD), 1),), said)[0] if face is None else f"{face.title}. {face.text}"


# Drawing


def _card(canvas: Canvas, counted: tuple[str, int], corner: Corner, size: Size, said: Translator) -> None:
    (code, count), (x, y), pad = counted, corner, size.band // 5
    card, tint = CARDS[code], tint_of(code)
    canvas.frame(x, y, size.wide, size.high, (tint, CREAM), (size.band // 3, size.band // 12))
    canvas.box(x, y, size.wide, size.band, tint, size.band // 3, TOP)
    _band(canvas, card, count, corner, size)
    written = body(code, size, said)
    top = y + size.band + pad // 3
    for line in written.facts:
        canvas.text(x + pad, top, line, written.small, blend(tint, NIGHT, 0.55))
        top += line_height(written.small)
    top += pad // 3
    for paragraph in written.paragraphs:
        for line in paragraph:
            canvas.text(x + pad, top, line, written.large, INK, weight="Medium")
            top += line_height(written.large)
        top += _between(written.large)
    if card.has_die:
        _sides(canvas, card, (x, y + size.high - pad // 2 - size.die - pad // 2), size)


@dataclass(frozen=True, slots=True)
class Body:
    """The text below a card's title, in lines: facts in the smaller size, sentences in the larger one."""

    facts: Sequence[str]
    small: int
    paragraphs: Sequence[Sequence[str]]
    large: int
    left: int
    """The remaining room in pixels; below 0, the text does not fit even in the smallest size."""


def body(code: str, size: Size, said: Translator) -> Body:
    """Returns the text of a card in the largest size that fits, or in the smallest one if none fits."""
    pad, facts, texts = size.band // 5, facts_line(code, said)[0], [writable(text) for text in says(code, said)]
    wide = size.wide - 2 * pad
    small = fitting(facts, size.lines, wide)
    lines = wrapped(facts, small, wide)
    die = size.die + pad // 2 if CARDS[code].has_die else 0
    high = size.high - size.band - 2 * (pad // 3) - len(lines) * line_height(small) - die - pad // 2
    for large in size.texts:
        paragraphs = [wrapped(text, large, wide, "Medium") for text in texts]
        left = high - sum(len(each) * line_height(large) + _between(large) for each in paragraphs)
        if left >= 0:
            break
    return Body(lines, small, paragraphs, large, left)


def _band(canvas: Canvas, card: Printed, count: int, corner: Corner, size: Size) -> None:
    """Draws the cost (or type) and title on the card's colour, and the number of copies."""
    x, tint, middle = corner[0], tint_of(card.code), corner[1] + size.band / 2
    ink, half = readable_on(tint), size.band // 2
    if card.type in FREE_OF_COST:
        canvas.icon(TYPES[card.type], x + half + half // 4, middle, round(size.band * 0.6), ink)
    else:
        canvas.disc(x + half + half // 4, middle, size.band * 0.38, GOLD)
        canvas.disc(x + half + half // 4, middle, size.band * 0.34, INK)
        canvas.centred(x + half + half // 4, middle, str(card.cost), round(size.band * 0.52), GOLD)
    left, right = x + 2 * half + half // 2, x + size.wide - half // 2
    if card.type not in FREE_OF_COST:
        canvas.icon(TYPES[card.type], right - half // 2, middle, half, ink)
        right -= half + half // 3
    if count > 1:
        right -= _count(canvas, count, (right, middle), size.title)
    title = fitting(card.name, range(size.title, size.title * 5 // 9, -1), right - left, "Bold")
    shown = cut(card.name, title, right - left, "Bold")
    canvas.text(left, middle - title * 0.62, shown, title, ink, weight="Bold")


def _count(canvas: Canvas, count: int, place: tuple[float, float], size: int) -> int:
    """Draws the number of copies of a card, with its right edge at that place; returns its width in pixels."""
    said, (right, middle) = f"×{count}", place
    wide = width(said, size, "Bold") + size // 2
    canvas.box(right - wide, middle - size * 0.6, wide, round(size * 1.2), INK, size // 2)
    canvas.centred(right - wide / 2, middle, said, size, GOLD)
    return wide + size // 4


def _sides(canvas: Canvas, card: Printed, corner: Corner, size: Size) -> None:
    (x, y), count = corner, len(card.sides)
    step = (size.wide - 2 * (size.band // 6) - size.die) / (count - 1)
    for at, side in enumerate(card.sides):
        image = die_image(side.word, tint_of(card.code), size.die)
        canvas.paste(image, x + size.band // 6 + at * step, y, die_mask(size.die))


def _between(size: int) -> int:
    return size // 3


PICTURES = CardPictures(hand_painted, hand_in_words, topic_painted, topic_in_words)
