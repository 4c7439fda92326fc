"""Tests that the bot uploads its symbols once and never depends on them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.drawing import signs
from bot.games.kralovske_rosady.symbols import SIGNS
from bot.messages.app_emojis import PAUSE, AppEmojis
from bot.messages.outcomes import Result, safe_call
from bot.views.custom_id import CustomId
from bot.views.parts import button, message, rows
from tests.bot.table import Evening

LIST, CREATE = "GET /applications/{application_id}/emojis", "POST /applications/{application_id}/emojis"


@pytest.fixture(autouse=True)
def _none_left() -> Iterator[None]:
    yield
    signs.use({})


async def begun(evening: Evening, *, uploads: bool = True) -> list[str]:
    """Loads the bot's symbols as at a start and, with `uploads`, uploads missing ones; returns the names of the
    requests for that.
    """
    since = len(evening.discord.requests)
    emojis = AppEmojis(evening.bot, wanted=True)
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    emojis.sleep = pause
    await emojis.begin(uploads=uploads)
    requests = [one.name for one in list(evening.discord.requests)[since:]]
    assert pauses == [PAUSE] * requests.count(CREATE)
    return requests


def names(evening: Evening) -> list[str]:
    return [one.name for one in evening.world.emojis.values()]


async def test_each_symbol_is_uploaded_once(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        assert await begun(evening) == [LIST, *[CREATE] * len(signs.pictures())]
        assert names(evening) == list(signs.pictures())
        assert await begun(evening) == [LIST]
        assert signs.emoji_id(next(iter(signs._SIGNS.values()))) == next(iter(evening.world.emojis))
        evening.clean()


async def test_only_one_process_uploads_and_only_what_is_missing(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        assert await begun(evening, uploads=False) == [LIST]
        assert names(evening) == []
        await begun(evening)
        first = next(iter(evening.world.emojis))
        del evening.world.emojis[first]
        assert await begun(evening, uploads=False) == [LIST]
        assert signs.emoji_id(next(iter(signs._SIGNS.values()))) is None
        assert await begun(evening) == [LIST, CREATE]
        assert sorted(names(evening)) == sorted(signs.pictures())
        evening.clean()


async def test_no_symbols_are_sent_if_they_are_not_wanted(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        since = len(evening.discord.requests)
        await evening.bot.app.app_emojis.begin(uploads=True)
        assert len(evening.discord.requests) == since
        evening.clean()


@pytest.mark.parametrize("route", [LIST, CREATE])
async def test_a_failed_upload_leaves_unicode_emojis(database: Path, route: str) -> None:
    async with Evening.of("Anna", database=database) as evening:
        evening.world.faults.demand(403, route, code=50013)
        await begun(evening)
        assert signs.emoji_id(list(signs._SIGNS.values())[-1]) is None
        assert await begun(evening) == [LIST, *[CREATE] * len(signs.pictures())]


async def test_buttons_show_the_application_s_own_emojis(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        await begun(evening)
        assert (await sent(evening)).ok
        (number,) = [number for number, one in evening.world.emojis.items() if one.name.startswith("symbol_warfare_")]
        assert last_emoji(evening) == {"id": str(number), "name": "symbol_warfare"}
        evening.clean()


async def test_after_an_emoji_was_deleted_unicode_emojis_are_sent(database: Path) -> None:
    """If an emoji of the application is deleted, one message with it is refused; later ones have Unicode emoji."""
    async with Evening.of("Anna", database=database) as evening:
        await begun(evening)
        evening.world.emojis.clear()
        assert (await sent(evening)).code == 50035
        assert (await sent(evening)).ok
        assert last_emoji(evening) == {"name": "⚔️"}


async def sent(evening: Evening) -> Result[discord.Message]:
    """Sends a message with a button that shows a symbol, and returns the result of the request."""
    channel = evening.bot.get_channel(evening.channel.id)
    assert isinstance(channel, discord.TextChannel)
    shown = button("Warfare", CustomId(0, "help"), emoji=SIGNS["warfare"])
    return await safe_call(channel.send(view=message("Choose", rows=rows([shown]))))


def last_emoji(evening: Evening) -> Any:
    """Returns the emoji of the last message's button."""
    found = evening.person("Anna").messages(evening.channel)[-1].usable[0].data["emoji"]
    return {name: value for name, value in found.items() if value and name != "animated"}
