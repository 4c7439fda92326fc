"""What processes have among themselves: one at a time changes a table, and tells the others which one it was.

All of it goes over one connection of its own. Locks are session-level advisory locks: the server gives them back where
the process that has them dies or stands still. What is told is a hint that may be lost; `CHANGED` finds it out.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, Final, TypeVar

import asyncpg

from storage.dsn import Dsn
from storage.errors import DatabaseUnreachable, StorageError, StoreClosed
from storage.postgres.errors import DRIVERS, explained

log = logging.getLogger(__name__)

T = TypeVar("T")

CHANNEL: Final = "krupier_tables"
"""On which the number of a table is told, and nothing else."""
NAME: Final = "krupier between"
PULSE: Final = 2.0
"""Seconds between two looks whether the connection still answers."""
ANSWERS_WITHIN: Final = 5.0
SOONEST, LATEST = 0.001, 0.05
"""Seconds between two looks for a table that another process holds."""
HELD_AT_MOST: Final = 15.0
"""Seconds: whoever holds a table longer stands still, and the server has taken it away by then."""
SETTINGS: Final = {
    "application_name": NAME,
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "10000",
    "idle_session_timeout": "10s",
}
STALE_LOOK: Final = 1.0
"""Seconds between two looks whether whoever holds a table stands still."""
_END_STALE: Final = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE application_name = $1 AND datname = current_database() AND state = 'idle'
    AND state_change < clock_timestamp() - interval '10 seconds'
"""
"""Whoever lives asks something every two seconds. The server's own limit of idle sessions begins anew at each hint."""
_TAKE: Final = "SELECT pg_try_advisory_lock($1)"
_GIVE_BACK: Final = "SELECT pg_advisory_unlock($1)"
_TELL: Final = "SELECT pg_notify($1, $2)"


class Between:
    """One process's way to the others."""

    def __init__(self, place: Dsn, patience: float) -> None:
        self._place = place
        self._patience = patience
        self._genuine: Any = None
        self._asking = asyncio.Lock()
        self._heard: Callable[[int], None] | None = None
        self._pulse: asyncio.Task[None] | None = None
        self._returned: set[asyncio.Task[None]] = set()
        self._asked: set[asyncio.Task[Any]] = set()
        """What is on its way, whether anybody waits for it or not."""
        self._closed = False

    async def close(self) -> None:
        """Give everything back; again does nothing."""
        self._closed = True
        if self._pulse is not None:
            self._pulse.cancel()
        while self._returned:
            await asyncio.wait(self._returned)
        genuine, self._genuine = self._genuine, None
        if genuine is not None:
            with contextlib.suppress(*DRIVERS):
                await genuine.close(timeout=PULSE)
            genuine.terminate()

    @contextlib.asynccontextmanager
    async def alone(self, game: int) -> AsyncIterator[None]:
        """No other process is in such a block for this table; DatabaseUnreachable where one does not leave it."""
        holder = await self._take(game)
        try:
            yield
        finally:
            # Nobody here waits for it: whatever is asked next on this connection comes after it.
            task = asyncio.create_task(self._give_back(holder, game), name=f"giving table {game} back")
            self._returned.add(task)
            task.add_done_callback(self._returned.discard)

    async def tell(self, game: int) -> None:
        """The others hear that this table has changed, if they listen; never fails."""
        try:
            await self._ask(_TELL, CHANNEL, str(game))
        except StorageError as away:
            log.info("a hint is lost: %s", away)

    def listen(self, heard: Callable[[int], None]) -> None:
        """Hear of tables that others have changed, as long as the connection stands; again where it is new."""
        self._heard = heard
        if self._pulse is None:
            self._pulse = asyncio.create_task(self._watch(), name="the pulse between processes")

    # Inside

    async def _take(self, game: int) -> Any:
        """The connection that holds the table from now on."""
        loop, pause = asyncio.get_running_loop(), SOONEST
        until, look = loop.time() + HELD_AT_MOST, loop.time() + STALE_LOOK
        while True:
            question = self._later(self._question(_TAKE, game), f"taking table {game}")
            try:
                genuine, ((taken,),) = await asyncio.shield(question)
            except asyncio.CancelledError:
                self._later(self._unwanted(question, game), f"giving table {game} back, for which nobody waits")
                raise
            if taken:
                return genuine
            if loop.time() > until:
                raise DatabaseUnreachable(self._place, f"another process does not let go of table {game}")
            if loop.time() > look:
                look = loop.time() + STALE_LOOK
                await self._ask(_END_STALE, NAME)
            await asyncio.sleep(pause * (0.5 + random.random()))  # noqa: S311 - so that two do not look in step
            pause = min(pause * 2, LATEST)

    async def _give_back(self, holder: Any, game: int) -> None:
        with contextlib.suppress(StorageError):
            async with self._asking:
                # With another connection all of the former one's are given back already.
                if holder is self._genuine and not holder.is_closed():
                    await self._fetch(holder, _GIVE_BACK, game)

    async def _unwanted(self, question: asyncio.Task[tuple[Any, list[Any]]], game: int) -> None:
        """Whoever wanted the table does not wait for it any more."""
        with contextlib.suppress(StorageError):
            genuine, ((taken,),) = await question
            if taken:
                await self._give_back(genuine, game)

    async def _ask(self, sql: str, *values: object) -> list[Any]:
        question = self._later(self._question(sql, *values), "a question between processes")
        try:
            return (await asyncio.shield(question))[1]
        except asyncio.CancelledError:
            self._later(self._unheard(question), "a question for whose answer nobody waits")
            raise

    async def _unheard(self, question: asyncio.Task[tuple[Any, list[Any]]]) -> None:
        """Whoever has asked does not hear any more that it failed."""
        with contextlib.suppress(StorageError):
            await question

    def _later(self, work: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
        """Done whoever waits for it: a question that is cut off costs the connection, and every table in hand."""
        task = asyncio.create_task(work, name=name)
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)
        return task

    async def _question(self, sql: str, *values: object) -> tuple[Any, list[Any]]:
        """What the server answers in good time, and over which connection; DatabaseUnreachable."""
        async with self._asking:
            genuine = await self._present()
            return genuine, await self._fetch(genuine, sql, *values)

    async def _fetch(self, genuine: Any, sql: str, *values: object) -> list[Any]:
        """Where that fails, or is cancelled halfway, the connection goes, and with it all that it holds."""
        answered = False
        try:
            with explained(self._place):
                answer: list[Any] = await genuine.fetch(sql, *values, timeout=ANSWERS_WITHIN)
            answered = True
        finally:
            if not answered:
                genuine.terminate()
        return answer

    async def _present(self) -> Any:
        if self._closed:
            raise StoreClosed
        if self._genuine is None or self._genuine.is_closed():
            genuine = await self._connected()
            if self._closed:
                genuine.terminate()
                raise StoreClosed
            self._genuine = genuine
            if self._pulse is None:
                self._pulse = asyncio.create_task(self._watch(), name="the pulse between processes")
        return self._genuine

    async def _connected(self) -> Any:
        """A connection that listens already, or none at all."""
        with explained(self._place):
            genuine: Any = await asyncpg.connect(self._place.url, timeout=self._patience, server_settings=SETTINGS)
            listens = False
            try:
                # Asked for now: a connection that has ended meanwhile may still tell, and not say which one it was.
                told = functools.partial(self._told, genuine.get_server_pid())
                await asyncio.wait_for(genuine.add_listener(CHANNEL, told), ANSWERS_WITHIN)
                listens = True
            finally:
                if not listens:
                    genuine.terminate()
        return genuine

    def _told(self, own: int, _connection: Any, pid: int, _channel: str, payload: str) -> None:
        """A number from another process, or what somebody else has written there."""
        if self._heard is not None and pid != own and payload.isascii() and payload.isdecimal():
            self._heard(int(payload))

    async def _watch(self) -> None:
        while True:
            try:
                await self._ask("SELECT 1")
            except StorageError as away:
                log.info("nothing is heard of other processes: %s", away)
            except Exception:
                log.exception("the pulse between processes stumbled and goes on")
            await asyncio.sleep(PULSE)
