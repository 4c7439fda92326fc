"""The files and the port of the local table, and the addresses that its players open."""

from __future__ import annotations

import contextlib
import errno
import io
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import segno

from bot.emulator.page.doors import LOOPBACK
from bot.emulator.page.site import Site
from bot.local.waiting_page import DEFAULT_BIND, DEFAULT_PORT
from bot.measuring.parsing import parse_int
from storage.dsn import IN_THE_BROWSER, Dsn, place


class CannotPlay(Exception):
    """The error that the local table cannot be opened; the message says what to correct."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The address and the files of the table. `bind` is loopback unless the operator chooses another address."""

    bind: str = DEFAULT_BIND
    port: int = DEFAULT_PORT
    database: Path = IN_THE_BROWSER
    listener: socket.socket | None = field(default=None, compare=False, repr=False)
    """A socket that already listens at `bind` and `port`; None: the table opens one."""

    @property
    def state(self) -> Path:
        """The file of the local Discord's messages, next to the database."""
        return self.database.with_name(self.database.stem + ".discord.json")

    @property
    def everybody(self) -> bool:
        """Whether one page may act as anyone: only if no other machine can reach it."""
        return self.bind in LOOPBACK

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Self:
        """Returns the plan from KRUPIER_LOCAL_BIND, KRUPIER_LOCAL_PORT and KRUPIER_DATABASE; raises CannotPlay."""
        port = parse_int(environment.get("KRUPIER_LOCAL_PORT") or str(DEFAULT_PORT)) or 0
        if not 0 < port < 65536:
            raise CannotPlay("KRUPIER_LOCAL_PORT: write a number from 1 to 65535, for example 8420.")
        database = place(environment.get("KRUPIER_DATABASE") or IN_THE_BROWSER)
        if isinstance(database, Dsn):
            raise CannotPlay("KRUPIER_DATABASE: the table in the browser needs a file; write its path.")
        return cls(environment.get("KRUPIER_LOCAL_BIND") or DEFAULT_BIND, port, database)


def reach(bind: str) -> str:
    """Returns the host name under which a program on this machine reaches the page."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(bind, bind)  # noqa: S104 - compared, not bound
    return f"[{host}]" if ":" in host else host


def unserved(plan: Plan, wrong: OSError) -> str:
    """Returns the message that the page's address cannot be used, and what to do about it."""
    if wrong.errno == errno.EADDRINUSE:
        at = f"http://{reach(plan.bind)}:{plan.port}"
        return f"Port {plan.port} is taken, perhaps by a Krupier that is running: see {at}, or set KRUPIER_LOCAL_PORT."
    if wrong.errno == errno.EACCES:
        return f"Port {plan.port} may not be used here; set KRUPIER_LOCAL_PORT to another one above 1023."
    return f"KRUPIER_LOCAL_BIND: this machine has no address {plan.bind!r} ({wrong.strerror or wrong})."


def addresses(plan: Plan, site: Site) -> list[str]:
    """Returns the lines to print with the addresses for the browser: one page for everyone, or one for each person."""
    if plan.everybody:
        return [f"Krupier's table is ready: http://{reach(plan.bind)}:{plan.port}"]
    root = site.address or address(plan)
    given = [
        f"  {person.name:8}{root}{site.doors.path(person)}{code(root + site.doors.path(person))}"
        for person in site.doors.people.values()
    ]
    return ["Krupier's table is ready. Give each player only their own link:", *given]


def address(plan: Plan) -> str:
    """Returns the URL of the table for other machines in the network."""
    return f"http://{seen_from_outside(plan.bind)}:{plan.port}"


def code(url: str) -> str:
    """Returns a link's QR code as lines of text that begin with a line break; empty if the terminal cannot show it."""
    drawn = io.StringIO()
    segno.make_qr(url, error="l").terminal(out=drawn, border=2, compact=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return f"\n{drawn.getvalue()}"


def seen_from_outside(bind: str) -> str:
    """Returns the host name or IP address under which other machines in the network reach the page."""
    if bind not in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        return reach(bind)
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # a datagram socket sends nothing for this: it only chooses an interface
        return str(probe.getsockname()[0])
    return reach(bind)
