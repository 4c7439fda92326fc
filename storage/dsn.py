"""Names of databases: the path of a file, or the address of a PostgreSQL database."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

IN_THE_BROWSER: Final = Path("var/table.sqlite3")
"""The database of the table in the browser, unless the environment names another one."""

SCHEMES: Final = ("postgresql://", "postgres://")


@dataclass(frozen=True, slots=True)
class Dsn:
    """The address of a PostgreSQL database; printing it shows no password."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        # The last @ of all, so that a password with unescaped signs is not taken for a server.
        account, at, rest = self.url.partition("://")[2].rpartition("@")
        return f"postgresql://{account.partition(':')[0]}{at}{rest.partition('?')[0]}"

    __repr__ = __str__


Place = Path | Dsn


def place(said: str | Path | Dsn) -> Place:
    """Parses what an operator wrote for a database."""
    if isinstance(said, str):
        said = said.strip()
        return Dsn(said) if said.startswith(SCHEMES) else Path(said)
    return said
