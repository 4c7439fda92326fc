"""The lock of a database file: an operating-system lock that is released when its process ends for any reason."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from pathlib import Path

from storage.errors import DatabaseInUse, DatabaseUnreadable

if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    # The locked byte is far behind the number in the file, which a refused process must be able to read.
    _LOCKED_BYTE = 1 << 20

    def _lock(handle: int) -> None:
        os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        os.lseek(handle, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


_HELD_ELSEWHERE = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK)


class ProcessLock:
    """A lock file `<database>.lock`, which contains its holder's process ID."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.path = database.with_name(database.name + ".lock")
        self._handle: int | None = None

    def acquire(self) -> None:
        """Takes the lock without waiting; raises DatabaseInUse with the holder's process ID if it is taken.

        Raises DatabaseUnreadable if the file cannot be opened or locked.
        """
        handle = self._opened()
        try:
            _lock(handle)
        except OSError as error:
            os.close(handle)
            if error.errno in _HELD_ELSEWHERE:
                raise DatabaseInUse(self.database, self._holder()) from None
            raise DatabaseUnreadable(self.path, error.strerror or "this file system has no locks") from None
        self._handle = handle
        # The number is only informative, so a full or failing disk does not prevent the lock.
        with contextlib.suppress(OSError):
            os.ftruncate(handle, 0)
            os.write(handle, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Releases the lock; the file stays, because removing it could remove a newer holder's lock."""
        if self._handle is not None:
            handle, self._handle = self._handle, None
            with contextlib.suppress(OSError):
                os.ftruncate(handle, 0)
            os.close(handle)

    def _opened(self) -> int:
        try:
            return os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise DatabaseUnreadable(self.path, error.strerror or "no access") from None

    def _holder(self) -> str:
        try:
            number = self.path.read_text("ascii").strip()
        except (OSError, ValueError):
            number = ""
        return f"process {number}" if number.isdigit() else "another process"
