"""Chooses ports for the tests' programs at random, so that two tests rarely choose the same, from those that no system
assigns.
"""

from __future__ import annotations

import secrets
import socket

LOWEST, HIGHEST = 10_000, 32_000
"""The lowest port and the first one above the range; systems assign higher ones."""


def free_port() -> int:
    """Returns a random TCP port of this machine that no program uses at the moment."""
    while True:
        port = LOWEST + secrets.randbelow(HIGHEST - LOWEST)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
