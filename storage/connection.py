"""What the rooms of the store ask of a database, whichever engine keeps it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from storage.dsn import Dsn

T = TypeVar("T")


class Row(Protocol):
    """A row, by the names of its columns."""

    def keys(self) -> Iterable[str]:
        """The columns' names."""

    def __getitem__(self, name: str, /) -> Any:
        """The value of that column."""


class Done(Protocol):
    """A statement that was carried out."""

    @property
    def rowcount(self) -> int:
        """How many rows it changed."""


class Connection(Protocol):
    """A connection inside a transaction; the values of a statement stand as `?`, or `?1`, `?2` …"""

    def execute(self, sql: str, parameters: Iterable[Any] = ..., /) -> Awaitable[Done]:
        """Carry a statement out."""

    def executemany(self, sql: str, parameters: Iterable[Iterable[Any]], /) -> Awaitable[object]:
        """Carry a statement out for each of these."""

    def execute_fetchall(self, sql: str, parameters: Iterable[Any] = ..., /) -> Awaitable[Iterable[Row]]:
        """The rows of a query."""


Work = Callable[[Connection], Awaitable[T]]


class Engine(Protocol):
    """Where the rows are kept. Its errors are the store's own, and none tells a password or a value."""

    @property
    def place(self) -> Path | Dsn:
        """What the operator calls it."""

    async def rows(self, sql: str, values: Sequence[object]) -> list[Row]:
        """The rows of a query, which sees only what is committed."""

    async def of_one_moment(self, queries: Sequence[tuple[str, tuple[object, ...]]]) -> list[list[Row]]:
        """The rows of each query, nothing committed in between."""

    async def transaction(self, work: Work[T], *, waits: bool = False) -> tuple[T, float]:
        """Run the work in one transaction, all or nothing; what it gave, and how many seconds it took.

        No other transaction on the same game comes in between. The work may be begun anew. Only where it says so
        (`waits`) may it wait for anything but its own statements.
        """

    def alone(self, game: int) -> AbstractAsyncContextManager[None]:
        """A block in which no other process is for the same table."""

    async def hint(self, game: int) -> None:
        """Tell other processes that this table has changed."""

    def listen(self, heard: Callable[[int], None]) -> None:
        """Hear which tables hints are given about."""

    async def changed_since(self, mark: str | None) -> tuple[Mapping[int, int | None], str]:
        """The tables that other processes have changed since that mark, with their servers, and the next mark."""

    async def counter(self, table: str) -> int:
        """The last number that a row of this table was given."""

    async def set_counter(self, db: Connection, table: str, last: int) -> None:
        """Go on from that number, inside a transaction."""

    def unguarded(self, db: Connection, table: str, guard: str) -> AbstractAsyncContextManager[None]:
        """A block of a transaction in which that trigger of the table refuses nothing; nobody else sees it gone."""

    async def asked_to_close(self) -> list[int]:
        """The tables that the shell asks to be closed."""

    async def carried_out(self, game: int) -> None:
        """That one need not be asked for any more."""

    async def close(self) -> None:
        """Let the database go; again does nothing."""
