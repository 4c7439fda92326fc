"""The rules help: the course of the game, every influence card, the point cards; with the numbers of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.game_ui import Topic
from bot.games.kralovske_rosady.cards import CARDS, KINDS
from bot.games.kralovske_rosady.names import Terms, worth
from bot.games.kralovske_rosady.symbols import SYMBOLS
from bot.texts import N_, Translator
from rules.kralovske_rosady.cards import HOME, POINTS, symbol_of, value_of

THE_GAME = N_("The game")
POINT_CARDS = N_("Point cards")

GENERAL = {
    "setup": (
        N_("Set-up"),
        N_(
            "2 to 6 players. Each has the same 25 cards in their own colour, shuffled into a pile, and "
            "starts with three in hand. Six of the 36 point cards are drawn for each player; the others stay "
            "out of this game. The first player is drawn at random (K1)."
        ),
    ),
    "turn": (
        N_("A turn"),
        N_(
            "Lay a card face down at the bottom of any column that is not closed. It turns over the face-down card "
            "there; an immediate effect happens at once. It does not matter who owns that card, and the same holds "
            "for cards turned over by its effect. Then all players with fewer than three cards draw back to three, "
            "starting with the player whose turn it is (K13)."
        ),
    ),
    "columns": (
        N_("Rounds and columns"),
        N_(
            "There are six rounds. A column is full when it holds at least as many cards as its point card is worth, "
            "or when a Storm has closed it (K15). You may add cards to a full column that is not closed, as long as "
            "another column is not full. Each round lays out as many point cards as there are players, and a column "
            "of cards grows below each of them."
        ),
    ),
    "round_end": (
        N_("End of a round"),
        N_(
            "The round ends when the last column is full, after the effects of that turn: a Murderer or an "
            "Explorer can make room in it again (K12). All hidden cards are turned over without an immediate "
            "effect, then the columns are evaluated from the left. The left neighbour of the player who ended the "
            "round starts the next one. The round also ends if no one has a card in hand (K13)."
        ),
    ),
    "evaluation": (
        N_("Evaluation"),
        N_(
            "The highest sum in a column takes its point card; with a Beggar, the lowest. Before that, the effects "
            "count in each column in this order (K14): Musketeers cancel all effects; Mage; Witch; Prince and Squire "
            "of one player take the point card; Hermit, Tom Thumb, Romeo, then Doubles from the bottom up; Dragons. "
            "All cards go to their owners' discards."
        ),
    ),
    "ties": (
        N_("Ties"),
        N_(
            "In a tie, the point card goes to the tied player whose card is nearest to it; with a Beggar, "
            "farthest from it. Every card still in the column counts for its place (K14). If no one has a "
            "value, the point card leaves the game (K7)."
        ),
    ),
    "hidden": (
        N_("Face-down and tucked cards"),
        N_(
            "Only the last card of a column is face down; the next one turns it over. A card under a "
            "Disguise stays hidden until the round ends, and counts like any other: for a full column, for effects "
            "and for ties (K5). You always know your own hidden cards: /game hand."
        ),
    ),
    "piles": (
        N_("Piles and drawing"),
        N_(
            "You always draw from your own pile. If it is empty when you need a card, your own discards are "
            "shuffled into a new one. A player with no card in hand is skipped (K13)."
        ),
    ),
    "scoring": (
        N_("Final scoring"),
        N_(
            "After the sixth round, the most points on taken point cards win; a tie is shared. A player who has all "
            "six symbols doubles the best card of each. That player pays 1 point for every further card, and doubles "
            "only if that gives more (K11)."
        ),
    ),
    "secrets": (
        N_("What is secret"),
        N_(
            "Only their owners know their hands and their face-down cards; no one knows the order of a pile (K5). "
            "How many cards and point cards a player has is public, and so are the discards: `/game hand` "
            "lists them. Point cards that players have taken lie face down: the table shows how many, not their "
            "values. `/game hand` shows your own, and the log says who took which."
        ),
    ),
    "time": (
        N_("Time"),
        N_(
            "A player who does not answer in time lays the first card of the hand in the first column that is not "
            "closed, hides nothing under a Disguise (K5) and leaves the point cards where they are (K15). The clock "
            "stops while the bot is down."
        ),
    ),
}
SOURCE = N_("Rulebook: {part}")


def topics(t: Translator) -> Sequence[Topic]:
    """Returns all topics of the rules help: the course of the game, the influence cards, the symbols of point cards."""
    general = [Topic(key, t(THE_GAME), t(title), t(text)) for key, (title, text) in GENERAL.items()]
    return [*general, *(_card(card, t) for card in CARDS), *_symbols(t)]


def _card(code: str, words: Translator) -> Topic:
    terms, card = Terms(words), CARDS[code]
    said = [] if card.varying else [words("Value: {value}.", value=worth(code))]
    said.append(terms.text(code))
    if card.more:
        said.append(words(card.more))
    title = f"{card.emoji} {terms.valued(code)}"
    kind = words(SOURCE, part=words(KINDS[card.part]))
    return Topic(f"card_{code}", words(card.part), title, f"{' '.join(said)}\n-# {kind}")


def _symbols(words: Translator) -> list[Topic]:
    terms, cards = Terms(words), {symbol: card for card, symbol in HOME.items()}
    return [
        Topic(f"symbol_{symbol}", words(POINT_CARDS), terms.symbol(symbol), _symbol(symbol, cards[symbol], terms))
        for symbol in SYMBOLS
    ]


def _symbol(symbol: str, card: str, terms: Terms) -> str:
    values = ", ".join(str(value_of(point)) for point in POINTS if symbol_of(point) == symbol)
    return terms.t(
        "Six point cards: {values}. {card} is worth 12 under this symbol, otherwise 8 (K2). If you have point cards "
        "of all six symbols at the end, your best card of each counts twice (K11).",
        values=values, card=terms.card(card),
    )  # fmt: skip
