"""Tests that a single process keeps to the rate that Discord allows for a token, and what it does after errors of a
proxy.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.emulator import Limits, LocalDiscord, World
from bot.emulator.objects import Channel
from bot.emulator.people import crowd
from bot.messages import api
from bot.messages.breaker import FREELY, Breaker
from bot.messages.pace import REQUESTS_PER_SECOND, Pace
from bot.messages.requests import LOST, REQUEST_TIMEOUT, RefusedRequests
from tests.workers.sender import post_all, words, worker

POST = "POST /channels/{channel_id}/messages"
DISCORDS = 50


class Clock:
    """A clock that only tests move."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def moments(pace: Pace, clock: Clock, count: int) -> list[float]:
    """Returns the times at which that many requests are sent which are all wanted now."""
    return [clock.now + pace.wait() for _ in range(count)]


def most_in_a_second(times: list[float]) -> int:
    return max(bisect_left(times, begin + 1.0) - at for at, begin in enumerate(times))


def test_a_burst_is_never_more_than_discord_lets_through_in_any_second() -> None:
    clock = Clock()
    pace = Pace(REQUESTS_PER_SECOND, clock)
    times = moments(pace, clock, 200)
    assert times[0] == clock.now, "who comes alone does not wait"
    clock.now = times[-1] + 0.3
    times += moments(pace, clock, 200)
    assert times == sorted(times)
    assert most_in_a_second(times) <= DISCORDS
    assert times[-1] - times[200] < 200 / REQUESTS_PER_SECOND, "and no slower than need be"


def test_a_request_that_is_given_up_takes_no_turn() -> None:
    clock = Clock()
    pace = Pace(10, clock)
    moments(pace, clock, 10_000)
    clock.now += REQUEST_TIMEOUT
    assert pace.wait() <= 1.0, "whoever could not be served long ago holds nobody back now"


def test_behind_a_proxy_no_request_waits() -> None:
    pace = Pace(None)
    assert [pace.wait() for _ in range(500)] == [0.0] * 500


@pytest.mark.parametrize(("address", "paced"), [("", True), ("http://proxy:8080", False)])
def test_a_process_has_a_pace_of_its_own_if_no_proxy_shares_the_limits_out(address: str, paced: bool) -> None:
    pace = Pace.at(address)
    assert (max(pace.wait() for _ in range(20)) > 0) == paced


# On the wire: one worker, and a Discord that enforces its rate limits

CHANNELS = 30


def hasty(a_second: int = DISCORDS) -> World:
    """Returns a world of the local Discord whose only rate limit is the global one, `a_second` requests per second."""
    limits = Limits({}, (1000, 1.0), per_second=a_second)
    return crowd.with_people("Anna", channels=CHANNELS, limits=limits)


def tables(there: LocalDiscord) -> list[Channel]:
    """Returns the channels of the tables."""
    return [there.world.channel(f"table-{at}") for at in range(1, CHANNELS + 1)]


async def test_a_single_worker_in_a_hurry_never_meets_the_global_limit() -> None:
    async with LocalDiscord(hasty()) as there, worker(there.api_url, there.token, Breaker(Pace())) as client:
        channels = [channel.id for channel in tables(there)]
        await post_all(client, "one", 1, channels)
        assert [one.status for one in there.requests if one.status != 200] == []
        assert len(there.counted) > DISCORDS, "more than one second's worth"


async def test_a_global_limit_holds_back_every_request_of_the_worker() -> None:
    async with LocalDiscord(hasty()) as there, worker(there.api_url, there.token) as client:
        one, other, *_ = tables(there)
        there.world.faults.demand(429, POST, retry_after=0.4, everywhere=True)
        first = asyncio.create_task(api.post(client, one.id, words("first")))
        async with asyncio.timeout(5.0):
            while client.http._global_over.is_set():  # noqa: ASYNC110 - the library has no event
                await asyncio.sleep(0)
        begun = asyncio.get_running_loop().time()
        await api.post(client, other.id, words("another channel"))
        assert asyncio.get_running_loop().time() - begun > 0.25
        await first
        assert [each.status for each in there.requests if each.status != 200] == [429]


@pytest.mark.parametrize(("scope", "counts"), [("user", True), ("shared", False)])
async def test_a_shared_limit_is_waited_for_and_counts_against_no_channel(scope: str, counts: bool) -> None:
    breaker, again = Breaker(Pace(None)), 4
    async with LocalDiscord(hasty(1000)) as there, worker(there.api_url, there.token, breaker) as client:
        for channel in tables(there)[: FREELY // again - 1]:
            there.world.faults.demand(429, POST, times=again, retry_after=0.001, scope=scope)
            await api.post(client, channel.id, words("in the end"))
        assert sum(one.status == 429 for one in there.requests) == FREELY - again
        for _ in range(again):
            breaker.count()
        assert (breaker._count() >= FREELY) == counts


async def test_a_proxy_that_gave_up_is_an_answer_that_was_lost() -> None:
    """If nirn-proxy answers 408, Discord was too slow and the post may exist: it is sent again with its nonce, and
    appears once.
    """
    async with LocalDiscord(hasty(1000)) as there, worker(there.api_url, there.token) as client:
        (channel, *_) = tables(there)
        there.world.faults.demand(408, POST, after=True)
        await api.post(client, channel.id, words("once"))
        assert [one.status for one in there.requests if one.name == POST] == [408, 200]
        assert len(crowd.person(there.world, "Anna").messages(channel)) == 1


async def test_a_request_that_would_wait_too_long_counts_as_lost() -> None:
    pace = Pace(0.01)
    for _ in range(20):
        pace.wait()
    trace = Breaker(pace).watch(aiohttp.TraceConfig())
    async with aiohttp.ClientSession(trace_configs=[trace]) as session:
        with pytest.raises(TimeoutError):
            await session.get("http://127.0.0.1:9/api/v10/channels/1")


async def test_errors_of_a_proxy_do_not_count_as_refusals() -> None:
    """A 429 that nirn-proxy itself sends while one of its nodes is down counts as a lost request, not as a refusal.

    The library would believe that it is banned.
    """

    async def no_node(_: web.Request) -> web.Response:
        return web.json_response({"retry_after": 1}, status=429, headers={"generated-by-proxy": "true"})

    breaker, app = Breaker(Pace(None)), web.Application()
    app.router.add_get("/api/v10/channels/1", no_node)
    traces = [RefusedRequests().watch(breaker.watch(aiohttp.TraceConfig()))]
    async with TestServer(app) as proxy, aiohttp.ClientSession(trace_configs=traces) as session:
        for _ in range(FREELY):
            with pytest.raises(LOST):
                await session.get(proxy.make_url("/api/v10/channels/1"))
    assert breaker._count() < FREELY
