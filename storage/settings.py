"""The operator's settings. The environment has priority over `.env`, and `.env` over the defaults."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Annotated, Any, Final, Self

from dotenv import dotenv_values
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationError

import rules
from storage import seal
from storage.dsn import Place, place
from storage.errors import BadSetting

WHICH: Final = "a file or postgresql://…; default: KRUPIER_DATABASE, else krupier.sqlite3"
"""The help text of the option for the database."""
REMEDY: Final = "correct the file or its permissions"
"""The advice in the message that `.env` is unreadable."""
MAX_SHARDS: Final = 10_000
MAX_ID_DIGITS: Final = 20
"""The maximum digits of a Discord ID."""


def _setting(name: str, default: str = "") -> Any:
    """Returns a field of the model: its name in the environment, and its default as an operator would write it."""
    return Field(default=default, validation_alias=name, validate_default=True)


def _parsed(parse: Callable[[str], object]) -> BeforeValidator:
    """Returns a validator that parses a text without the spaces around it, and accepts a value that is parsed."""
    return BeforeValidator(lambda value: parse(value.strip()) if isinstance(value, str) else value)


def _one_of(*words: str, **meanings: bool) -> BeforeValidator:
    """Returns a validator that accepts these words in any case, and the keywords as names for True or False."""
    known: dict[str, object] = {**{word.lower(): word for word in words}, **meanings}

    def chosen(word: str) -> object:
        if word.lower() not in known:
            *others, last = words or meanings
            raise ValueError(f"write {', '.join(others)} or {last}")
        return known[word.lower()]

    return _parsed(chosen)


def _number_or(word: str) -> BeforeValidator:
    """Returns a validator that accepts a number of shards, or a given word, which means None."""

    def chosen(said: str) -> int | None:
        if said.lower() == word:
            return None
        if not 0 < (count := _number(said)) <= MAX_SHARDS:
            raise ValueError(f"write {word}, or a number from 1 to {MAX_SHARDS}")
        return count

    return _parsed(chosen)


def _address(*starts: str) -> BeforeValidator:
    """Returns a validator that accepts an address with one of these beginnings, or an empty one."""

    def chosen(said: str) -> str:
        address = said.rstrip("/")
        if address and not address.startswith(starts):
            raise ValueError(f"write an address that begins with {' or '.join(starts)}, or leave it empty")
        return address

    return _parsed(chosen)


def _number(text: str, longest: int = 5) -> int:
    """Returns the number in a text of at most `longest` plain digits; -1 for any other text."""
    return int(text) if re.fullmatch(rf"[0-9]{{1,{longest}}}", text) else -1


def _servers(said: str) -> tuple[int, ...]:
    found = tuple(_number(word, MAX_ID_DIGITS) for word in said.replace(",", " ").split())
    if -1 in found:
        raise ValueError("write the servers' numbers with commas between, for example 123456789012345678")
    return found


def _port(said: str) -> tuple[str, int] | None:
    host, _, port = said.rpartition(":")
    if not said:
        return None
    if not 0 < (number := _number(port)) < 65536:
        raise ValueError("write a port, for example 9464, or an address with a port, for example 0.0.0.0:9464")
    return host.strip("[]") or "127.0.0.1", number


def _days(said: str) -> int:
    if (days := _number(said)) < 0:
        raise ValueError("write a number of days, or 0 to forget no one")
    return days


class Settings(BaseModel):
    """The settings of `python -m bot` and `python -m storage`, each with its default and its description."""

    model_config = ConfigDict(
        hide_input_in_errors=True,
        populate_by_name=True,
        use_attribute_docstrings=True,  # docs/settings.md is generated from them
    )

    token: Annotated[SecretStr, _parsed(str)] = _setting("DISCORD_TOKEN")
    """The bot's token. Anyone who has it can act as the bot. Empty: no Discord. In a terminal the local table
    opens instead; on a server (no terminal, `KRUPIER_METRICS` or PostgreSQL) the bot exits with code 2."""
    api_url: Annotated[str, _address("http://", "https://")] = _setting("DISCORD_API_URL")
    """The base address of every request, callbacks and webhooks included. Empty: Discord's own, at most 40 requests a
    second. Processes that share one token need a proxy here, which shares the rate limits among them."""
    gateway_url: Annotated[str, _address("ws://", "wss://")] = _setting("DISCORD_GATEWAY_URL")
    """The address of the gateway. Empty: the one that `DISCORD_API_URL` names."""
    database: Annotated[Place, _parsed(place)] = _setting("KRUPIER_DATABASE", "krupier.sqlite3")
    """The database for games, hands and seeds: a file for one process (created if it does not exist), or an empty
    PostgreSQL database (14 or newer) for any number of processes: `postgresql://user:password@host/name`."""
    guilds: Annotated[tuple[int, ...], _parsed(_servers)] = _setting("KRUPIER_GUILDS")
    """IDs of servers, separated by commas, in which the commands are registered. Empty: globally."""
    shards: Annotated[int | None, _number_or("auto")] = _setting("KRUPIER_SHARDS", "auto")
    """The number of shards: `auto` (as many as Discord advises) or a number. A shard has at most 2,500 servers.
    Processes that share a database must agree; the number changes only while none of them runs."""
    shards_per_worker: Annotated[int | None, _number_or("all")] = _setting("KRUPIER_SHARDS_PER_WORKER", "all")
    """The number of shards that this process serves at most, if several share a database: a number, or `all` (one
    process serves everything, the others wait until it ends)."""
    log: Annotated[str, _one_of("DEBUG", "INFO", "WARNING", "ERROR")] = _setting("KRUPIER_LOG", "INFO")
    """The lowest level that is logged to standard error: `DEBUG`, `INFO`, `WARNING` or `ERROR`. Hands, seeds and tokens
    are never logged."""
    log_format: Annotated[str, _one_of("text", "json")] = _setting("KRUPIER_LOG_FORMAT", "text")
    """The format of the log: `text`, or `json` (one object per line)."""
    metrics: Annotated[tuple[str, int] | None, _parsed(_port)] = _setting("KRUPIER_METRICS")
    """A port on this machine (`9464`), or an address and a port (`0.0.0.0:9464`), for `/metrics`, `/healthz` and
    `/readyz`. Empty: none."""
    support_url: Annotated[str, _address("https://")] = _setting("KRUPIER_SUPPORT_URL")
    """The address at which people get help with this bot, for example a server's invitation; a button of `/help` and of
    the greeting. Empty: no button."""
    privacy_url: Annotated[str, _address("https://")] = _setting("KRUPIER_PRIVACY_URL")
    """The address of your privacy policy, for example of your copy of `docs/privacy.md`; a button of `/help` and
    of the greeting. Empty: the button shows a summary in Discord."""
    terms_url: Annotated[str, _address("https://")] = _setting("KRUPIER_TERMS_URL")
    """The address of your terms of service, for example of your copy of `docs/terms.md`; a button of `/help` and
    of the greeting. Empty: the button shows a summary in Discord."""
    retention_days: Annotated[int, _parsed(_days)] = _setting("KRUPIER_RETENTION_DAYS", "0")
    """Days after their last table, tournament, season or use of the bot after which `krupier-storage retention` forgets
    a user. The bot itself never does; run the command regularly. `0`: never."""
    pictures: Annotated[bool, _one_of(on=True, off=False)] = _setting("KRUPIER_PICTURES", "on")
    """Whether boards, hands and help have pictures, and options the bot's own symbols: `on` or `off`. They need about
    50 MB of memory. The text says everything in either case."""
    instant_computers: Annotated[bool, _one_of(calm=False, prompt=True)] = _setting("KRUPIER_COMPUTERS", "calm")
    """The time at which computer players answer: `calm` (after a time that depends on public facts only) or `prompt`
    (at once, for tests only: it shows how long they think)."""
    clock: Annotated[bool, _one_of(on=True, off=False)] = _setting("KRUPIER_CLOCK", "on")
    """Whether new tables have a clock if neither their host nor their server chooses a pace: `on` (pace *live*) or
    `off` (*untimed*). The local table ignores `.env` here and has none unless the environment says `on`."""
    secret_key: SecretStr = _setting("KRUPIER_SECRET_KEY")
    """A key that seals the seeds of unfinished games in the database. `krupier-storage new-key` makes one. To replace
    it, write `NEW,OLD`, stop the bot, run `krupier-storage reseal`, then write `NEW` only. Unfinished games cannot
    continue without their key, so keep a copy apart from the backups. Empty: seeds are not sealed."""

    # The modules that use the following settings read them by themselves; here they are only declared.

    local_port: str = _setting("KRUPIER_LOCAL_PORT", "8420")
    """The port of the local table."""
    local_bind: str = _setting("KRUPIER_LOCAL_BIND", "127.0.0.1")
    """The address of the local table. With another one, friends in the same network can play, each with a secret
    link."""
    rules: str = _setting("KRUPIER_RULES")
    """The rules that run: `pure` (from source) or `compiled`. Only in the environment, not in `.env`. Empty: compiled
    if they were made from the same sources."""

    @classmethod
    def read(cls, *names: str, remedy: str = REMEDY) -> Self:
        """Returns the operator's settings; raises BadSetting, which names the wrong ones and says what to write.

        `names`: only these are read and checked; the others have their defaults. `remedy`: the advice if `.env` is
        unreadable.
        """
        given = _written(remedy)
        try:
            return cls.model_validate({name: given[name] for name in names or NAMES if name in given})
        except ValidationError as wrong:
            raise BadSetting(_explained(wrong)) from None

    @property
    def log_level(self) -> int:
        """The log level as a number of the logging module."""
        return logging.getLevelNamesMapping()[self.log]


NAMES: Final = (
    *(str(field.validation_alias) for field in Settings.model_fields.values()),
    *(name for game in rules.GAMES.values() for name in game.settings),
)
"""The names of all settings: those of the model, and those that games declare."""


def _written(remedy: str = REMEDY) -> dict[str, str]:
    """Returns what is set in the environment or in `.env`, by names in capitals; raises BadSetting if `.env` is
    unreadable.
    """
    try:
        file = dotenv_values(".env", encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f".env cannot be read ({error}): {remedy}.") from error
    return {name.upper(): value for name, value in (*file.items(), *os.environ.items()) if value}


def _explained(wrong: ValidationError) -> str:
    """Returns one line that names the wrong settings, but never their values, which may be secret."""
    parts = []
    for error in wrong.errors(include_url=False, include_input=False, include_context=False):
        message = error["msg"].removeprefix("Value error, ")
        parts.append(f"{error['loc'][0] if error['loc'] else 'a setting'}: {message}")
    return "; ".join(parts)


def database_place() -> Place:
    """Returns the database of KRUPIER_DATABASE; raises BadSetting if `.env` is unreadable."""
    return Settings.read("KRUPIER_DATABASE", remedy="correct the file, or give --database FILE").database


def retention() -> timedelta | None:
    """Returns the time of inactivity after which users may be forgotten (None: never); raises BadSetting if the setting
    is no number of days."""
    return timedelta(days=Settings.read("KRUPIER_RETENTION_DAYS").retention_days) or None


def settings_of_games() -> dict[str, str]:
    """Returns the operator's settings that games have declared, by name; raises BadSetting if `.env` is unreadable."""
    said = _written()
    return {name: said[name] for game in rules.GAMES.values() for name in game.settings if name in said}


def install() -> None:
    """Passes every game its settings, and sets the keys that seal seeds; raises BadSetting."""
    rules.install(settings_of_games())
    seal.install(Settings.read("KRUPIER_SECRET_KEY").secret_key.get_secret_value())
