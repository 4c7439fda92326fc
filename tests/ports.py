"""Chooses ports for programs: never the same for two tests, and none that the system assigns."""

from __future__ import annotations

import secrets
import socket

LOWEST, HIGHEST = 10_000, 32_000
"""Ports below those that systems assign."""


def free_port() -> int:
    """Returns a free port of this machine."""
    while True:
        port = LOWEST + secrets.randbelow(HIGHEST - LOWEST)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
