"""The pictures of tutorial pages that show no single card: the steps of a first round, and the symbols."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from PIL import Image

from bot.drawing import Sketch
from bot.drawing.canvas import Canvas
from bot.drawing.fonts import fitting
from bot.drawing.palette import CREAM, EDGE, FADED, PANEL
from bot.drawing.sketch import first_alt
from bot.games.pictures import example
from bot.games.star_wars_destiny import picture_alt_text, picture_table
from bot.games.star_wars_destiny.picture_dice import TINTS, die_image, die_mask
from bot.games.star_wars_destiny.picture_scene import Battlefield, Character, Person, Rolled, Table, Upgrade
from bot.games.star_wars_destiny.symbols import SYMBOLS, side_name
from bot.texts import Translator, translator_for
from rules.star_wars_destiny import STAR_WARS_DESTINY
from rules.star_wars_destiny.facts import side

GAME = STAR_WARS_DESTINY.name
FINN, REY = Character("a-finn", 1), Character("a-rey", 2)
TROOPER, KYLO = Character("b-first_order_stormtrooper", 1), Character("b-kylo_ren", 2)
ANNA = Person("a", "Anna", 2, 5, 15, 0, (REY, FINN))
BERT = Person("b", "Bert", 2, 5, 15, 0, (TROOPER, KYLO))
FIELD = Battlefield("starship_graveyard", "a")
TEAMS = Table(1, "setup", (replace(ANNA, resources=0), replace(BERT, resources=0)))
"""An example table at which both starter sets are laid out."""
SHIELDED = replace(KYLO, shields=2)
SET_UP = Table(1, "action", (replace(ANNA, turn=True), replace(BERT, characters=(TROOPER, SHIELDED))), FIELD)
"""The example after the set-up: Anna's battlefield is used, and Kylo Ren has the shields in exchange for Bert's."""
DRESSED = replace(REY, shields=2, exhausted=True, upgrades=(Upgrade("a-jedi_robes"),))
FOCUS = Rolled("a-jedi_robes+1", "1f")
ACTIVE = replace(
    ANNA, resources=0, hand=4, turn=True, characters=(DRESSED, FINN),
    pool=(Rolled("a-rey+1", "1md"), Rolled("a-rey+2", "+2md"), FOCUS),
)  # fmt: skip
SPECIAL = Rolled("b-kylo_ren+2", "sp")
ANSWERING = replace(
    BERT, characters=(TROOPER, replace(SHIELDED, exhausted=True)), pool=(Rolled("b-kylo_ren+1", "2md1"), SPECIAL)
)
ACTIVATED = Table(1, "action", (ACTIVE, ANSWERING), FIELD)
"""The example after Rey and Kylo Ren were activated."""
RESOLVED = Table(
    1, "action",
    (
        replace(ACTIVE, characters=(replace(DRESSED, shields=0), FINN), pool=(FOCUS,)),
        replace(
            BERT, resources=1, characters=(TROOPER, replace(KYLO, damage=1, exhausted=True)), pool=(SPECIAL,)
        ),
    ),
    FIELD,
)  # fmt: skip
"""The example after both have resolved their melee damage."""
CLAIMED = Table(
    1, "action",
    (
        replace(
            ANNA, resources=0, hand=4, claimed=True,
            characters=(replace(DRESSED, shields=0, damage=3), replace(FINN, exhausted=True)),
        ),
        replace(
            BERT, hand=4, discards=1, turn=True,
            characters=(replace(TROOPER, damage=2, exhausted=True), replace(KYLO, damage=1, exhausted=True)),
        ),
    ),
    FIELD,
)  # fmt: skip
"""The example after Anna has claimed the battlefield."""
WIDE, GAP, HIGH, DIE = 1080, 12, 136, 108
SHOWN = {
    "1md": "blue", "2rd": "red", "1sh": "blue", "2r": "yellow", "1dr": "red", "1dc": "yellow", "1f": "gray",
    "sp": "blue", "blank": "gray", "+2md": "blue", "2rd1": "red", "xrd": "red",
}  # fmt: skip
"""The example sides: one of each symbol, a modifier, a side with a cost, and one whose value a card defines."""


def _table(table: Table, t: Translator) -> Sketch:
    return example(GAME, t, table, [picture_alt_text.alt(table, t)], picture_table.painted)


def _symbols(words: Translator) -> Sketch:
    alt = first_alt([", ".join(f"{below}: {name}" for name, below in (_named(word, words) for word in SHOWN))])
    return Sketch(GAME, "lesson", words.language, "symbols", alt, _symbols_painted)


def _symbols_painted(_scene: str, language: str) -> Image.Image:
    """Draws all symbols in two columns: an example die, the symbol's name and the side's name."""
    said, rows = translator_for(language), -(-len(SHOWN) // 2)
    canvas, wide = Canvas(WIDE, GAP + rows * (HIGH + GAP)), (WIDE - 3 * GAP) // 2
    for at, (word, tint) in enumerate(SHOWN.items()):
        x, y = GAP + at % 2 * (wide + GAP), GAP + at // 2 * (HIGH + GAP)
        canvas.frame(x, y, wide, HIGH, (EDGE, PANEL), (16, 3))
        canvas.paste(die_image(word, TINTS[tint], DIE), x + 14, y + 14, die_mask(DIE))
        name, below = _named(word, said)
        room = wide - DIE - 50
        canvas.text(x + DIE + 32, y + 24, name, fitting(name, range(42, 24, -1), room, "Bold"), CREAM, weight="Bold")
        canvas.text(x + DIE + 32, y + 80, below, fitting(below, range(32, 20, -1), room), FADED)
    return canvas.image


def _named(word: str, said: Translator) -> tuple[str, str]:
    return said(SYMBOLS[side(word).symbol]), side_name(word, said)


TABLES: Mapping[str, Table] = {
    "team": TEAMS, "setup": SET_UP, "activate": ACTIVATED, "resolve": RESOLVED, "claim": CLAIMED,
}  # fmt: skip
LESSONS: Mapping[str, Callable[[Translator], Sketch]] = {
    **{name: partial(_table, table) for name, table in TABLES.items()}, "symbols": _symbols,
}  # fmt: skip
"""The name of a picture in a tutorial page -> the function that returns its sketch."""
