"""How the words of a key look while it is walked, and what a whole answer will do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.games.facts import TableFacts
from bot.games.kralovske_rosady.cards import CARDS
from bot.games.kralovske_rosady.names import Speaker, column_of, viewer
from bot.games.kralovske_rosady.public import fullness
from bot.games.naming import mark
from bot.games.protocol import Label, Path, View
from bot.texts import Words, later

Column = Mapping[str, Any]

NOTHING = {
    ("disguise", "pass"): (
        later("Nothing"),
        later("No card comes under the disguise (K5)."),
        later("You hide nothing under the disguise (K5)."),
    ),
    ("betray", "stay"): (
        later("No swap"),
        later("The point cards stay where they are (K15)."),
        later("You leave the point cards where they are (K15)."),
    ),
}
"""For the words that do nothing: text, description, summary."""


def option(kind: str, path: Path, view: View, facts: TableFacts, words: Words) -> Label:
    """The label of the last word of a path."""
    speaker, last = Speaker(words, facts), path[-1]
    if (kind, last) in NOTHING:
        text, description, _ = NOTHING[kind, last]
        return Label(words(text), words(description), "👌")
    if not last.isdigit():
        return _card(last, speaker)
    target = int(last)
    label = words("Column {number}: {point}", number=target, point=speaker.point(_column(view, target)["point"]))
    if kind == "betray":
        return Label(label, _swap(target, view, speaker))
    return Label(label, _meets(_column(view, target), speaker))


def _card(card: str, speaker: Speaker) -> Label:
    return Label(speaker.valued(card), speaker.text(card), CARDS[card].emoji)


def _column(view: View, target: int) -> Column:
    column: Column = view["columns"][target - 1]
    return column


def _meets(column: Column, speaker: Speaker) -> str:
    """How full a column is, and which card the next one would turn."""
    hidden = _hidden(column)
    if hidden is None:
        return fullness(column, speaker.words)
    turns = speaker.words("turns {card}", card=_lying(hidden, speaker))
    return f"{fullness(column, speaker.words)} · {turns}"


def _hidden(column: Column) -> Mapping[str, Any] | None:
    """The card that the next one turns: the last one face down, unless it is tucked (K5)."""
    last: Mapping[str, Any] | None = column["cards"][-1] if column["cards"] else None
    return None if last is None or last["up"] or last["tucked"] else last


def _lying(card: Mapping[str, Any], speaker: Speaker) -> str:
    """A face-down card by its owner, and by its name where the view may know it."""
    owner = f"{mark(card['owner'])} {speaker.facts.seat(card['owner']).name}"
    return owner if card["card"] is None else f"{owner} ({speaker.card(card['card'])})"


def _swap(target: int, view: View, speaker: Speaker) -> str:
    """K15: which point card goes where."""
    own = column_of(view, viewer(view), "traitor")
    if own is None:
        return ""
    return speaker.words(
        "{theirs} comes to column {own}, {mine} to column {target}",
        theirs=speaker.point(_column(view, target)["point"]), own=own,
        mine=speaker.point(_column(view, own)["point"]), target=target,
    )  # fmt: skip


def summary(kind: str, keys: Sequence[str], view: View, facts: TableFacts, words: Words) -> str:
    """What an answer will do."""
    speaker, key = Speaker(words, facts), keys[0]
    if (kind, key) in NOTHING:
        return words(NOTHING[kind, key][2])
    if kind == "disguise":
        return words("You hide under the disguise: {card} (K5).", card=speaker.card(key))
    if kind == "betray":
        return words("You swap the point cards: {swap} (K15).", swap=_swap(int(key), view, speaker))
    return _play(key, view, speaker)


def _play(key: str, view: View, speaker: Speaker) -> str:
    card, _, number = key.partition(":")
    column = _column(view, int(number))
    said = speaker.words(
        "You lay face down: {card} – column {number} ({point}).",
        card=speaker.card(card), number=number, point=speaker.point(column["point"]),
    )  # fmt: skip
    hidden = _hidden(column)
    return said if hidden is None else f"{said} {speaker.words('It turns {card}.', card=_lying(hidden, speaker))}"


def direct(kind: str, path: Path) -> bool:
    """To lay a card is the move itself, to swap point cards or to do nothing costs none; to hide one does (K5)."""
    return (kind == "play" and len(path) == 2) or kind == "betray" or (kind, path[0]) in NOTHING
