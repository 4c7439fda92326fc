"""Tests the posts of the puzzles of the day: once a day, at daytime, outside quiet hours, in the server's language."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.features.puzzles.view import KINDS
from bot.games import GAME_UIS
from bot.games.puzzles import puzzles_for
from tests.bot.features.server.test_settings import fill_in, settings
from tests.bot.table import Evening

POSTED = "🧩"
DAY = datetime(2026, 11, 27, tzinfo=UTC)


async def with_puzzles(evening: Evening, **values: object) -> None:
    """Sets the evening's channel as the one in which the server wants the puzzles of the day posted.

    `values`: further settings of the server.
    """
    guild = evening.channel.guild_id or 0
    await evening.bot.app.db.servers.change(guild, {"puzzle_channel": evening.channel.id, **values})


async def look(evening: Evening, hour: float, days: int = 0) -> int:
    """Runs the job that posts puzzles at an hour in UTC, `days` after `DAY`; returns the number of posts in the channel
    so far.
    """
    await evening.bot.app.puzzle_posts.look(DAY + timedelta(days=days, hours=hour))
    await evening.settled()
    return sum(POSTED in seen.text for seen in evening.person("Bert").messages(evening.channel))


async def test_puzzles_are_posted_once_a_day_also_after_a_restart(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, pictures=False) as evening:
        await with_puzzles(evening)
        assert [await look(evening, hour) for hour in (8.9, 9, 9.1, 20)] == [0, 1, 1, 1]
        await evening.restart()
        assert await look(evening, 20.5) == 1
        assert [await look(evening, hour, days=1) for hour in (0, 9, 12)] == [1, 2, 2]
        evening.clean()


async def test_a_member_opens_a_puzzle_from_the_post_in_private(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, pictures=False) as evening:
        await with_puzzles(evening, language="en")
        await look(evening, 9)
        post = next(seen for seen in evening.person("Bert").messages(evening.channel) if POSTED in seen.text)
        assert "Only you see your answer." in post.text
        assert [part.label for part in post.usable] == [GAME_UIS[kind].title for kind in KINDS if puzzles_for(kind)]
        before = post.text
        await evening.press("Bert", post, post.usable[0].custom_id)
        assert GAME_UIS[KINDS[0]].title in evening.private("Bert").text
        assert post.text == before
        evening.clean()


@pytest.mark.parametrize(
    ("values", "hours"),
    [
        ({"zone": "Europe/Prague"}, {7.9: 0, 8.0: 1}),
        ({"zone": "America/New_York"}, {13.9: 0, 14.0: 1}),
        ({"quiet": "22:00-10:00"}, {9.9: 0, 10.1: 1}),
        ({"zone": "Pacific/Auckland"}, {8.1: 0}),
    ],
    ids=str,
)
async def test_puzzles_come_at_daytime_of_the_server(
    values: dict[str, object], hours: dict[float, int], database: Path
) -> None:
    async with Evening.of("Anna", "Bert", database=database, pictures=False) as evening:
        await with_puzzles(evening, **values)
        assert {hour: await look(evening, hour) for hour in hours} == hours
        evening.clean()


async def test_two_processes_post_once(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, pictures=False) as evening:
        await with_puzzles(evening)
        day = (DAY + timedelta(hours=9)).date()
        assert await evening.bot.app.db.servers.claim_puzzle(evening.channel.guild_id or 0, day)
        assert await look(evening, 9) == 0


async def test_the_scheduler_posts_and_without_a_channel_nothing_is_posted(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, pictures=False) as evening:
        assert await look(evening, 9) == 0
        await fill_in(evening, "sv_set_limits", puzzle_channel=[str(evening.channel.id)])
        assert (await settings(evening)).puzzle_channel == evening.channel.id
        morning = evening.now().replace(hour=10, minute=0) + timedelta(days=1)
        await evening.pass_time((morning - evening.now()).total_seconds())
        await evening.settled()
        assert sum(POSTED in seen.text for seen in evening.person("Bert").messages(evening.channel)) == 1
        await fill_in(evening, "sv_set_limits", puzzle_channel=[])
        assert (await settings(evening)).puzzle_channel is None
        evening.clean()
