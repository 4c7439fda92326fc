"""The tutorial of Královské rošády, and the explanations in panels."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from bot.games.context import Path, View
from bot.games.game_ui import Question
from bot.games.kralovske_rosady.names import RosadyContext
from bot.games.tutorial import Tutorial
from bot.texts import N_
from rules.kralovske_rosady.cards import CARDS, symbol_of, value_of
from rules.kralovske_rosady.table import ROUNDS

LESSONS = (
    (
        N_("The idea"),
        N_(
            "Point cards lie in a row. A column of cards grows below each point card. When a round ends, the "
            "highest sum in a column takes its point card. After six rounds, the most points win.\n"
            "All players have the same 25 cards, each in their own colour."
        ),
        "columns",
    ),
    (
        N_("Your turn"),
        N_(
            "You hold three cards. Lay one of them face down at the bottom of a column that is not closed; "
            "then you draw back to three. Press My move under the table, choose the card, then the column. "
            "Only you see it.\nYour card turns over the face-down card there, no matter who owns it."
        ),
        "turn",
    ),
    (
        N_("Cards that act at once"),
        N_(
            "Some cards act as soon as they are turned over: the Storm closes the column, the Murderer removes "
            "the card that turned it over, the Explorer moves on, the Disguise hides another card, the Traitor "
            "swaps point cards. Think about which card yours will turn over, and who will turn yours over."
        ),
        "card_storm",
    ),
    (
        N_("Cards that act at the evaluation"),
        N_(
            "Others act at the end of the round: Musketeers cancel all effects, the Mage removes high cards "
            "and the Witch low ones, Prince and Squire of one player take the point card together, with a "
            "Beggar the lowest sum wins. `/learn rules` explains each card."
        ),
        "card_mage",
    ),
    (
        N_("The end"),
        N_(
            "A round ends when every column is full: it holds at least as many cards as its point card is worth. "
            "In a tie, the card nearest the point card wins. The six symbols count at the end of the game: a player "
            "who has all six may double the best card of each.\n"
            "The croupier knows the rules and offers only legal moves. What is what? under each panel explains "
            "what you see."
        ),
        "scoring",
    ),
)


class RosadyTutorial(Tutorial[RosadyContext]):
    """The tutorial of Královské rošády.

    Cards and columns always have descriptions, so beginners need no further hints.
    """

    pages = LESSONS

    def teaches(self, ctx: RosadyContext, kind: str, question: Question, paths: Collection[Path]) -> Iterator[str]:
        """Yields the topics of the question and of the options; on a turn, also those of the round so far."""
        yield from super().teaches(ctx, kind, question, paths)
        if kind == "play":
            yield from _of_the_round(ctx.view)

    def met(self, ctx: RosadyContext, kind: str, paths: Iterable[Path]) -> Iterator[str]:
        """Yields the topics of the cards that may be chosen; without any, or for a traitor, also those of
        the symbols of all columns.
        """
        cards = [word for path in paths for word in path if word in CARDS]
        yield from (f"card_{card}" for card in cards)
        if not cards or kind == "betray":
            yield from (f"symbol_{symbol_of(column['point'])}" for column in ctx.view["columns"])

    def on_table(self, ctx: RosadyContext) -> Iterator[str]:
        """Yields the topics of the face-up cards in the columns, from the left."""
        for column in ctx.view["columns"]:
            yield from (f"card_{card['card']}" for card in column["cards"] if card["up"])


def _of_the_round(view: View) -> Iterator[str]:
    """Yields the topics of columns, of the round's end once a column is full, of ties once columns have been evaluated,
    and of the final scoring in the last round."""
    yield "columns"
    if any(_is_full(column) for column in view["columns"]):
        yield "round_end"
    if view["round"] > 1:
        yield "ties"
    if view["round"] == ROUNDS:
        yield "scoring"


def _is_full(column: Mapping[str, Any]) -> bool:
    return column["closed"] or len(column["cards"]) >= value_of(column["point"])
