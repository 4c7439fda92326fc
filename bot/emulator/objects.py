"""The things of which Discord's world is made, and how they look on the wire."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

from bot.emulator.errors import Json

TEXT, DM, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12
EPHEMERAL, LOADING, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 15
LOCALES = frozenset(
    (
        *("id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl"),
        *(
            "pt-BR",
            "ro",
            "fi",
            "sv-SE",
            "vi",
            "tr",
            "cs",
            "el",
            "bg",
            "ru",
            "uk",
            "hi",
            "th",
            "zh-CN",
            "ja",
            "zh-TW",
            "ko",
        ),
    )
)
"""The languages of Discord's client."""


def stamp(seconds: float) -> str:
    """An ISO 8601 timestamp as Discord writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


@dataclass(slots=True)
class User:
    """A user of Discord, a person or a bot."""

    id: int
    name: str
    display: str
    locale: str = "en-US"
    bot: bool = False
    dms_open: bool = True

    def wire(self) -> Json:
        """The user object."""
        known: Json = {
            "id": str(self.id),
            "username": self.name,
            "global_name": None if self.bot else self.display,
            "discriminator": "0000" if self.bot else "0",
            "avatar": None,
            "public_flags": 0,
            "flags": 0,
            "banner": None,
            "accent_color": None,
            "avatar_decoration_data": None,
            "collectibles": None,
            "primary_guild": None,
        }
        if self.bot:
            known["bot"] = True
        return known


@dataclass(slots=True)
class Role:
    """A role of a guild; the one with the guild's own id is @everyone."""

    id: int
    name: str
    permissions: int
    position: int = 0
    managed_by: int | None = None

    def wire(self) -> Json:
        """The role object."""
        known: Json = {
            "id": str(self.id),
            "name": self.name,
            "permissions": str(self.permissions),
            "position": self.position,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "icon": None,
            "unicode_emoji": None,
            "managed": self.managed_by is not None,
            "mentionable": False,
            "flags": 0,
        }
        if self.managed_by is not None:
            known["tags"] = {"bot_id": str(self.managed_by)}
        return known


@dataclass(slots=True)
class Member:
    """A user's membership of a guild."""

    user_id: int
    nick: str | None = None
    roles: list[int] = field(default_factory=list)
    joined: float = 0.0

    def wire(self) -> Json:
        """The member object without its user."""
        return {
            "nick": self.nick,
            "avatar": None,
            "banner": None,
            "roles": [str(role) for role in self.roles],
            "joined_at": stamp(self.joined),
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "communication_disabled_until": None,
        }


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
    """Discord itself has lost it for a while."""

    def wire(self) -> Json:
        """The guild object as REST shows it."""
        return {
            "id": str(self.id),
            "name": self.name,
            "owner_id": str(self.owner_id),
            "preferred_locale": self.locale,
            "icon": None,
            "splash": None,
            "discovery_splash": None,
            "banner": None,
            "description": None,
            "afk_channel_id": None,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "roles": [role.wire() for role in self.roles.values()],
            "emojis": [],
            "stickers": [],
            "features": [],
            "mfa_level": 0,
            "application_id": None,
            "system_channel_id": None,
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "public_updates_channel_id": None,
            "safety_alerts_channel_id": None,
            "vanity_url_code": None,
            "premium_tier": 0,
            "premium_progress_bar_enabled": False,
            "nsfw": False,
            "nsfw_level": 0,
            "max_members": 500000,
            "max_presences": None,
            "max_video_channel_users": 25,
            "max_stage_video_channel_users": 50,
            "premium_subscription_count": 0,
            "region": "deprecated",
            "home_header": None,
            "widget_enabled": False,
            "widget_channel_id": None,
            "incidents_data": None,
        }


@dataclass(slots=True)
class Channel:
    """A text channel, a thread in one, or a DM between the bot and one user."""

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
        """Whether it is a thread of another channel."""
        return self.type in (PUBLIC_THREAD, PRIVATE_THREAD)


@dataclass(slots=True)
class Message:
    """A message; `data` is its wire form, `only_for` the one user who may see it when it is ephemeral."""

    id: int
    channel_id: int
    guild_id: int | None
    author_id: int
    data: Json
    only_for: int | None = None
    created: float = 0.0
    nonce: str | None = None
    dismissed: bool = False
    """Whether its one reader has put it away: nobody sees it any more, but its bot may go on editing it."""
    files: list[Json] = field(default_factory=list)
    """All its attachments; its wire form has those alone that its components do not show."""

    def __post_init__(self) -> None:
        self.files = self.files or list(self.data.get("attachments", ()))

    @property
    def flags(self) -> int:
        """The message's flag bits."""
        return int(self.data["flags"])

    @property
    def loading(self) -> bool:
        """Whether it still shows that the bot is thinking."""
        return bool(self.flags & LOADING)


@dataclass(slots=True)
class Upload:
    """One file of a request: its number in `files[n]`, name and bytes."""

    number: int
    filename: str
    content: bytes


@dataclass(slots=True)
class Interaction:
    """A user's act towards the bot: pending until the bot acknowledges, failed after three seconds."""

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
