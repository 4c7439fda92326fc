"""What the sides of the dice are called, how they look in text, and what they do."""

from __future__ import annotations

from bot.texts import Words, later
from rules.star_wars_destiny import facts

SIGNS = {
    "md": "⚔️", "rd": "🎯", "sh": "🛡️", "f": "🔄", "r": "💰", "dr": "⚡", "dc": "🗑️", "sp": "✨", "blank": "▫️",
}  # fmt: skip
SYMBOLS = {
    "md": later("Melee damage"),
    "rd": later("Ranged damage"),
    "sh": later("Shields"),
    "f": later("Focus"),
    "r": later("Resources"),
    "dr": later("Disrupt"),
    "dc": later("Discard"),
    "sp": later("Special"),
    "blank": later("Blank"),
}
SYMBOL_TEXTS = {
    "md": later("That much damage to one character; each die of one action may hit another (D18)."),
    "rd": later(
        "That much damage to one character; each die of one action may hit another (D18). Melee and ranged are two "
        "symbols: never both in one action (D98)."
    ),
    "sh": later(
        "That many shields to one character, who has three at most (D19). Each blocks one damage and is gone (D114)."
    ),
    "f": later("Turn exactly so many other dice of your pool to sides of your choice (D22, R1)."),
    "r": later("You get that many resources (D20)."),
    "dr": later("An opponent loses that many resources, or all there are (D20)."),
    "dc": later("An opponent discards that many hand cards at random, or all there are (D21)."),
    "sp": later("The special ability of the die's own card happens, all of it (D23, D121)."),
    "blank": later("A blank cannot be resolved (D24); reroll it, or turn it by a focus (D99, D22)."),
}


def symbol_name(symbol: str, words: Words) -> str:
    """A symbol with its sign."""
    return f"{SIGNS[symbol]} {words(SYMBOLS[symbol])}"


def _counted(symbol: str, n: int, words: Words) -> str:
    match symbol:
        case "md":
            return words.plural("{n} melee", "{n} melee", n)
        case "rd":
            return words.plural("{n} ranged", "{n} ranged", n)
        case "sh":
            return words.plural("{n} shield", "{n} shields", n)
        case "f":
            return words.plural("{n} focus", "{n} focus", n)
        case "r":
            return words.plural("{n} resource", "{n} resources", n)
        case "dr":
            return words.plural("{n} disrupt", "{n} disrupt", n)
    return words.plural("{n} discard", "{n} discard", n)


UNCOUNTED = {
    "md": later("X melee"), "rd": later("X ranged"), "sh": later("X shields"), "dr": later("X disrupt"),
    "dc": later("X discard"), "sp": later("special"), "blank": later("blank"),
}  # fmt: skip
"""Sides without a number of their own (D15, D197)."""


def side_name(word: str, words: Words) -> str:
    """What a side shows: `2rd1` is "2 ranged for 1"."""
    side = facts.side(word)
    if side.x or side.symbol in ("sp", "blank"):
        said = words(UNCOUNTED[side.symbol])
    else:
        said = ("+" if side.modifier else "") + _counted(side.symbol, side.value, words)
    return words("{side} for {cost}", side=said, cost=side.cost) if side.cost else said


def sides_of(code: str, words: Words) -> str:
    """All sides of a card's die, in one line."""
    return ", ".join(side_name(side.word, words) for side in facts.CARDS[code].sides)
