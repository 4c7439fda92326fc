"""Chooses the folder for the tests' temporary files: in memory (tmpfs) if there is enough room, otherwise on the disk.

Most tests write small databases; on a disk most of their time is spent waiting for it. Nothing that the tests prove
needs a disk: a killed process loses no page cache, and tests of full or failing disks limit or intercept the system
calls.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

MEMORY: Final = Path("/dev/shm")
ENOUGH: Final = 2 * 1024**3
"""Bytes that must be free. A whole run uses some hundred megabytes at a time; a container's default is 64 MB."""


def folder(memory: Path = MEMORY) -> Path:
    """Returns the folder for temporary files: `memory` if it can be written and has `ENOUGH` free bytes, otherwise
    Python's default.

    If TMPDIR is set, it is always Python's default.
    """
    if "TMPDIR" in os.environ or not os.access(memory, os.W_OK | os.X_OK):
        return Path(tempfile.gettempdir())
    return memory if shutil.disk_usage(memory).free >= ENOUGH else Path(tempfile.gettempdir())
