"""The kept state belongs to one process: a second one would overwrite what the first one keeps."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class InUse(Exception):
    """Another process keeps this state; the message says what to do."""


@contextmanager
def held(state: Path) -> Iterator[None]:
    """Hold a state file, which need not exist yet; InUse if another process does. Freed even by a crash."""
    handle = os.open(state.with_name(state.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            _lock(handle)
        except OSError:
            raise InUse(
                f"Another Krupier is playing with {state} already: use the page it has named, or stop it first."
            ) from None
        yield
    finally:
        os.close(handle)
