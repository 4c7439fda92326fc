"""The REST API: it authorises, limits, reads, checks, carries out, logs and answers every request."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from aiohttp import BodyPartReader, content_disposition_filename, parse_content_disposition, web
from aiohttp.hdrs import CONTENT_DISPOSITION

from bot.emulator import untrusted
from bot.emulator.checks.openapi import Schemas
from bot.emulator.errors import Json, Refused, invalid, refused
from bot.emulator.gateway.session import Sessions
from bot.emulator.limits import RESET, SILENT, Buckets, Fault, Throttled
from bot.emulator.objects import Upload
from bot.emulator.rest import channels, commands, emojis, interactions, users
from bot.emulator.rest.answers import Answers
from bot.emulator.rest.call import Call, Handler, Reply
from bot.emulator.world.world import Refusal, World

_FILE = re.compile(r"files\[(\d+)\]")
MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token", "interaction_id", "interaction_token")
ROUTES = {**users.ROUTES, **channels.ROUTES, **interactions.ROUTES, **commands.ROUTES, **emojis.ROUTES}
PREFIX = "/api/v10"
LARGEST = 110 * 1024 * 1024
YIELD_SECONDS = 0.005
Serve = Callable[[web.Request], Awaitable[web.StreamResponse]]
JSON_HEADER = {"Content-Type": "application/json"}


@dataclass(slots=True)
class Request:
    """One request of the bot as it is logged, with the status of its response (0: none yet).

    `exempt`: whether it does not count for the global limit, which is true of interactions and their webhooks.
    """

    method: str
    path: str
    route: str
    exempt: bool
    body: Any
    status: int = 0

    @property
    def name(self) -> str:
        """The method and the path template: METHOD /path/{template}."""
        return f"{self.method} {self.route}"


class Rest:
    """The HTTP server of Discord's REST API, version 10, with a log of all requests."""

    def __init__(self, world: World, sessions: Sessions) -> None:
        self.world = world
        self.sessions = sessions
        self.requests: deque[Request] = deque()
        self.buckets = Buckets(world.limits)
        self.schemas = Schemas.from_environment()
        self.answers = Answers(self.schemas)

    def application(self) -> web.Application:
        """Returns the API as an application of its own, to be served under /api/v10."""
        app = web.Application(client_max_size=LARGEST, middlewares=[self._unrouted])
        for template in sorted(ROUTES, key=_parameters_last):
            for method, handler in ROUTES[template].items():
                app.router.add_route(method, template, partial(self._serve, template, handler))
        return app

    @web.middleware
    async def _unrouted(self, request: web.Request, handler: Serve) -> web.StreamResponse:
        """Answers unknown paths and methods as Discord does."""
        try:
            return await handler(request)
        except (web.HTTPNotFound, web.HTTPMethodNotAllowed) as wrong:
            path = request.path.removeprefix(PREFIX)
            said = f"{wrong.status}: {wrong.reason}"
            return self._refuse(Request(request.method, path, path, False, None), Refused(wrong.status, 0, said))

    async def _serve(self, template: str, handler: Handler, request: web.Request) -> web.Response:
        """Answers one request to a route."""
        params, path = dict(request.match_info), request.path.removeprefix(PREFIX)
        exempt = self._exempt(template, params)
        log = Request(request.method, path, template, exempt, None)
        self.requests.append(log)
        headers, over = self._throttle(log, params)
        fault = None if over else self.world.faults.strike(log.name)
        if over:
            return self._slow_down(log, headers, over)
        if fault and not fault.after:
            return await self._fail(request, log, headers, fault)
        return await self._carry_out(request, log, params, handler, headers, fault)

    async def _carry_out(
        self,
        request: web.Request,
        log: Request,
        params: dict[str, str],
        handler: Handler,
        headers: dict[str, str],
        fault: Fault | None,
    ) -> web.Response:
        try:
            self._authorise(request, log.route)
            body, files = await self._read(request)
            log.body = body
            if self.schemas and body is not None:
                self.schemas.check(log.method, log.route, body)
            answer = handler(Call(self.world, self.sessions, params, dict(request.query), body, files))
        except Refused as wrong:
            return self._refuse(log, wrong, headers)
        if fault:
            return await self._fail(request, log, headers, fault)
        return self._answer(log, answer, headers)

    def _exempt(self, template: str, params: dict[str, str]) -> bool:
        own = params.get("webhook_id") == str(self.world.app_id)
        return template.startswith("/interactions/") or (template.startswith("/webhooks/") and own)

    def _throttle(self, log: Request, params: dict[str, str]) -> tuple[dict[str, str], Throttled | None]:
        now = asyncio.get_running_loop().time()
        over = self.buckets.banned(now)
        if over is None and not log.exempt:
            over = self.buckets.everywhere(now)
        if over is not None:
            return {}, over
        if log.route.startswith("/interactions/"):
            return {}, None
        major = "+".join(params[name] for name in MAJOR if name in params)
        headers, full = self.buckets.take(log.name, major, now)
        headers["X-RateLimit-Reset"] = f"{time.time() + float(headers['X-RateLimit-Reset-After']):.3f}"
        return headers, full

    def _authorise(self, request: web.Request, template: str) -> None:
        if template.startswith(("/interactions/", "/webhooks/")) or template == "/gateway":
            return
        if request.headers.get("Authorization") != f"Bot {self.world.token}":
            raise refused(0)

    async def _read(self, request: web.Request) -> tuple[Any, list[Upload]]:
        kind = request.content_type
        if kind == "multipart/form-data":
            return await self._read_parts(request)
        raw = await request.read()
        if not raw:
            return None, []
        if kind != "application/json":
            said = 'Expected "Content-Type" header to be one of {"application/json"}.'
            raise invalid((), "CONTENT_TYPE_INVALID", said)
        return self._parse(raw), []

    async def _read_parts(self, request: web.Request) -> tuple[Any, list[Upload]]:
        body: Any = {}
        files: list[Upload] = []
        reader = await request.multipart()
        while (part := await reader.next()) is not None:
            if not isinstance(part, BodyPartReader):
                continue
            # Read once: aiohttp parses the header again for each of the part's own properties, which is slow.
            _, fields = parse_content_disposition(part.headers.get(CONTENT_DISPOSITION))
            name = content_disposition_filename(fields, "name") or ""
            raw = bytes(await part.read(decode=False))
            if name == "payload_json":
                body = self._parse(raw)
            elif named := _FILE.fullmatch(name):
                filename = content_disposition_filename(fields, "filename")
                files.append(Upload(int(named[1]), filename or "unknown", raw))
        return body, files

    @staticmethod
    def _parse(raw: bytes) -> Any:
        try:
            return untrusted.parse(raw)
        except untrusted.TooLarge:
            raise refused(40005) from None
        except ValueError:
            raise refused(50109) from None

    # --- answers ------------------------------------------------------------------------------------

    def _respond(self, log: Request, status: int, body: Any, headers: dict[str, str] | None = None) -> web.Response:
        log.status = status
        self.answers.answered(log.method, log.route, status, body)
        if status in (401, 403, 429):
            self.buckets.invalid.append(asyncio.get_running_loop().time())
        if body is None:
            return web.Response(status=status, headers=headers)
        text = json.dumps(body, separators=(",", ":"))
        return web.Response(body=text.encode(), status=status, headers={**JSON_HEADER, **(headers or {})})

    def _answer(self, log: Request, answer: Any, headers: dict[str, str]) -> web.Response:
        if isinstance(answer, Reply):
            return self._respond(log, answer.status, answer.body, headers)
        return self._respond(log, 204 if answer is None else 200, answer, headers)

    def _refuse(self, log: Request, wrong: Refused, headers: dict[str, str] | None = None) -> web.Response:
        said = wrong.message if wrong.code != 50035 else f"{wrong.message}: {json.dumps(wrong.extra['errors'])}"
        self.world.refusals.append(Refusal(log.method, log.path, wrong.status, wrong.code, said))
        if wrong.status == 429:
            headers = {**(headers or {}), "Via": "1.1 local"}
        return self._respond(log, wrong.status, wrong.body(), headers)

    def _slow_down(self, log: Request, headers: dict[str, str], over: Throttled) -> web.Response:
        if over.cloudflare:
            log.status = 429
            return web.Response(status=429, text="error code: 1015", content_type="text/plain")
        seconds = str(max(1, round(over.retry_after)))
        said = {"Via": "1.1 local", "Retry-After": seconds, "X-RateLimit-Scope": over.scope, **headers}
        if over.everywhere:
            said["X-RateLimit-Global"] = "true"
        body: Json = {"message": "You are being rate limited.", "retry_after": over.retry_after}
        return self._respond(log, 429, {**body, "global": over.everywhere}, said)

    async def _fail(self, request: web.Request, log: Request, headers: dict[str, str], fault: Fault) -> web.Response:
        if fault.status == SILENT:
            while request.transport is not None and not request.transport.is_closing():  # noqa: ASYNC110
                await asyncio.sleep(YIELD_SECONDS)
        if fault.status in (RESET, SILENT):
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=500)
        if fault.status == 429 and not fault.code:
            over = Throttled(fault.retry_after, fault.everywhere, "global" if fault.everywhere else fault.scope)
            return self._slow_down(log, headers, over)
        return self._respond(log, fault.status, fault.body(), {**headers, "Via": "1.1 local"})


def _parameters_last(template: str) -> list[bool]:
    """Returns a sort key that puts `/messages/@original` before `/messages/{message_id}`."""
    return [piece.startswith("{") for piece in template.split("/")]
