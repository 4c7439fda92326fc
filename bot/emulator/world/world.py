"""The state of the local Discord: users, guilds, channels and messages."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass

from bot.emulator.clock import Clock, WallClock
from bot.emulator.errors import Json, refused
from bot.emulator.limits import Faults, Limits
from bot.emulator.objects import DM, EPHEMERAL, PRIVATE_THREAD, AppEmoji, Channel, Guild, Interaction, Message, User
from bot.emulator.world import permissions
from bot.emulator.world.events import Emitter

EPOCH = 1_420_070_400_000
MAX_REPLACED_FILES = 32


@dataclass(slots=True, frozen=True)
class Refusal:
    """One request that was refused, as it is logged: method, path, HTTP status, Discord's code and message."""

    method: str
    path: str
    status: int
    code: int
    message: str


class World(Emitter):
    """The whole state of a local Discord: one application, its guilds, channels, people, messages and interactions."""

    def __init__(self, *, clock: Clock | None = None, limits: Limits | None = None) -> None:
        super().__init__()
        self.clock: Clock = clock or WallClock()
        self.limits = limits or Limits()
        self.faults = Faults()
        self.last_id = 0
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.files: dict[int, bytes] = {}
        self._replaced_files: dict[int, bytes] = {}
        self.emojis: dict[int, AppEmoji] = {}
        self.commands: dict[int | None, dict[int, Json]] = {None: {}}
        self.interactions: dict[int, Interaction] = {}
        self.tokens: dict[str, Interaction] = {}
        self.privileged = 0
        self.connected = False
        """Whether the bot has a connected session at the gateway."""
        self.refusals: list[Refusal] = []
        self.pings: list[tuple[int, int]] = []
        self.cdn = "http://127.0.0.1"
        self.old_edits: dict[int, list[float]] = {}
        self.deleted_nonces: dict[tuple[int, str], float] = {}
        """By channel and nonce: when a deleted message of the bot was posted."""
        self.bot = self.add_user("Krupier", bot=True)
        self.app_id = self.bot.id
        whose = base64.b64encode(str(self.app_id).encode()).decode().rstrip("=")
        self.token = f"{whose}.local.{secrets.token_urlsafe(28)}"

    def snowflake(self) -> int:
        """Returns a new id, which is greater than all before and contains the current time."""
        self.last_id = max(self.last_id + 1, (int(self.clock() * 1000) - EPOCH) << 22)
        return self.last_id

    def add_user(self, name: str, *, locale: str = "en-US", bot: bool = False) -> User:
        """Creates a user, who is in no guild yet."""
        user = User(self.snowflake(), name.casefold(), name, locale, bot)
        self.users[user.id] = user
        return user

    @property
    def bot_is_up(self) -> bool:
        """Whether the bot is connected and its commands can be called."""
        return self.connected and any(self.commands.values())

    def channel(self, name: str, guild: Guild | None = None) -> Channel:
        """Returns the channel or thread with that name (in that guild, else the first found); raises KeyError."""
        for known in self.channels.values():
            if known.name == name and (guild is None or known.guild_id == guild.id):
                return known
        raise KeyError(f"there is no channel {name!r}")

    def get_channel(self, channel_id: int) -> Channel:
        """Returns the channel with that ID; raises Refused (10003) if there is none."""
        channel = self.channels.get(channel_id)
        if channel is None:
            raise refused(10003)
        return channel

    def get_message(self, channel_id: int, message_id: int) -> Message:
        """Returns a message of a channel; raises Refused (10008) if there is none."""
        message = self.get_channel(channel_id).messages.get(message_id)
        if message is None:
            raise refused(10008)
        return message

    def dm(self, user_id: int) -> Channel:
        """Returns the DM channel between the bot and a user, created if necessary."""
        for known in self.channels.values():
            if known.recipient_id == user_id:
                return known
        channel = Channel(self.snowflake(), DM, recipient_id=user_id, created=self.clock())
        self.channels[channel.id] = channel
        return channel

    def permissions(self, channel: Channel, user_id: int) -> int:
        """Returns a user's permission bits in a channel, thread or DM."""
        if channel.guild_id is None:
            return permissions.IN_DM if user_id in (self.bot.id, channel.recipient_id) else 0
        home = self.channels.get(channel.parent_id or 0, channel) if channel.is_thread else channel
        field = permissions.in_channel(self.guilds[channel.guild_id], home, user_id)
        if channel.type == PRIVATE_THREAD and user_id not in channel.thread_members:
            return field if field & permissions.BITS["manage_threads"] else 0
        return field

    def may(self, channel: Channel, user_id: int, *names: str) -> bool:
        """Returns whether a user has all the named permissions in a channel."""
        wanted = permissions.bits(*names)
        return self.permissions(channel, user_id) & wanted == wanted

    def shared_guilds(self, user_id: int) -> list[Guild]:
        """Returns the guilds of which both the bot and the user are members."""
        return [g for g in self.guilds.values() if user_id in g.members and self.bot.id in g.members]

    def signed(self, path: str) -> str:
        """Returns a file's path with a signature, as in Discord's links, which proves that the link was shown."""
        proof = hmac.new(self.token.encode(), path.encode(), hashlib.sha256).hexdigest()
        return f"{path}?hm={proof}"

    def remove_file(self, number: int) -> None:
        """Removes a file from its message. As on Discord, its link still works for a while."""
        held = self.files.pop(number, None)
        if held is not None:
            self._replaced_files[number] = held
        while len(self._replaced_files) > MAX_REPLACED_FILES:
            del self._replaced_files[next(iter(self._replaced_files))]

    def file(self, number: int) -> bytes | None:
        """Returns the content of a file that a message shows or showed recently."""
        return self.files.get(number, self._replaced_files.get(number))

    def visible(self, message: Message, user_id: int) -> bool:
        """Returns whether a user may see a message. Only one user may see an ephemeral message."""
        if message.flags & EPHEMERAL and (message.dismissed or message.only_for != user_id):
            return False
        channel = self.channels.get(message.channel_id)
        if channel is None or message.id not in channel.messages:
            return False
        return self.may(channel, user_id, "view_channel")
