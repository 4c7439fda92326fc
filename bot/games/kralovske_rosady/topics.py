"""The rules help: the course of the game, the point cards, every influence card; each with its source."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.kralovske_rosady.names import CARDS, PICTURES, SYMBOLS, VARYING, Terms, worth
from bot.games.protocol import Topic
from bot.texts import Words, later
from rules.kralovske_rosady.cards import HOME, POINTS, symbol_of, value_of

VALUE_CARDS = ("king", "queen", "julia", *HOME)
IMMEDIATE = ("explorer", "murderer", "storm", "disguise", "traitor")

THE_GAME = later("The game")
ONLY_VALUE, AT_ONCE = later("Cards that only have a value"), later("Cards with an immediate effect")
AT_THE_END = later("Cards with an effect at the evaluation")
POINT_CARDS = later("Point cards")

GENERAL = {
    "setup": (
        later("Set-up"),
        later(
            "2 to 6 players, the same 25 cards in every colour, shuffled into a pile each; everybody begins with three "
            "in hand. Of the 36 point cards six for each player are drawn, the others stay out of this game. The first "
            "player is drawn by chance (K1)."
        ),
    ),
    "turn": (
        later("A turn"),
        later(
            "Lay one card of your hand face down at the bottom of any column that is not closed. The card that lay "
            "face down there, whoever owns it, is turned up, and an immediate effect happens at once; what that turns "
            "does the same. Then everybody with fewer than three cards draws back to three, whoever is on turn "
            "first (K13)."
        ),
    ),
    "columns": (
        later("Rounds and columns"),
        later(
            "There are six rounds. Each lays out as many point cards as there are players; every one heads a column. A "
            "column is filled when at least as many cards lie in it as its point card shows, or when a storm has "
            "closed it (K15). Cards may be added to a filled column as long as another one is not filled."
        ),
    ),
    "round_end": (
        later("End of a round"),
        later(
            "The round ends when the last column is filled, after the effects of that turn: a murderer or an explorer "
            "can unfill it again (K12). All hidden cards are turned up without an immediate effect, then each column "
            "is evaluated from the left. The left neighbour of who ended the round begins the next one. With no card "
            "in anybody's hand the round ends too (K13)."
        ),
    ),
    "evaluation": (
        later("Evaluation"),
        later(
            "Each column in this order (K14): 1. Musketeers cancel all effects. 2. Mage. 3. Witch. 4. Prince and "
            "squire of one colour take the point card. 5. Hermit, Tom Thumb, Romeo, then doubles from the bottom up. "
            "6. Dragons. 7. The highest sum takes the point card, with a beggar the lowest. All cards go to their "
            "owners' discards."
        ),
    ),
    "ties": (
        later("Ties"),
        later(
            "In a tie the point card goes to who of the tied has the card nearest to it; with a beggar to who has the "
            "card farthest from it. Every card still in the column counts for its place (K14). Where nobody has a "
            "value, the point card leaves the game (K7)."
        ),
    ),
    "hidden": (
        later("Face-down and tucked cards"),
        later(
            "Only the last card of a column lies face down; the next one turns it. A card under a disguise stays "
            "hidden until the round ends, and counts like any other: for filling, for effects and for ties (K5). You "
            "always know your own hidden cards: /game hand."
        ),
    ),
    "piles": (
        later("Piles and drawing"),
        later(
            "You always draw from your own pile. When it is empty at the moment you need a card, your own discards "
            "are shuffled into a new one. Who has no card in hand is skipped (K13)."
        ),
    ),
    "scoring": (
        later("Final scoring"),
        later(
            "After the sixth round everybody adds up the points taken. Who has all six symbols doubles the best card "
            "of each and pays 1 point for every further card; that is done only when it gives more (K11). The most "
            "points win; a tie is shared."
        ),
    ),
    "secrets": (
        later("What is secret"),
        later(
            "Hands, the order of the piles, and the cards that lie face down: only their owners know them (K5). How "
            "many cards and point cards somebody has is public, and so are the discards, for they all lay open: "
            "`/game hand` lists them. The table keeps the point cards taken face down."
        ),
    ),
    "time": (
        later("Time"),
        later(
            "Who does not answer in time lays the first card of the hand to the first open column, hides nothing "
            "under a disguise (K5) and leaves the point cards where they are (K15). While the bot is down no time is "
            "lost."
        ),
    ),
}
MORE = {
    "julia": later("A mage removes her; Romeo is then worth 5."),
    "explorer": later(
        "From the last column it goes to the first; closed ones are skipped. It turns what lies face down where it "
        "arrives, and that takes effect. In one turn it moves at most as often as columns are open; then it stays face "
        "up, as it does when all others are closed (K6)."
    ),
    "murderer": later(
        "The card that turned it goes to its owner's discards, which can unfill the column (K12). What is laid under "
        "a face-up murderer later stays. With 9½ it escapes both mage and witch (K3)."
    ),
    "storm": later("Only the card that turned it lies below. An explorer skips a closed column (K6)."),
    "disguise": later(
        "The hidden card takes part in the evaluation with its effect, and a mage or a witch may remove it (K3). The "
        "disguise itself is worth 0: whoever has nothing else here can still win a column with a beggar."
    ),
    "traitor": later(
        "Also with a closed column. The swap can fill the last column and so end the round, or unfill one (K12)."
    ),
    "musketeers": later(
        "12 or 8 of the six symbol cards still counts, for it is no effect. A double has no value, Romeo 5, the hermit "
        "12, Tom Thumb 2. Any number of musketeers does the same (K4)."
    ),
    "mage": later(
        "It removes by printed values: also symbol cards at 12, always the hermit, and a double by what it copies; "
        "also what lies under a disguise. Removed are cards of all players."
    ),
    "witch": later(
        "It removes by printed values: also symbol cards at 8, a mage, always Tom Thumb and Romeo, and a double by "
        "what it copies; also what lies under a disguise. She acts after the mage (K14)."
    ),
    "prince": later(
        "Where several players have both, the highest of these cards decides. Musketeers, a mage or a witch can spoil "
        "it (K14). Alone it is worth 14."
    ),
    "squire": later(
        "Where several players have both, the highest of these cards decides. Musketeers, a mage or a witch can spoil "
        "it (K14). Alone it is worth 2."
    ),
    "hermit": later("Above or below, the disguise too; cards that a mage or a witch removed no longer count."),
    "tom_thumb": later("Above or below, the disguise too; cards that a mage or a witch removed no longer count."),
    "double": later(
        "When the card below goes away, the one then below it counts; with none below it has no value. Of two doubles "
        "the upper one copies the lower one. Dragons come after copying (K14). Mage and witch remove it by the printed "
        "value of what it copies (K3); under musketeers it has no value (K2)."
    ),
    "dragon": later("Every dragon does, also against another player's dragon; own cards are spared."),
    "romeo": later("A witch always removes him, for 5 is printed (K3)."),
    "beggar": later(
        "Who has no card here, or only doubles without a value, cannot win; a lone disguise can, with 0 (K14). Several "
        "beggars do what one does."
    ),
}
SOURCE = later("Rulebook: {part}")


def topics(words: Words) -> Sequence[Topic]:
    """All topics: the course of the game, the point cards, the influence cards by kind."""
    general = [Topic(key, words(THE_GAME), words(title), words(text)) for key, (title, text) in GENERAL.items()]
    return [*general, *(_card(card, words) for card in CARDS), *_symbols(words)]


def _card(card: str, words: Words) -> Topic:
    terms, part = Terms(words), words(_part(card))
    said = [] if card in VARYING else [words("Value: {value}.", value=worth(card))]
    said.append(terms.text(card))
    if card in MORE:
        said.append(words(MORE[card]))
    title = f"{PICTURES[card]} {terms.valued(card)}"
    return Topic(f"card_{card}", part, title, f"{' '.join(said)}\n-# {words(SOURCE, part=part)}")


def _part(card: str) -> str:
    if card in VALUE_CARDS:
        return ONLY_VALUE
    return AT_ONCE if card in IMMEDIATE else AT_THE_END


def _symbols(words: Words) -> list[Topic]:
    terms, cards = Terms(words), {symbol: card for card, symbol in HOME.items()}
    return [
        Topic(f"symbol_{symbol}", words(POINT_CARDS), terms.symbol(symbol), _symbol(symbol, cards[symbol], terms))
        for symbol in SYMBOLS
    ]


def _symbol(symbol: str, card: str, terms: Terms) -> str:
    values = ", ".join(str(value_of(point)) for point in POINTS if symbol_of(point) == symbol)
    return terms.words(
        "Six point cards: {values}. {card} counts 12 under this symbol, else 8 (K2). All six symbols double the best "
        "card of each at the end (K11).",
        values=values, card=terms.card(card),
    )  # fmt: skip
