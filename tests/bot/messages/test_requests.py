"""Tests the cache of permanent refusals: a refused request is refused again without being sent."""

from __future__ import annotations

import gc
import weakref

import aiohttp
import discord
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.messages.requests import RefusedRequests

WORN = "/api/v10/channels/1/messages/2"
LENT = "/api/v10/webhooks/1/token/messages/2"


async def test_a_refusal_is_remembered_without_the_answer_that_brought_it() -> None:
    asked, told = list[str](), list[tuple[int, int]]()
    answers = list[weakref.ref[aiohttp.ClientResponse]]()

    async def refuse(request: web.Request) -> web.Response:
        asked.append(request.path)
        if request.path == WORN:
            return web.json_response({"code": 30046, "message": "edited too often"}, status=429)
        return web.json_response({"code": 50027, "message": "Invalid Webhook Token"}, status=401)

    async def remember(_session: object, _context: object, end: aiohttp.TraceRequestEndParams) -> None:
        answers.append(weakref.ref(end.response))

    app, trace = web.Application(), aiohttp.TraceConfig()
    app.router.add_patch("/{rest:.*}", refuse)
    trace.on_request_end.append(remember)
    trace = RefusedRequests().watch(trace)
    async with TestServer(app) as there, aiohttp.ClientSession(trace_configs=[trace]) as session:
        for path in (WORN, LENT):
            for _ in range(3):
                try:
                    (await session.patch(there.make_url(path))).release()
                except discord.HTTPException as refused:
                    told.append((refused.status, refused.code))
        assert told == [(429, 30046)] * 3 + [(401, 50027)] * 2
        gc.collect()
        assert asked == [WORN, LENT]
        assert [answer() for answer in answers] == [None, None]
