"""`python -m tests.workers.proxy UPSTREAM`: a small REST proxy that behaves like nirn-proxy.

Requests of one bucket go one after the other and wait if Discord's headers say that it is empty; one token's
requests share the global limit.
"""

from __future__ import annotations

import asyncio
import re
import sys
from asyncio.subprocess import PIPE, Process
from collections import defaultdict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
from aiohttp import web

from tests.wire.bot_process import CHECKOUT

A_SECOND = 50
LARGEST = 110 * 1024 * 1024
READY_WITHIN = 20.0
HOP_BY_HOP = {"connection", "transfer-encoding", "content-length", "content-encoding", "host", "keep-alive", "date"}
MAJOR = re.compile(r"^/api/v[0-9]+/(?:channels|guilds|webhooks|interactions)/[^/]+")
NUMBER = re.compile(r"/[0-9]{5,}(?=/|$)")


def bucket_of(method: str, path: str, token: str) -> str:
    """Returns a key for the rate-limit bucket of a request, as far as the request shows it: token, method and route
    with its major parameter; other IDs are replaced.
    """
    major = MAJOR.match(path)
    head = major[0] if major else ""
    return f"{token} {method} {head}{NUMBER.sub('/!', path[len(head) :])}"


class Proxy:
    """Relays every request to the upstream when its bucket allows it."""

    def __init__(self, upstream: str, session: aiohttp.ClientSession) -> None:
        self.upstream = upstream
        self.session = session
        self.buckets: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.closed_until = 0.0
        self.latest: deque[float] = deque(maxlen=A_SECOND - 1)
        self.turn = asyncio.Lock()

    async def relay(self, request: web.Request) -> web.Response:
        """Relays one request as soon as its rate limit allows it."""
        token, body = request.headers.get("Authorization", ""), await request.read()
        bucket = self.buckets[bucket_of(request.method, request.path, token)]
        await bucket.acquire()
        wait = 0.0
        try:
            if token:
                await self.global_turn()
            status, headers, said = await self.ask(request, body)
            wait = self.learn(status, headers)
        finally:
            asyncio.get_running_loop().call_later(wait, bucket.release)
        return web.Response(status=status, headers=headers, body=said)

    async def ask(self, request: web.Request, body: bytes) -> tuple[int, dict[str, str], bytes]:
        """Sends a request to the upstream and returns the status, the headers and the body of the response; hop-by-hop
        headers are left out both ways.
        """
        own = {name: value for name, value in request.headers.items() if name.lower() not in HOP_BY_HOP}
        async with self.session.request(
            request.method, f"{self.upstream}{request.path_qs}", headers=own, data=body or None
        ) as answer:
            kept = {name: value for name, value in answer.headers.items() if name.lower() not in HOP_BY_HOP}
            return answer.status, kept, await answer.read()

    def learn(self, status: int, headers: dict[str, str]) -> float:
        """Reads the rate limit in a response's headers: returns the seconds for which the bucket stays closed, and
        closes the proxy for all requests after a global limit.
        """
        after = float(headers.get("X-RateLimit-Reset-After") or headers.get("Retry-After") or 0.0)
        if headers.get("X-RateLimit-Global") == "true":
            self.closed_until = asyncio.get_running_loop().time() + after
            return 0.0
        return after if status == 429 or headers.get("X-RateLimit-Remaining") == "0" else 0.0

    async def global_turn(self) -> None:
        """Waits until the global limit of the token's requests (fewer than 50 per second) allows one more."""
        async with self.turn:
            loop = asyncio.get_running_loop()
            free = self.latest[0] + 1.05 if len(self.latest) == self.latest.maxlen else 0.0
            await asyncio.sleep(max(0.0, free - loop.time(), self.closed_until - loop.time()))
            self.latest.append(loop.time())


async def main(upstream: str) -> None:
    """Serves the proxy on a free local port until it is killed; prints the port as its only line of output."""
    async with aiohttp.ClientSession(auto_decompress=False, connector=aiohttp.TCPConnector(limit=0)) as session:
        app = web.Application(client_max_size=LARGEST)
        app.router.add_route("*", "/{path:.*}", Proxy(upstream, session).relay)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        print(runner.addresses[0][1], flush=True)
        await asyncio.Event().wait()


@asynccontextmanager
async def proxy_process(upstream: str) -> AsyncIterator[str]:
    """Starts a proxy as a process, yields its address (DISCORD_API_URL), and kills it at the end."""
    process: Process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.workers.proxy", upstream, cwd=CHECKOUT, stdout=PIPE
    )
    try:
        assert process.stdout is not None
        port = int(await asyncio.wait_for(process.stdout.readline(), READY_WITHIN))
        yield f"http://127.0.0.1:{port}/api/v10"
    finally:
        process.kill()
        await process.wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
