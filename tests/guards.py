"""Checks in every test of the bot that writes hold the table's lock and that changes are announced only after their
commit.
"""

from __future__ import annotations

import asyncio
import functools
import inspect
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final

import pytest

from bot.tables.bus import Bus
from bot.tables.live import LiveTable
from bot.tables.registry import Tables
from storage.archive import Archive
from storage.consents import Consents
from storage.games import Games
from storage.messages import Messages
from storage.repository import Repository, Session
from storage.spectators import Spectators

NO_LOCK_NEEDED: Final = frozenset({
    (Spectators, "remove"), (Games, "end_quarantine"), (Archive, "set_end_told"), (Consents, "set_notice"),
    (Messages, "set_resting"), (Games, "set_told"),
})  # fmt: skip
"""Transactions that need no lock of the table: they change nothing that a player may do or see at it."""


class Guards:
    """Wrappers for the bot's methods that note which tasks hold a table's lock and collect violations as texts.

    They raise nothing, because the bot would only log an exception.
    """

    def __init__(self) -> None:
        self.violations: list[str] = []
        self.held: Counter[tuple[Session, int, asyncio.Task[Any] | None]] = Counter()

    def noted(self, original: Callable[..., Any]) -> Callable[[Tables, int], AbstractAsyncContextManager[Any]]:
        """Returns a wrapper of `Tables.held` or `Tables.alone` that notes which task holds the table's lock."""

        @asynccontextmanager
        async def noting(tables: Tables, game: int) -> AsyncIterator[Any]:
            async with original(tables, game) as found:
                key = tables._db.session, game, asyncio.current_task()
                self.held[key] += 1
                try:
                    yield found
                finally:
                    self.held[key] -= 1

        return noting

    def checked(self, name: str, original: Callable[..., Any]) -> Callable[..., Any]:
        """Returns a wrapper of a repository's method that notes a violation if the bot calls it without the table's
        lock.

        The method runs in any case.
        """

        @functools.wraps(original)
        def whole(repository: Repository, game: int, *args: Any, **named: Any) -> Any:
            caller = sys._getframe(1).f_globals["__name__"]
            if caller.startswith("bot.") and not self.held[repository.session, game, asyncio.current_task()]:
                self.violations.append(f"{caller} wrote to table {game} by {name} without its lock")
            return original(repository, game, *args, **named)

        return whole

    def announcing(self, original: Callable[..., None]) -> Callable[..., None]:
        """Returns a wrapper of `Bus.table_changed` that notes a violation if the table has answers that are not
        committed.
        """

        @functools.wraps(original)
        def announce(bus: Bus, live: LiveTable, **how: bool) -> None:
            if live.game is not None and len(live.game.entries) != live.stored:
                self.violations.append(f"table {live.id} was announced before its answers were committed")
            original(bus, live, **how)

        return announce


def writes() -> list[tuple[type[Repository], str]]:
    """Returns (repository class, method name) of each transaction about one table that needs the table's lock."""
    return [
        (repository, name)
        for repository in Repository.__subclasses__()
        for name, method in vars(repository).items()
        if hasattr(method, "__wrapped__")
        and list(inspect.signature(method.__wrapped__).parameters)[1:2] == ["game"]
        and (repository, name) not in NO_LOCK_NEEDED
    ]


def install(patch: pytest.MonkeyPatch) -> list[str]:
    """Wraps the lock, the transactions and the bus until the patch is undone; returns the list to which violations are
    added.
    """
    guards = Guards()
    for name in ("held", "alone"):
        patch.setattr(Tables, name, guards.noted(getattr(Tables, name)))
    for repository, name in writes():
        patch.setattr(repository, name, guards.checked(name, getattr(repository, name)))
    patch.setattr(Bus, "table_changed", guards.announcing(Bus.table_changed))
    return guards.violations
