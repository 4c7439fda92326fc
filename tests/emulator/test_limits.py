"""Tests rate limits, server errors and refused requests, mostly with the real discord.py."""

from __future__ import annotations

import aiohttp
import discord
import pytest
from discord.http import Route

from bot.emulator import Limits, LocalDiscord
from bot.emulator.limits import Buckets
from bot.emulator.people import crowd
from tests.emulator import moderation
from tests.emulator.croupier import table
from tests.emulator.test_messages import room

WRITE = "POST /channels/{channel_id}/messages"


def test_a_bucket_allows_a_number_of_requests_and_refills() -> None:
    buckets = Buckets(Limits({WRITE: (2, 5.0)}))
    first, _ = buckets.take(WRITE, "1", 100.0)
    assert (first["X-RateLimit-Limit"], first["X-RateLimit-Remaining"]) == ("2", "1")
    assert first["X-RateLimit-Reset-After"] == "5.000"
    second, over = buckets.take(WRITE, "1", 101.0)
    assert (second["X-RateLimit-Remaining"], over) == ("0", None)
    _, over = buckets.take(WRITE, "1", 102.0)
    assert over is not None
    assert over.retry_after == 3.0
    assert buckets.take(WRITE, "2", 102.0)[1] is None
    assert buckets.take(WRITE, "1", 105.0)[1] is None


def test_fifty_a_second_are_let_through_globally() -> None:
    buckets = Buckets(Limits())
    assert all(buckets.everywhere(10.0) is None for _ in range(50))
    over = buckets.everywhere(10.5)
    assert over is not None
    assert (over.everywhere, over.retry_after) == (True, 0.5)
    assert buckets.everywhere(11.0) is None


async def test_the_client_heeds_the_headers_of_a_small_bucket() -> None:
    limits = Limits({WRITE: (1, 0.1)})
    async with table(crowd.with_people("Anna", limits=limits)) as (world, served, bot):
        for number in range(3):
            await room(bot, world.channel("table-1")).send(str(number))
        assert [request.status for request in served.requests if request.name == WRITE] == [200, 200, 200]


async def test_a_429_is_waited_for_and_tried_again() -> None:
    async with table() as (world, served, bot):
        world.faults.demand(429, WRITE, retry_after=0.02)
        world.faults.demand(429, WRITE, retry_after=0.02, everywhere=True)
        await room(bot, world.channel("table-1")).send("at last")
        assert [request.status for request in served.requests if request.name == WRITE] == [429, 429, 200]
        assert len(crowd.person(world, "Anna").messages(world.channel("table-1"))) == 1


async def test_a_lost_answer_doubles_a_message_unless_it_has_a_nonce() -> None:
    async with table() as (world, _, bot):
        here = world.channel("table-1")
        route = Route("POST", "/channels/{channel_id}/messages", channel_id=here.id)
        world.faults.demand(502, WRITE, after=True)
        await bot.http.request(route, json={"content": "twice"})
        world.faults.demand(502, WRITE, after=True)
        await bot.http.request(route, json={"content": "once", "nonce": "n1", "enforce_nonce": True})
        assert [seen.text for seen in crowd.person(world, "Anna").messages(here)] == ["twice", "twice", "once"]


async def test_interactions_and_their_webhooks_are_exempt() -> None:
    async with table(crowd.with_people("Anna", limits=Limits(per_second=8))) as (world, served, _):
        anna, here = crowd.person(world, "Anna"), world.channel("table-1")
        before = len(served.counted)
        for _number in range(12):
            await (await anna.slash(here, "game rules", topic="map")).done()
        assert len(served.counted) == before
        assert {request.status for request in served.requests} == {200}
        names = {request.name for request in served.requests if request.exempt}
        assert names == {
            "POST /interactions/{interaction_id}/{interaction_token}/callback",
            "POST /webhooks/{webhook_id}/{webhook_token}",
        }


async def test_too_many_invalid_requests_ban_the_bot() -> None:
    async with table(crowd.with_people("Anna", limits=Limits(invalid=3))) as (world, _, bot):
        moderation.forbid(world, world.channel("table-1"), "send_messages")
        channel = room(bot, world.channel("table-1"))
        for _number in range(3):
            with pytest.raises(discord.Forbidden):
                await channel.send("no")
        with pytest.raises(discord.HTTPException) as wrong:
            await channel.send("no")
        assert (wrong.value.status, wrong.value.code) == (429, 0)


async def test_unknown_paths_and_unreadable_bodies_are_refused() -> None:
    world = crowd.with_people("Anna")
    head = {"Authorization": f"Bot {world.token}", "Content-Type": "application/json"}
    async with LocalDiscord(world) as served, aiohttp.ClientSession(headers=head) as session:
        here = f"{served.api_url}/channels/{world.channel('table-1').id}"
        for method, path, said, status, code in (
            ("GET", f"{served.api_url}/nothing", b"", 404, 0),
            ("PUT", here, b"", 405, 0),
            ("POST", f"{here}/messages", b"{", 400, 50109),
            ("POST", f"{here}/messages", b"[]", 400, 50035),
            ("POST", f"{here}/messages", b"{}", 400, 50006),
            ("GET", f"{served.api_url}/channels/abc", b"", 400, 50035),
            ("GET", f"{served.api_url}/channels/1", b"", 404, 10003),
        ):
            answer = await session.request(method, path, data=said)
            assert (answer.status, (await answer.json())["code"]) == (status, code)
        assert [one.status for one in world.refusals] == [404, 405, 400, 400, 400, 400, 404]
