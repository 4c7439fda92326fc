"""Pictures of the cards, locations and symbols of Mafia City with their texts."""

from __future__ import annotations

from PIL import Image

from bot.drawing.faces import Face, alone, side_by_side
from bot.drawing.mosaic import Mosaic
from bot.games.mafia_city import picture_icons as icons
from bot.games.mafia_city.cards import CARDS, LOCATION, TYPE_TINTS
from bot.games.mafia_city.names import PLACES, SYMBOL_TEXTS, SYMBOLS, number_of
from bot.games.mafia_city.picture_city import PALETTE
from bot.games.mafia_city.symbols import SYMBOL_TINT, TINTS
from bot.games.mafia_city.terms import Terms
from bot.games.mafia_city.topics import ON_PLACES
from bot.games.pictures import CardPictures, Hand
from bot.texts import Translator, translator_for
from rules.mafia_city.deck import kind_of, symbol_of


def hand_painted(hand: Hand, language: str) -> Mosaic:
    """Returns the picture of a hand: its cards side by side."""
    return side_by_side([_card(code, count, translator_for(language)) for code, count in hand], PALETTE)


def in_words(hand: Hand, said: Translator) -> tuple[str, ...]:
    """Returns the alt texts of a hand, the longest first: with types and texts, with texts, or with names only."""
    terms = Terms(said)
    names = [f"{terms.card(code)}{f' ×{count}' if count > 1 else ''}" for code, count in hand]
    types, texts = [said(CARDS[kind_of(code)].type) for code, _ in hand], [terms.text(code) for code, _ in hand]
    full = (f"{name}, {type_}: {text}" for name, type_, text in zip(names, types, texts, strict=True))
    brief = (f"{name}: {text}" for name, text in zip(names, texts, strict=True))
    return " ".join(full), " ".join(brief), ", ".join(names)


def topic_painted(key: str, language: str) -> Image.Image:
    """Returns a large picture of the card, location or symbol of a topic; raises KeyError if it has no picture."""
    return alone(face_of(key, translator_for(language)), key)


def face_of(key: str, said: Translator) -> Face | None:
    """Returns the content of a card face for a topic about a card, location or symbol; None for other topics."""
    group, _, name = key.partition("_")
    if key in PLACES:
        return Face(said(PLACES[key]), said(LOCATION), said(ON_PLACES[key]), TINTS[key], big=str(number_of(key)),
                    foot=icons.PLACES[key])  # fmt: skip
    if group == "card" and name in CARDS:
        return _face(name, said)
    if group == "symbol" and name in SYMBOLS:
        return Face(said(SYMBOLS[name]), "", said(SYMBOL_TEXTS[name]), SYMBOL_TINT, icons.SYMBOLS[name])
    return None


def _face(kind: str, said: Translator) -> Face:
    card = CARDS[kind]
    return Face(said(card.name), said(card.type), said(card.text), TYPE_TINTS[card.type], card.icon)


def _card(code: str, count: int, said: Translator) -> Face:
    plain, symbol = _face(kind_of(code), said), symbol_of(code)
    line = f"{plain.line} · {said(SYMBOLS[symbol])}"
    return Face(plain.title, line, plain.text, plain.tint, plain.icon, foot=icons.SYMBOLS[symbol], count=count)


def _topic_in_words(key: str, t: Translator) -> str | None:
    face = face_of(key, t)
    if face is None:
        return None
    return ". ".join(part for part in (f"{face.big} {face.title}".strip(), face.line, face.text) if part)


PICTURES = CardPictures(hand_painted, in_words, topic_painted, _topic_in_words)
