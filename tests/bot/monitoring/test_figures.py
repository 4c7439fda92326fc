"""Tests the metrics for operators: they count what happens at tables, and contain no names."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import aiohttp
import pytest

from bot.emulator.people import crowd
from bot.monitoring import metrics
from bot.monitoring.endpoint import Endpoint
from bot.monitoring.requests import route_of
from bot.tables import registry
from tests.bot.monitoring.figures import figure
from tests.bot.table import Evening

HEALTHY = (200, f"ok\nrules: {os.environ['KRUPIER_RULES']}\n")
"""The answer of a healthy bot; the tests choose the kind of rules, `pure` by default."""


def callbacks() -> float:
    """Returns the number of first responses that Discord has accepted."""
    route = "/interactions/:id/:token/callback"
    return sum(figure("krupier_requests_total", method="POST", route=route, outcome=code) for code in ("200", "204"))


@pytest.fixture
async def port(unused_tcp_port: int) -> tuple[str, int]:
    """Returns an address on which nothing listens."""
    return "127.0.0.1", unused_tcp_port


async def fetched(address: tuple[str, int], path: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://{address[0]}:{address[1]}{path}") as answer,
    ):
        return answer.status, await answer.text()


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/api/v10/channels/123456789012345678/messages/223456789012345678", "/channels/:id/messages/:id"),
        ("/api/v10/interactions/123456789012345678/aW50ZXJhY3Rpb24/callback", "/interactions/:id/:token/callback"),
        ("/api/v10/webhooks/1234567/c2VjcmV0/messages/@original", "/webhooks/:id/:token/messages/@original"),
        ("/webhooks/1234567/7654321/messages/7777777", "/webhooks/:id/:token/messages/:id"),
        ("/v10/gateway/bot", "/gateway/bot"),
    ],
)
def test_a_route_carries_neither_a_number_nor_a_token(path: str, route: str) -> None:
    assert route_of(path) == route


async def test_a_table_that_is_opened_is_counted(database: Path) -> None:
    commits, answers = figure("krupier_commit_seconds_count"), figure("krupier_acknowledge_seconds_count")
    commands = figure("krupier_interactions_total", kind="application_command")
    presses = figure("krupier_interactions_total", kind="component")
    posted = callbacks()
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        await evening.sit_down()
        states = await evening.bot.app.db.games.count_by_state()
    assert states == {"lobby": 0, "running": 1, "paused": 0, "set aside": 0, "over": 0, "ended": 0}
    assert figure("krupier_commit_seconds_count") > commits
    assert figure("krupier_interactions_total", kind="application_command") == commands + 1
    assert figure("krupier_interactions_total", kind="component") > presses
    assert figure("krupier_acknowledge_seconds_count") > answers
    assert callbacks() > posted
    told = metrics.text(states).decode()
    assert 'krupier_games{state="running"} 1.0' in told
    for person in ("Anna", "Bert", "Cyril"):
        assert person not in told
    assert all(str(person.id) not in told for person in crowd.people(evening.world))


async def test_a_silence_is_counted_with_how_late_it_was(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database, pictures=False) as evening:
        await evening.sit_down()
        deadline = evening.live.deadline
        assert deadline is not None
        left = (deadline.due - evening.now()).total_seconds()
        count, late = figure("krupier_clock_lateness_seconds_count"), figure("krupier_clock_lateness_seconds_sum")
        await evening.pass_time(left - 1)
        assert figure("krupier_clock_lateness_seconds_count") == count
        await evening.pass_time(8)
        assert figure("krupier_clock_lateness_seconds_count") == count + 1
        assert figure("krupier_clock_lateness_seconds_sum") == late + 7


async def test_a_table_that_was_forgotten_and_comes_back_is_counted(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database, pictures=False) as evening:
        await evening.sit_down()
        game, count = evening.table, figure("krupier_replay_seconds_count")
        await evening.press_board("Anna", "hand")
        assert figure("krupier_replay_seconds_count") == count
        monkeypatch.setattr(registry, "MAX_ANSWERS_IN_MEMORY", 1)
        await evening.slash("Bert", "game new", channel=evening.world.channel("table-2"), game="mafia_city")
        assert not evening.bot.app.tables.remembers(game)
        count = figure("krupier_replay_seconds_count")
        await evening.press_board("Anna", "hand")
        assert figure("krupier_replay_seconds_count") == count + 1


async def test_a_picture_is_counted_once_it_is_drawn(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        await evening.sit_down()
        count, spent = figure("krupier_picture_seconds_count"), figure("krupier_picture_seconds_sum")
        await evening.answer(evening.game.waiting[0], "place:harbour")
        assert figure("krupier_picture_seconds_count") == count + 1
        assert figure("krupier_picture_seconds_sum") > spent


async def test_a_refusal_is_counted_by_its_kind(database: Path) -> None:
    refused = figure("krupier_refused_answers_total", kind="NotHere")
    async with Evening.of("Anna", database=database) as evening:
        await evening.person("Anna").slash(evening.channel, "game hand")
        await evening.settled()
    assert figure("krupier_refused_answers_total", kind="NotHere") == refused + 1


async def test_the_endpoint_tells_figures_life_and_readiness(port: tuple[str, int]) -> None:
    dead, unready = "", "the tables are being read"

    async def states() -> dict[str, int]:
        return {"running": 3}

    endpoint = Endpoint(port, states, lambda: dead, lambda: unready)
    await endpoint.open()
    try:
        assert await fetched(port, "/healthz") == HEALTHY
        assert await fetched(port, "/readyz") == (503, "the tables are being read\n")
        unready = ""
        assert await fetched(port, "/readyz") == (200, "ok\n")
        status, text = await fetched(port, "/metrics")
        assert status == 200
        assert "krupier_ready 1.0" in text
        assert 'krupier_games{state="running"} 3.0' in text
        dead = "the clocks have stopped"
        assert await fetched(port, "/healthz") == (503, "the clocks have stopped\n")
        assert await fetched(port, "/readyz") == (503, "the clocks have stopped\n")
        assert (await fetched(port, "/"))[0] == 404
    finally:
        await endpoint.close()
    with pytest.raises(aiohttp.ClientConnectionError):
        await fetched(port, "/healthz")


async def test_a_bot_whose_clocks_have_stopped_is_reported_as_dead(port: tuple[str, int], database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        client = evening.bot
        endpoint = Endpoint(port, client.app.db.games.count_by_state, client.dead, client.unready)
        await endpoint.open()
        try:
            # The evening has stopped the clocks, for time is driven here: a bot's own run.
            client.clock = asyncio.create_task(client.app.clocks.run())
            await asyncio.sleep(0)
            assert await fetched(port, "/healthz") == HEALTHY
            client.clock.cancel()
            await asyncio.wait({client.clock})
            assert await fetched(port, "/healthz") == (503, "the clocks have stopped\n")
            assert await fetched(port, "/readyz") == (503, "the clocks have stopped\n")
            client._stopping = True
            assert await fetched(port, "/healthz") == HEALTHY
            client._stopping = False
        finally:
            await endpoint.close()


async def test_figures_are_served_although_the_database_fails(port: tuple[str, int]) -> None:
    async def states() -> dict[str, int]:
        raise OSError("no disk")

    endpoint = Endpoint(port, states, str, str)
    await endpoint.open()
    try:
        status, text = await fetched(port, "/metrics")
    finally:
        await endpoint.close()
    assert status == 200
    assert "krupier_commit_seconds_count" in text
    assert "krupier_games{" not in text


async def test_a_bot_says_that_it_serves_and_that_it_stops(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        client = evening.bot
        assert client.unready() == ""
        client.app.clocks.lost(0)
        assert client.unready() == "not connected to Discord"
        await client.app.clocks.found(0)
        assert client.unready() == ""
    assert client.unready() == "stopping"
