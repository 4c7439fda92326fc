"""The content of a picture of the table and its alt text, from public facts; in a replay also from face-down cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.drawing.seats import mark_on
from bot.drawing.sketch import first_alt
from bot.games.context import View
from bot.games.facts import TableFacts
from bot.games.kralovske_rosady.names import Terms, count_of_points
from bot.texts import Translator
from rules.kralovske_rosady.cards import symbol_of, value_of
from rules.kralovske_rosady.table import ROUNDS


@dataclass(frozen=True, slots=True)
class Lying:
    """A card in a column, with the token of its owner.

    `card` is None while it is face down, even for its owner, so that everyone sees the same; only a replay shows it.
    """

    owner: str
    card: str | None
    tucked: bool
    down: bool = False
    """Whether the card is face down but shown, in a replay of a finished game."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: a point card with the cards below it, from top to bottom."""

    point: str
    closed: bool
    cards: tuple[Lying, ...]

    @property
    def wanted(self) -> int:
        """The number of cards that fill the column."""
        return value_of(self.point)

    @property
    def filled(self) -> bool:
        """Whether the column is full, or closed by a storm (K15)."""
        return self.closed or len(self.cards) >= self.wanted


@dataclass(frozen=True, slots=True)
class Person:
    """One player's public figures: numbers of cards. The values of taken point cards are hidden until the end."""

    seat: str
    name: str
    point_cards: int
    hand: int
    deck: int
    discards: int
    turn: bool


@dataclass(frozen=True, slots=True)
class Table:
    """The content of a picture of the table: round, phase, columns and players."""

    round: int
    phase: str
    columns: tuple[Column, ...]
    people: tuple[Person, ...]


def table_of(view: View, facts: TableFacts, turn: str | None, *, opened: bool = False) -> Table:
    """Returns the content of a picture from the public part of any seat's view; `turn`: the active seat.

    `opened`: with the face-down cards that the view contains, for a replay.
    """
    columns = tuple(
        Column(column["point"], column["closed"], tuple(_lying(card, facts, opened=opened) for card in column["cards"]))
        for column in view["columns"]
    )
    people = tuple(_person(seat, view, facts, turn) for seat in view["players"])
    return Table(view["round"], view["phase"], columns, people)


def _lying(card: Mapping[str, Any], facts: TableFacts, *, opened: bool) -> Lying:
    known = card["card"] if card["up"] or opened else None
    return Lying(facts.token(card["owner"]), known, card["tucked"], down=known is not None and not card["up"])


def _person(seat: str, view: View, facts: TableFacts, turn: str | None) -> Person:
    player = view["players"][seat]
    return Person(
        facts.token(seat), facts.seat(seat).name, count_of_points(view, seat),
        player["cards"] if "cards" in player else len(player["hand"]), player["deck"], len(player["discard"]),
        seat == turn,
    )  # fmt: skip


# Alt texts


def heading(table: Table, words: Translator) -> list[str]:
    """Returns the heading of the picture: the round, and a second text while the columns are being evaluated."""
    said = [words("Round {number} of {rounds}", number=table.round, rounds=ROUNDS)]
    return [*said, words("evaluation")] if table.phase == "evaluate" else said


def alt(table: Table, words: Translator) -> str:
    """Returns the alt text of the picture, in the longest version that fits."""
    versions = ((True, 99, True), (False, 99, True), (False, 4, True), (False, 0, True), (False, 0, False))
    return first_alt(_alt(table, words, named=named, most=most, all_figures=all_) for named, most, all_ in versions)


def _alt(table: Table, words: Translator, *, named: bool, most: int, all_figures: bool) -> str:
    sentences = [", ".join(heading(table, words))]
    sentences += [_column(at, column, Terms(words), most) for at, column in enumerate(table.columns, 1)]
    for person in table.people:
        mark = mark_on(person.seat)
        name = f"{mark} {person.name}" if named else mark
        sentences.append(f"{name}: {_figures(person, words, all_figures)}")
    return ". ".join(sentences) + "."


def _column(at: int, column: Column, terms: Terms, most: int) -> str:
    words = terms.t
    said = f"{at} {words_of_point(column.point, terms)}, "
    said += words("cards {count}/{wanted}", count=len(column.cards), wanted=column.wanted)
    if column.closed:
        said += ", " + words("closed")
    elif column.filled:
        said += ", " + words("full")
    shown = [_card(card, symbol_of(column.point), terms) for card in column.cards]
    if len(shown) > most:
        shown = ["…", *shown[len(shown) - most :]] if most else []
    return f"{said}: {', '.join(shown)}" if shown else said


def words_of_point(point: str, terms: Terms) -> str:
    """Returns the name of a point card without an emoji: symbol and points."""
    return terms.point(point).partition(" ")[2]


def _card(card: Lying, symbol: str, terms: Terms) -> str:
    if card.card is not None:
        said = f"{mark_on(card.owner)} {terms.valued(card.card, symbol)}"
        return f"{said} ({terms.t('face down')})" if card.down else said
    hidden = terms.t("(under the Disguise)") if card.tucked else terms.t("face down")
    return f"{mark_on(card.owner)} {hidden}"


def _figures(person: Person, words: Translator, everything: bool) -> str:
    said = [words("point cards {points}", points=person.point_cards)]
    if everything:
        said.append(
            words("hand {cards}, pile {deck}, discards {discards}",
                  cards=person.hand, deck=person.deck, discards=person.discards)
        )  # fmt: skip
    if person.turn:
        said.append(words("to move"))
    return ", ".join(said)
