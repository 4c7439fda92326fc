"""Requests from an operator's command to the bot to close a table, as files next to the database."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from storage.errors import RequestUnwritable
from storage.opening import real

CLOSE: Final = ".close-"
"""The text between the database's name and the number of the table."""
_NUMBER: Final = re.compile("[0-9]{1,9}")
"""The pattern of valid numbers, because anyone may have created a file with such a name."""


def request(database: Path, game: int) -> Path:
    """Returns the path of the file that asks the bot to close that table; the file need not exist."""
    file = real(database)
    return file.with_name(f"{file.name}{CLOSE}{game}")


def ask(database: Path, game: int) -> Path:
    """Creates the file that asks the bot to close a table, and returns its path; raises RequestUnwritable."""
    asking = request(database, game)
    try:
        asking.touch(mode=0o600)
    except OSError as error:
        raise RequestUnwritable(asking.parent, error.strerror or "no access") from None
    return asking


def asked(database: Path) -> list[int]:
    """Returns the numbers of the tables that files next to the database ask to close, lowest first."""
    start = database.name + CLOSE
    found = [path.name.removeprefix(start) for path in database.parent.iterdir() if path.name.startswith(start)]
    return sorted(int(number) for number in found if _NUMBER.fullmatch(number))
