"""Tests sequences: an answer with several parts is shown part by part while the game goes on.

A restart loses nothing.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.drawing import Picture, Sketch
from bot.drawing.studio import always
from bot.emulator.people.seen import Seen
from bot.features.play.sequences import MAX_COUNTED
from rules.events import Event
from tests.any_answer import any_answer
from tests.bot.gallery import Renderer, alt
from tests.bot.played_out import GAME, TWO, to_the_end
from tests.bot.table import Evening

FOUR = ("Anna", "Bert", "Cyril", "Dora")
READING = 4
"""Seconds after which the next part of a sequence is shown."""


async def first_round(evening: Evening, *names: str, look: bool = True) -> Seen:
    """Starts a game, plays its first round by random answers, and returns the board on which the round was shown.

    A new board has been posted below it. `look`: the first player presses *My hand* on the board before.
    """
    left = await evening.sit_down(*names, game=GAME, keep=False)
    if look:
        await evening.press_board(names[0], "hand")
    dice = random.Random(3)
    while evening.game.view(None)["round"] == 1:
        seat = evening.game.waiting[0]
        await evening.answer(seat, *any_answer(evening.game, seat, dice))
    assert evening.board().id != left.id
    return left


def decided(seen: Seen) -> int:
    """Returns the number of columns that the picture shows as decided."""
    return (alt(seen) or "").count("vyhrává") + (alt(seen) or "").count("nebere nikdo")


def takings(seen: Seen) -> int:
    """Returns the number of columns whose outcome the text tells: who takes them, or that no one does."""
    return len(re.findall(r"Sloupec \d: (?:\S+ bere|nikdo nebere)", seen.text))


async def test_a_column_after_the_other_is_shown_where_the_round_was_played(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        left = await first_round(evening, *FOUR)
        pictured, told = [decided(left)], [takings(left)]
        for _ in range(3):
            await evening.pass_time(READING)
            pictured.append(decided(left))
            told.append(takings(left))
        assert pictured == told == [1, 2, 3, 4]
        assert not left.buttons
        assert await evening.bot.app.db.messages.of("board", evening.table, old=True) == []
        before = len(evening.discord.requests)
        await evening.pass_time(READING)
        assert len(evening.discord.requests) == before
        evening.clean()


async def test_the_next_decision_is_asked_at_once_and_its_clock_runs(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await first_round(evening, *TWO)
        deadline = evening.live.deadline
        assert deadline is not None
        assert deadline.number == evening.game.number
        assert (deadline.due - evening.now()).total_seconds() == evening.live.row.turn_seconds
        assert "move" in Evening.verbs(evening.board())


async def test_an_answer_during_the_drawing_of_a_picture_is_shown_after_its_commit(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        illustrator, uncommitted = evening.bot.app.illustrator, list[Event]()
        genuine = illustrator.picture

        async def slowly(sketch: Sketch | None, still: Callable[[], bool] = always) -> Picture | None:
            """Draws a picture; at the first one of round 2, adds an event in memory, like an uncommitted answer."""
            told = evening.game.told
            if not uncommitted and evening.game.view(None)["round"] == 2:
                uncommitted.append(next(event for event in reversed(told) if event.name == "takes"))
                told.extend(uncommitted)
            return await genuine(sketch, still)

        illustrator.picture = slowly  # type: ignore[method-assign]
        left = await first_round(evening, *FOUR)
        evening.game.told.pop()
        assert uncommitted
        assert "1/4" in left.text
        for _ in range(3):
            await evening.pass_time(READING)
        assert takings(left) == 4


@pytest.mark.parametrize("lent", [True, False])
async def test_a_sequence_costs_nothing_through_a_lent_token_and_little_without(database: Path, lent: bool) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        left = await first_round(evening, *FOUR, look=lent)
        since = len(evening.discord.counted)
        shown = [decided(left)]
        for _ in range(5):
            await evening.pass_time(READING)
            shown.append(decided(left))
        assert shown[-1] == 4
        assert len(evening.discord.counted) - since == (0 if lent else MAX_COUNTED - 1)
        evening.clean()


async def test_a_restart_in_the_middle_shows_the_end_of_it_at_once(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        left = await first_round(evening, *FOUR)
        assert decided(left) == 1
        await evening.restart()
        assert all(f"Sloupec {number}:" in left.text for number in range(1, 5))
        assert await evening.bot.app.db.messages.of("board", old=True) == []
        evening.clean()


async def test_the_last_board_tells_the_end_at_once_and_shows_how_it_came_step_by_step(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.sit_down(*TWO, game=GAME, keep=False)
        await to_the_end(evening)
        board = evening.board()
        assert "Konec hry" in board.text
        assert "Kolo 6 z 6, vyhodnocení" in str(alt(board))
        assert await evening.bot.app.db.archive.untold_ends() == [evening.table]
        for _ in range(3):
            await evening.pass_time(READING)
        assert str(alt(board)).startswith("Body po jednotlivých kolech")
        assert await evening.bot.app.db.archive.untold_ends() == []
        evening.clean()


async def test_while_pictures_of_the_end_fail_everything_is_told_in_words(database: Path, renderer: Renderer) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.sit_down(*TWO, game=GAME, keep=False)
        await to_the_end(evening)
        table = f"## {evening.live.game_ui.title}"
        assert table not in evening.board().text
        renderer.broken = True
        await evening.pass_time(READING)
        assert alt(evening.board()) is None
        assert table in evening.board().text
        assert "Konec hry" in evening.board().text
        evening.clean()


async def test_an_end_that_a_restart_interrupted_is_shown_completely(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.sit_down(*TWO, game=GAME, keep=False)
        await to_the_end(evening)
        await evening.restart()
        assert str(alt(evening.board())).startswith("Body po jednotlivých kolech")
        assert "Konec hry" in evening.board().text
        assert await evening.bot.app.db.archive.untold_ends() == []
        evening.clean()


async def test_without_pictures_everything_is_said_at_once(database: Path) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        left = await first_round(evening, *FOUR)
        assert all(f"Sloupec {number}:" in left.text for number in range(1, 5))
        assert await evening.bot.app.db.messages.of("board", evening.table, old=True) == []
        evening.clean()


async def test_a_deleted_message_ends_its_sequence_silently(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        left = await first_round(evening, *FOUR)
        await evening.bot.http.delete_message(evening.channel.id, left.id)
        for _ in range(3):
            await evening.pass_time(READING)
        assert not evening.bot.app.publisher.sequences.runs(left.id)
        assert "move" in Evening.verbs(evening.board())
