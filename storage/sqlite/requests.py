"""Requests from the shell to the bot to close a table: it may not write, so it creates a file next to the database."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from storage.errors import RequestUnwritable
from storage.opening import real

CLOSE: Final = ".close-"
"""The text between the database's name and the number of a table to be closed."""
_NUMBER: Final = re.compile("[0-9]{1,9}")
"""Only plain digits: anyone may have created a file with such a name."""


def request(database: Path, game: int) -> Path:
    """The file that asks for that table."""
    file = real(database)
    return file.with_name(f"{file.name}{CLOSE}{game}")


def ask(database: Path, game: int) -> Path:
    """Creates the request; raises RequestUnwritable if the system does not allow it."""
    asking = request(database, game)
    try:
        asking.touch(mode=0o600)
    except OSError as error:
        raise RequestUnwritable(asking.parent, error.strerror or "no access") from None
    return asking


def asked(database: Path) -> list[int]:
    """The tables that are asked for, lowest number first."""
    start = database.name + CLOSE
    found = [path.name.removeprefix(start) for path in database.parent.iterdir() if path.name.startswith(start)]
    return sorted(int(number) for number in found if _NUMBER.fullmatch(number))
