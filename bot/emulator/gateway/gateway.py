"""The gateway: its sessions, the events each of them is told, and the faults a test may ask for."""

from __future__ import annotations

import asyncio
import hashlib
from typing import TYPE_CHECKING

from aiohttp import web

from bot.emulator.gateway.compression import packer
from bot.emulator.gateway.connection import INVALID_SESSION, RECONNECT, Connection
from bot.emulator.gateway.session import RESUMABLE_FOR, Session

if TYPE_CHECKING:
    from bot.emulator.world.events import Event
    from bot.emulator.world.world import World


class Gateway:
    """All gateway connections of the one bot."""

    def __init__(self, world: World, heartbeat: float = 41.25) -> None:
        self.world = world
        self.heartbeat = heartbeat
        self.shards = 1
        self.max_concurrency = 16
        self.identifies_left = 1000
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.acknowledges = True
        self._repeat: dict[str, list[int]] = {}
        self._number = 0
        self._unlisten = world.listen(self.tell)

    def tell(self, event: Event) -> None:
        """Dispatch an event to every session that may have it, as often as a fault says."""
        planned = self._repeat.get(event.name)
        times = planned.pop(0) if planned else 1
        for session in self.sessions.values():
            data = session.share(self.world, event)
            if data is not None:
                for _ in range(times):
                    session.dispatch(event.name, data)

    def repeat(self, name: str, times: int) -> None:
        """The next event of that name comes this many times: 0 loses it, 2 doubles it."""
        self._repeat.setdefault(name, []).append(times)

    def new_session(self, shard: tuple[int, int], intents: int) -> Session:
        """A session for a shard; detached ones of the same shard and those past resuming are dropped."""
        now = asyncio.get_running_loop().time()
        for known in list(self.sessions.values()):
            gone = known.detached_at is not None
            if gone and (known.shard == shard or now - (known.detached_at or 0) > RESUMABLE_FOR):
                del self.sessions[known.id]
        self._number += 1
        name = hashlib.sha256(f"{self.world.token} session {self._number} {now}".encode()).hexdigest()[:32]
        session = self.sessions[name] = Session(name, shard, intents)
        return session

    @property
    def connected(self) -> bool:
        """Whether any shard has a live, identified connection."""
        return any(session.detached_at is None for session in self.sessions.values())

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One websocket connection from HELLO to its end."""
        ws = web.WebSocketResponse(timeout=2.0, max_msg_size=16384, compress=False)
        await ws.prepare(request)
        if request.query.get("v") not in ("9", "10") or request.query.get("encoding", "json") != "json":
            await ws.close(code=4012, message=b"Invalid API version or encoding")
            return ws
        connection = Connection(self, ws, packer(request.query.get("compress", "")))
        self.connections.add(connection)
        try:
            await connection.run()
        finally:
            self.connections.discard(connection)
        return ws

    # --- faults of the server -----------------------------------------------------------------------

    async def drop(self, code: int = 1001, *, resumable: bool = True) -> None:
        """Close every connection; if not resumable the sessions are forgotten too."""
        if not resumable:
            self.sessions.clear()
        for connection in list(self.connections):
            await connection.close(code)

    def ask_reconnect(self) -> None:
        """Ask every connection to reconnect and resume (opcode 7)."""
        for connection in self.connections:
            connection.push({"op": RECONNECT, "d": None, "s": None, "t": None})

    def invalidate(self, *, resumable: bool = False) -> None:
        """Tell every connection that its session is invalid (opcode 9): it may resume or identify, there or anew."""
        if not resumable:
            self.sessions.clear()
        for connection in self.connections:
            connection.detach()
            connection.push({"op": INVALID_SESSION, "d": resumable, "s": None, "t": None})

    async def close(self) -> None:
        """Close everything for good."""
        self._unlisten()
        await self.drop(1001)
