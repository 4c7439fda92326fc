"""Tests for every seat, card and game: what others are shown does not depend on whether the seat has the card."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.texts import LANGUAGES
from rules import GAMES
from rules.engine import Game
from tests.faults.scale import FULL, often
from tests.secrets.holders import PAIRED, Stage, at, stages
from tests.secrets.looks import Look, pictured, public

WORDS_EVERY = often(16, 1)
"""Text messages are compared in one of this many cases, because random twins compare them too; alt texts in every one.
"""


@pytest.mark.parametrize("kind", list(GAMES))
def test_no_message_and_no_alt_text_shows_which_card_a_seat_holds(kind: str) -> None:
    compared = 0
    for stage in stages(kind, GAMES[kind].seats[-1]):
        shown = {(language, words): looks(stage, None, language, words=words)
                 for language in LANGUAGES for words in (False, True)}  # fmt: skip
        for number, card in enumerate(PAIRED[kind].cards):
            words = number % WORDS_EVERY == 0
            for language in LANGUAGES if FULL else [[*LANGUAGES][number % len(LANGUAGES)]]:
                here, there = shown[language, words], looks(stage, card, language, words=words)
                assert here == there, f"{kind}: it shows whether seat {stage.seat} holds {card}"
            compared += 1
    assert compared == len(PAIRED[kind].cards) * GAMES[kind].seats[-1]


def looks(stage: Stage, card: str | None, language: str, *, words: bool) -> list[Sequence[Look]]:
    """Returns what an onlooker is shown of a game, once while the seat waits and once while it is asked."""
    return [[("view", game.view(None)), *seen(game, language, words=words)] for game in at(stage, card)]


def seen(game: Game, language: str, *, words: bool) -> Sequence[Look]:
    """Returns the pictures with their alt texts that anyone can be shown and, with `words`, the text messages."""
    return [*pictured(game, None, language), *(public(game, language) if words else ())]
