"""Tests the router: repeated interactions act once, forged ones change nothing, foreign ones are refused kindly."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.gateway.router import ELSEWHERE
from bot.interactions.component_context import UNKNOWN
from bot.texts import translator_for
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")
CZECH = translator_for("cs")
GUILD, PRIVATE_CHANNEL = 0, 2
"""Discord's interaction context types."""


@pytest.mark.parametrize("option", ["rules topic", "replace player", "peek player"])
async def test_an_autocompletion_that_comes_twice_is_answered_once(database: Path, option: str) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        command, _, name = option.partition(" ")
        evening.discord.gateway.repeat("INTERACTION_CREATE", 2)
        outcome = await evening.person("Anna").autocomplete(evening.channel, f"game {command}", name, "")
        assert outcome.choices
        # What came second has been looked at when the next one is answered.
        await evening.slash("Anna", "learn rules")
        evening.clean()


async def test_a_command_that_comes_twice_acts_once(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open("Anna")
        evening.discord.gateway.repeat("INTERACTION_CREATE", 2)
        await evening.slash("Bert", "game join")
        await evening.slash("Anna", "learn rules")
        assert [seat.name for seat in evening.live.seats] == ["Anna", "Bert"]
        evening.clean()


async def test_a_press_that_comes_twice_after_a_restart_acts_once(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open("Anna")
        await evening.restart()
        evening.discord.gateway.repeat("INTERACTION_CREATE", 2)
        await evening.add_computer("Anna")
        await evening.press_board("Bert", "join")
        assert len(evening.live.seats) == 3
        evening.clean()


@pytest.mark.parametrize("value", ["²", "٣", "१", "", "-1", "1..0", "1.", "12345", "x"])
async def test_a_value_that_is_not_a_number_is_not_a_choice(
    database: Path, caplog: pytest.LogCaptureFixture, value: str
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game = evening.game
        name = evening.holder(game.waiting[0])
        before = len(game.entries)
        for verb in ("pick", "chosen"):
            custom = f"kr:{evening.table}:{verb}:{game.number}:"
            with caplog.at_level(logging.INFO, "bot"):
                await evening.person(name).forge(evening.board(), custom, component_type=3, values=[value])
                await evening.settled()
            if verb == "pick":
                assert CZECH(UNKNOWN) in evening.private(name).text
        assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
        assert len(game.entries) == before
        evening.clean()


@contextmanager
def elsewhere(evening: Evening, context: int) -> Iterator[None]:
    """Makes all interactions within the block come from an installation by a user, outside of the bot's servers.

    `context`: Discord's context type: a chat among users, or a server without the bot.
    """
    emit = evening.world.emit

    def told(name: str, data: dict[str, Any], **where: Any) -> None:
        if name == "INTERACTION_CREATE":
            user = data.get("member", data)["user"]["id"]
            data = {**data, "context": context, "authorizing_integration_owners": {"1": user}}
        emit(name, data, **where)

    setattr(evening.world, "emit", told)  # noqa: B010
    yield
    setattr(evening.world, "emit", emit)  # noqa: B010


@pytest.mark.parametrize("context", [GUILD, PRIVATE_CHANNEL])
async def test_unknown_interactions_are_refused_with_a_message(database: Path, context: int) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open("Anna")
        board = evening.board()
        with elsewhere(evening, context):
            typed = await evening.slash("Bert", "game join")
            pressed = await evening.press("Bert", board, Evening.part(board, "join"))
            offered = await evening.person("Bert").autocomplete(evening.channel, "learn rules", "topic", "")
        assert typed.text == CZECH(ELSEWHERE)
        assert CZECH(ELSEWHERE) in pressed.text
        assert all(seen.ephemeral for seen in evening.person("Bert").messages(evening.channel) if seen.id != board.id)
        assert offered.choices == []
        assert [seat.name for seat in evening.live.seats] == ["Anna"]
        await evening.slash("Bert", "game join")
        assert [seat.name for seat in evening.live.seats] == ["Anna", "Bert"]
        evening.clean()


async def test_a_direct_message_to_the_bot_is_no_elsewhere(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        outcome = await evening.slash("Anna", "game hand", evening.person("Anna").dm())
        assert outcome.text == (await evening.slash("Anna", "game hand")).text
        evening.clean()
