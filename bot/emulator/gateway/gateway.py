"""The gateway: its connections, their events, and faults that a test can request."""

from __future__ import annotations

from aiohttp import web

from bot.emulator.gateway.connection import Connection, packer
from bot.emulator.gateway.session import Sessions
from bot.emulator.world.events import Event
from bot.emulator.world.world import World


class Gateway:
    """The gateway of the local Discord, with all connections of the bot."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.sessions = Sessions(world)
        self.connections: list[Connection] = []
        """The open connections, in the order in which they were opened."""
        self._repeat: dict[str, list[int]] = {}
        self._unlisten = world.listen(self.tell)

    def tell(self, event: Event) -> None:
        """Sends an event to every session that may get it; a fault that a test has requested drops or repeats the
        event.
        """
        planned = self._repeat.get(event.name)
        times = planned.pop(0) if planned else 1
        for session in self.sessions.known.values():
            data = session.share(self.world, event)
            if data is not None:
                for _ in range(times):
                    session.dispatch(event.name, data)

    def repeat(self, name: str, times: int) -> None:
        """Makes the next event of that name arrive this many times: 0 loses it, 2 doubles it."""
        self._repeat.setdefault(name, []).append(times)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serves one websocket connection from HELLO to its end."""
        ws = web.WebSocketResponse(timeout=2.0, max_msg_size=16384, compress=False)
        await ws.prepare(request)
        if request.query.get("v") not in ("9", "10") or request.query.get("encoding", "json") != "json":
            await ws.close(code=4012, message=b"Invalid API version or encoding")
            return ws
        connection = Connection(self.sessions, ws, packer(request.query.get("compress", "")))
        self.connections.append(connection)
        try:
            await connection.run()
        finally:
            self.connections.remove(connection)
        return ws

    # --- faults of the server -----------------------------------------------------------------------

    async def drop(self, code: int = 1001, *, resumable: bool = True) -> None:
        """Closes every connection. If not resumable, the sessions are deleted, too."""
        if not resumable:
            self.sessions.forget()
        for connection in list(self.connections):
            await connection.close(code)

    async def close(self) -> None:
        """Closes every connection at the end, and stops listening to the world."""
        self._unlisten()
        await self.drop(1001)
