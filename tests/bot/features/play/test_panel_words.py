"""Tests goals over whole games that are played by their panels only: words, questions without a choice, requests.

Each goal holds with and without the explanations of a first game.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.tables import thinker_process
from tests.bot.counted_panels import (
    Reader,
    decisions_in,
    percentile,
    played,
    requests_of,
    sat_down,
    with_rule_number,
    words_in,
)
from tests.bot.table import Evening

MEDIAN, MOST_95, QUESTION = 40, 80, 12
"""The maximum number of words in a panel at the median and at the 95th percentile, and in a question."""
PLACEHOLDER, LABEL = 40, 34
"""The maximum number of characters that a phone shows of a select's placeholder and of a button's label."""
FORCED = 0.05
"""The maximum share of presses on questions with only one answer, in games of several people.

There such questions are not answered automatically, because that would show what is held.
"""
REQUESTS = 0.3
"""The maximum number of requests per decision that count against the global limit, if someone presses each new board
once.
"""
TABLES = [("mafia_city", 1, 2), ("kralovske_rosady", 1, 2), ("star_wars_destiny", 1, 1),
          ("mafia_city", 3, 0), ("kralovske_rosady", 2, 0), ("star_wars_destiny", 2, 0)]  # fmt: skip
SIGN = "💡 "
"""The sign before an explanation."""
PEOPLE = ("Anna", "Bert", "Cyril")


@pytest.mark.parametrize("explains", [False, True])
@pytest.mark.parametrize("locale", ["en-GB", "cs"])
@pytest.mark.parametrize("table", TABLES)
async def test_a_panel_is_short_also_if_it_explains_and_asks_only_what_it_must(
    database: Path, monkeypatch: pytest.MonkeyPatch, table: tuple[str, int, int], locale: str, explains: bool
) -> None:
    kind, people, computers = table
    # Computers draw from the system: without this each run would count another game.
    monkeypatch.setattr(thinker_process, "SystemRandom", lambda: Random(5))
    async with Evening.of(*PEOPLE, database=database, locale=locale, seed=bytes([5] * 32), pictures=False) as evening:
        for name in PEOPLE[:people]:
            # In first games panels explain what is new, each concept once (test_explanations.py).
            await evening.bot.app.people.change(evening.person(name).id, explains=explains)
        await sat_down(evening, kind, *PEOPLE[:people], computers=computers)
        reader = Reader(evening)
        game = await played(reader, 5)
        panels, words = reader.panels, [panel.words for panel in reader.panels]
        assert game.over
        assert len(panels) > 20
        assert any(SIGN in text for panel in panels for text in panel.texts) == explains
        assert percentile(words, 50) <= MEDIAN
        assert percentile(words, 95) <= MOST_95
        assert [panel.question for panel in panels if words_in(panel.question) > QUESTION] == []
        assert with_rule_number([text for panel in panels for text in (*panel.texts, *panel.options)]) == []
        assert with_rule_number(reader.public) == []
        assert people > 1 or all(panel.decidable for panel in panels)
        assert [panel.question for panel in panels if not panel.primary_is_first] == []
        assert [panel.question for panel in panels if panel.window and not panel.decidable] == []
        assert len(reader.forced) <= FORCED * reader.total
        assert people == 1 or len(requests_of(evening)) <= REQUESTS * decisions_in(game)
        assert {text for panel in panels for text in panel.placeholders if len(text) > PLACEHOLDER} == set()
        assert {text for panel in panels for text in panel.labels if len(text) > LABEL} == set()
        evening.clean()
