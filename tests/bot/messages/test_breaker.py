"""Tests the circuit breaker: about a hundred refusals in ten minutes at most; working channels are not delayed."""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from itertools import pairwise
from random import Random
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.emulator import Limits, LocalDiscord
from bot.emulator.people import crowd
from bot.messages import api, breaker
from bot.messages.breaker import (
    CAREFULLY,
    FREELY,
    LONG_PAUSE,
    MAX_INVALID,
    MAX_PLACES,
    MAX_WAIT,
    PAUSE,
    QUIET_AGAIN,
    REMEMBERED,
    TRUSTED_FOR,
    Breaker,
    place_of,
)
from bot.messages.pace import REQUESTS_PER_SECOND, Pace
from bot.messages.requests import LOST, OLD_EDITS, REQUEST_TIMEOUT, RefusedRequests, Waited
from tests.bot.messages.driven import driven
from tests.workers.sender import words, worker

POST = "POST /channels/{channel_id}/messages"
LATENCY = 0.2
HOUR = 3600.0
CROWD = 1000


def clock() -> float:
    """Returns the time of the driven event loop."""
    return asyncio.get_running_loop().time()


class Asking:
    """A bot that sends requests through a circuit breaker, and a Discord that refuses them on demand."""

    def __init__(self, pace: float | None = REQUESTS_PER_SECOND, latency: float = LATENCY) -> None:
        self.breaker = Breaker(Pace(pace, clock), clock)
        self.latency = latency
        self.refuses: Callable[[str], bool] = lambda _: True
        self.status = 403
        self.refused: list[tuple[float, str]] = []
        self.served: list[tuple[float, str]] = []
        self.under_way: Counter[bool] = Counter()
        self.most_strangers = 0

    async def ask(self, place: str) -> bool:
        """Sends a request about a place; returns whether it was accepted, and raises Waited if it waits too long."""
        asked = await self.breaker.ask(place)
        self.under_way[asked.trusted] += 1
        self.most_strangers = max(self.most_strangers, self.under_way[False])
        refuses = self.refuses(place)
        (self.refused if refuses else self.served).append((clock(), place))
        await asyncio.sleep(self.latency)
        self.under_way[asked.trusted] -= 1
        if refuses:
            self.breaker.refused(asked, self.status)
        else:
            self.breaker.served(asked)
        return not refuses

    async def ask_all(self, places: list[str]) -> None:
        """Sends all requests at once; those that wait too long are given up."""

        async def one(place: str) -> None:
            with suppress(Waited):
                await self.ask(place)

        async with asyncio.TaskGroup() as group:
            for place in places:
                group.create_task(one(place))

    async def insist(self, place: str, until: float, pause: float = 5.0) -> None:
        """Sends a request every few seconds until a time, also if it is refused; more often than the bot would."""
        while clock() < until:
            with suppress(Waited):
                await self.ask(place)
            await asyncio.sleep(pause)

    async def insist_all(self, places: list[str], seconds: float) -> None:
        """Repeats a request to each of these places for this many seconds, all at the same time."""
        until = clock() + seconds
        async with asyncio.TaskGroup() as group:
            for place in places:
                group.create_task(self.insist(place, until))

    async def refuse(self, count: int, place: str = "strange") -> None:
        """Sends requests about new places, one after the other, until Discord has answered that many of them; it
        refuses all unless `refuses` is replaced.
        """
        while count:
            with suppress(Waited):
                await self.ask(f"{place}-{count}")
                count -= 1


def most_in_ten_minutes(asked: list[tuple[float, str]]) -> int:
    """Returns the maximum number of requests in any ten minutes."""
    times = sorted(moment for moment, _ in asked)
    return max((at - bisect_left(times, end - REMEMBERED) + 1 for at, end in enumerate(times)), default=0)


def firsts(asked: list[tuple[float, str]], places: list[str]) -> list[tuple[float, str]]:
    """Returns the first request to each of these places."""
    found: dict[str, tuple[float, str]] = {}
    for one in asked:
        if one[1] in places:
            found.setdefault(one[1], one)
    return list(found.values())


def is_tripped(gate: Breaker) -> bool:
    return gate._count() >= FREELY


def run(work: Coroutine[Any, Any, None]) -> None:
    """Runs a coroutine in an event loop whose clock advances without waiting."""
    driven(work)


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/api/v10/channels/123/messages/4", "/channels/123"),
        ("/v10/channels/123", "/channels/123"),
        ("/api/v10/guilds/55/members/6", "/guilds/55"),
        ("/api/v10/applications/1234567/guilds/55/commands", "/guilds/55"),
        ("/api/v10/applications/1234567/commands", "/applications/:id/commands"),
        ("/api/v10/users/@me/channels", "/users/@me/channels"),
        ("/api/v10/gateway/bot", "/gateway/bot"),
    ],
)
def test_a_place_is_what_a_request_is_about(path: str, place: str) -> None:
    assert place_of(path) == place


def test_until_forty_are_refused_everyone_is_asked_freely_and_then_one_at_a_time() -> None:
    async def course() -> None:
        asking = Asking(None)
        begun = clock()
        await asking.ask_all([f"one-{at}" for at in range(FREELY - 1)])
        assert clock() == pytest.approx(begun + LATENCY), "nobody has waited"
        assert (len(asking.refused), is_tripped(asking.breaker)) == (FREELY - 1, False)
        await asking.ask("the last")
        assert is_tripped(asking.breaker)
        begun = clock()
        await asking.ask_all([f"two-{at}" for at in range(3)])
        moments = [moment - begun for moment, _ in asking.refused[FREELY:]]
        assert moments == pytest.approx([at * (PAUSE + LATENCY) + PAUSE for at in range(3)])

    run(course())


def test_requests_in_flight_count_as_possible_refusals() -> None:
    """If Discord is slow and a thousand requests are wanted before any answer is known, only `FREELY` + 1 are sent."""

    async def course() -> None:
        asking = Asking(None, latency=10.0)
        await asking.ask_all([f"channel-{at}" for at in range(CROWD)])
        assert asking.most_strangers == FREELY + 1
        assert len(asking.refused) <= FREELY + 2

    run(course())


async def served_again() -> tuple[Asking, float]:
    """Returns a bot after `FREELY` refusals, when requests about unknown places must wait, and the current time.

    From now on Discord accepts all requests.
    """
    asking = Asking(None)
    await asking.refuse(FREELY)
    asking.refuses = lambda _: False
    await asyncio.sleep(PAUSE)
    return asking, clock()


def test_strangers_who_are_served_come_one_after_the_other_without_a_pause() -> None:
    async def course() -> None:
        asking, begun = await served_again()
        await asking.ask_all([f"good-{at}" for at in range(20)])
        assert [moment - begun for moment, _ in asking.served] == pytest.approx([at * LATENCY for at in range(20)])

    run(course())


def test_a_channel_that_is_served_while_another_request_waits_takes_no_second_turn() -> None:
    async def course() -> None:
        asking, begun = await served_again()
        await asking.ask_all(["good", "good", "other"])
        assert [moment - begun for moment, _ in asking.served] == pytest.approx([0, LATENCY, LATENCY])

    run(course())


def test_after_seventy_the_pauses_are_long() -> None:
    async def course() -> None:
        asking = Asking(None)
        await asking.refuse(CAREFULLY + 3)
        moments = [moment for moment, _ in asking.refused]
        gaps = [later - earlier - LATENCY for earlier, later in pairwise(moments)]
        assert gaps[FREELY : CAREFULLY - 1] == pytest.approx([PAUSE] * (CAREFULLY - FREELY - 1))
        assert gaps[CAREFULLY - 1 :] == pytest.approx([LONG_PAUSE] * 3)

    run(course())


def test_places_served_within_the_hour_do_not_wait() -> None:
    async def course() -> None:
        asking = Asking(None)
        asking.refuses = lambda place: place != "good"
        await asking.ask("good")
        await asyncio.sleep(TRUSTED_FOR - 10)
        await asking.refuse(FREELY)
        queue = asyncio.create_task(asking.ask_all(["other", "another"]))
        await asyncio.sleep(0.1)
        for _ in range(3):
            begun = clock()
            await asking.ask("good")
            assert clock() - begun == pytest.approx(LATENCY)
        await queue

    run(course())


def test_trust_ends_after_an_hour() -> None:
    async def course() -> None:
        asking = Asking(None)
        asking.refuses = lambda place: place != "good"
        await asking.ask("good")
        await asyncio.sleep(TRUSTED_FOR + 1)
        await asking.refuse(FREELY)
        begun = clock()
        await asking.ask("good")
        assert clock() - begun > PAUSE

    run(course())


def test_a_channel_that_refuses_loses_its_trust_for_ten_minutes() -> None:
    """A channel that has refused a request must wait like an unknown one for ten minutes, although it accepts others.

    Otherwise a channel that accepts edits but refuses posts would cost a refusal for every edit.
    """

    async def course() -> None:
        asking, good = Asking(None), True
        asking.refuses = lambda place: place != "good" or not good
        await asking.ask("good")
        await asking.refuse(FREELY)
        good = False
        begun = clock()
        await asking.ask("good")
        assert clock() - begun == pytest.approx(LATENCY), "it was trusted still"
        good = True
        for _ in range(3):
            begun = clock()
            await asking.ask("good")
            assert clock() - begun > PAUSE - LATENCY
            await asking.refuse(1)
        await asyncio.sleep(REMEMBERED)
        await asking.ask("good")
        good = False
        await asking.refuse(FREELY)
        good, begun = True, clock()
        await asking.ask("good")
        assert clock() - begun == pytest.approx(LATENCY), "long ago"

    run(course())


@pytest.mark.parametrize(("met", "lost"), [(CAREFULLY - 2, False), (CAREFULLY - 1, True)])
def test_a_limit_past_seventy_takes_the_trust_of_all(met: int, lost: bool) -> None:
    async def course() -> None:
        asking = Asking(None)
        asking.refuses = lambda place: place != "good"
        await asking.ask("good")
        await asking.refuse(met)
        asking.status = 429
        await asking.refuse(1)
        begun = clock()
        await asking.ask("good")
        assert (clock() - begun > PAUSE) == lost
        begun = clock()
        await asking.ask("good")
        assert clock() - begun == pytest.approx(LATENCY), "trust is earned again"

    run(course())


def test_a_request_that_would_wait_too_long_is_given_up_and_takes_no_turn() -> None:
    async def course() -> None:
        asking = Asking(None)
        await asking.refuse(CAREFULLY)
        begun, first = clock(), asyncio.create_task(asking.ask("first"))
        await asyncio.sleep(0)
        with pytest.raises(LOST):
            await asking.ask("second")
        assert clock() - begun == pytest.approx(LONG_PAUSE + LATENCY), "as soon as that is known"
        assert not await first
        asking.refuses = lambda _: False
        await asyncio.sleep(LONG_PAUSE)
        begun = clock()
        await asking.ask("third")
        assert clock() - begun == pytest.approx(LATENCY)

    run(course())


def test_waiting_for_a_turn_counts_for_the_pace() -> None:
    """A request that has waited for its turn and must then wait for the rate limit raises Waited before its time limit
    is over.
    """

    async def course() -> None:
        asking = Asking()
        await asking.refuse(CAREFULLY)
        late = asyncio.create_task(asking.ask("late"))
        await asyncio.sleep(LONG_PAUSE - 1)
        for _ in range(int(REQUESTS_PER_SECOND * MAX_WAIT) - 1):
            asking.breaker._pace.wait()
        with pytest.raises(Waited):
            await late
        assert not asking.breaker._in_turn

    run(course())
    assert MAX_WAIT < REQUEST_TIMEOUT


def test_ten_minutes_later_all_go_out_again_and_the_log_says_both_once(caplog: pytest.LogCaptureFixture) -> None:
    async def course() -> None:
        asking = Asking(None)
        await asking.refuse(FREELY + 10, "secret-name")
        assert [one.levelno for one in caplog.records] == [logging.WARNING]
        await asyncio.sleep(REMEMBERED + 1)
        begun = clock()
        await asking.ask_all([f"new-{at}" for at in range(FREELY)])
        assert clock() - begun == pytest.approx(LATENCY)

    with caplog.at_level(logging.INFO, breaker.__name__):
        run(course())
    assert [one.levelno for one in caplog.records] == [logging.WARNING, logging.INFO, logging.WARNING]
    assert "secret" not in caplog.text


def test_at_the_brink_the_log_is_silent(caplog: pytest.LogCaptureFixture) -> None:
    async def course() -> None:
        asking = Asking(None)
        await asking.refuse(FREELY)
        await asyncio.sleep(REMEMBERED - PAUSE * QUIET_AGAIN - 20)
        await asking.refuse(QUIET_AGAIN)
        await asyncio.sleep(20)
        assert not is_tripped(asking.breaker)
        await asking.refuse(FREELY - QUIET_AGAIN)
        assert is_tripped(asking.breaker)

    with caplog.at_level(logging.INFO, breaker.__name__):
        run(course())
    assert [one.levelno for one in caplog.records] == [logging.WARNING]


@pytest.mark.parametrize("latency", [0.05, 20.0])
def test_a_thousand_channels_that_all_refuse_at_once_cost_at_most_a_hundred(latency: float) -> None:
    """If a thousand unknown channels repeat refused requests for half an hour, at most a hundred are refused in any ten
    minutes.
    """

    async def course() -> None:
        asking, channels = Asking(latency=latency), [f"channel-{at}" for at in range(CROWD)]
        await asking.insist_all(channels, 3 * REMEMBERED)
        assert most_in_ten_minutes(asking.refused) <= MAX_INVALID
        assert len(asking.refused) > 3 * REMEMBERED / (2 * LONG_PAUSE), "and it is looked whether that is over"

    run(course())


def test_a_thousand_served_channels_that_refuse_at_once_cost_one_extra_request_each() -> None:
    async def course() -> None:
        asking = Asking()
        channels = [f"channel-{at}" for at in range(CROWD)]
        served, strangers = channels[: CROWD // 2], channels[CROWD // 2 :]
        asking.refuses = lambda _: False
        await asking.ask_all(served)
        assert len(asking.served) == len(served)
        asking.refuses = lambda place: place != "good"
        await asking.ask("good")
        good = asyncio.create_task(asking.insist("good", clock() + 2 * REMEMBERED, pause=1.0))
        await asking.insist_all([*served, *strangers], 2 * REMEMBERED)
        first = firsts(asking.refused, served)
        assert most_in_ten_minutes([one for one in asking.refused if one not in first]) <= MAX_INVALID
        assert most_in_ten_minutes(asking.refused) <= MAX_INVALID + len(served)
        await good
        assert sum(place == "good" for _, place in asking.served) > 2 * REMEMBERED / 1.5, "nothing hinders it"

    run(course())


@pytest.mark.parametrize("seed", range(3))
def test_random_refusals_never_exceed_a_hundred(seed: int) -> None:
    """With channels that refuse at random, rate limits and late answers, at most a hundred requests about unknown
    channels are refused in ten minutes, and one about each trusted channel.
    """

    async def course() -> None:
        dice, asking = Random(seed), Asking()
        channels = [f"channel-{at}" for at in range(300)]
        shut = set(dice.sample(channels, 200))

        def refuses(place: str) -> bool:
            asking.latency, asking.status = dice.choice([0.1, 0.5, 5.0]), dice.choice([403, 403, 401, 429])
            if dice.random() < 0.01:
                shut.symmetric_difference_update(dice.sample(channels, 20))
            return place in shut if dice.random() < 0.9 else dice.random() < 0.5

        asking.refuses = refuses
        trusted, unearned, refused = Counter[str](), list[tuple[float, str]](), asking.breaker.refused

        def noted(asked: breaker.Asked, status: int = 403) -> None:
            if asked.trusted:
                trusted[asked.place] += 1
            else:
                unearned.append((clock(), asked.place))
            refused(asked, status)

        setattr(asking.breaker, "refused", noted)  # noqa: B010 - as mypy has it
        await asking.insist_all(channels, HOUR)
        assert most_in_ten_minutes(unearned) <= MAX_INVALID
        assert max(trusted.values(), default=0) <= HOUR / REMEMBERED + 1, "one each in ten minutes"
        assert asking.served

    run(course())


def test_a_cancelled_request_does_not_delay_others() -> None:
    """If requests are cancelled in the queue, in the pause or in the rate limit, those behind them are sent in time."""

    async def course() -> None:
        asking = Asking()
        await asking.refuse(FREELY)
        waiting = [asyncio.create_task(asking.ask(f"waits-{at}")) for at in range(5)]
        await asyncio.sleep(1.0)
        for one in waiting[:3]:
            one.cancel()
        await asyncio.wait(waiting[:3])
        await asyncio.wait(waiting[3:])
        assert [place for _, place in asking.refused[FREELY:]] == ["waits-3", "waits-4"]
        await asyncio.sleep(PAUSE - 1)
        for _ in range(int(REQUESTS_PER_SECOND * 3)):
            asking.breaker._pace.wait()
        paced = asyncio.create_task(asking.ask("paced"))
        await asyncio.sleep(2.0)
        paced.cancel()
        await asyncio.wait({paced})
        asking.refuses = lambda _: False
        assert await asking.ask("next")

    run(course())


def test_of_more_places_than_are_kept_the_oldest_are_strangers_again() -> None:
    async def course() -> None:
        asking = Asking(None, latency=0.0)
        asking.refuses = lambda place: place.startswith("strange")
        for at in range(MAX_PLACES + 10):
            await asking.ask(f"good-{at}")
        assert len(asking.breaker._places) == MAX_PLACES
        await asking.refuse(FREELY)
        for place, waits in ((f"good-{MAX_PLACES + 9}", False), ("good-0", True)):
            begun = clock()
            await asking.ask(place)
            assert (clock() > begun) == waits
        for _ in range(CROWD):
            asking.breaker.count()
        assert len(asking.breaker._refused) <= MAX_INVALID

    run(course())


# On the wire


def hasty() -> Limits:
    """Returns rate limits of the local Discord that are never reached."""
    return Limits({}, (1000, 1.0), per_second=1000)


@pytest.fixture
def virtual(monkeypatch: pytest.MonkeyPatch) -> Callable[[], float]:
    """Makes sleeping instant, while the returned clock advances."""
    passed, sleep = [1000.0], asyncio.sleep

    async def briefly(delay: float, result: Any = None) -> Any:
        passed[0] += delay
        return await sleep(0, result)

    monkeypatch.setattr(asyncio, "sleep", briefly)
    return lambda: passed[0]


async def test_sixty_new_channels_cost_less_than_a_hundred_refusals_until_all_are_served(
    virtual: Callable[[], float],
) -> None:
    """If sixty unknown channels refuse all posts for an hour and the posts are repeated, at most a hundred are refused
    in any ten minutes; afterwards all channels are served (discord.py on the local Discord).
    """
    there = LocalDiscord(crowd.with_people("Anna", channels=60, limits=hasty()))
    gate, refused = Breaker(Pace(None, virtual), virtual), list[float]()
    async with there, worker(there.api_url, there.token, gate) as client:
        channels = [there.world.channel(f"table-{at}").id for at in range(1, 61)]

        async def post(channel: int) -> bool:
            try:
                await api.post(client, channel, words("is anybody there?"))
            except discord.Forbidden:
                refused.append(virtual())
                return False
            except LOST:
                return False
            return True

        there.world.faults.demand(403, POST, times=1_000_000, code=50013)
        begun = virtual()
        while virtual() < begun + HOUR:
            assert not any([await post(channel) for channel in channels])
        counted = sum(one.status == 403 for one in there.requests)
        assert counted == len(refused)
        assert most_in_ten_minutes([(moment, "") for moment in refused]) <= MAX_INVALID
        there.world.faults.coming.clear()
        left = set(channels)
        while left:
            left -= {channel for channel in sorted(left) if await post(channel)}


@pytest.mark.parametrize("status", [401, 403, 429])
async def test_answers_to_presses_never_wait_and_their_refusals_count(status: int) -> None:
    """Answers to presses are sent at once however many are refused, but their refusals count; requests outside of the
    API (the gateway) do not wait either.
    """

    async def answer(request: web.Request) -> web.Response:
        strange = "/channels/" in request.path
        return web.json_response({}, status=200 if strange else status)

    gate, app = Breaker(Pace(None)), web.Application()
    app.router.add_route("*", "/{rest:.*}", answer)
    traces = [RefusedRequests().watch(gate.watch(aiohttp.TraceConfig()))]
    async with TestServer(app) as there, aiohttp.ClientSession(trace_configs=traces) as session:
        for path in ("webhooks/1/a/messages/2", "interactions/1/a/callback"):
            for _ in range(FREELY // 2 + 5):
                async with asyncio.timeout(5.0), session.post(there.make_url(f"/api/v10/{path}")):
                    pass
        assert is_tripped(gate)
        async with asyncio.timeout(5.0), session.get(there.make_url("/?v=10")):
            pass
        async with asyncio.timeout(5.0), session.get(there.make_url("/api/v10/channels/1")):
            pass
        assert (gate._strangers, gate._in_turn) == (0, False), "a stranger, and it was its turn at once"


@pytest.mark.parametrize(
    ("status", "headers", "counts", "trusted"),
    [
        (200, {}, False, True),
        (404, {}, False, True),
        (401, {}, True, False),
        (403, {}, True, False),
        (429, {}, True, False),
        (429, {"X-RateLimit-Scope": "shared"}, False, False),
        (429, {"generated-by-proxy": "true"}, False, False),
        (408, {}, False, False),
        (500, {}, False, False),
        (0, {}, False, False),
    ],
)
async def test_what_each_answer_says_of_its_place(
    status: int, headers: dict[str, str], counts: bool, trusted: bool
) -> None:
    async def answer(request: web.Request) -> web.Response:
        if not status:
            assert request.transport is not None
            request.transport.abort()
        told = {"code": OLD_EDITS} if status == 429 else {}
        return web.json_response(told, status=status or 200, headers=headers)

    gate, app = Breaker(Pace(None)), web.Application()
    app.router.add_route("*", "/{rest:.*}", answer)
    # RefusedRequests raises some of these itself: they count all the same, whichever of the two watches first.
    for traces in (
        [RefusedRequests().watch(gate.watch(aiohttp.TraceConfig()))],
        [gate.watch(RefusedRequests().watch(aiohttp.TraceConfig()))],
    ):
        before = len(gate._refused)
        async with TestServer(app) as there, aiohttp.ClientSession(trace_configs=traces) as session:
            with suppress(*LOST, discord.HTTPException):
                async with session.post(there.make_url("/api/v10/channels/1")):
                    pass
        assert len(gate._refused) - before == counts
        assert gate._is_trusted("/channels/1") == trusted
        assert gate._strangers == 0


@pytest.mark.parametrize("base", ["/api/v10", "/v10", "/behind/a/proxy/api/v10"])
async def test_a_route_is_recognised_at_any_api_address(base: str) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.json_response({})

    gate, app = Breaker(Pace(None)), web.Application()
    app.router.add_route("*", "/{rest:.*}", answer)
    traces = [gate.watch(aiohttp.TraceConfig())]
    async with TestServer(app) as there, aiohttp.ClientSession(trace_configs=traces) as session:
        (await session.get(there.make_url(f"{base}/channels/1/messages/2"))).release()
    assert gate._is_trusted("/channels/1")


async def test_a_request_refused_from_memory_takes_no_turn() -> None:
    """A request whose permanent refusal is remembered is refused at once, even while other requests must wait."""
    gate = Breaker(Pace(None))

    async def worn(_: web.Request) -> web.Response:
        return web.json_response({"code": OLD_EDITS}, status=429)

    app = web.Application()
    app.router.add_patch("/{rest:.*}", worn)
    traces = [RefusedRequests().watch(gate.watch(aiohttp.TraceConfig()))]
    async with TestServer(app) as there, aiohttp.ClientSession(trace_configs=traces) as session:
        for _ in range(FREELY):
            with pytest.raises(discord.HTTPException):
                await session.patch(there.make_url("/api/v10/channels/1/messages/2"))
        assert len(gate._refused) == 1
        for _ in range(FREELY):
            gate.count()
        with pytest.raises(discord.HTTPException):
            await session.patch(there.make_url("/api/v10/channels/1/messages/2"))
        assert (gate._strangers, gate._in_turn) == (0, False)
