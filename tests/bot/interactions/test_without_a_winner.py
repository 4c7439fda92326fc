"""Tests a game that is ended without a winner: who ends it, and how its shuffles are verified."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.errors import BadRecord
from rules.verify import verify, verify_so_far
from tests.bot.refused import NO_SEAT
from tests.bot.table import Evening

FOUR = ("Anna", "Bert", "Cyril", "Dora")
SEATED = ("Bert", "Cyril", "Dora")
"""The players; Anna, the server's owner, may manage every channel and does not play."""


async def test_a_manager_is_asked_again_before_everyones_game_ends(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down()
        await evening.slash("Bert", "game end")
        await evening.press_board("Anna", "agree_end")
        asked = evening.private("Anna")
        assert not evening.live.row.finished_yet
        assert [part.custom_id.split(":")[2] for part in asked.usable if part.style == "danger"] == ["end_sure"]
        await evening.press("Anna", asked, Evening.part(asked, "keep_on"))
        assert not evening.live.row.finished_yet
        assert not evening.private("Anna").usable
        outcome = await evening.slash("Anna", "game end")
        assert outcome.message is not None
        assert outcome.message.ephemeral
        await evening.press("Anna", outcome.message, Evening.part(outcome.message, "end_sure"))
        assert evening.live.row.finished_yet
        assert "Konec hry" in evening.board().text
        public = evening.person("Anna").messages(evening.channel)
        assert not [part for seen in public for part in Evening.of_a_game(seen)]
        evening.clean()


async def test_a_manager_who_looks_on_ends_a_game_by_one_command(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.open(*SEATED)
        await evening.press_board("Bert", "start")
        await evening.slash("Anna", "game end")
        assert evening.live.row.phase == "ended"
        evening.clean()


async def test_a_playing_managers_word_counts_as_one_until_it_is_given_for_all(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down()
        asked = (await evening.slash("Anna", "game end")).message
        assert asked is not None
        assert "1 z 3" in asked.text
        assert not evening.live.row.finished_yet
        await evening.slash("Bert", "game end")
        assert not evening.live.row.finished_yet
        await evening.slash("Cyril", "game end")
        assert evening.live.row.finished_yet
        evening.clean()


async def test_a_managers_word_that_the_table_has_waited_for_is_not_asked_twice(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        await evening.sit_down()
        await evening.slash("Bert", "game end")
        await evening.press_board("Anna", "agree_end")
        assert evening.live.row.phase == "ended"
        evening.clean()


async def test_only_a_manager_ends_a_game_without_a_vote(database: Path) -> None:
    async with Evening.of(*FOUR, "Emil", database=database) as evening:
        await evening.sit_down(*SEATED)
        board, forged = evening.board(), f"kr:{evening.table}:end_sure"
        await evening.person("Emil").forge(board, forged)
        await evening.settled()
        assert NO_SEAT in evening.private("Emil").text
        await evening.person("Bert").forge(board, forged)
        await evening.settled()
        assert "1 z 2" in evening.private("Bert").text
        assert evening.live.row.phase == "running"


async def test_a_lobby_is_called_off_by_a_manager_at_once(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.open(*SEATED)
        await evening.slash("Anna", "game end")
        assert evening.live.row.phase == "ended"
        evening.clean()


# Its shuffles


async def exported(evening: Evening, name: str) -> list[str]:
    """Returns the lines of the record that a user gets by `/record export`."""
    message = (await evening.slash(name, "record export")).message
    assert message is not None
    return evening.person(name).download(message.attachments[0]).decode().splitlines()


async def test_the_shuffles_of_a_game_without_a_winner_can_be_checked(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*SEATED)
        secret = (await evening.bot.app.db.seeds.get(evening.table)).hex()
        assert all(secret not in seen.text for seen in evening.person("Bert").messages(evening.channel))
        await evening.end("Anna")
        assert secret in evening.board().text
        verified = await evening.slash("Dora", "record verify")
        assert "✅" in verified.text
        assert "bez vítěze" in verified.text
        assert evening.live.commitment in verified.text
        assert secret in verified.text
        lines = await exported(evening, "Bert")
        assert not [line for line in lines if line.startswith(("seed", "result"))]
        draws = sum(re.match(r"\d+ chance ", line) is not None for line in lines)
        assert f"losování ({draws})" in verified.text
        assert verify_so_far(lines, secret).over is None
        with pytest.raises(BadRecord):
            verify(lines)
        evening.clean()


async def test_a_false_record_of_a_game_without_a_winner_is_found(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*SEATED)
        await evening.end("Anna")
        evening.live.seed = "00" * 32
        assert "❌" in (await evening.slash("Bert", "record verify")).text
        evening.clean()


async def test_after_a_restart_the_seed_is_there_still(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*SEATED)
        await evening.end("Anna")
        board = evening.board().text
        await evening.restart()
        assert "✅" in (await evening.slash("Bert", "record verify")).text
        assert evening.live.facts.seed in board
        evening.clean()
