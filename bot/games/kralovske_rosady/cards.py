"""The texts and looks of the influence cards, one entry per card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.games.kralovske_rosady.symbols import SIGNS
from bot.texts import N_
from rules.kralovske_rosady.cards import AT_HOME

ONLY_VALUE, AT_ONCE = N_("Cards that only have a value"), N_("Cards with an immediate effect")
AT_THE_END = N_("Cards with an effect at the evaluation")
KINDS: Mapping[str, str] = {
    ONLY_VALUE: N_("a card that only has a value"),
    AT_ONCE: N_("a card with an immediate effect"),
    AT_THE_END: N_("a card with an effect at the evaluation"),
}
"""The kind of card by chapter of the rulebook."""
VALUE_ONLY = N_("No effect: only its value counts.")
AT_ITS_SYMBOL = N_("12 under its own symbol ({symbol}), else 8; that is no effect.")


@dataclass(frozen=True, slots=True)
class Card:
    """One influence card."""

    name: str
    emoji: str
    part: str
    """The chapter of the rulebook in which the card is described."""
    text: str
    """The effect of the card, shown next to it."""
    more: str = ""
    """The additional text in the rules help."""
    varying: str = ""
    """The text that is shown in place of the value if that varies, such as `5/15`; otherwise empty."""


def _of_symbol(name: str, symbol: str) -> Card:
    """Returns the entry of a card without an effect that is worth 12 under its own symbol and 8 under any other."""
    return Card(name, SIGNS[symbol], ONLY_VALUE, AT_ITS_SYMBOL, varying=f"{AT_HOME}/8")


CARDS: Mapping[str, Card] = {
    "king": Card(N_("King"), "👑", ONLY_VALUE, VALUE_ONLY),
    "queen": Card(N_("Queen"), "👸", ONLY_VALUE, VALUE_ONLY),
    "julia": Card(
        N_("Julia"),
        "🌹",
        ONLY_VALUE,
        N_("No effect of her own. Romeo of the same colour is worth 15 in her column."),
        more=N_("A mage removes her; Romeo is then worth 5."),
    ),
    "alchemist": _of_symbol(N_("Alchemist"), "alchemy"),
    "swordsman": _of_symbol(N_("Swordsman"), "warfare"),
    "landowner": _of_symbol(N_("Landowner"), "farming"),
    "merchant": _of_symbol(N_("Merchant"), "trade"),
    "cardinal": _of_symbol(N_("Cardinal"), "religion"),
    "troubadour": _of_symbol(N_("Troubadour"), "art"),
    "explorer": Card(
        N_("Explorer"),
        "🧭",
        AT_ONCE,
        N_("When turned: goes to the next open column on the right, face down again."),
        more=N_(
            "From the last column it moves to the first, and it skips closed ones. It turns up the face-down "
            "card where it arrives, and that card takes effect. In one turn it moves at most as often as "
            "there are open columns; then it stays face up, as it does if all others are closed (K6)."
        ),
    ),
    "murderer": Card(
        N_("Murderer"),
        "🔪",
        AT_ONCE,
        N_("When turned: removes the card that turned it."),
        more=N_(
            "The card that turned it goes to its owner's discards, which can unfill the column (K12). Cards "
            "laid under a face-up murderer later stay. With 9½ it escapes both mage and witch (K3)."
        ),
    ),
    "storm": Card(
        N_("Storm"),
        "🌩️",
        AT_ONCE,
        N_("When turned: no more cards come to this column; it counts as filled."),
        more=N_("Only the card that turned it is below it. An explorer skips a closed column (K6)."),
    ),
    "disguise": Card(
        N_("Disguise"),
        "🎭",
        AT_ONCE,
        N_("When turned: you may hide a card of your hand under it until the round ends."),
        more=N_(
            "The hidden card counts in the evaluation with its effect, and a mage or a witch may remove it "
            "(K3). The disguise itself is worth 0: with nothing else here, a player can still win the column "
            "with a beggar."
        ),
    ),
    "traitor": Card(
        N_("Traitor"),
        "🐍",
        AT_ONCE,
        N_("When turned: you may swap this column's point card with another column's."),
        more=N_(
            "Also with a closed column. The swap can fill the last column and so end the round, or unfill one (K12)."
        ),
    ),
    "musketeers": Card(
        N_("Musketeers"),
        "🤺",
        AT_THE_END,
        N_("At the evaluation: cancel all effects here, only printed values count."),
        more=N_(
            "12 or 8 of the six symbol cards still counts, for it is no effect. A double has no value, Romeo 5, the "
            "hermit 12, Tom Thumb 2. Any number of musketeers does the same (K4)."
        ),
    ),
    "mage": Card(
        N_("Mage"),
        "🧙",
        AT_THE_END,
        N_("At the evaluation: removes every card of 10 and more; several cancel each other."),
        more=N_(
            "Printed values decide: it also removes symbol cards at 12, always the hermit, a double by the "
            "card it copies, and cards under a disguise. It removes cards of all players."
        ),
    ),
    "witch": Card(
        N_("Witch"),
        "🧹",
        AT_THE_END,
        N_("At the evaluation: removes every card of 9 and less but herself; several cancel."),
        more=N_(
            "Printed values decide: she also removes symbol cards at 8, a mage, always Tom Thumb and Romeo, "
            "a double by the card it copies, and cards under a disguise. She acts after the mage (K14)."
        ),
    ),
    "prince": Card(
        N_("Prince"),
        "🤴",
        AT_THE_END,
        N_("With the squire of the same colour it takes the column's point card."),
        more=N_(
            "If several players have both, the highest of these cards decides (K9). Musketeers, a mage or a "
            "witch can spoil it (K14). Without the squire it is worth 14."
        ),
    ),
    "squire": Card(
        N_("Squire"),
        "🛡️",
        AT_THE_END,
        N_("With the prince of the same colour it takes the column's point card."),
        more=N_(
            "If several players have both, the highest of these cards decides (K9). Musketeers, a mage or a "
            "witch can spoil it (K14). Without the prince it is worth 2."
        ),
    ),
    "hermit": Card(
        N_("Hermit"),
        "⛰️",
        AT_THE_END,
        N_("12, less 1 for each other card in the column, never below 0."),
        more=N_(
            "Cards above and below count, also a disguise. Cards that a mage or a witch removed no longer count (K10)."
        ),
        varying="12−",
    ),
    "tom_thumb": Card(
        N_("Tom Thumb"),
        "🤏",
        AT_THE_END,
        N_("2, and 3 more for each other card in the column."),
        more=N_(
            "Cards above and below count, also a disguise. Cards that a mage or a witch removed no longer count (K10)."
        ),
        varying="2+",
    ),
    "double": Card(
        N_("Double"),
        "👥",
        AT_THE_END,
        N_("Worth as much as the card directly below it in the end. Copies no effect."),
        more=N_(
            "If the card below leaves, the next one below counts; with none below, it has no value (K8). Of "
            "two doubles, the upper one copies the lower one. Dragons come after copying (K14). Mage and "
            "witch remove it by the printed value of the card it copies (K3); under musketeers it has no "
            "value (K2)."
        ),
        varying="↓",
    ),
    "dragon": Card(
        N_("Dragon"),
        "🐉",
        AT_THE_END,
        N_("At the evaluation: takes 2 from each card of the others here, never below 0."),
        more=N_("Every dragon does this, also against another player's dragon. It spares its owner's cards."),
    ),
    "romeo": Card(
        N_("Romeo"),
        "💘",
        AT_THE_END,
        N_("5; in one column with Julia of the same colour 15."),
        more=N_("A witch always removes him, for 5 is printed (K3)."),
        varying="5/15",
    ),
    "beggar": Card(
        N_("Beggar"),
        "🥣",
        AT_THE_END,
        N_("Here the lowest sum takes the point card; in a tie the card farthest down."),
        more=N_(
            "A player with no card here, or only doubles without a value, cannot win; a single disguise can, "
            "with 0 (K14). Several beggars do the same as one."
        ),
    ),
}
