"""Which file holds the database, and which deck is played: the environment wins over `.env`, that over the default."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from dotenv import dotenv_values
from pydantic import ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from storage.errors import BadSetting

PASSED_ON: Final = re.compile(r"KRUPIER_[A-Z_]+_DECK")
"""Settings that games read from the environment themselves; `.env` is good enough for these too."""
IN_THE_BROWSER: Final = Path("var/table.sqlite3")
"""The database of the table in the browser, unless the environment names another one."""


class _Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_prefix="KRUPIER_",
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
    )

    database: Path = Path("krupier.sqlite3")


def database_path() -> Path:
    """The path from KRUPIER_DATABASE, else `krupier.sqlite3` here; BadSetting where `.env` is unreadable."""
    try:
        return _Settings().database
    except (OSError, UnicodeDecodeError, ValidationError) as error:
        raise BadSetting(f".env cannot be read ({error}): correct the file, or give --database FILE.") from error


def pass_on() -> None:
    """Put what games themselves read from `.env` into the environment, which wins; OSError, UnicodeDecodeError."""
    file = Path(".env")
    if not file.is_file():
        return
    for name, value in dotenv_values(file, encoding="utf-8").items():
        if value and PASSED_ON.fullmatch(name) and not os.environ.get(name):
            os.environ[name] = value


def found_decks() -> None:
    """The same for a command line; BadSetting where `.env` is unreadable."""
    try:
        pass_on()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f".env cannot be read ({error}): correct the file or its permissions.") from error
