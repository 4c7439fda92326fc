"""Names of databases: the path of a file, or the address of a PostgreSQL database."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

IN_THE_BROWSER: Final = Path("var/table.sqlite3")
"""The default database of the local table in the browser."""

SCHEMES: Final = ("postgresql://", "postgres://")


@dataclass(frozen=True, slots=True)
class Dsn:
    """The address of a PostgreSQL database; its text never contains the password."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        # The last @ separates the password, which may contain others, from the server.
        account, at, rest = self.url.partition("://")[2].rpartition("@")
        return f"postgresql://{account.partition(':')[0]}{at}{rest.partition('?')[0]}"

    __repr__ = __str__


Place = Path | Dsn


def place(said: str | Path | Dsn) -> Place:
    """Parses an operator's name of a database: returns a Dsn for a PostgreSQL address, otherwise a path."""
    if isinstance(said, str):
        said = said.strip()
        return Dsn(said) if said.startswith(SCHEMES) else Path(said)
    return said
