"""Pictures of the influence cards and symbols of Královské rošády with their texts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image

from bot.drawing.faces import Face, alone, side_by_side
from bot.drawing.fonts import writable
from bot.drawing.mosaic import Mosaic
from bot.games.game_ui import Topic
from bot.games.kralovske_rosady.cards import CARDS, KINDS
from bot.games.kralovske_rosady.names import Terms, worth
from bot.games.kralovske_rosady.picture_columns import PALETTE
from bot.games.kralovske_rosady.picture_icons import SYMBOLS as ICONS
from bot.games.kralovske_rosady.symbols import BACK, SYMBOLS, TINTS
from bot.games.kralovske_rosady.topics import topics
from bot.games.pictures import CardPictures, Hand
from bot.texts import Translator, translator_for
from rules.kralovske_rosady.cards import HOME


def hand_painted(hand: Hand, language: str) -> Mosaic:
    """Returns the picture of a hand: its cards side by side."""
    return side_by_side([card_face(card, translator_for(language)) for card, _ in hand], PALETTE)


def hand_in_words(hand: Hand, t: Translator) -> tuple[str, ...]:
    """Returns the alt texts of a hand, the longest first: with the cards' texts, or only their names."""
    terms, texts = Terms(t), _texts(t.language)
    full = " ".join(f"{terms.valued(card)}: {texts[card]}" for card, _ in hand)
    return full, ", ".join(terms.valued(card) for card, _ in hand)


def topic_painted(key: str, language: str) -> Image.Image:
    """Returns a large picture of the card or symbol of a topic; raises KeyError if the topic has no picture."""
    return alone(face_of(key, translator_for(language)), key)


def face_of(key: str, said: Translator) -> Face | None:
    """Returns the content of a card face for a topic about a card or symbol; None for other topics."""
    group, _, name = key.partition("_")
    if group == "card" and name in CARDS:
        return card_face(name, said)
    if group == "symbol" and name in SYMBOLS:
        topic = _topics(said.language)[key]
        return Face(writable(said(SYMBOLS[name])), topic.group, writable(topic.text), TINTS[name], ICONS[name])
    return None


def card_face(card: str, said: Translator) -> Face:
    """Returns the face of an influence card: its value, name, kind and effect."""
    terms, home = Terms(said), HOME.get(card)
    kind = said(KINDS[CARDS[card].part])
    tint = TINTS[home] if home else BACK
    foot = ICONS[home] if home else None
    return Face(terms.card(card), kind, _texts(said.language)[card], tint, big=worth(card), foot=foot)


@lru_cache(16)
def _texts(language: str) -> Mapping[str, str]:
    """Returns the texts of all cards, so that the time of a hand does not depend on which cards were shown before."""
    terms = Terms(translator_for(language))
    return {card: writable(terms.text(card)) for card in CARDS}


@lru_cache(16)
def _topics(language: str) -> dict[str, Topic]:
    return {topic.key: topic for topic in topics(translator_for(language))}


def _topic_in_words(key: str, t: Translator) -> str | None:
    face = face_of(key, t)
    if face is None:
        return None
    return ". ".join(part for part in (f"{face.title} {face.big}".strip(), face.line, face.text) if part)


PICTURES = CardPictures(hand_painted, hand_in_words, topic_painted, _topic_in_words)
