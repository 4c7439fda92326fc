"""Tests that JSON which is too deep or too large is refused before parsing: page, REST and gateway."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest

from bot.emulator import LocalDiscord
from bot.emulator.page.site import Site
from bot.emulator.people import crowd
from bot.emulator.untrusted import MAX_BYTES, MAX_DEPTH, TooDeep, parse

DEEP = '{"as":' + "[" * 100_000 + "]" * 100_000 + "}"
"""A document that is nested 100,000 levels deep."""
PATIENCE = 30.0


@asynccontextmanager
async def served() -> AsyncIterator[tuple[LocalDiscord, Site, aiohttp.ClientSession]]:
    """Starts the local Discord with its page, without a bot, for a block; yields it, the page and an HTTP client."""
    site = Site(crowd.with_people("Anna"))
    async with LocalDiscord(site.world, also=site.add_routes) as discord, aiohttp.ClientSession() as client:
        yield discord, site, client


@pytest.mark.parametrize("opening", ['{"a":', "["])
def test_one_level_too_many_is_refused(opening: str) -> None:
    closing = "}" if opening.startswith("{") else "]"
    fits = opening * MAX_DEPTH + "0" + closing * MAX_DEPTH
    assert json.dumps(parse(fits)) == json.dumps(json.loads(fits))
    with pytest.raises(TooDeep):
        parse(opening + fits + closing)


@pytest.mark.parametrize("text", ["[" * 100_000, '"' + "[" * 50 + '" ' + "[" * 100_000, DEEP])
def test_depth_is_found_before_parsing_whether_or_not_the_document_is_valid(text: str) -> None:
    with pytest.raises(TooDeep):
        parse(text)
    with pytest.raises(TooDeep):
        parse(text.encode())


def test_brackets_inside_strings_are_not_levels() -> None:
    text = json.dumps({"text": '[{"\\' * 1000, "[[": ["]" * 500, '\\"[' * 200]})
    assert parse(text) == json.loads(text)
    assert parse(text.encode()) == json.loads(text)


def test_many_shallow_levels_are_accepted() -> None:
    text = json.dumps([{"a": [n]} for n in range(5000)])
    assert parse(text) == json.loads(text)


@pytest.mark.parametrize("text", ["", "{", '"' + "[" * 5000, b"\xff", "nul", "[" * 60, '{"a": 1}'.encode("utf-16")])
def test_invalid_json_is_a_value_error(text: str | bytes) -> None:
    with pytest.raises((json.JSONDecodeError, UnicodeDecodeError)):
        parse(text)


@pytest.mark.parametrize("introduced", [False, True])
async def test_a_page_that_nests_too_deeply_is_closed_with_a_reason(
    introduced: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async with served() as (discord, site, client):
        with caplog.at_level(logging.DEBUG):
            async with client.ws_connect(f"{discord.root}/live", headers={"Origin": discord.root}) as ws:
                if introduced:
                    await ws.send_json({"as": "anna", "version": site.audience.version})
                await ws.send_str(DEEP)
                while (frame := await ws.receive(PATIENCE)).type == aiohttp.WSMsgType.TEXT:
                    pass
                assert (frame.data, frame.extra) == (1008, "JSON nested too deeply")
        assert not site.audience.viewers
        assert (await client.get(discord.root)).status == 200
    assert not [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]


@pytest.mark.parametrize("text", ['{"n": 1e999, "do": "read"}', '{"n": 1, "do": "read", "channel": 1e999}', "[]", "1"])
async def test_a_number_without_bounds_ends_in_no_traceback(text: str, caplog: pytest.LogCaptureFixture) -> None:
    async with served() as (discord, site, client):
        with caplog.at_level(logging.DEBUG):
            async with client.ws_connect(f"{discord.root}/live", headers={"Origin": discord.root}) as ws:
                await ws.send_json({"as": "anna", "version": site.audience.version})
                await ws.send_str(text)
                await ws.send_json({"n": 7, "do": "nothing"})
                while (told := await ws.receive_json(timeout=PATIENCE)).get("n") != 7:
                    assert told["t"] != "done" or told["kind"] == "impossible"
    assert not [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]


async def test_a_page_that_sends_too_much_is_closed(caplog: pytest.LogCaptureFixture) -> None:
    async with served() as (discord, site, client):
        with caplog.at_level(logging.DEBUG):
            async with client.ws_connect(f"{discord.root}/live", headers={"Origin": discord.root}) as ws:
                await ws.send_str('{"as":"' + "x" * 300_000 + '"}')
                while (frame := await ws.receive(PATIENCE)).type == aiohttp.WSMsgType.TEXT:
                    pass
                assert (frame.type, frame.data) == (aiohttp.WSMsgType.CLOSE, 1009)
        assert not site.audience.viewers
    assert not [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]


async def test_a_request_that_nests_too_deeply_is_refused_like_invalid_json(caplog: pytest.LogCaptureFixture) -> None:
    async with served() as (discord, site, client):
        form = aiohttp.FormData()
        form.add_field("payload_json", DEEP)
        form.add_field("files[0]", b"x", filename="x.png")
        table = site.world.channel("table-1").id
        token = {"Authorization": f"Bot {discord.token}"}
        url = f"{discord.api_url}/channels/{table}/messages"
        plain = await client.post(url, data=DEEP, headers={**token, "Content-Type": "application/json"})
        parts = await client.post(url, data=form, headers=token)
        for refused in (plain, parts):
            assert refused.status == 400
            assert (await refused.json())["code"] == 50109
    assert not [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]


async def test_a_request_with_too_much_json_is_refused() -> None:
    async with served() as (discord, site, client):
        headers = {"Authorization": f"Bot {discord.token}", "Content-Type": "application/json"}
        url = f"{discord.api_url}/channels/{site.world.channel('table-1').id}/messages"
        refused = await client.post(url, data=io.BytesIO(b'"' + b"x" * MAX_BYTES + b'"'), headers=headers)
        assert (refused.status, (await refused.json())["code"]) == (413, 40005)


async def test_the_gateway_closes_a_connection_that_nests_too_deeply() -> None:
    async with (
        served() as (discord, _, client),
        client.ws_connect(f"{discord.gateway_url}?v=10&encoding=json") as ws,
    ):
        await ws.send_str("[" * 16_000)
        while (frame := await ws.receive(PATIENCE)).type == aiohttp.WSMsgType.TEXT:
            pass
        assert (frame.type, frame.data) == (aiohttp.WSMsgType.CLOSE, 4002)
