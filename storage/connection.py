"""The interface between repositories and a database engine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path
from typing import Any, Protocol, TypeVar

from storage.dsn import Dsn

T = TypeVar("T")


class Row(Protocol):
    """The interface of a query's row, whose values are read by the names of the columns."""

    def keys(self) -> Iterable[str]:
        """Returns the names of the columns."""

    def __getitem__(self, name: str, /) -> Any:
        """Returns the value of the column with this name."""


class Done(Protocol):
    """The interface of the result of a statement that changes rows."""

    @property
    def rowcount(self) -> int:
        """The number of rows that the statement changed."""


class Connection(Protocol):
    """The interface of a connection inside a transaction.

    Parameters are written as `?`, or as `?1`, `?2` …
    """

    def execute(self, sql: str, parameters: Iterable[Any] = ..., /) -> Awaitable[Done]:
        """Runs a statement and returns its result, which has the number of changed rows."""

    def executemany(self, sql: str, parameters: Iterable[Iterable[Any]], /) -> Awaitable[object]:
        """Runs a statement once for each tuple of parameters."""

    def execute_fetchall(self, sql: str, parameters: Iterable[Any] = ..., /) -> Awaitable[Iterable[Row]]:
        """Returns the rows of a query."""


Work = Callable[[Connection], Awaitable[T]]
Query = tuple[str, tuple[object, ...]]


class Engine(ABC):
    """The base class of database engines. Their errors are StorageErrors without passwords or values of rows.

    Methods for the coordination with other processes do nothing unless an engine overrides them.
    """

    place: Path | Dsn

    @abstractmethod
    async def rows(self, sql: str, values: Sequence[object]) -> list[Row]:
        """Returns the rows of a query; it does not see uncommitted changes."""

    @abstractmethod
    async def of_one_moment(self, queries: Sequence[Query]) -> list[list[Row]]:
        """Returns the rows of each query; nothing is committed in between."""

    @abstractmethod
    async def transaction(self, work: Work[T], *, waits: bool = False) -> tuple[T, float]:
        """Runs the work in one transaction, all or nothing; returns its result and the duration in seconds.

        No other transaction on the same game comes in between. The work may be run again. Unless `waits` is set, it
        must await nothing but its own statements.
        """

    @abstractmethod
    async def counter(self, table: str) -> int:
        """Returns the last number that a row of this table was given."""

    @abstractmethod
    async def set_counter(self, db: Connection, table: str, last: int) -> None:
        """Sets the last number that a row of this table was given, inside a transaction."""

    @abstractmethod
    def unguarded(self, db: Connection, table: str, guard: str) -> AbstractAsyncContextManager[None]:
        """Returns a context manager that disables a trigger (`guard`) of the table inside a transaction.

        Other sessions do not notice.
        """

    @abstractmethod
    async def close(self) -> None:
        """Closes the database; a second call does nothing."""

    async def close_requests(self) -> list[int]:
        """Returns the numbers of the games whose tables the operator has asked to be closed."""
        return []

    async def end_close_request(self, game: int) -> None:  # noqa: B027 - does nothing by default
        """Deletes the request to close a table."""

    def alone(self, game: int) -> AbstractAsyncContextManager[None]:
        """Returns a context manager that locks the table among all processes; by default it locks nothing.

        Entering it raises DatabaseError if another process does not release the lock.
        """
        return nullcontext()

    async def notify_changed(self, game: int) -> None:  # noqa: B027 - likewise
        """Notifies other processes that this table has changed; never fails, but the notification may be lost."""

    def listen(self, heard: Callable[[int], None]) -> None:  # noqa: B027 - likewise
        """Registers a function that is called with the game of each notification by another process."""

    async def changed_since(self, mark: str | None) -> tuple[Mapping[int, int | None], str]:
        """Returns the tables that other processes changed since that mark -> their servers, and the next mark.

        None: no tables, only a first mark. A table may be returned more than once; none is left out.
        """
        return {}, ""
