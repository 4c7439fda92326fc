"""The objects of Discord's world, and their form on the wire."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from pydantic import Base64Bytes

from bot.emulator.errors import Json

TEXT, DM, CATEGORY, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 4, 11, 12
EPHEMERAL, LOADING, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 15
LOCALES = frozenset((
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR",
    "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko",
))  # fmt: skip
"""The languages of Discord's client."""
DEFAULTS: Final[dict[str, Json]] = json.loads(Path(__file__).with_name("defaults.json").read_text(encoding="utf-8"))
"""The fields of Discord's objects that have the same value in every object here. Never changed, only copied."""


def stamp(seconds: float) -> str:
    """Returns an ISO 8601 timestamp in Discord's format."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


@dataclass(slots=True)
class AppEmoji:
    """An emoji of the application: its name and its picture."""

    name: str
    image: Base64Bytes


@dataclass(slots=True)
class User:
    """A user of Discord, a person or a bot."""

    id: int
    name: str
    display: str
    locale: str = "en-US"
    bot: bool = False
    dms_open: bool = True
    has_chosen_locale: bool = False
    """Whether the user has chosen the language of their client; until then a browser suggests its own."""

    def wire(self) -> Json:
        """Returns the user as a JSON object of Discord's API."""
        return {
            **DEFAULTS["user"],
            "id": str(self.id),
            "username": self.name,
            "global_name": None if self.bot else self.display,
            "discriminator": "0000" if self.bot else "0",
            **({"bot": True} if self.bot else {}),
        }


@dataclass(slots=True)
class Role:
    """A role of a guild; the one with the guild's own id is @everyone."""

    id: int
    name: str
    permissions: int
    position: int = 0
    managed_by: int | None = None
    mentionable: bool = False
    """Whether anyone may ping the role."""

    def wire(self) -> Json:
        """Returns the role as a JSON object of Discord's API."""
        return {
            **DEFAULTS["role"],
            "id": str(self.id),
            "name": self.name,
            "permissions": str(self.permissions),
            "mentionable": self.mentionable,
            "position": self.position,
            "managed": self.managed_by is not None,
            **({} if self.managed_by is None else {"tags": {"bot_id": str(self.managed_by)}}),
        }


@dataclass(slots=True)
class Member:
    """A user's membership of a guild."""

    user_id: int
    nick: str | None = None
    roles: list[int] = field(default_factory=list)
    joined: float = 0.0

    def wire(self) -> Json:
        """Returns the member as a JSON object of Discord's API, without its user."""
        roles = [str(role) for role in self.roles]
        return {**DEFAULTS["member"], "nick": self.nick, "roles": roles, "joined_at": stamp(self.joined)}


@dataclass(slots=True)
class Guild:
    """A Discord server with its roles and members; its channels point to it."""

    id: int
    name: str
    owner_id: int
    locale: str = "en-US"
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    unavailable: bool = False
    """Whether the guild is unavailable at present because of an outage at Discord."""
    installer_id: int = 0
    """The user who added the bot, as the audit log says; 0: it does not say."""

    def wire(self) -> Json:
        """Returns the guild as a JSON object of Discord's REST API."""
        return {
            **DEFAULTS["guild"],
            "id": str(self.id),
            "name": self.name,
            "owner_id": str(self.owner_id),
            "preferred_locale": self.locale,
            "roles": [role.wire() for role in self.roles.values()],
        }


@dataclass(slots=True)
class Channel:
    """A text channel, a category, a thread in a text channel, or a DM between the bot and one user."""

    id: int
    type: int
    name: str = ""
    guild_id: int | None = None
    parent_id: int | None = None
    position: int = 0
    recipient_id: int | None = None
    owner_id: int | None = None
    topic: str | None = None
    archived: bool = False
    locked: bool = False
    auto_archive: int = 1440
    created: float = 0.0
    thread_members: list[int] = field(default_factory=list)
    overwrites: dict[int, tuple[int, int]] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    last_message_id: int | None = None

    @property
    def is_thread(self) -> bool:
        """Whether the channel is a thread of another channel."""
        return self.type in (PUBLIC_THREAD, PRIVATE_THREAD)


@dataclass(slots=True)
class Message:
    """A message. `data` is its wire form, `only_for` the one user who may see it if it is ephemeral."""

    id: int
    channel_id: int
    guild_id: int | None
    author_id: int
    data: Json
    only_for: int | None = None
    created: float = 0.0
    nonce: str | None = None
    dismissed: bool = False
    """Whether the only reader has dismissed the message: it is not visible any more, but the bot may edit it."""
    files: list[Json] = field(default_factory=list)
    """All attachments of the message; `data` has only those that its components do not show."""

    def __post_init__(self) -> None:
        self.files = self.files or list(self.data.get("attachments", ()))

    @property
    def flags(self) -> int:
        """The message's flag bits."""
        return int(self.data["flags"])

    @property
    def loading(self) -> bool:
        """Whether the message still shows that the bot is thinking."""
        return bool(self.flags & LOADING)


@dataclass(slots=True)
class Upload:
    """One file of a request: its number in `files[n]`, name and bytes."""

    number: int
    filename: str
    content: bytes


@dataclass(slots=True)
class Interaction:
    """A user's action that the bot must answer: pending until acknowledged, failed after three seconds."""

    id: int
    token: str
    kind: int
    user_id: int
    channel_id: int
    guild_id: int | None
    created: float
    data: Json
    message_id: int | None = None
    opened_by: Json | None = None
    """For an answer to a modal: the metadata of the interaction that opened it."""
    state: str = "pending"
    response: int | None = None
    original_id: int | None = None
    modal: Json | None = None
    choices: list[Json] | None = None
    followups: list[int] = field(default_factory=list)
    answers: int = 0
