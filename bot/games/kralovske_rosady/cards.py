"""The texts and looks of the influence cards, one entry per card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.games.kralovske_rosady.symbols import DISGUISE, SIGNS, STORM
from bot.texts import N_
from rules.kralovske_rosady.cards import AT_HOME

ONLY_VALUE, AT_ONCE = N_("Cards that only have a value"), N_("Cards with an immediate effect")
AT_THE_END = N_("Cards with an effect at the evaluation")
KINDS: Mapping[str, str] = {
    ONLY_VALUE: N_("Value only"),
    AT_ONCE: N_("Immediate effect"),
    AT_THE_END: N_("Effect at the evaluation"),
}
"""The kind of a single card by chapter of the rulebook."""
VALUE_ONLY = N_("No effect: only its value counts.")
AT_ITS_SYMBOL = N_("Worth 12 under its own symbol ({symbol}), otherwise 8.")


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
        N_("Juliet"),
        "🌹",
        ONLY_VALUE,
        N_("No effect of her own. Your Romeo is worth 15 in her column."),
        more=N_("A Mage removes her; Romeo is then worth 5."),
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
        N_("When turned over: moves to the next column on the right, face down again."),
        more=N_(
            "From the last column it moves to the first, and it skips closed ones. It turns over the face-down "
            "card where it arrives, and that card takes effect. In one turn it moves at most as often as there "
            "are columns that are not closed; then it stays face up, as it does if all others are closed (K6)."
        ),
    ),
    "murderer": Card(
        N_("Murderer"),
        "🔪",
        AT_ONCE,
        N_("When turned over: removes the card that turned it over."),
        more=N_(
            "The card that turned it over goes to its owner's discards, so the column may no longer be full (K12). "
            "Cards laid below a face-up Murderer later stay. With 9½ it escapes both Mage and Witch (K3)."
        ),
    ),
    "storm": Card(
        N_("Storm"),
        STORM,
        AT_ONCE,
        N_("When turned over: closes the column. It counts as full, and no more cards can be laid there."),
        more=N_("Only the card that turned it over is below it. An Explorer skips a closed column (K6)."),
    ),
    "disguise": Card(
        N_("Disguise"),
        DISGUISE,
        AT_ONCE,
        N_("When turned over: you may put a card of your hand under it, hidden until the round ends."),
        more=N_(
            "The hidden card counts in the evaluation with its effect, and a Mage or a Witch may remove it "
            "(K3). The Disguise itself is worth 0: with nothing else here, a player can still win the column "
            "with a Beggar."
        ),
    ),
    "traitor": Card(
        N_("Traitor"),
        "🐍",
        AT_ONCE,
        N_("When turned over: you may swap this column's point card with that of another column."),
        more=N_(
            "Also with a closed column. After the swap the last column may be full, which ends the round, or a full "
            "one may need more cards (K12)."
        ),
    ),
    "musketeers": Card(
        N_("Musketeers"),
        "🤺",
        AT_THE_END,
        N_("At the evaluation: cancel all effects here, only printed values count."),
        more=N_(
            "The 12 or 8 of the six symbol cards still counts, because it is no effect. A Double has no value, Romeo "
            "5, the Hermit 12, Tom Thumb 2. Any number of Musketeers does the same (K4)."
        ),
    ),
    "mage": Card(
        N_("Mage"),
        "🧙",
        AT_THE_END,
        N_("At the evaluation: removes everyone's cards worth 10 or more here. Two or more cancel each other."),
        more=N_(
            "In its own column only, cards of all players. The printed value decides, for a symbol card the 12 or 8 "
            "that it has in this column. So the Hermit always goes, a Double if the card it copies is worth so much, "
            "and a card under a Disguise too."
        ),
    ),
    "witch": Card(
        N_("Witch"),
        "🧹",
        AT_THE_END,
        N_("At the evaluation: removes everyone's other cards worth 9 or less here. Two or more cancel out."),
        more=N_(
            "In her own column only, cards of all players. The printed value decides, for a symbol card the 12 or 8 "
            "that it has in this column. So a Mage, Tom Thumb and Romeo always go, a Double if the card it copies is "
            "worth so little, and a card under a Disguise too. She acts after the Mage (K14)."
        ),
    ),
    "prince": Card(
        N_("Prince"),
        "🤴",
        AT_THE_END,
        N_("With your Squire in this column, you take the point card."),
        more=N_(
            "If several players have both, the one of these cards nearest the point card decides (K9). Musketeers, "
            "a Mage or a Witch can prevent it (K14). Without the Squire it is worth 14."
        ),
    ),
    "squire": Card(
        N_("Squire"),
        "🛡️",
        AT_THE_END,
        N_("With your Prince in this column, you take the point card."),
        more=N_(
            "If several players have both, the one of these cards nearest the point card decides (K9). Musketeers, "
            "a Mage or a Witch can prevent it (K14). Without the Prince it is worth 2."
        ),
    ),
    "hermit": Card(
        N_("Hermit"),
        "⛰️",
        AT_THE_END,
        N_("12, 1 less for each other card in the column, at least 0."),
        more=N_(
            "Cards above and below count, also a Disguise. Cards that a Mage or a Witch removed no longer count (K10)."
        ),
        varying="12−",
    ),
    "tom_thumb": Card(
        N_("Tom Thumb"),
        "🤏",
        AT_THE_END,
        N_("2, and 3 more for each other card in the column."),
        more=N_(
            "Cards above and below count, also a Disguise. Cards that a Mage or a Witch removed no longer count (K10)."
        ),
        varying="2+",
    ),
    "double": Card(
        N_("Double"),
        "👥",
        AT_THE_END,
        N_("Worth as much as the card directly below it in the end. Copies no effect."),
        more=N_(
            "If the card below leaves, the next one below counts; with none below, it has no value (K8). Of two "
            "Doubles, the upper one copies the lower one. Dragons come after copying (K14). Mage and Witch remove it "
            "by the printed value of the card it copies (K3); with Musketeers it has no value (K2)."
        ),
        varying="↓",
    ),
    "dragon": Card(
        N_("Dragon"),
        "🐉",
        AT_THE_END,
        N_("At the evaluation: takes 2 from each card of the other players here, down to 0."),
        more=N_("Every Dragon does this, also to another player's Dragon. It spares its owner's cards."),
    ),
    "romeo": Card(
        N_("Romeo"),
        "💘",
        AT_THE_END,
        N_("Worth 5, or 15 if your Juliet is in this column."),
        more=N_("A Witch always removes him, because 5 is printed (K3)."),
        varying="5/15",
    ),
    "beggar": Card(
        N_("Beggar"),
        "🥣",
        AT_THE_END,
        N_("Here the lowest sum takes the point card; in a tie, the card farthest from it."),
        more=N_(
            "A player with no card here, or only Doubles without a value, cannot win; a single Disguise can, "
            "with 0 (K14). Several Beggars do the same as one."
        ),
    ),
}
