"""The rules help: the course of the game, symbols, keywords, formats, and every card by name with its rulings."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.game_ui import Topic
from bot.games.star_wars_destiny.cards import facts_line, says
from bot.games.star_wars_destiny.symbols import SIGNS, SYMBOL_TEXTS, SYMBOLS
from bot.texts import N_, Translator
from rules.star_wars_destiny.cards import TEXTS
from rules.star_wars_destiny.facts import CARDS, Printed

COURSE = {
    "setup": (
        N_("Set-up"),
        N_(
            "Teams and battlefields are public. Each player draws five cards, may shuffle any number back "
            "once and draw as many new ones, and gets 2 resources (D70). All roll their characters' dice; "
            "the player with the highest sum decides which battlefield is used, and a tie is rolled again. "
            "Its owner controls it. The owner of an unused battlefield gives 2 shields to their own characters, "
            "or one with three or more players (D71, D201)."
        ),
    ),
    "round": (
        N_("A round"),
        N_(
            "Action phase, then upkeep (D72). In the action phase players take turns, the battlefield's "
            "controller first; a turn is one action or a pass. When all pass in a row, the phase ends (D73)."
        ),
    ),
    "actions": (
        N_("The actions"),
        N_(
            "One action a turn: activate a character or support; play a card; resolve dice of one symbol; discard a "
            "card to reroll dice; use a card's action; claim the battlefield (D75). Additional actions are taken at "
            "once or forgone (D76)."
        ),
    ),
    "activating": (
        N_("Activate"),
        N_(
            "The card is exhausted and its dice are rolled into your pool: a character's own and those of all its "
            "upgrades (D95). They are resolved in later actions. An exhausted card cannot be activated until it is "
            "ready again, in the upkeep (D74, D117)."
        ),
    ),
    "playing": (
        N_("Play a card"),
        N_(
            "Pay its cost in resources (D9, D90). An upgrade goes to one of your characters, which may have "
            "three at most; you may replace one, and its cost is deducted (D13, D91). A support stays next to "
            "the characters (D92). An event happens and is discarded (D8). No player has two copies of a "
            "unique card in play (D3)."
        ),
    ),
    "resolving": (
        N_("Resolve dice"),
        N_(
            "Choose a symbol and resolve any number of dice of your pool with it, one after the other, each at its "
            "own target; each goes back to its card (D96, D97). A cost on the side is paid first (D16). Melee and "
            "ranged are two symbols (D98)."
        ),
    ),
    "modifier": (
        N_("Modifiers"),
        N_(
            "A side with + is resolved only together with another die that shows the same symbol without +; "
            "the values are added (D17). It is never resolved on its own, but a card may refer to it like to "
            "any other die (D181)."
        ),
    ),
    "turning": (
        N_("Turn a die"),
        N_(
            "A die is turned to a side other than the one it shows. A second side that is the same counts as "
            "another one (D186)."
        ),
    ),
    "pool": (
        N_("The dice pool"),
        N_(
            "Rolled dice stay in your pool until they are resolved or removed, or until the upkeep (D41, "
            "D74). You resolve only your own dice, but cards may affect other players' dice. A removed die "
            "goes back to its card (D188)."
        ),
    ),
    "rerolling": (
        N_("Reroll"),
        N_("Discard any card of your hand and reroll one or more dice of your pool. Choose all of them first (D99)."),
    ),
    "damage": (
        N_("Damage, shields, defeat"),
        N_(
            "Damage equal to its health defeats a character (D110). A shield blocks one damage and is gone; a "
            "character has three at most (D114). Unblockable damage goes past shields (D115). A defeated character "
            "leaves the game with its dice, and its upgrades are discarded (D113). Moved damage is no attack and "
            "ignores shields (D183)."
        ),
    ),
    "battlefield": (
        N_("Claim the battlefield"),
        N_(
            "Once per round, one player may claim: take control of the battlefield, use its claim ability, "
            "and pass for the rest of the round (D101). Its controller starts the next round (D6)."
        ),
    ),
    "upkeep": (
        N_("Upkeep"),
        N_(
            "Exhausted cards become ready: they can be used again. Dice go back to their cards, and each player gets "
            "2 resources. Then, one after the other and the battlefield's controller first, players discard any number "
            "of cards and draw up to the hand size of five (D44, D74, R5)."
        ),
    ),
    "queue": (
        N_("Before, after, the queue"),
        N_(
            "A “before” ability happens ahead of what sets it off, an “after” ability waits in a queue until that "
            "is complete (D125–D127). If several wait at once, their player chooses the order; if they belong to "
            "several players, the battlefield's controller does (D128, R10)."
        ),
    ),
    "ending": (
        N_("Victory"),
        N_(
            "A player without characters is out at once; so is a player with no card in hand or deck at the "
            "end of a round. The last player left wins (D103, D104, D204)."
        ),
    ),
    "multiplayer": (
        N_("Three and four players"),
        N_(
            'All against all; turns go clockwise. "An opponent" means one of your choice, "each '
            'opponent" means all of them (D200–D203). A player who is out leaves with all cards and dice '
            "(D204)."
        ),
    ),
}
KEYWORD_TOPICS = {
    "ambush": (N_("Ambush"), N_("After this card is played you may at once take an additional action (D130).")),
    "guardian": (
        N_("Guardian"),
        N_(
            "Before this character is activated you may remove one die with melee or ranged damage from an opponent's "
            "pool; this character is dealt damage equal to its value (D131, R13)."
        ),
    ),
    "redeploy": (
        N_("Redeploy"),
        N_("When its character is defeated this upgrade may move to another of your characters (D132)."),
    ),
    "unique": (N_("Unique"), N_("A player never has two copies of a unique card in play (D3, D4).")),
    "elite": (N_("Elite ★"), N_("A unique character bought with two dice, for the higher points (D7).")),
    "spot": (
        N_("With a character of a colour"),
        N_(
            "You must have one in play yourself, undefeated. Without it you may play the card, but it does "
            "nothing (D191)."
        ),
    ),
    "then": (
        N_("If, then, in return"),
        N_("The text after it happens only if the text before it was done completely (D137, R9)."),
    ),
}
FORMAT_TOPICS = {
    "format_starters": (
        N_("Starter sets"),
        N_(
            "Rey's set (elite Rey, Finn; Starship Graveyard) against Kylo's (elite Kylo Ren, First Order Stormtrooper; "
            "Frozen Wastes), 20 cards each (F1). Best for a first game."
        ),
    ),
    "format_standard": (
        N_("Standard"),
        N_(
            "Each player brings a team of at most 30 points, all heroes or all villains, a battlefield and "
            "30 cards, at most two of each, in the colours of the team or gray (F2, D60–D66)."
        ),
    ),
    "format_random": (
        N_("Random"),
        N_("Each player gets a random legal team of 27 to 30 points, a battlefield and a deck (F3)."),
    ),
}
GROUPS = {
    "character": N_("Characters"),
    "upgrade": N_("Upgrades"),
    "support": N_("Supports"),
    "event": N_("Events"),
    "battlefield": N_("Battlefields"),
}


def topics(t: Translator) -> Sequence[Topic]:
    """Returns all topics of the rules help: the course of the game, symbols, keywords, formats and cards."""
    return [
        *_general(t("Course of the game"), COURSE, t),
        *_symbols(t),
        *_general(t("Keywords"), KEYWORD_TOPICS, t),
        *_general(t("Formats"), FORMAT_TOPICS, t),
        *_cards(t),
    ]


def _general(group: str, entries: dict[str, tuple[str, str]], words: Translator) -> list[Topic]:
    return [Topic(key, group, words(title), words(text)) for key, (title, text) in entries.items()]


def _symbols(words: Translator) -> list[Topic]:
    return [
        Topic(f"symbol_{symbol}", words("Symbols"), f"{SIGNS[symbol]} {words(title)}", words(SYMBOL_TEXTS[symbol]))
        for symbol, title in SYMBOLS.items()
    ]


def _cards(words: Translator) -> list[Topic]:
    return [
        Topic(f"card_{card.code}", words(title), card.name, _text(card, words))
        for kind, title in GROUPS.items()
        for card in sorted(CARDS.values(), key=lambda card: card.name)
        if card.type == kind
    ]


def _text(card: Printed, words: Translator) -> str:
    number = f"AW {card.number}"
    lines = [f"{number} · {card.subtitle}" if card.subtitle else number, *facts_line(card.code, words)]
    lines += says(card.code, words)
    lines += [f"-# {words(ruling)}" for ruling in TEXTS[card.code].words.rulings]
    return "\n".join(lines)
