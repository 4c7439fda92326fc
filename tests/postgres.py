"""A PostgreSQL server for tests, on a socket in a temporary folder; it ends with the process that started it."""

from __future__ import annotations

import asyncio
import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

import asyncpg

from storage.dsn import Dsn
from storage.postgres.dialect import translated
from storage.postgres.migrations import migrate
from tests import scratch

MISSING: Final = (
    "There is no PostgreSQL on this machine (Debian: apt-get install postgresql): every test that needs its server "
    "is LEFT OUT."
)
NOT_DURABLE: Final = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
QUIET: Final = (
    "listen_addresses=",
    "autovacuum=off",
    "shared_buffers=16MB",
    "max_connections=60",
    "log_min_messages=fatal",
)
TEMPLATE: Final = "krupier_template"
GUARDED: Final = "guarded"
"""A role that needs a password (open-sesame)."""
STARTS_WITHIN: Final = 30
PR_SET_PDEATHSIG: Final = 1


def programs() -> Path | None:
    """Returns the folder of the newest installed PostgreSQL programs; None if there are none."""
    installed = [folder for folder in Path("/usr/lib/postgresql").glob("*/bin") if _complete(folder)]
    if installed:
        return max(installed, key=lambda folder: int(folder.parent.name))
    found = shutil.which("initdb")
    folder = Path(found).resolve().parent if found else None
    return folder if folder is not None and _complete(folder) else None


def _complete(folder: Path) -> bool:
    return all((folder / program).exists() for program in ("initdb", "postgres", "pg_isready", "pg_dump"))


class Server:
    """A PostgreSQL server process on a socket in its folder, which creates and drops databases for tests."""

    def __init__(self, programs: Path, folder: Path, settings: Sequence[str] = NOT_DURABLE) -> None:
        self.programs = programs
        self.folder = folder
        self.settings = settings
        self.process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        self._user = _unprivileged()

    def url(self, name: str = "postgres", user: str = "krupier") -> str:
        """Returns the URL of a database of this server for a role."""
        return f"postgresql://{user}@/{name}?host={self.folder}"

    def prepare(self) -> None:
        """Creates the server's data folder with initdb; only the role `GUARDED` needs a password."""
        if self._user is not None:
            os.chown(self.folder, self._user, -1)
        self._run("initdb", "-D", str(self.folder / "data"), "-U", "krupier", "-A", "trust", "-E", "UTF8", "--no-sync",
                  "--no-instructions", "--locale=C")  # fmt: skip
        rules = self.folder / "data" / "pg_hba.conf"
        rules.write_text(f"local all {GUARDED} scram-sha-256\nlocal all all trust\n")

    def start(self) -> None:
        """Starts the server and waits until it accepts connections, `STARTS_WITHIN` seconds at most."""
        settings = [f"unix_socket_directories={self.folder}", *self.settings, *QUIET]
        command = [str(self.programs / "postgres"), "-D", str(self.folder / "data")]
        for setting in settings:
            command += ["-c", setting]
        self.process = subprocess.Popen(
            command, cwd=self.folder, user=self._user, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=_die_with_the_tests(),  # noqa: PLW1509 - a system call, nothing else
        )  # fmt: skip
        self._run("pg_isready", "-q", "-h", str(self.folder), until=STARTS_WITHIN)

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """Stops the server with this signal and waits for its end: SIGQUIT aborts it at once, SIGINT shuts it down
        cleanly.
        """
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(STARTS_WITHIN)
            self.process = None

    def fresh(self, template: str | None = TEMPLATE) -> Dsn:
        """Creates a database with Krupier's schema and no rows (template None: without a schema) and returns its
        address.
        """
        name = f"games_{next(self._numbers)}"
        from_ = template or "template0"
        self._said(f"CREATE DATABASE {name} TEMPLATE {from_} STRATEGY FILE_COPY")
        return Dsn(self.url(name))

    def drop(self, dsn: Dsn) -> None:
        """Deletes a database, even if it has connections."""
        name = dsn.url.partition("@/")[2].partition("?")[0]
        self._said(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def make_template(self) -> None:
        """Creates the role `GUARDED` and the database that `fresh` copies: Krupier's schema without rows."""
        self._said(f"CREATE DATABASE {TEMPLATE} TEMPLATE template0")
        self._said(f"CREATE ROLE {GUARDED} LOGIN PASSWORD 'open-sesame'")

        async def migrated() -> None:
            db = await asyncpg.connect(self.url(TEMPLATE))
            await migrate(db, Dsn(self.url(TEMPLATE)))
            await db.close()

        apart(migrated())

    def _said(self, sql: str) -> None:
        apart(asked(self.url(), sql))

    def _run(self, program: str, *arguments: str, until: int = 1) -> None:
        for left in reversed(range(until * 20)):
            done = subprocess.run(
                [str(self.programs / program), *arguments], cwd=self.folder, user=self._user, capture_output=True,
                check=False, text=True,
            )  # fmt: skip
            if done.returncode == 0:
                return
            if left == 0 or until == 1:
                raise AssertionError(f"{program} failed: {done.stdout}{done.stderr}")
            if self.process is not None and self.process.poll() is not None:
                raise AssertionError(f"the server ended with {self.process.returncode}")
            signal.sigtimedwait([], 0.05)


async def asked(url: str, sql: str, *values: object) -> tuple[list[Any], str]:
    """Runs one SQL statement, written for SQLite like those of the storage, on a PostgreSQL database by a connection of
    its own; returns its rows and status, such as `SELECT 1`.
    """
    db = await asyncpg.connect(url)
    try:
        statement = await db.prepare(translated(sql))
        return [*await statement.fetch(*values)], statement.get_statusmsg() or ""
    finally:
        await db.close()


def apart(work: Any) -> Any:
    """Runs a coroutine on a new event loop in another thread, waits for it, and returns its result."""
    with ThreadPoolExecutor(1) as other:
        return other.submit(asyncio.run, work).result()


def _unprivileged() -> int | None:
    """Returns the id of the system user that runs the server if the tests run as root, which PostgreSQL refuses;
    otherwise None.
    """
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name: entry.pw_uid for entry in pwd.getpwall()}
    return names.get("postgres", names.get("nobody"))


def _die_with_the_tests() -> Any:
    """Returns a function that the server's process calls before it starts, so that Linux ends it together with the
    tests.

    Returns None on other systems.
    """
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None)
    return lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)


@contextmanager
def running(programs: Path, settings: Sequence[str] = NOT_DURABLE) -> Iterator[Server]:
    """Starts a server for a block, and stops it and deletes its files afterwards.

    Its files are in memory if possible; with no settings (`()`) they are on the disk, and it syncs every commit.
    """
    root = scratch.folder() if settings else None
    folder = Path(tempfile.mkdtemp(prefix="krupier-pg-", dir=root))
    folder.chmod(0o700)
    server = Server(programs, folder, settings)
    try:
        server.prepare()
        server.start()
        server.make_template()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
