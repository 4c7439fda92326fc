"""Tests that limits for lobbies, films, calls, invitations and notifications hold, and end at the announced time."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.tables.limits import (
    FILMS_PER_TABLE,
    FILMS_PER_USER,
    HOUR,
    MAX_CALLS,
    MAX_INVITATIONS,
    MAX_NOTICES,
    MAX_OPENED,
    WINDOW,
    Limits,
    RateLimit,
    TooManyLobbies,
    TooSoon,
)
from bot.tables.refusals import Refused
from bot.tables.wishes import Place, Wishes
from storage import ServerSettings
from tests.bot.played_out import played_out
from tests.bot.table import Evening
from tests.bot.tables.backend import ANNA, BERT, NOON, Backend

MAX_OPEN_LOBBIES = ServerSettings().lobbies
MINUTE = timedelta(minutes=1)


def again(refused: Refused) -> datetime:
    """Returns the time that a refusal names as the end of a limit."""
    stamp = str(refused.facts["when"]).removeprefix("<t:").removesuffix(":R>")
    return datetime.fromtimestamp(int(stamp), NOON.tzinfo)


async def opens(backend: Backend, limits: Limits, channel: int, user: int = ANNA) -> int:
    place = Place(None, channel, user, "Anna", "en")
    async with limits.opening(place, ServerSettings()) as room:
        return (await backend.lobby.open(place, Wishes(), room)).id


def test_a_rate_limit_ends_when_the_oldest_use_leaves_the_window() -> None:
    moment = NOON
    limit = RateLimit(2, 10 * MINUTE, lambda: moment)
    with limit.counted("a"):
        pass
    moment += 4 * MINUTE
    assert limit.blocked_until("a") is None
    with limit.counted("a"):
        pass
    assert limit.blocked_until("a") == NOON + 10 * MINUTE
    assert limit.blocked_until("b") is None
    moment = NOON + 10 * MINUTE
    assert limit.blocked_until("a") is None
    with limit.counted("a"):
        pass
    assert limit.blocked_until("a") == NOON + 14 * MINUTE


async def test_sixty_lobbies_opened_at_once_stop_at_the_limit(database: Path) -> None:
    async with Backend.opened(database) as backend:
        limits = Limits(backend.db, backend.now)
        done = await asyncio.gather(*(opens(backend, limits, channel) for channel in range(60)), return_exceptions=True)
        assert sum(isinstance(one, int) for one in done) == MAX_OPEN_LOBBIES
        assert sum(isinstance(one, TooManyLobbies) for one in done) == 60 - MAX_OPEN_LOBBIES
        assert await opens(backend, limits, 100, BERT)


async def test_another_lobby_can_be_opened_after_one_has_closed(database: Path) -> None:
    async with Backend.opened(database) as backend:
        limits = Limits(backend.db, backend.now)
        tables = [await opens(backend, limits, channel) for channel in range(MAX_OPEN_LOBBIES)]
        with pytest.raises(TooManyLobbies):
            await opens(backend, limits, 100)
        await backend.lobby.leave(tables[0], ANNA)
        assert await opens(backend, limits, 100)


async def test_lobbies_opened_and_closed_repeatedly_are_limited_until_the_time_named(database: Path) -> None:
    async with Backend.opened(database) as backend:
        limits = Limits(backend.db, backend.now)
        for channel in range(MAX_OPENED):
            await backend.lobby.leave(await opens(backend, limits, channel), ANNA)
            backend.moment += timedelta(seconds=1)
        with pytest.raises(TooSoon) as refused:
            await opens(backend, limits, 100)
        assert again(refused.value) == NOON + WINDOW
        backend.moment = NOON + WINDOW
        assert await opens(backend, Limits(backend.db, backend.now), 100), "the count is in the database"


async def test_games_against_computers_only_count_like_lobbies(database: Path) -> None:
    async with Backend.opened(database) as backend:
        limits = Limits(backend.db, backend.now)
        for channel in range(MAX_OPENED):
            table = await opens(backend, limits, channel)
            for _ in range(2):
                await backend.lobby.add_computer(table, ANNA)
            await backend.referee.start(table, ANNA)
        with pytest.raises(TooSoon):
            await opens(backend, limits, 100)


async def test_games_for_practice_are_limited_only_together_with_lobbies_opened_lately(database: Path) -> None:
    async with Backend.opened(database) as backend:
        limits = Limits(backend.db, backend.now)
        tables = [await opens(backend, limits, channel) for channel in range(MAX_OPEN_LOBBIES)]
        async with limits.practice(Place(None, 100, ANNA, "Anna", "en")):
            pass
        for channel in range(MAX_OPEN_LOBBIES, MAX_OPENED):
            await backend.lobby.leave(tables.pop(), ANNA)
            tables.append(await opens(backend, limits, channel))
        with pytest.raises(TooSoon) as refused:
            async with limits.practice(Place(None, 100, ANNA, "Anna", "en")):
                pass
        assert again(refused.value) == NOON + WINDOW


def test_a_use_whose_work_fails_is_not_counted() -> None:
    limit = RateLimit(1, WINDOW, lambda: NOON)
    with pytest.raises(ConnectionError), limit.counted("a"):
        raise ConnectionError
    assert limit.blocked_until("a") is None
    with limit.counted("a"):
        pass
    assert limit.blocked_until("a") == NOON + WINDOW


async def test_lobbies_that_become_games_with_other_people_do_not_count(database: Path) -> None:
    async with Backend.opened(database) as backend:
        limits = Limits(backend.db, backend.now)
        for channel in range(MAX_OPENED + 1):
            table = await opens(backend, limits, channel)
            await backend.lobby.join(table, BERT, "Bert")
            await backend.lobby.add_computer(table, ANNA)
            await backend.referee.start(table, ANNA)


async def test_films_are_limited_for_each_user_and_for_each_table(database: Path) -> None:
    async with Backend.opened(database) as backend:
        limits = Limits(backend.db, backend.now)
        for _ in range(FILMS_PER_TABLE):
            with limits.film(ANNA, 7, public=True):
                pass
        with pytest.raises(TooSoon) as refused, limits.film(BERT, 7, public=True):
            pass
        assert again(refused.value) == NOON + WINDOW
        for _ in range(FILMS_PER_USER - FILMS_PER_TABLE):
            with limits.film(ANNA, 7, public=False):
                pass
        with pytest.raises(TooSoon), limits.film(ANNA, 8, public=False):
            pass
        backend.moment = NOON + WINDOW
        with limits.film(BERT, 7, public=True):
            pass


async def test_calls_of_players_by_a_user_are_limited_until_the_time_named(database: Path) -> None:
    async with Backend.opened(database) as backend:
        limits = Limits(backend.db, backend.now)
        for _ in range(MAX_CALLS):
            async with limits.call(ANNA):
                pass
            with pytest.raises(ValueError, match="failed"):
                async with limits.call(BERT):
                    raise ValueError("failed")
        with pytest.raises(TooSoon) as refused:
            async with limits.call(ANNA):
                pass
        assert again(refused.value) == NOON + HOUR
        backend.moment = NOON + HOUR
        async with limits.call(ANNA):
            pass


async def test_invitations_of_a_user_are_limited_until_the_time_named(database: Path) -> None:
    async with Backend.opened(database) as backend:
        limits = Limits(backend.db, backend.now)
        for _ in range(MAX_INVITATIONS):
            async with limits.invitation(ANNA):
                pass
            with pytest.raises(ValueError, match="failed"):
                async with limits.invitation(BERT):
                    raise ValueError("failed")
        with pytest.raises(TooSoon) as refused:
            async with limits.invitation(ANNA):
                pass
        assert again(refused.value) == NOON + HOUR
        backend.moment = NOON + HOUR
        async with limits.invitation(ANNA):
            pass


async def test_notifications_of_a_user_are_limited_for_an_hour(database: Path) -> None:
    async with Backend.opened(database) as backend:
        limits = Limits(backend.db, backend.now)
        assert [await limits.notice(ANNA) for _ in range(MAX_NOTICES + 1)] == [True] * MAX_NOTICES + [False]
        assert await limits.notice(BERT)
        backend.moment = NOON + HOUR
        assert await limits.notice(ANNA)


async def test_a_restart_does_not_end_the_limits(database: Path) -> None:
    async with Backend.opened(database) as backend:
        limits = Limits(backend.db, backend.now)
        for _ in range(MAX_CALLS):
            async with limits.call(ANNA):
                pass
    async with Backend.opened(database) as backend:
        with pytest.raises(TooSoon):
            async with Limits(backend.db, backend.now).call(ANNA):
                pass


async def test_a_film_that_failed_does_not_count(database: Path) -> None:
    async with Backend.opened(database) as backend:
        limits = Limits(backend.db, backend.now)
        for _ in range(FILMS_PER_USER + 1):
            with pytest.raises(RuntimeError), limits.film(ANNA, 7, public=True):
                raise RuntimeError


@pytest.mark.tier("test")
async def test_a_user_who_opens_lobbies_everywhere_is_told_when_it_works_again(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, channels=MAX_OPEN_LOBBIES + 1) as evening:
        channels = [evening.world.channel(f"table-{number}") for number in range(1, MAX_OPEN_LOBBIES + 2)]
        for channel in channels:
            outcome = await evening.slash("Bert", "game new", channel=channel, game="mafia_city")
        assert "jakmile jeden z nich začne hrát nebo se zavře" in outcome.text
        assert outcome.message is not None
        assert outcome.message.ephemeral
        await evening.slash("Bert", "game leave", channel=channels[0])
        await evening.slash("Bert", "game new", channel=channels[-1], game="mafia_city")
        assert len(await evening.bot.app.db.games.lobbies_of(evening.person("Bert").id)) == MAX_OPEN_LOBBIES
        evening.clean()


@pytest.mark.tier("test")
async def test_a_rematch_counts_as_an_open_lobby(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, channels=MAX_OPEN_LOBBIES + 1) as evening:
        await played_out(evening)
        for number in range(2, MAX_OPEN_LOBBIES + 2):
            await evening.slash("Anna", "game new", channel=evening.world.channel(f"table-{number}"), game="mafia_city")
        refused = await evening.slash("Anna", "game rematch")
        assert "jakmile jeden z nich začne hrát nebo se zavře" in refused.text
        assert (await evening.slash("Bert", "game rematch")).kind == "message"
        assert evening.live.row.phase == "lobby"
        evening.clean()
