"""One websocket of the gateway: identify, resume, heartbeats, and checks of what the client sends."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Callable
from typing import Any

from aiohttp import WSMsgType, web

from bot.emulator import untrusted
from bot.emulator.errors import Json
from bot.emulator.gateway.session import Session, Sessions, guilds
from bot.emulator.objects import DEFAULTS
from bot.emulator.world import wire

HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, RECONNECT = 1, 2, 3, 4, 6, 7
INVALID_SESSION, HELLO, ACK = 9, 10, 11
KNOWN = (HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME)
GUILD_MEMBERS = 1 << 1
PRIVILEGED = GUILD_MEMBERS | 1 << 8 | 1 << 15
ALL_INTENTS = (1 << 26) - 1
SENT_PER_MINUTE = 120
HEARTBEAT_SECONDS = 41.25
ACK_SECONDS = 0.02
Packer = Callable[[bytes], bytes] | None
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_WINDOW_128_KIB = b"\x00\x38"
_BLOCK = 1 << 17


def packer(wanted: str) -> Packer:
    """Returns the function that compresses the messages of one connection with the wanted method; None for plain
    text."""
    if wanted == "zlib-stream":
        stream = zlib.compressobj(1)
        return lambda data: stream.compress(data) + stream.flush(zlib.Z_SYNC_FLUSH)
    if wanted == "zstd-stream":
        return ZstdStored().pack
    return None


class ZstdStored:
    """A zstd stream of uncompressed blocks. Every decoder can read it, and no library is needed."""

    def __init__(self) -> None:
        self._head = _ZSTD_MAGIC + _WINDOW_128_KIB

    def pack(self, data: bytes) -> bytes:
        """Returns the next part of the stream, with this data."""
        out, self._head = [self._head], b""
        for start in range(0, len(data), _BLOCK):
            block = data[start : start + _BLOCK]
            out += [(len(block) << 3).to_bytes(3, "little"), block]
        return b"".join(out)


class Closed(Exception):
    """The exception that makes the gateway close a connection with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Connection:
    """One websocket with its state and the queue of messages to send."""

    def __init__(self, sessions: Sessions, ws: web.WebSocketResponse, pack: Packer) -> None:
        self.sessions = sessions
        self.world = sessions.world
        self.ws = ws
        self.pack = pack
        self.session: Session | None = None
        self.queue: asyncio.Queue[str | None] = asyncio.Queue()
        self.watch: asyncio.TimerHandle | None = None
        self.received: list[float] = []
        self.ended_here = False

    def push(self, payload: Json) -> None:
        """Queues a payload for sending."""
        self.queue.put_nowait(json.dumps(payload, separators=(",", ":")))

    async def run(self) -> None:
        """Sends HELLO, then handles messages until either side closes."""
        writer = asyncio.create_task(self._write())
        interval = int(HEARTBEAT_SECONDS * 1000)
        self.push({"op": HELLO, "d": {"heartbeat_interval": interval, "_trace": []}, "s": None, "t": None})
        self._alive()
        try:
            async for message in self.ws:
                if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    self._heard(message.data)
        except Closed as end:
            await self.close(end.code, end.reason)
        finally:
            self._over()
            self.queue.put_nowait(None)
            await writer

    async def close(self, code: int, reason: str = "") -> None:
        """Closes the connection from the server's side with that close code."""
        self.ended_here = True
        await self.ws.close(code=code, message=reason.encode())

    def _over(self) -> None:
        if self.watch:
            self.watch.cancel()
        self.detach(ended=self.ws.close_code in (1000, 1001) and not self.ended_here)

    def detach(self, *, ended: bool = False) -> None:
        """Detaches the session from this connection. The client must resume or identify to get events again."""
        session, self.session = self.session, None
        if session is not None and session.send == self.queue.put_nowait:
            self.sessions.detach(session, ended=ended)

    async def _write(self) -> None:
        while (text := await self.queue.get()) is not None:
            if self.ws.closed:
                continue
            try:
                if self.pack is None:
                    await self.ws.send_str(text)
                else:
                    await self.ws.send_bytes(self.pack(text.encode()))
            except ConnectionError:
                continue

    def _alive(self) -> None:
        """Restarts the timer that closes a connection after one and a half intervals without a heartbeat."""
        loop = asyncio.get_running_loop()
        if self.watch:
            self.watch.cancel()
        self.watch = loop.call_later(HEARTBEAT_SECONDS * 1.5, self._zombie)

    def _zombie(self) -> None:
        asyncio.get_running_loop().create_task(self.close(4009))

    def _heard(self, data: Any) -> None:
        now = asyncio.get_running_loop().time()
        self.received = [when for when in self.received if now - when < 60.0] + [now]
        if len(self.received) > SENT_PER_MINUTE:
            raise Closed(4008, "You are sending too many payloads")
        try:
            payload = untrusted.parse(data)
            op, body = payload["op"], payload.get("d")
        except (ValueError, TypeError, KeyError):
            raise Closed(4002, "Error while decoding payload.") from None
        if op not in KNOWN:
            raise Closed(4001, "Unknown opcode")
        if op == HEARTBEAT:
            self._beat()
        elif op in (IDENTIFY, RESUME):
            if self.session is not None:
                raise Closed(4005, "Already authenticated.")
            (self._identify if op == IDENTIFY else self._resume)(body)
        elif self.session is None:
            raise Closed(4003, "Not authenticated.")

    def _beat(self) -> None:
        self._alive()
        # Delayed like a real one: discord.py stores the time of sending in another thread, and an answer that arrives
        # before that looks very late.
        asyncio.get_running_loop().call_later(ACK_SECONDS, self.push, {"op": ACK, "d": None, "s": None, "t": None})

    def _identify(self, body: Any) -> None:
        world = self.world
        if not isinstance(body, dict) or "intents" not in body or "properties" not in body:
            raise Closed(4002, "Error while decoding payload.")
        if body.get("token") != world.token or self.sessions.identifies_left <= 0:
            raise Closed(4004, "Authentication failed.")
        intents = body["intents"]
        if isinstance(intents, bool) or not isinstance(intents, int) or intents & ~ALL_INTENTS:
            raise Closed(4013, "Invalid intent(s).")
        if intents & PRIVILEGED & ~world.privileged:
            raise Closed(4014, "Disallowed intent(s).")
        shard = _shard(body)
        if len(guilds(world, shard)) > self.sessions.most_guilds:
            raise Closed(4011, "Sharding required.")
        self.sessions.identifies_left -= 1
        if not self.sessions.in_turn(shard[0]):
            self.push({"op": INVALID_SESSION, "d": False, "s": None, "t": None})
            return
        session = self.sessions.new(shard, intents)
        self._attach(session)
        session.dispatch("READY", self._ready(session))
        for guild in guilds(world, session.shard):
            if intents & 1 and not guild.unavailable:
                members = bool(intents & GUILD_MEMBERS)
                session.dispatch("GUILD_CREATE", wire.full_guild(world, guild, members=members))
        world.touch()

    def _ready(self, session: Session) -> Json:
        world = self.world
        return {
            **DEFAULTS["READY"],
            "user": {**world.bot.wire(), **DEFAULTS["own user"]},
            "session_id": session.id,
            "resume_gateway_url": self.sessions.url,
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds(world, session.shard)],
            "application": {"id": str(world.app_id), "flags": DEFAULTS["application"]["flags"]},
            "shard": list(session.shard),
        }

    def _attach(self, session: Session) -> None:
        self.session = session
        self.sessions.attach(session, self.queue.put_nowait)

    def _resume(self, body: Any) -> None:
        world = self.world
        if not isinstance(body, dict):
            raise Closed(4002, "Error while decoding payload.")
        if body.get("token") != world.token:
            raise Closed(4004, "Authentication failed.")
        session = self.sessions.resumable(str(body.get("session_id")))
        if session is None:
            self.push({"op": INVALID_SESSION, "d": False, "s": None, "t": None})
            return
        seq = body.get("seq")
        if not isinstance(seq, int) or seq > session.seq:
            raise Closed(4007, "Invalid seq.")
        missed = session.since(seq)
        if missed is None:
            self.push({"op": INVALID_SESSION, "d": False, "s": None, "t": None})
            return
        self._attach(session)
        for text in missed:
            self.queue.put_nowait(text)
        session.dispatch("RESUMED", {"_trace": []})
        world.touch()


def _shard(body: Json) -> tuple[int, int]:
    """Returns the shard's number and the number of shards, by default (0, 1). Raises Closed (4010) if they are
    invalid."""
    said = body.get("shard", [0, 1])
    if isinstance(said, list) and len(said) == 2 and all(type(number) is int for number in said):
        number, count = said
        if 0 <= number < count:
            return number, count
    raise Closed(4010, "Invalid shard.")
