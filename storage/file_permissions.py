"""Restricts the database's files to their owner, because they contain hands and seeds."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path
from typing import Final

from storage.errors import DatabaseExposed

log = logging.getLogger(__name__)

BESIDE: Final = ("", "-wal", "-shm", "-journal", ".lock")
"""The suffixes of a database's files: the file itself (empty), and those that SQLite and the lock create next to it."""


def keep_private(file: Path) -> None:
    """Removes the permissions of group and others from the database's files, with a warning in the log if there were
    any.

    Raises DatabaseExposed if that is not possible.
    """
    if os.name != "posix":  # pragma: no cover - other systems have no such rights
        return
    for ending in BESIDE:
        _close(file.with_name(file.name + ending))


def _close(file: Path) -> None:
    try:
        rights = stat.S_IMODE(file.stat().st_mode)
        if rights & (stat.S_IRWXG | stat.S_IRWXO):
            file.chmod(rights & stat.S_IRWXU)
            log.warning("other users could read %s; now only its owner can", file)
    except FileNotFoundError:
        return
    except OSError as error:
        raise DatabaseExposed(file, error.strerror or "no access") from None
