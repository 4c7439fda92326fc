"""Reads the operator's settings for the storage and the games from the environment, from `.env` and from defaults.

The environment has priority over `.env`, and `.env` over the defaults.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from dotenv import dotenv_values
from pydantic import SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

import rules
from storage import seal
from storage.dsn import Place, place
from storage.errors import BadSetting

DEFAULT: Final = "krupier.sqlite3"
"""The default database."""
WHICH: Final = "a file or postgresql://…; default: KRUPIER_DATABASE, else krupier.sqlite3"
"""The help text of the option for the database."""


class _Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_prefix="KRUPIER_",
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        hide_input_in_errors=True,
    )

    database: str = DEFAULT
    secret_key: SecretStr = SecretStr("")
    retention_days: str = "0"


def database_place() -> Place:
    """Returns the database of KRUPIER_DATABASE, by default `krupier.sqlite3` here; raises BadSetting if `.env` is
    unreadable."""
    try:
        return place(_Settings().database)
    except (OSError, UnicodeDecodeError, ValidationError) as error:
        raise BadSetting(f".env cannot be read ({error}): correct the file, or give --database FILE.") from error


def retention() -> timedelta | None:
    """Returns the time of inactivity after which users may be forgotten (None: never); raises BadSetting if the setting
    is no number of days."""
    try:
        age = timedelta(days=int(_Settings().retention_days))
        datetime.now(UTC) - age
    except (OSError, ValueError, OverflowError):
        raise BadSetting(
            "KRUPIER_RETENTION_DAYS cannot be read: write a number of days, or 0 to forget no one."
        ) from None
    if age < timedelta():
        raise BadSetting("KRUPIER_RETENTION_DAYS is negative; write a number of days, or 0 to delete no one's data.")
    return age or None


def settings_of_games() -> dict[str, str]:
    """Returns the operator's settings that games have declared, by name; raises OSError or UnicodeDecodeError if `.env`
    is unreadable."""
    file = Path(".env")
    written = dotenv_values(file, encoding="utf-8") if file.is_file() else {}
    said = {**written, **{name: value for name, value in os.environ.items() if value}}
    return {name: said[name] or "" for game in rules.GAMES.values() for name in game.settings if name in said}


def install_games() -> None:
    """Passes every game its settings; raises OSError or UnicodeDecodeError if `.env` is unreadable."""
    rules.install(settings_of_games())


def install_keys() -> None:
    """Sets the keys of KRUPIER_SECRET_KEY; raises BadSetting if one is invalid, or if `.env` is unreadable."""
    try:
        keys = _Settings().secret_key
    except (OSError, UnicodeDecodeError, ValidationError) as error:
        raise BadSetting(
            f".env cannot be read ({type(error).__name__}): correct the file or its permissions."
        ) from None
    seal.install(keys.get_secret_value())


def found_decks() -> None:
    """Passes every game its settings, as `install_games` does, but raises BadSetting if `.env` is unreadable."""
    try:
        install_games()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f".env cannot be read ({error}): correct the file or its permissions.") from error
