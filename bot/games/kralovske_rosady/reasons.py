"""Why a computer answers as it does, in words that a beginner understands: nobody is addressed."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.facts import TableFacts
from bot.games.kralovske_rosady.names import Speaker
from bot.games.reasons import percent
from bot.texts import Words
from rules.decisions import PASS
from rules.kralovske_rosady.cards import symbol_of, value_of
from rules.kralovske_rosady.outlook import Lying, chances, lying
from rules.kralovske_rosady.policy import CAREFUL, Eyes
from rules.players.levels import Question as Asked


def because(asked: Asked, keys: Sequence[str], facts: TableFacts, words: Words) -> str:
    """What speaks for an answer."""
    speaker, key = Speaker(words, facts), keys[0]
    if asked.kind == "play":
        card, number = key.split(":")
        return _laying(asked, card, int(number), speaker)
    if asked.kind == "disguise":
        return _tucking(asked, key, asked.about["column"], speaker)
    return _swapping(asked, key, speaker) if asked.kind == "betray" else ""


def _laying(asked: Asked, card: str, number: int, speaker: Speaker) -> str:
    """How likely the column is one's own, without the card and with it at the bottom."""
    cards = lying(asked.view["columns"][number - 1]["cards"])
    before, after = (percent(_won(asked, number, each)) for each in (cards, (*cards, (asked.seat, card))))
    column, words = _column(asked, number, speaker), speaker.words
    if after > before:
        return words(
            "{column}: the card raises the chance to win it from about {before} to {after} %.",
            column=column, before=before, after=after,
        )  # fmt: skip
    if value_of(_point(asked, number)) - len(cards) == 1:
        return words("{column}: the card fills it, and little is lost there.", column=column)
    return words("{column}: little is lost there, and better cards are kept for columns that matter.", column=column)


def _tucking(asked: Asked, key: str, number: int, speaker: Speaker) -> str:
    words = speaker.words
    if key == PASS:
        return words("No card of this hand is worth more under the disguise than in hand (K5).")
    return words(
        "{column}: the hidden card takes part in the evaluation, and nobody else knows it (K5).",
        column=_column(asked, number, speaker),
    )


def _swapping(asked: Asked, key: str, speaker: Speaker) -> str:
    """K15: the better point card should lie where one stands well."""
    words, here = speaker.words, asked.about["column"]
    if key == "stay":
        return words("Every point card lies better where it is (K15).")
    there = int(key)
    mine, theirs = (lying(asked.view["columns"][at - 1]["cards"]) for at in (here, there))
    own, other = _won(asked, here, mine), _won(asked, there, theirs)
    better, number = (_point(asked, there), here) if own >= other else (_point(asked, here), there)
    return words(
        "Column {number} is the likelier win; {point} comes there (K15).", number=number, point=speaker.point(better)
    )


def _won(asked: Asked, number: int, cards: Lying) -> float:
    eyes, point = Eyes(asked, CAREFUL), _point(asked, number)
    closed = eyes.columns[number - 1]["closed"]
    return chances(cards, symbol_of(point), 0 if closed else max(0, value_of(point) - len(cards))).get(asked.seat, 0.0)


def _point(asked: Asked, number: int) -> str:
    return str(asked.view["columns"][number - 1]["point"])


def _column(asked: Asked, number: int, speaker: Speaker) -> str:
    return speaker.words("Column {number} ({point})", number=number, point=speaker.point(_point(asked, number)))
