"""Tests that in-memory connections behave like sockets, and that the server answers the same over both."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar, copy_context
from typing import Any

import aiohttp
import pytest

from bot.emulator import LocalDiscord, World
from bot.emulator.limits import RESET, SILENT
from bot.emulator.people import crowd
from tests.emulator.memory import HOST, MemoryDiscord, MemoryTransport, connect, connector_to

ORIGIN: ContextVar[str] = ContextVar("where a callback comes from", default="nowhere")


class Listener(asyncio.Protocol):
    """A protocol that records every callback that its transport makes."""

    transport: MemoryTransport

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.origins: set[str] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, MemoryTransport)
        self.transport = transport
        self._note("made")

    def data_received(self, data: bytes) -> None:
        self._note(data.decode())

    def eof_received(self) -> bool | None:
        self._note("end")
        return None

    def connection_lost(self, exc: Exception | None) -> None:
        self._note("lost" if exc is None else "broken")

    def _note(self, what: str) -> None:
        self.heard.append(what)
        self.origins.add(ORIGIN.get())


def pair() -> tuple[Listener, Listener]:
    """Returns the two ends of an in-memory connection: client and server."""
    client, server = Listener(), Listener()
    connect(client, server, copy_context())
    return client, server


async def idle() -> None:
    """Runs the event loop for ten rounds, after which no callback is left."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_bytes_arrive_in_order_and_never_before_the_writer_has_returned() -> None:
    client, server = pair()
    client.transport.write(b"one ")
    client.transport.writelines([bytearray(b"two"), memoryview(b" three")])
    assert server.heard == ["made"]
    await idle()
    assert server.heard == ["made", "one two three"]
    server.transport.write(b"four")
    await idle()
    assert client.heard == ["made", "four"]


async def test_changing_a_buffer_later_does_not_change_sent_bytes() -> None:
    client, server = pair()
    buffer = bytearray(b"sent")
    client.transport.write(buffer)
    buffer[:] = b"lost"
    await idle()
    assert server.heard[-1] == "sent"


async def test_a_paused_end_keeps_what_arrives_and_the_end_of_the_stream() -> None:
    client, server = pair()
    server.transport.pause_reading()
    client.transport.write(b"kept")
    client.transport.close()
    await idle()
    assert server.heard == ["made"]
    assert not server.transport.is_reading()
    server.transport.resume_reading()
    await idle()
    assert server.heard == ["made", "kept", "end", "lost"]


@pytest.mark.parametrize("how", ["close", "abort"])
async def test_closing_ends_both_sides_after_what_was_written(how: str) -> None:
    client, server = pair()
    client.transport.write(b"last words")
    getattr(client.transport, how)()
    client.transport.write(b"too late")
    server.transport.write(b"unread")
    assert client.transport.is_closing()
    await idle()
    assert server.heard == ["made", "last words", "end", "lost"]
    assert client.heard == ["made", "lost"]
    client.transport.close()
    await idle()
    assert client.heard == ["made", "lost"]


async def test_a_servers_callbacks_do_not_run_in_the_writers_context() -> None:
    context = copy_context()
    ORIGIN.set("the client")
    client, server = Listener(), Listener()
    connect(client, server, context)
    client.transport.write(b"hello")
    server.transport.write(b"hello")
    await idle()
    assert (client.origins, server.origins) == ({"the client"}, {"nowhere"})


# The server over both transports


async def told(served: LocalDiscord, path: str, timeout: float | None = None) -> Any:  # noqa: ASYNC109
    """Sends a GET request; returns its status and JSON, or the name of the exception; the timeout is in seconds."""
    headers = {"Authorization": f"Bot {served.token}"}
    try:
        async with (
            aiohttp.ClientSession(connector=connector_to(served), headers=headers) as session,
            session.get(served.api_url + path, timeout=aiohttp.ClientTimeout(total=timeout)) as answer,
        ):
            return answer.status, await answer.json()
    except (aiohttp.ClientError, TimeoutError) as error:
        return type(error).__name__


def world() -> World:
    """Returns a world with one user."""
    return crowd.with_people("Anna")


@pytest.mark.parametrize("kind", [MemoryDiscord, LocalDiscord])
async def test_the_same_answers_and_failures_over_both_transports(kind: type[LocalDiscord]) -> None:
    here = world()
    async with kind(here) as served:
        status, body = await told(served, f"/channels/{here.channel('table-1').id}")
        assert (status, body["name"]) == (200, "table-1")
        assert await told(served, "/nothing") == (404, {"message": "404: Not Found", "code": 0})
        here.faults.demand(502)
        assert await told(served, "/users/@me") == (502, {"message": "502: as a test has asked", "code": 0})
        here.faults.demand(RESET, times=2)  # aiohttp tries a GET a second time
        assert await told(served, "/users/@me") == "ServerDisconnectedError"
        here.faults.demand(SILENT)
        assert await told(served, "/users/@me", timeout=0.05) == "TimeoutError"
        assert (await told(served, "/users/@me"))[0] == 200
    assert await told(served, "/users/@me") == "ClientConnectorError"


@pytest.mark.parametrize("kind", [MemoryDiscord, LocalDiscord])
async def test_a_large_body_arrives_whole_over_both_transports(kind: type[LocalDiscord]) -> None:
    here = world()
    path = f"/channels/{here.channel('table-1').id}/messages"
    headers = {"Authorization": f"Bot {here.token}"}
    picture = bytes(range(256)) * 4_000
    async with (
        kind(here) as served,
        aiohttp.ClientSession(connector=connector_to(served), headers=headers) as session,
    ):
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", '{"attachments":[{"id":0,"filename":"a.png"}]}', content_type="application/json")
        form.add_field("files[0]", picture, filename="a.png", content_type="image/png")
        async with session.post(served.api_url + path, data=form) as answer:
            sent = await answer.json()
        async with session.get(sent["attachments"][0]["url"]) as answer:
            assert await answer.read() == picture


@pytest.mark.parametrize("kind", [MemoryDiscord, LocalDiscord])
async def test_the_gateway_says_hello_and_closes_over_both_transports(kind: type[LocalDiscord]) -> None:
    async with (
        kind(world()) as served,
        aiohttp.ClientSession(connector=connector_to(served)) as session,
        session.ws_connect(f"{served.gateway_url}?v=10&encoding=json") as ws,
    ):
        assert (await ws.receive_json())["op"] == 10
        await ws.send_str("nonsense")
        assert (await ws.receive()).type == aiohttp.WSMsgType.CLOSE
        assert ws.close_code == 4002


async def test_an_in_memory_server_opens_no_port() -> None:
    async with MemoryDiscord(world()) as served:
        assert served.api_url == f"http://{HOST}/api/v10"
        assert served.gateway_url == f"ws://{HOST}/gateway"
        assert served.port == 0
