"""The address of a listening socket."""

from __future__ import annotations

from typing import NamedTuple


class Address(NamedTuple):
    """A host name or IP address, and a port."""

    host: str
    port: int
