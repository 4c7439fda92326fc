"""The state of the local Discord: who and what there is."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass

from bot.emulator.checks.commands import LOCALES
from bot.emulator.clock import Clock, WallClock
from bot.emulator.errors import Json, refused
from bot.emulator.limits import Faults, Limits
from bot.emulator.objects import (
    DM,
    EPHEMERAL,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    Channel,
    Guild,
    Interaction,
    Member,
    Message,
    Role,
    User,
)
from bot.emulator.people.person import Person
from bot.emulator.world import permissions, wire
from bot.emulator.world.events import Herald

EPOCH = 1_420_070_400_000


@dataclass(slots=True, frozen=True)
class Refusal:
    """One refused request: method, path, HTTP status, Discord's code and message."""

    method: str
    path: str
    status: int
    code: int
    message: str


class World(Herald):
    """One application, its guilds, channels, people and messages."""

    def __init__(self, *, clock: Clock | None = None, limits: Limits | None = None, bot_name: str = "Krupier") -> None:
        super().__init__()
        self.clock: Clock = clock or WallClock()
        self.limits = limits or Limits()
        self.faults = Faults()
        self.last_id = 0
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.emojis: dict[int, str] = {}
        self.files: dict[int, bytes] = {}
        self.commands: dict[int | None, dict[int, Json]] = {None: {}}
        self.interactions: dict[int, Interaction] = {}
        self.tokens: dict[str, Interaction] = {}
        self.privileged = 0
        self.refusals: list[Refusal] = []
        self.pings: list[tuple[int, int]] = []
        self.cdn = "http://127.0.0.1"
        self.old_edits: dict[int, list[float]] = {}
        self.bot = self._user(bot_name, bot_name, bot=True)
        self.app_id = self.bot.id
        whose = base64.b64encode(str(self.app_id).encode()).decode().rstrip("=")
        self.token = f"{whose}.local.{secrets.token_urlsafe(28)}"

    @classmethod
    def with_people(
        cls,
        *names: str,
        guilds: int = 1,
        channels: int = 1,
        clock: Clock | None = None,
        limits: Limits | None = None,
    ) -> World:
        """A world in which these people are members of every guild; the first owns them. Channels: table-1, …"""
        world = cls(clock=clock, limits=limits)
        for name in names or ("Anna",):
            world.add_person(name)
        for number in range(1, guilds + 1):
            guild = world.add_guild(f"Guild {number}")
            for room in range(1, channels + 1):
                world.add_channel(f"table-{room}", guild)
        return world

    # --- building -----------------------------------------------------------------------------------

    def snowflake(self) -> int:
        """A new id, greater than all before, that carries the present time."""
        self.last_id = max(self.last_id + 1, (int(self.clock() * 1000) - EPOCH) << 22)
        return self.last_id

    def _user(self, name: str, display: str, *, bot: bool = False, locale: str = "en-US") -> User:
        user = User(self.snowflake(), name.casefold(), display, locale, bot)
        self.users[user.id] = user
        return user

    def add_person(self, name: str, locale: str = "en-US") -> Person:
        """A new user with an account, member of every guild that there is; the locale is one of Discord's."""
        if locale not in LOCALES:
            raise ValueError(f"Discord has no locale {locale!r}; it has {sorted(LOCALES)}")
        user = self._user(name, name, locale=locale)
        for guild in self.guilds.values():
            self.join(guild, user.id)
        return self.person(name)

    def add_guild(self, name: str, *, locale: str = "en-US", bot: bool = True) -> Guild:
        """A new guild of all people, owned by the first of them; the bot is in it unless told otherwise."""
        self.last_id = ((self.last_id >> 22) + 1) << 22
        people = [user for user in self.users.values() if not user.bot]
        guild = Guild(self.snowflake(), name, people[0].id if people else self.bot.id, locale)
        guild.roles[guild.id] = Role(guild.id, "@everyone", permissions.EVERYONE)
        self.guilds[guild.id] = guild
        for user in people:
            guild.members[user.id] = Member(user.id, joined=self.clock())
        if bot:
            self.invite_bot(guild)
        return guild

    def invite_bot(self, guild: Guild, granted: int = permissions.EVERYONE) -> None:
        """The bot joins a guild with a role of its own that grants these permissions."""
        role = Role(self.snowflake(), self.bot.display, granted, 1, self.bot.id)
        guild.roles[role.id] = role
        guild.members[self.bot.id] = Member(self.bot.id, roles=[role.id], joined=self.clock())
        # A guild that is new to the bot comes without this word; one that was away comes with it.
        described = {key: value for key, value in wire.full_guild(self, guild).items() if key != "unavailable"}
        self.emit("GUILD_CREATE", described, guild_id=guild.id)

    def add_channel(self, name: str, guild: Guild | None = None) -> Channel:
        """A new text channel in a guild (the first one if none is named)."""
        home = guild or next(iter(self.guilds.values()))
        place = sum(1 for known in self.channels.values() if known.guild_id == home.id)
        channel = Channel(self.snowflake(), TEXT, name, home.id, position=place, created=self.clock())
        self.channels[channel.id] = channel
        self.emit("CHANNEL_CREATE", wire.channel(self, channel), channel=channel)
        return channel

    def add_thread(self, parent: Channel, name: str, *, owner: int | None = None, private: bool = False) -> Channel:
        """A new thread in a text channel; its owner (the bot if nobody is named) is its first member."""
        kind = PRIVATE_THREAD if private else PUBLIC_THREAD
        thread = Channel(self.snowflake(), kind, name, parent.guild_id, parent.id, created=self.clock())
        thread.owner_id = owner or self.bot.id
        thread.thread_members.append(thread.owner_id)
        self.channels[thread.id] = thread
        self.emit("THREAD_CREATE", {**wire.channel(self, thread), "newly_created": True}, channel=thread)
        return thread

    def join(self, guild: Guild, user_id: int) -> None:
        """A user becomes a member of a guild."""
        guild.members[user_id] = Member(user_id, joined=self.clock())
        data = {**wire.member(self, guild, user_id), "guild_id": str(guild.id)}
        self.emit("GUILD_MEMBER_ADD", data, guild_id=guild.id)

    def leave(self, guild: Guild, user_id: int) -> None:
        """A user (or the bot, which then loses the guild) leaves a guild."""
        guild.members.pop(user_id, None)
        if user_id == self.bot.id:
            self.emit("GUILD_DELETE", {"id": str(guild.id)}, guild_id=guild.id)
            return
        data = {"guild_id": str(guild.id), "user": self.users[user_id].wire()}
        self.emit("GUILD_MEMBER_REMOVE", data, guild_id=guild.id)

    # --- looking up ---------------------------------------------------------------------------------

    @property
    def people(self) -> list[Person]:
        """All users who are no bots."""
        return [self.person(user.display) for user in self.users.values() if not user.bot]

    def person(self, name: str) -> Person:
        """The person of that name."""
        for user in self.users.values():
            if name in (user.display, user.name):
                return Person(self, user)
        raise KeyError(f"nobody here is called {name!r}")

    def channel(self, name: str, guild: Guild | None = None) -> Channel:
        """The channel or thread of that name (in that guild, else the first found)."""
        for known in self.channels.values():
            if known.name == name and (guild is None or known.guild_id == guild.id):
                return known
        raise KeyError(f"there is no channel {name!r}")

    def get_channel(self, channel_id: int) -> Channel:
        """The channel with that id; 10003 if there is none."""
        channel = self.channels.get(channel_id)
        if channel is None:
            raise refused(10003)
        return channel

    def get_guild(self, guild_id: int) -> Guild:
        """The guild with that id if the bot is in it; 10004 otherwise."""
        guild = self.guilds.get(guild_id)
        if guild is None or self.bot.id not in guild.members:
            raise refused(10004)
        return guild

    def get_message(self, channel_id: int, message_id: int) -> Message:
        """A message of a channel; 10008 if there is none."""
        message = self.get_channel(channel_id).messages.get(message_id)
        if message is None:
            raise refused(10008)
        return message

    def dm(self, user_id: int) -> Channel:
        """The DM channel between the bot and a user, made at need."""
        for known in self.channels.values():
            if known.recipient_id == user_id:
                return known
        channel = Channel(self.snowflake(), DM, recipient_id=user_id, created=self.clock())
        self.channels[channel.id] = channel
        return channel

    def permissions(self, channel: Channel, user_id: int) -> int:
        """A user's permission bits in a channel, thread or DM."""
        if channel.guild_id is None:
            return permissions.IN_DM if user_id in (self.bot.id, channel.recipient_id) else 0
        home = self.channels.get(channel.parent_id, channel) if channel.parent_id else channel
        field = permissions.in_channel(self.guilds[channel.guild_id], home, user_id)
        if channel.type == PRIVATE_THREAD and user_id not in channel.thread_members:
            return field if field & permissions.BITS["manage_threads"] else 0
        return field

    def may(self, channel: Channel, user_id: int, *names: str) -> bool:
        """Whether a user has all the named permissions in a channel."""
        wanted = permissions.bits(*names)
        return self.permissions(channel, user_id) & wanted == wanted

    def shared_guilds(self, user_id: int) -> list[Guild]:
        """The guilds in which both the bot and the user are."""
        return [g for g in self.guilds.values() if user_id in g.members and self.bot.id in g.members]

    def signed(self, path: str) -> str:
        """A file's path with what proves that one was shown it, as Discord signs the links of its files."""
        proof = hmac.new(self.token.encode(), path.encode(), hashlib.sha256).hexdigest()
        return f"{path}?hm={proof}"

    # --- faults of the world, as people and moderators cause them --------------------------------------

    def overwrite(self, channel: Channel, who: int, *, allow: int = 0, deny: int = 0) -> None:
        """Set a channel's permission overwrite for a role or member."""
        channel.overwrites[who] = (allow, deny)
        self.emit("CHANNEL_UPDATE", wire.channel(self, channel), channel=channel)

    def forbid(self, channel: Channel, *names: str, who: int | None = None) -> None:
        """Take named permissions in a channel away from the bot (or from a role or member)."""
        self.overwrite(channel, who or self.bot.id, deny=permissions.bits(*names))

    def allow(self, channel: Channel, *names: str, who: int | None = None) -> None:
        """Grant named permissions in a channel to the bot (or to a role or member); lifts what was forbidden."""
        self.overwrite(channel, who or self.bot.id, allow=permissions.bits(*names))

    def archive(self, thread: Channel, *, archived: bool = True, locked: bool | None = None) -> None:
        """Archive a thread or open it again; a locked one only a moderator opens."""
        thread.archived = archived
        thread.locked = thread.locked if locked is None else locked
        self.emit("THREAD_UPDATE", wire.channel(self, thread), channel=thread)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads and all their messages."""
        for thread in [t for t in self.channels.values() if t.parent_id == channel.id]:
            self.delete_channel(thread)
        data = wire.channel(self, channel)
        del self.channels[channel.id]
        if channel.is_thread:
            # Of a deleted thread Discord tells no more than this.
            data = {part: data[part] for part in ("id", "guild_id", "parent_id", "type")}
        self.emit("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", data, channel=channel)

    def visible(self, message: Message, user_id: int) -> bool:
        """Whether a user may see a message: ephemeral ones only the one they are for."""
        if message.flags & EPHEMERAL and (message.dismissed or message.only_for != user_id):
            return False
        channel = self.channels.get(message.channel_id)
        if channel is None or message.id not in channel.messages:
            return False
        return self.may(channel, user_id, "view_channel")
