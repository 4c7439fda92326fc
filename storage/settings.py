"""Which file holds the database: the environment wins over `.env`, and that over the default."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from storage.errors import BadSetting


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
