"""Gateway sessions: the events of each session, which are kept for resuming, and the rules that select them."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.emulator.errors import Json
from bot.emulator.objects import Guild
from bot.emulator.world.events import Event
from bot.emulator.world.world import World

MESSAGE_CONTENT = 1 << 15
KEPT = 2000
RESUMABLE_FOR = 300.0
INTENTS = {
    "GUILD_MEMBER_": (1 << 1, 0),
    "GUILD_": (1 << 0, 0),
    "CHANNEL_PINS_UPDATE": (1 << 0, 1 << 12),
    "CHANNEL_": (1 << 0, 0),
    "THREAD_": (1 << 0, 0),
    "MESSAGE_REACTION_": (1 << 10, 1 << 13),
    "MESSAGE_": (1 << 9, 1 << 12),
    "TYPING_": (1 << 11, 1 << 14),
}
HIDDEN: Json = {"content": "", "embeds": [], "attachments": [], "components": []}


def covers(shard: tuple[int, int], guild_id: int | None) -> bool:
    """Returns whether a shard (its number, and the number of shards) serves a guild. DMs belong to shard 0."""
    number, count = shard
    return number == ((guild_id or 0) >> 22) % count


def guilds(world: World, shard: tuple[int, int]) -> list[Guild]:
    """Returns the bot's guilds in a shard."""
    return [g for g in world.guilds.values() if world.bot.id in g.members and covers(shard, g.id)]


@dataclass(slots=True)
class Session:
    """One shard's session: `send` is set while it is connected; otherwise events are stored for a resume."""

    id: str
    shard: tuple[int, int]
    intents: int
    seq: int = 0
    kept: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=KEPT))
    send: Callable[[str], None] | None = None
    detached_at: float | None = None

    def dispatch(self, name: str, data: Json) -> None:
        """Numbers an event, keeps it for a resume, and sends it if the session is connected."""
        self.seq += 1
        text = json.dumps({"op": 0, "t": name, "s": self.seq, "d": data}, separators=(",", ":"))
        self.kept.append((self.seq, text))
        if self.send:
            self.send(text)

    def since(self, seq: int) -> list[str] | None:
        """Returns the events after a sequence number; None if some of them are no longer kept."""
        if self.kept and seq < self.kept[0][0] - 1:
            return None
        return [text for number, text in self.kept if number > seq]

    def share(self, world: World, event: Event) -> Json | None:
        """Returns the part of an event that this session gets, by shard, intents and permissions; None if none.

        A bot gets changes of its own membership with any intents.
        """
        if event.only_for is not None or not covers(self.shard, event.guild_id):
            return None
        if event.name == "INTERACTION_CREATE":
            return event.data
        itself = event.name == "GUILD_MEMBER_UPDATE" and event.data["user"]["id"] == str(world.bot.id)
        if not itself and not self.intends(event):
            return None
        channel = world.channels.get(event.channel_id or 0)
        if channel is not None and not world.may(channel, world.bot.id, "view_channel"):
            return None
        if event.name in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            return self.content(world, event)
        return event.data

    def intends(self, event: Event) -> bool:
        """Returns whether the session's intents include events of this name."""
        for start, (in_guild, in_dm) in INTENTS.items():
            if event.name.startswith(start):
                return bool(self.intents & (in_guild if event.guild_id else in_dm))
        return True

    def content(self, world: World, event: Event) -> Json:
        """Returns a message event, without content if the session lacks the intent.

        Content is always visible in DMs, in the bot's own messages and in messages that mention it.
        """
        data, me = event.data, str(world.bot.id)
        if self.intents & MESSAGE_CONTENT or event.guild_id is None or data["author"]["id"] == me:
            return data
        if any(mention["id"] == me for mention in data["mentions"]):
            return data
        return {**data, **HIDDEN}


class Sessions:
    """All sessions of the bot, and the gateway's limits for it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.shards = 1
        self.max_concurrency = 16
        self.identifies_left = 1000
        self.identify_every = 0.0
        """Seconds between two identifies of one bucket: 5 at Discord; tests that need the pause set it."""
        self.most_guilds = 2500
        """The maximum number of guilds of a shard. A shard with more is refused with "sharding required"."""
        self.url = ""
        self.known: dict[str, Session] = {}
        self._number = 0
        self._identified: dict[int, float] = {}

    def in_turn(self, number: int) -> bool:
        """Returns whether enough time has passed since the last identify of a shard's bucket; if so, notes the time of
        this one.

        The bucket is the shard's number modulo `max_concurrency`, whichever process identifies.
        """
        bucket, now = number % self.max_concurrency, self.world.clock()
        last = self._identified.get(bucket)
        if last is not None and now - last < self.identify_every:
            return False
        self._identified[bucket] = now
        return True

    def new(self, shard: tuple[int, int], intents: int) -> Session:
        """Returns a new session for a shard. Detached sessions of the shard, and those too old to resume, are
        deleted."""
        now = asyncio.get_running_loop().time()
        for known in list(self.known.values()):
            gone = known.detached_at is not None
            if gone and (known.shard == shard or now - (known.detached_at or 0) > RESUMABLE_FOR):
                del self.known[known.id]
        self._number += 1
        name = hashlib.sha256(f"{self.world.token} session {self._number} {now}".encode()).hexdigest()[:32]
        session = self.known[name] = Session(name, shard, intents)
        return session

    def resumable(self, name: str) -> Session | None:
        """Returns the session with that ID; None if there is none or it was disconnected more than five minutes ago."""
        session = self.known.get(name)
        if session is None or session.detached_at is None:
            return session
        return session if asyncio.get_running_loop().time() - session.detached_at <= RESUMABLE_FOR else None

    def attach(self, session: Session, send: Callable[[str], None]) -> None:
        """Marks a session as connected: its client has identified or resumed. Wakes all who wait for a change."""
        session.send, session.detached_at = send, None
        self.notice()

    def detach(self, session: Session, *, ended: bool) -> None:
        """Marks a session as not connected, and wakes all who wait for a change. If the client ended it, deletes it."""
        session.send, session.detached_at = None, asyncio.get_running_loop().time()
        if ended:
            self.known.pop(session.id, None)
        self.notice()

    def forget(self) -> None:
        """Deletes all sessions, so that none can be resumed, and wakes all who wait for a change."""
        self.known.clear()
        self.notice()

    def notice(self) -> None:
        """Sets `world.connected` to whether any session is connected, and wakes all who wait for a change."""
        self.world.connected = any(session.detached_at is None for session in self.known.values())
        self.world.touch()
