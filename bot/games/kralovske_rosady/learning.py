"""Learning the game at the table: what is met in a panel, a word for beginners, and the walk-through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.games.context import Path
from bot.games.kralovske_rosady.names import RosadyContext
from bot.games.tutorial import Tutorial
from bot.texts import N_
from rules.kralovske_rosady.cards import CARDS, symbol_of

LESSONS = (
    (
        N_("The idea"),
        N_(
            "Point cards lie in a row, and below each of them a column grows of the cards that everybody lays there. "
            "When a round ends, the highest sum in a column takes its point card (K14). After six rounds the most "
            "points win (K11).\n"
            "Everybody has the same 25 cards, each in a colour of their own."
        ),
        "columns",
    ),
    (
        N_("Your turn"),
        N_(
            "You hold three cards. Lay one of them face down at the bottom of a column that is not closed; then you "
            "draw back to three (K13). Press My move under the table, choose the card, then the column. Only you see "
            "it.\n"
            "The card that lay face down there is turned up by yours, whoever owns it."
        ),
        "turn",
    ),
    (
        N_("Cards that act at once"),
        N_(
            "Some cards do something the moment they are turned: the storm closes the column, the murderer removes the "
            "card that turned it, the explorer moves on, the disguise hides another card, the traitor swaps point "
            "cards (K5, K6, K12, K15). So think about whom your card will turn, and who will turn yours."
        ),
        "card_storm",
    ),
    (
        N_("Cards that act at the evaluation"),
        N_(
            "Others wait for the end of the round: musketeers cancel all effects, the mage removes high cards and the "
            "witch low ones, prince and squire of one colour take the point card together, with a beggar the lowest "
            "sum wins (K3, K14). `/learn rules` explains each card."
        ),
        "card_mage",
    ),
    (
        N_("The end"),
        N_(
            "A round ends when every column is filled: at least as many cards lie in it as its point card shows "
            "(K12). At the end of the game the six symbols count: who has all six may double the best card of each "
            "(K11).\n"
            "The croupier knows the rules: what is offered is allowed. What is what? under each panel explains what "
            "you see."
        ),
        "scoring",
    ),
)


class RosadyTutorial(Tutorial[RosadyContext]):
    """What newcomers and beginners are told of Královské rošády; cards and columns are described anyway."""

    pages = LESSONS

    def met(self, ctx: RosadyContext, kind: str, paths: Iterable[Path]) -> Iterator[str]:
        """The topics of the cards that may be chosen, else of the columns."""
        cards = [word for path in paths for word in path if word in CARDS]
        yield from (f"card_{card}" for card in cards)
        if not cards or kind == "betray":
            yield from (f"symbol_{symbol_of(column['point'])}" for column in ctx.view["columns"])
