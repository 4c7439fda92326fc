"""Draws an evaluation in progress: the sums of each decided column, and the winner of its point card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.drawing import tokens
from bot.drawing.canvas import Canvas
from bot.drawing.fonts import fitting
from bot.drawing.mosaic import Corner, Mosaic
from bot.drawing.palette import BRICK, CREAM, EDGE, FADED, GOLD, INK, NIGHT, PANEL
from bot.drawing.seats import mark_on
from bot.drawing.sketch import first_alt
from bot.drawing.tokens import player_disc
from bot.games.facts import TableFacts
from bot.games.kralovske_rosady.names import Terms, number
from bot.games.kralovske_rosady.picture_columns import (
    CARD_HIGH,
    GAP,
    HEADING,
    PALETTE,
    POINT_HIGH,
    WIDE,
    Frame,
    arranged,
    draw_heading,
    draw_point,
)
from bot.games.kralovske_rosady.picture_scene import Column, words_of_point
from bot.texts import Translator, translator_for
from rules.events import Event
from rules.kralovske_rosady.table import ROUNDS

FOOTER: Final = 76
NOBODY: Final = "-"
Sums = tuple[tuple[str, str], ...]
"""Pairs of a seat's token and its sum in a column, as text."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A card of a decided column, with the token of its owner and the value that it finally counts.

    The value is empty if the card was removed or if Prince and Squire decide the column.
    """

    owner: str
    card: str
    value: str = ""
    removed: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """A column in an evaluation; until it is decided, only its point card is shown."""

    point: str
    winner: str = ""
    """The token of the seat that takes the point card, `NOBODY` if none does; empty until the column is decided."""
    cards: tuple[Counted, ...] = ()
    sums: Sums = ()
    present: bool = False
    """Whether this column was decided last."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The content of a picture of an evaluation."""

    round: int
    columns: tuple[Decision, ...]


def begins(events: Sequence[Event]) -> int:
    """Returns the number of events before the last evaluation begins; 0 if there is none."""
    return max((at for at, event in enumerate(events) if event.name == "round_ends"), default=0)


def evaluation_of(events: Sequence[Event], count: int, now: int, facts: TableFacts) -> Evaluation:
    """Returns the evaluation after the first `count` public events of the answer that ended the round.

    `now`: the number of the round.
    """
    first = begins(events)
    events, count = events[first:], count - first
    ended = (event.facts["round"] for event in events if event.name == "round_ends")
    taken = [at for at, event in enumerate(events) if event.name == "takes"]
    last = max((at for at in taken if at < count), default=-1)
    columns = tuple(
        _decided(events, at, facts, present=at == last) if at < count else Decision(events[at].facts["point"])
        for at in taken
    )
    return Evaluation(next(ended, now), columns)


def _decided(events: Sequence[Event], taken: int, facts: TableFacts, *, present: bool) -> Decision:
    """Returns the decided column (cards, sums, winner) whose point card is taken by the event with index `taken`."""
    takes = events[taken].facts
    token = facts.token
    cards: list[Counted] = []
    removed: list[Counted] = []
    sums: dict[str, float] = {}
    for event in events:
        said = event.facts
        if said.get("column") != takes["column"]:
            continue
        if event.name == "removes":
            removed += [Counted(token(card["owner"]), card["card"], removed=True) for card in said["cards"]]
        elif event.name == "prince_and_squire":
            cards = [Counted(token(card["owner"]), card["card"]) for card in said["cards"]]
        elif event.name == "counts":
            cards = [Counted(token(card["owner"]), card["card"], number(card["value"])) for card in said["cards"]]
            sums = dict(said["sums"])
    shown = tuple((token(seat), number(value)) for seat, value in sums.items())
    winner = token(takes["seat"]) if takes["seat"] else NOBODY
    return Decision(takes["point"], winner, (*cards, *removed), shown, present)


# Alt texts


def alt(scene: Evaluation, said: Translator) -> str:
    """Returns the alt text of the picture, in the longest version that fits."""
    return first_alt(_alt(scene, said, cards=cards) for cards in (True, False))


def _alt(scene: Evaluation, said: Translator, *, cards: bool) -> str:
    columns = [_in_words(at, column, said, cards=cards) for at, column in enumerate(scene.columns, 1)]
    return ". ".join([", ".join(_heading(scene, said)), *columns]) + "."


def _in_words(at: int, column: Decision, said: Translator, *, cards: bool) -> str:
    terms = Terms(said)
    parts = [f"{at} {words_of_point(column.point, terms)}"]
    if not column.winner:
        return f"{parts[0]}: {said('not evaluated yet')}"
    if cards and column.cards:
        parts.append(", ".join(_card_in_words(card, terms) for card in column.cards))
    if column.sums:
        parts.append(", ".join(f"{mark_on(seat)} {value}" for seat, value in column.sums))
    winner = (
        said("no one takes it") if column.winner == NOBODY else said("{player} wins it", player=mark_on(column.winner))
    )
    return f"{': '.join(parts)}; {winner}"


def _card_in_words(card: Counted, terms: Terms) -> str:
    named = f"{mark_on(card.owner)} {terms.card(card.card)}"
    return f"{named} ({terms.t('removed')})" if card.removed else f"{named} {card.value}".rstrip()


def _heading(scene: Evaluation, said: Translator) -> tuple[str, str]:
    return said("Round {number} of {rounds}", number=scene.round, rounds=ROUNDS), said("evaluation")


# Drawing


def painted(scene: Evaluation, language: str) -> Mosaic:
    """Returns the picture of an evaluation."""
    columns, bottom = arranged(scene.columns, _row_high)
    mosaic = Mosaic(WIDE, bottom, PALETTE)
    mosaic.lay(draw_heading, (0, 0), (WIDE, HEADING), *_heading(scene, translator_for(language)))
    for corner, numbered, size in columns:
        _lay_column(mosaic, corner, numbered, size, language)
    return mosaic


def _row_high(row: Sequence[Decision]) -> int:
    return POINT_HIGH + max(1, *(len(column.cards) for column in row)) * CARD_HIGH + FOOTER + 2 * GAP


def _lay_column(
    mosaic: Mosaic, corner: tuple[int, int], numbered: tuple[int, Decision], size: tuple[int, int], language: str
) -> None:  # fmt: skip
    """Adds a column to the picture: its frame and point card, then each card with its value, and the sums."""
    (at, column), (x, y), (wide, high) = numbered, corner, size
    bare, frame = Column(column.point, closed=False, cards=()), _frame(column.present)
    mosaic.frame(corner, size, *frame)
    mosaic.lay(draw_point, corner, (wide, POINT_HIGH), (at, bare), frame, False, wide, language)
    for slot, card in enumerate(column.cards):
        spot, room = (x + 10, y + POINT_HIGH + 6 + slot * CARD_HIGH), (wide - 20, CARD_HIGH - 8)
        mosaic.lay(_card, spot, room, card, room[0], language, ground=PANEL)
    spot, room = (x + 10, y + high - FOOTER - GAP // 2), (wide - 20, FOOTER - 8)
    if column.winner:
        mosaic.lay(_outcome, spot, room, column.winner, column.sums, room[0], ground=PANEL)
    else:
        mosaic.lay(_waiting, spot, room, room, ground=PANEL)


def _frame(present: bool) -> Frame:
    """Returns the colours of a column's frame, and its corner radius and border width in pixels."""
    return (GOLD if present else EDGE, PANEL), (16, 6 if present else 3)


def _waiting(canvas: Canvas, corner: Corner, room: tuple[int, int]) -> None:
    """Draws an ellipsis in place of the result of a column that is not decided yet."""
    canvas.centred(corner[0] + room[0] / 2, corner[1] + FOOTER / 2 - GAP / 2, "…", 44, FADED)


def _card(canvas: Canvas, corner: Corner, card: Counted, wide: int, language: str) -> None:
    (x, y), high = corner, CARD_HIGH - 8
    ground, ink = (PANEL, FADED) if card.removed else (CREAM, INK)
    canvas.frame(x, y, wide, high, (EDGE if card.removed else INK, ground), (12, 2))
    value = canvas.text(x + wide - 14, y + 6, card.value, 36, BRICK, weight="Bold", side="right")
    shown = Terms(translator_for(language)).card(card.card)
    size = fitting(shown, range(34, 20, -1), wide - value - 88)
    drawn = canvas.text(x + 66, y + high / 2 - size * 0.62, shown, size, ink)
    if card.removed:
        canvas.box(x + 62, y + high / 2, drawn + 8, 3, FADED)
    canvas.paste(player_disc(card.owner, 50), x + 7, y + high / 2 - 25)


def _outcome(canvas: Canvas, corner: Corner, winner: str, sums: Sums, wide: int) -> None:
    """Draws the sum of every seat, and the winner of the point card."""
    x, y = corner
    middle, right = y + FOOTER / 2, x + wide
    canvas.box(x, y, wide, FOOTER - 8, NIGHT, 12)
    if winner == NOBODY:
        canvas.centred(right - 40, middle - 4, "–", 48, CREAM)
    else:
        canvas.paste(player_disc(winner, 60), right - 72, middle - 34)
    if len(sums) <= 2 and winner != NOBODY:
        canvas.icon(tokens.crown, right - 102, middle - 4, 40, GOLD)
    _sums(canvas, winner, sums, (x + 8, y), wide - 86)


def _sums(canvas: Canvas, winner: str, sums: Sums, corner: Corner, wide: int) -> None:
    """Draws the sum of every seat, the winner's first; three or more in two lines."""
    in_a_line = len(sums) if len(sums) <= 2 else -(-len(sums) // 2)
    few = len(sums) <= 2
    disc, size, step = (34, 34, 110.0) if few else (26, 22, wide / in_a_line)
    for at, (seat, value) in enumerate(sorted(sums, key=lambda one: one[0] != winner)):
        line, place = divmod(at, in_a_line)
        left, middle = corner[0] + place * step, corner[1] + (FOOTER - 8) * (0.5 if few else (2 * line + 1) / 4)
        canvas.paste(player_disc(seat, disc), left, middle - disc / 2)
        canvas.text(left + disc + 4, middle - size * 0.66, value, size, CREAM, weight="Bold")
