"""Tests fingerprints of messages: they are read as they were written, ignore small differences of times, and spare
edits after a restart.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.features.play import board_states
from bot.features.play.board import Fingerprint
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")
NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)


def until(due: datetime, word: str = "Time runs out") -> Fingerprint:
    return Fingerprint.of(None, [{"type": 10, "content": f"{word} <t:{int(due.timestamp())}:R>"}])


def test_a_look_reads_as_it_was_written() -> None:
    for looks in (Fingerprint.of("drawn", []), until(NOON)):
        assert Fingerprint.read(looks.written) == looks
    assert Fingerprint.read("") is None


def test_a_moment_is_another_one_only_if_people_would_notice() -> None:
    day, minute = NOON + timedelta(days=1), NOON + timedelta(minutes=1)
    assert until(day + timedelta(minutes=5)).hardly_differs(until(day), NOON)
    assert not until(day + timedelta(hours=1)).hardly_differs(until(day), NOON)
    assert not until(minute + timedelta(seconds=5)).hardly_differs(until(minute), NOON)
    assert not until(NOON - timedelta(seconds=5)).hardly_differs(until(NOON - timedelta(seconds=9)), NOON)


def test_other_words_and_other_pictures_are_noticed() -> None:
    assert not until(NOON, "Over").hardly_differs(until(NOON), NOON)
    assert not Fingerprint.of("drawn", []).hardly_differs(Fingerprint.of(None, []), NOON)
    assert not until(NOON).hardly_differs(None, NOON)


def to_the_table(evening: Evening) -> list[str]:
    """Returns the names of the requests that send or edit a message and count against the global limit."""
    return [one.name for one in evening.discord.counted if one.body and "/messages" in one.path]


@pytest.mark.parametrize("by_force", [False, True])
async def test_a_restart_with_nothing_changed_shows_nothing_again(database: Path, by_force: bool) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.answer(evening.game.waiting[0], "place:harbour")
        await evening.pass_time(board_states.NOTED_EVERY.total_seconds())
        before, board = to_the_table(evening), evening.board().text
        if by_force:
            evening.bot.app.publisher.boards.note = _nothing  # type: ignore[method-assign]
        for _ in range(2):
            await evening.restart()
            assert to_the_table(evening) == before
        assert evening.board().text == board
        await evening.press_board(evening.holder(evening.game.waiting[0]), "move")
        evening.clean()


async def _nothing() -> None:
    """Does nothing, in place of work that a killed bot never did."""


async def test_time_that_a_table_got_back_is_shown_after_a_restart(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        before = evening.board().text
        await evening.stop()
        evening.clock.advance(30)
        await evening.start()
        assert evening.board().text != before
        evening.clean()


async def test_boards_that_are_at_rest_are_forgotten_and_followed_all_the_same(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_states, "KEPT", 1)
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        table, kept = evening.live.id, evening.bot.app.publisher.boards
        kept[table].tokens.clear()
        kept.of(table + 1)
        assert table in kept, "what it shows is not noted yet"
        await evening.pass_time(board_states.NOTED_EVERY.total_seconds())
        kept.of(table + 2)
        assert list(kept) == [table + 2]
        board, before = evening.board().id, evening.board().text
        await evening.answer(evening.game.waiting[0], "place:harbour")
        assert evening.board().id == board
        assert evening.board().text != before
        evening.clean()
