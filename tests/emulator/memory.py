"""An in-memory transport: HTTP and WebSocket connections inside one event loop, without sockets.

Both sides run the same aiohttp code as on a network; only the socket between them is replaced. Bytes move through
the loop's ready queue, so the order of events depends on the program and never on the operating system.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import Context, copy_context
from typing import TYPE_CHECKING, Final, cast

import aiohttp
from aiohttp import web
from aiohttp.client_proto import ResponseHandler

from bot.emulator import LocalDiscord

if TYPE_CHECKING:
    from aiohttp.tracing import Trace

HOST: Final = "discord.invalid"
"""The host in the server's URLs. No DNS server resolves `.invalid`, so a stray request over a socket fails."""

Data = bytes | bytearray | memoryview


class MemoryTransport(asyncio.Transport):
    """One end of an in-memory connection. What it writes arrives at the other end in a later loop iteration."""

    peer: MemoryTransport

    def __init__(self, protocol: asyncio.BaseProtocol, context: Context) -> None:
        super().__init__()
        self._loop = asyncio.get_running_loop()
        self.set_protocol(protocol)
        self._context = context
        self._inbox: deque[bytes] = deque()
        self._ended = False
        """Whether the peer has closed: the end of the stream follows the inbox."""
        self._scheduled = False
        self._paused = False
        self._closing = False

    def write(self, data: Data) -> None:
        """Sends bytes to the other end; does nothing on a closed connection."""
        if self._closing or not data:
            return
        self.peer._inbox.append(bytes(data))
        self.peer._schedule()

    def close(self) -> None:
        """Closes the connection; everything written before still arrives."""
        if self._closing:
            return
        self._closing = True
        self._inbox.clear()
        self._loop.call_soon(self._lose, context=self._context)
        self.peer._ended = True
        self.peer._schedule()

    def abort(self) -> None:
        """Closes the connection like `close`: there is no write buffer to discard."""
        self.close()

    def is_closing(self) -> bool:
        """Returns whether this end was closed."""
        return self._closing

    def pause_reading(self) -> None:
        """Keeps what arrives until `resume_reading` is called."""
        self._paused = True

    def resume_reading(self) -> None:
        """Delivers what arrived during the pause, and what arrives from now on."""
        self._paused = False
        self._schedule()

    def is_reading(self) -> bool:
        """Returns whether bytes are delivered as they arrive."""
        return not self._paused and not self._closing

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Changes the protocol that receives the bytes."""
        self._protocol = cast(asyncio.Protocol, protocol)

    def get_write_buffer_size(self) -> int:
        """Returns 0: writing never blocks."""
        return 0

    # Internal

    def _schedule(self) -> None:
        if self._scheduled or self._paused or not (self._inbox or self._ended):
            return
        self._scheduled = True
        self._loop.call_soon(self._deliver, context=self._context)

    def _deliver(self) -> None:
        self._scheduled = False
        if self._closing or self._paused:
            return
        if self._inbox:
            data = b"".join(self._inbox)
            self._inbox.clear()
            self._protocol.data_received(data)
            self._schedule()
        elif self._ended:
            self._protocol.eof_received()
            self.close()

    def _lose(self) -> None:
        self._protocol.connection_lost(None)


def connect(client: asyncio.BaseProtocol, server: asyncio.BaseProtocol, context: Context) -> None:
    """Connects two protocols. The server's callbacks run in `context`, the client's in a copy of the caller's."""
    near, far = MemoryTransport(client, copy_context()), MemoryTransport(server, context)
    near.peer, far.peer = far, near
    context.run(server.connection_made, far)
    client.connection_made(near)


class MemoryConnector(aiohttp.BaseConnector):
    """An aiohttp connector whose connections all lead to one in-memory server, no matter which address they name.

    `accept` returns a protocol for one new connection, or raises ConnectionRefusedError if the server is down.
    """

    def __init__(self, accept: Callable[[], asyncio.BaseProtocol], context: Context) -> None:
        super().__init__(limit=0)
        self._accept = accept
        self._context = context

    async def _create_connection(
        self,
        req: aiohttp.ClientRequest,
        traces: list[Trace],
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109 - aiohttp's signature
    ) -> ResponseHandler:
        try:
            server = self._accept()
        except ConnectionRefusedError as refused:
            raise aiohttp.ClientConnectorError(req.connection_key, refused) from refused
        client: ResponseHandler = self._factory()
        connect(client, server, self._context)
        return client


class MemoryDiscord(LocalDiscord):
    """A local Discord without a socket: only clients that use `connector_to` can connect. All else is the same."""

    @property
    def _place(self) -> str:
        return HOST

    async def _listen(self, runner: web.AppRunner) -> None:
        self._context = copy_context()

    def connector(self) -> MemoryConnector:
        """Returns a connector in memory for one client session."""
        return MemoryConnector(self._accept, self._context)

    def _accept(self) -> asyncio.BaseProtocol:
        server = self._runner.server if self._runner else None
        if server is None:
            raise ConnectionRefusedError("the in-memory server is not running")
        return server()


def connector_to(discord: LocalDiscord) -> aiohttp.BaseConnector:
    """Returns a connector for one client session: in memory if the server is, otherwise over TCP."""
    return discord.connector() if isinstance(discord, MemoryDiscord) else aiohttp.TCPConnector(limit=0)
