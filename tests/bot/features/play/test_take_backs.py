"""Tests the button that takes an answer back: panels offer it for as long as the answer could be taken back at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.emulator.people.seen import Seen
from bot.tables.thinkers import Choice, Thinkers
from rules.decisions import PASS
from rules.players.levels import Question
from rules.undo import UNDO
from tests.bot.table import Evening
from tests.bot.tables.backend import thoughtless


@pytest.fixture(autouse=True)
def _simple(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes computers keep every first hand and then only place mobsters, which reveals nothing."""

    async def choose(_self: Thinkers, asked: Question, *_: object) -> Choice:
        places = [key for key in asked.keys if key.startswith("place:")]
        return thoughtless(next(key for key in ("keep", *places, PASS, *asked.keys) if key in asked.keys))

    monkeypatch.setattr(Thinkers, "choose", choose)


async def against_computers(evening: Evening) -> str:
    """Starts a game of Anna against two computers, and returns Anna's seat."""
    await evening.open()
    for _ in range(2):
        await evening.add_computer("Anna")
    await evening.press_board("Anna", "start")
    (seat,) = (one.seat for one in evening.live.people())
    await evening.answer(seat, "keep")
    assert seat in evening.game.waiting, "computers answer at once"
    return seat


async def places(evening: Evening, panel: Seen) -> Seen:
    """Places a mobster in Anna's panel, and returns the panel after the answers of the computers."""
    await evening.person("Anna").select(panel, Evening.part(panel, "pick"), ["0"])
    await evening.settled()
    return evening.private("Anna")


async def test_the_next_question_also_offers_to_take_the_answer_back(database: Path) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        seat = await against_computers(evening)
        await evening.press_board("Anna", "move")
        number = evening.game.number
        panel = await places(evening, evening.private("Anna"))
        assert seat in evening.game.waiting
        assert evening.game.number > number + 1
        assert "pick" in evening.verbs(panel), "this is the next question"
        assert Evening.part(panel, "take_back").split(":")[3] == str(number)
        assert panel.usable[-1].custom_id == Evening.part(panel, "take_back")
        await evening.press("Anna", panel, Evening.part(panel, "take_back"))
        last = evening.game.entries[-1]
        assert (last.seat, last.kind, last.keys) == (seat, UNDO, (str(number),))
        assert "take_back" not in evening.verbs(evening.private("Anna"))
        evening.clean()


async def test_a_panel_that_is_opened_again_has_the_button_on_its_first_page(database: Path) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        seat = await against_computers(evening)
        await evening.press_board("Anna", "move")
        await places(evening, evening.private("Anna"))
        evening.game.table.players[seat].hand = ["rackets-hat"]
        await evening.press_board("Anna", "move")
        panel = evening.private("Anna")
        assert "take_back" in evening.verbs(panel)
        await evening.press("Anna", panel, Evening.part(panel, "walk"))
        panel = evening.private("Anna")
        assert "do" in evening.verbs(panel)
        assert "take_back" not in evening.verbs(panel)
        await evening.press("Anna", panel, Evening.part(panel, "walk"))
        assert "take_back" in evening.verbs(evening.private("Anna"))
        evening.clean()


async def test_a_late_press_takes_no_later_answer_back(database: Path) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        await against_computers(evening)
        await evening.press_board("Anna", "move")
        first = await places(evening, evening.private("Anna"))
        stale = Evening.part(first, "take_back")
        second = await places(evening, first)
        assert Evening.part(second, "take_back") != stale
        outcome = await evening.person("Anna").forge(second, stale)
        await outcome.done()
        assert not [entry for entry in evening.game.entries if entry.kind == UNDO]
        evening.clean()
