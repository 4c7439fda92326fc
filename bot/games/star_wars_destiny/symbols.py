"""The names, emojis and effects of the sides of dice, and the emojis of dice and battlefields."""

from __future__ import annotations

from bot.drawing.palette import PANEL
from bot.drawing.signs import Sign
from bot.games.star_wars_destiny.picture_icons import SYMBOLS as ICONS
from bot.games.star_wars_destiny.picture_icons import battlefield, die
from bot.texts import N_, Translator
from rules.star_wars_destiny import facts

_EMOJIS = {
    "md": "⚔️", "rd": "🏹", "sh": "🛡️", "f": "🔄", "r": "💰", "dr": "⚡", "dc": "🗑️", "sp": "✨", "blank": "▫️",
}  # fmt: skip
SIGNS = {name: Sign(emoji, f"side_{name}", PANEL, ICONS[name]) for name, emoji in _EMOJIS.items()}
DIE, BATTLEFIELD = Sign("🎲", "die", PANEL, die), Sign("🚩", "battlefield", PANEL, battlefield)
SYMBOLS = {
    "md": N_("Melee damage"),
    "rd": N_("Ranged damage"),
    "sh": N_("Shields"),
    "f": N_("Focus"),
    "r": N_("Resources"),
    "dr": N_("Disrupt"),
    "dc": N_("Discard"),
    "sp": N_("Special"),
    "blank": N_("Blank"),
}
SYMBOL_TEXTS = {
    "md": N_("That much damage to one character; each die of one action may hit another (D18)."),
    "rd": N_(
        "That much damage to one character; each die of one action may hit another (D18). Melee and ranged are two "
        "symbols: never both in one action (D98)."
    ),
    "sh": N_(
        "That many shields to one character, who has three at most (D19). Each blocks one damage and is gone (D114)."
    ),
    "f": N_("Turn exactly that many other dice of your pool to sides of your choice (D22, R1)."),
    "r": N_("You get that many resources (D20)."),
    "dr": N_("An opponent loses that many resources, or all there are (D20)."),
    "dc": N_("An opponent discards that many hand cards at random, or all there are (D21)."),
    "sp": N_("The special ability of the die's own card happens, all of it (D23, D121)."),
    "blank": N_("A blank cannot be resolved (D24); reroll it, or turn it by a focus (D99, D22)."),
}


def _counted(symbol: str, n: int, words: Translator) -> str:
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
    "md": N_("X melee"), "rd": N_("X ranged"), "sh": N_("X shields"), "dr": N_("X disrupt"),
    "dc": N_("X discard"), "sp": N_("special"), "blank": N_("blank"),
}  # fmt: skip
"""The sides without a number of their own (D15, D197)."""


ROLLED = {"sp": N_("a special"), "blank": N_("a blank")}
"""The sides without a number as the result of a roll, with an article or a noun."""


def side_name(word: str, words: Translator, *, rolled: bool = False) -> str:
    """Returns a side as text: `2rd1` is "2 ranged for 1"; `rolled`: as the result of a roll, such as "a blank"."""
    side = facts.side(word)
    if rolled and side.symbol in ROLLED:
        said = words(ROLLED[side.symbol])
    elif side.x or side.symbol in ("sp", "blank"):
        said = words(UNCOUNTED[side.symbol])
    else:
        said = ("+" if side.modifier else "") + _counted(side.symbol, side.value, words)
    return words("{side} for {cost}", side=said, cost=side.cost) if side.cost else said


def sides_of(code: str, words: Translator) -> str:
    """Returns all sides of a card's die as one line."""
    return ", ".join(side_name(side.word, words) for side in facts.CARDS[code].sides)
