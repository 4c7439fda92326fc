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
            "Teams and battlefields lie open. Everybody draws five cards, may once shuffle any number back and draw as "
            "many anew, and gets 2 resources (D70). All roll their characters' dice; the highest sum decides which "
            "battlefield is used, a tie rolls again. Whose it is controls it. Whose is not used gives 2 shields to own "
            "characters, with three or more players one (D71, D201)."
        ),
    ),
    "round": (
        N_("A round"),
        N_(
            "Action phase, then upkeep (D72). In the action phase turns go round, the battlefield's controller first; "
            "a turn is one action or a pass. When all pass in a row, the phase ends (D73)."
        ),
    ),
    "actions": (
        N_("The actions"),
        N_(
            "One of these a turn (D75): activate a character or a support; play a card; resolve dice of one symbol; "
            "discard a card to reroll dice; use the action of a card in play; claim the battlefield. Additional "
            "actions are taken at once or forgone (D76)."
        ),
    ),
    "activating": (
        N_("Activate"),
        N_(
            "The card exhausts and its dice are rolled into your pool: a character's own and those of all its upgrades "
            "(D95). They are resolved in later actions. Only ready cards are activated; everything readies in the "
            "upkeep (D74, D117)."
        ),
    ),
    "playing": (
        N_("Play a card"),
        N_(
            "Pay its cost in resources (D9, D90). An upgrade goes to one of your characters, three at most; one that "
            "is there may be replaced and takes its own cost off the price (D13, D91). A support stays beside the "
            "characters (D92). An event happens and is discarded (D8). Of a unique card nobody has two in play (D3)."
        ),
    ),
    "resolving": (
        N_("Resolve dice"),
        N_(
            "Choose a symbol and resolve as many dice of your pool with it as you like, one after the other, each at "
            "its own target; each goes back to its card (D96, D97). A cost on the side is paid first (D16). Melee and "
            "ranged are two symbols (D98)."
        ),
    ),
    "modifier": (
        N_("Modifiers"),
        N_(
            "A side with + is resolved only together with another die that shows the same symbol without +; the values "
            "are added and make one number (D17). Never alone, but a card may look at it like at any other die (D181)."
        ),
    ),
    "turning": (
        N_("Turn a die"),
        N_("A die is turned to another side than the one it shows; an equal second side is another one (D186)."),
    ),
    "pool": (
        N_("The dice pool"),
        N_(
            "Dice that are rolled lie in your pool until they are resolved or removed, or the upkeep comes (D41, D74). "
            "Only your own are resolved; cards may touch others'. A die that is removed goes back to its card (D188)."
        ),
    ),
    "rerolling": (
        N_("Reroll"),
        N_("Discard any card of your hand and roll one or more dice of your pool again, all named before (D99)."),
    ),
    "damage": (
        N_("Damage, shields, defeat"),
        N_(
            "A shield blocks one damage and is gone; a character has three at most (D114). Unblockable damage goes "
            "past shields (D115). Damage equal to the health defeats the character: it leaves the game with its dice, "
            "its upgrades are discarded (D110, D113). Moved damage is no attack and ignores shields (D183)."
        ),
    ),
    "battlefield": (
        N_("Claim the battlefield"),
        N_(
            "Once a round somebody may claim: take control of the battlefield, use its claim ability if you like, and "
            "pass for the rest of the round (D101). Its controller begins the next round (D6)."
        ),
    ),
    "upkeep": (
        N_("Upkeep"),
        N_(
            "All cards ready, dice go back to their cards, everybody gets 2 resources. Then one after the other, the "
            "battlefield's controller first: discard any number of cards and draw up to the hand size of five (D44, "
            "D74, R5)."
        ),
    ),
    "queue": (
        N_("Before, after, the queue"),
        N_(
            "A before ability happens ahead of what sets it off, an after ability waits in a queue until that is "
            "complete (D125–D127). Of several at once their player says the order; of several players the "
            "battlefield's controller (D128, R10)."
        ),
    ),
    "ending": (
        N_("Victory"),
        N_(
            "Who has no character left is out at once; so is who has no card in hand and deck at the end of a round. "
            "The last one left wins (D103, D104, D204)."
        ),
    ),
    "multiplayer": (
        N_("Three and four players"),
        N_(
            "All against all; turns go clockwise. An opponent means one of your choice, each opponent all of them "
            "(D200–D203). Who is out leaves with all cards and dice (D204)."
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
        N_("You must have it in play yourself, undefeated; without it the card may be played and does nothing (D191)."),
    ),
    "then": (
        N_("If, then, in return"),
        N_("What comes after it happens only if what stands before it was done completely (D137, R9)."),
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
            "Everybody brings a team of at most 30 points, all heroes or all villains, a battlefield and 30 cards, at "
            "most two of each, in the colours of the team or gray (F2, D60–D66)."
        ),
    ),
    "format_random": (
        N_("Random"),
        N_("Chance makes a legal team of 27 to 30 points, a battlefield and a deck for everybody (F3)."),
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
    """Everything that can be looked up."""
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
