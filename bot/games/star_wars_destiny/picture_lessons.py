"""The pictures beside the walk-through that are of no single card: tables in the first round, a hand, the symbols."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from PIL import Image

from bot.drawing import Sketch
from bot.drawing.sketch import alt_of
from bot.games.star_wars_destiny import picture_cards, picture_symbols, picture_table, picture_words
from bot.games.star_wars_destiny.picture_scene import Battlefield, Character, Person, Rolled, Table, Upgrade
from bot.texts import Words
from rules.star_wars_destiny import STAR_WARS_DESTINY

GAME = STAR_WARS_DESTINY.name
ROBES = (Upgrade("a-jedi_robes"),)
FINN = Character("a-finn", 1)
ANNA = Person(
    "a", "Anna", 0, 4, 15, 0, (FINN, Character("a-rey", 2, shields=2, exhausted=True, upgrades=ROBES)),
    pool=(Rolled("a-rey+1", "1md"), Rolled("a-rey+2", "+2md"), Rolled("a-jedi_robes+1", "1f")),
)  # fmt: skip
BERT = Person(
    "b", "Bert", 2, 5, 15, 0, (Character("b-first_order_stormtrooper", 1), Character("b-kylo_ren", 2, shields=2)),
    turn=True,
)  # fmt: skip
FIELD = Battlefield("starship_graveyard", "a")
ROLLED = Table(1, "action", (ANNA, BERT), FIELD)
"""Anna has activated Rey; Bert is on turn."""
BEGUN = Table(
    1, "action",
    (
        replace(ANNA, resources=2, hand=5, turn=True, pool=(), characters=(FINN, Character("a-rey", 2))),
        replace(BERT, turn=False),
    ),
    FIELD,
)  # fmt: skip
"""Everything is laid out, nothing is done yet."""
HIT = Table(
    1, "action",
    (
        replace(ANNA, pool=ANNA.pool[2:]),
        replace(
            BERT, pool=(Rolled("b-kylo_ren+1", "2md1"), Rolled("b-kylo_ren+2", "sp")),
            characters=(BERT.characters[0], Character("b-kylo_ren", 2, damage=1, exhausted=True)),
        ),
    ),
    FIELD,
)  # fmt: skip
"""Rey's dice have dealt three damage to Kylo Ren; two shields have blocked as many."""
HAND = (("jedi_robes", 1), ("aim", 1), ("lightsaber", 1), ("force_throw", 1))


def _table(table: Table, words: Words) -> Sketch:
    alt = words("For example: {picture}", picture=picture_words.alt(table, words))
    return Sketch(GAME, "lesson", words.language, table, alt_of(alt), picture_table.painted)


def _hand(words: Words) -> Sketch:
    alts = (words("For example: {picture}", picture=told) for told in picture_cards.hand_in_words(HAND, words))
    return Sketch(GAME, "lesson", words.language, HAND, alt_of(*alts), picture_cards.hand_painted)


def _symbols(words: Words) -> Sketch:
    alt = alt_of(picture_symbols.in_words(words))
    return Sketch(GAME, "lesson", words.language, "symbols", alt, _symbols_painted)


def _symbols_painted(_scene: str, language: str) -> Image.Image:
    return picture_symbols.painted(language)


LESSONS: Mapping[str, Callable[[Words], Sketch]] = {
    "table": lambda words: _table(BEGUN, words),
    "dice": lambda words: _table(ROLLED, words),
    "resolve": lambda words: _table(HIT, words),
    "hand": _hand,
    "symbols": _symbols,
}
"""By what a page of the walk-through names as its picture."""
