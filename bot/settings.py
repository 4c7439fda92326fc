"""Reads the settings at the start of the bot, and explains the start without a token."""

from __future__ import annotations

import os
from typing import Final

from storage.dsn import Dsn
from storage.errors import BadSetting
from storage.settings import Settings, install

NO_TOKEN: Final = """DISCORD_TOKEN is not set, so the table opens in the browser of this machine. To play on Discord:
1. On https://discord.com/developers/applications choose "New Application" and name it.
2. On its page "Bot" choose "Reset Token" and copy the token; no privileged intent is needed.
3. Copy .env.example to .env and write the token there behind DISCORD_TOKEN= (or set it in the environment).
4. Start again, and invite the bot with the link that README.md shows."""
NO_TOKEN_ON_SERVER: Final = (
    "DISCORD_TOKEN is not set (it is missing, empty or misspelt in .env and in the environment), and {because}, "
    "so this looks like a server. Set the token and start again; README.md says how to get one. "
    "To open the table in the browser instead, run `python -m bot local` (`krupier local`)."
)


class NoToken(BadSetting):
    """The error that there is no token; the message explains in five lines how to get one."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(NO_TOKEN)
        self.settings = settings

    def reason_to_refuse(self, *, terminal: bool) -> str:
        """Returns the reason for which the local table is not opened automatically; empty if it may be."""
        if self.settings.metrics is not None:
            return NO_TOKEN_ON_SERVER.format(because="KRUPIER_METRICS is set")
        if isinstance(self.settings.database, Dsn):
            return NO_TOKEN_ON_SERVER.format(because="KRUPIER_DATABASE names a PostgreSQL server")
        return "" if terminal else NO_TOKEN_ON_SERVER.format(because="there is no terminal")


def json_is_asked_for() -> bool:
    """Returns whether the log format is JSON, even if another setting is wrong."""
    try:
        return Settings.read("KRUPIER_LOG_FORMAT").log_format == "json"
    except BadSetting:
        return os.environ.get("KRUPIER_LOG_FORMAT", "").strip().lower() == "json"


def load() -> Settings:
    """Returns the bot's settings, and sets those of games and keys; raises BadSetting (NoToken: only the token)."""
    settings = Settings.read()
    install()
    if not settings.token.get_secret_value():
        raise NoToken(settings)
    return settings
