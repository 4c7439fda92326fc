"""The settings of the bot. The environment has priority over `.env`, and `.env` over the defaults."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Annotated, Final

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.measuring.parsing import parse_int
from storage.dsn import Dsn, Place, place
from storage.errors import BadSetting
from storage.settings import DEFAULT, install_games, install_keys

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
MAX_SHARDS: Final = 10_000

MAX_ID_DIGITS: Final = 20
"""The maximum digits of a Discord ID."""


class SettingsError(Exception):
    """The error that a setting is invalid; the message names it and says what to write instead."""


class NoToken(SettingsError):
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


def _one_of(*words: str, **meanings: bool) -> BeforeValidator:
    """Returns a validator that accepts these words in any case, and the keywords as names for True or False."""
    known: dict[str, object] = {**{word.lower(): word for word in words}, **meanings}

    def chosen(value: object) -> object:
        if not isinstance(value, str):
            return value
        if (word := value.strip().lower()) not in known:
            *others, last = words or meanings
            raise ValueError(f"write {', '.join(others)} or {last}")
        return known[word]

    return BeforeValidator(chosen)


def _number_or(word: str) -> BeforeValidator:
    """Returns a validator that accepts a number of shards, or a given word, which means None."""

    def chosen(value: object) -> object:
        if not isinstance(value, str):
            return value
        said = value.strip().lower()
        if said == word:
            return None
        count = parse_int(said) or 0
        if not 0 < count <= MAX_SHARDS:
            raise ValueError(f"write {word}, or a number from 1 to {MAX_SHARDS}")
        return count

    return BeforeValidator(chosen)


def _address(*starts: str) -> AfterValidator:
    """Returns a validator that accepts an address with one of these beginnings, or an empty one."""

    def chosen(value: str) -> str:
        address = value.strip().rstrip("/")
        if address and not address.startswith(starts):
            raise ValueError(f"write an address that begins with {' or '.join(starts)}, or leave it empty")
        return address

    return AfterValidator(chosen)


class Settings(BaseSettings):
    """The settings of `python -m bot`."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        hide_input_in_errors=True,
        populate_by_name=True,
        use_attribute_docstrings=True,  # docs/settings.md is generated from them
    )

    token: Annotated[SecretStr, Field(validation_alias="DISCORD_TOKEN")] = SecretStr("")
    """The bot's token. Anyone who has it can act as the bot. Empty: no Discord. In a terminal the local table
    opens instead; on a server (no terminal, `KRUPIER_METRICS` or PostgreSQL) the bot exits with code 2."""
    api_url: Annotated[str, _address("http://", "https://"), Field(validation_alias="DISCORD_API_URL")] = ""
    """The base address of every request, callbacks and webhooks included. Empty: Discord's own, at most 40 requests a
    second. Processes that share one token need a proxy here, which shares the rate limits among them."""
    gateway_url: Annotated[str, _address("ws://", "wss://"), Field(validation_alias="DISCORD_GATEWAY_URL")] = ""
    """The address of the gateway. Empty: the one that `DISCORD_API_URL` names."""
    database: Annotated[Place, BeforeValidator(place), Field(validation_alias="KRUPIER_DATABASE")] = Path(DEFAULT)
    """The database for games, hands and seeds: a file for one process (created if it does not exist), or an empty
    PostgreSQL database (14 or newer) for any number of processes: `postgresql://user:password@host/name`."""
    guilds: Annotated[tuple[int, ...], NoDecode, Field(validation_alias="KRUPIER_GUILDS")] = ()
    """IDs of servers, separated by commas, in which the commands are registered. Empty: globally."""
    shards: Annotated[int | None, NoDecode, _number_or("auto"), Field(validation_alias="KRUPIER_SHARDS")] = None
    """The number of shards: `auto` (as many as Discord advises) or a number. A shard has at most 2,500 servers.
    Processes that share a database must agree; the number changes only while none of them runs."""
    shards_per_worker: Annotated[
        int | None, NoDecode, _number_or("all"), Field(validation_alias="KRUPIER_SHARDS_PER_WORKER")
    ] = None
    """The number of shards that this process serves at most, if several share a database: a number, or `all` (one
    process serves everything, the others wait until it ends)."""
    log: Annotated[str, _one_of("DEBUG", "INFO", "WARNING", "ERROR"), Field(validation_alias="KRUPIER_LOG")] = "INFO"
    """The lowest level that is logged to standard error: `DEBUG`, `INFO`, `WARNING` or `ERROR`. Hands, seeds and tokens
    are never logged."""
    log_format: Annotated[str, _one_of("text", "json"), Field(validation_alias="KRUPIER_LOG_FORMAT")] = "text"
    """The format of the log: `text`, or `json` (one object per line)."""
    metrics: Annotated[tuple[str, int] | None, NoDecode, Field(validation_alias="KRUPIER_METRICS")] = None
    """A port on this machine (`9464`), or an address and a port (`0.0.0.0:9464`), for `/metrics`, `/healthz` and
    `/readyz`. Empty: none."""
    support_url: Annotated[str, _address("https://"), Field(validation_alias="KRUPIER_SUPPORT_URL")] = ""
    """The address at which people get help with this bot, for example a server's invitation; a button of `/help` and of
    the greeting. Empty: no button."""
    privacy_url: Annotated[str, _address("https://"), Field(validation_alias="KRUPIER_PRIVACY_URL")] = ""
    """The address of your privacy policy, for example of your copy of `docs/privacy.md`; a button of `/help` and
    of the greeting. Empty: the button shows a summary in Discord."""
    terms_url: Annotated[str, _address("https://"), Field(validation_alias="KRUPIER_TERMS_URL")] = ""
    """The address of your terms of service, for example of your copy of `docs/terms.md`; a button of `/help` and
    of the greeting. Empty: the button shows a summary in Discord."""
    retention_days: Annotated[int, Field(validation_alias="KRUPIER_RETENTION_DAYS", ge=0)] = 0
    """Days after their last table, tournament, season or use of the bot after which `krupier-storage retention` forgets
    a user. The bot itself never does; run the command regularly. `0`: never."""
    pictures: Annotated[bool, _one_of(on=True, off=False), Field(validation_alias="KRUPIER_PICTURES")] = True
    """Whether boards, hands and help have pictures, and options the bot's own symbols: `on` or `off`. They need about
    50 MB of memory. The text says everything in either case."""
    instant_computers: Annotated[
        bool, _one_of(calm=False, prompt=True), Field(validation_alias="KRUPIER_COMPUTERS")
    ] = False
    """The time at which computer players answer: `calm` (after a time that depends on public facts only) or `prompt`
    (at once, for tests only: it shows how long they think)."""
    clock: Annotated[bool, _one_of(on=True, off=False), Field(validation_alias="KRUPIER_CLOCK")] = True
    """Whether new tables have a clock if neither their host nor their server chooses a pace: `on` (pace *live*) or
    `off` (*untimed*). The local table ignores `.env` here and has none unless the environment says `on`."""

    @field_validator("token", mode="before")
    @classmethod
    def _bare(cls, value: object) -> object:
        return value.strip() if isinstance(value, str) else value

    @field_validator("guilds", mode="before")
    @classmethod
    def _numbers(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        found = [parse_int(word, MAX_ID_DIGITS) for word in value.replace(",", " ").split()]
        if None in found:
            raise ValueError("write the servers' numbers with commas between, for example 123456789012345678")
        return tuple(found)

    @field_validator("metrics", mode="before")
    @classmethod
    def _port(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        host, _, port = value.strip().rpartition(":")
        if not 0 < (told := parse_int(port) or 0) < 65536:
            raise ValueError("write a port, for example 9464, or an address with a port, for example 0.0.0.0:9464")
        return host.strip("[]") or "127.0.0.1", told

    @property
    def log_level(self) -> int:
        """The log level as a number of the logging module."""
        return logging.getLevelNamesMapping()[self.log]


class _Form(BaseSettings):
    """The setting of the log's format, which can be read even if another setting is wrong."""

    model_config = Settings.model_config

    form: Annotated[str, Field(validation_alias="KRUPIER_LOG_FORMAT")] = ""


def json_is_asked_for() -> bool:
    """Returns whether the log format is JSON, even if another setting is wrong."""
    try:
        form = _Form().form
    except (OSError, UnicodeDecodeError):
        form = os.environ.get("KRUPIER_LOG_FORMAT", "")
    return form.strip().lower() == "json"


def load() -> Settings:
    """Returns the bot's settings, and sets those of games and keys; raises SettingsError (NoToken: only the token)."""
    try:
        settings = Settings()
        install_games()
        install_keys()
    except BadSetting as wrong:
        raise SettingsError(str(wrong)) from None
    except ValidationError as wrong:
        raise SettingsError(_explained(wrong)) from None
    except (OSError, UnicodeDecodeError) as unreadable:
        raise SettingsError(f".env cannot be read ({unreadable}): correct the file or its permissions.") from None
    if not settings.token.get_secret_value():
        raise NoToken(settings)
    return settings


def _explained(wrong: ValidationError) -> str:
    """Returns one line that names the wrong settings, but never their values, which may be secret."""
    parts = []
    for error in wrong.errors(include_url=False, include_input=False, include_context=False):
        message = error["msg"].removeprefix("Value error, ")
        parts.append(f"{error['loc'][0] if error['loc'] else 'a setting'}: {message}")
    return "; ".join(parts)
