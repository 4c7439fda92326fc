"""Runs a bot from the opening of its database to its orderly shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncIterator, Callable, Coroutine
from importlib.util import find_spec
from typing import Any, Final, TypeVar

import discord

from bot.background import RateLimitedLog, retry_with_backoff
from bot.drawing.seats import check_seats
from bot.games.levels import check_levels
from bot.gateway.client import Krupier
from bot.maintenance.identifies import TooOften
from bot.messages.outcomes import START_FAILURES, start_failure
from bot.monitoring import metrics
from bot.monitoring.endpoint import Endpoint
from bot.monitoring.logs import failed_unnoticed
from bot.processes.garbage import collect_rarely
from rules import GAMES
from rules.errors import RulesError
from storage import Database, DatabaseError
from storage.engines import claiming
from storage.errors import TRANSIENT_ERRORS, BadSetting, ClaimsLost, DatabaseUnreachable
from storage.settings import Settings

log = logging.getLogger(__name__)

T = TypeVar("T")

STOPPED, FAILED, WRONG_SETTING = 0, 1, 2
"""The exit codes of a process."""
BAD_TOKEN: Final = 'Discord does not accept the token: correct DISCORD_TOKEN (a new one comes from "Reset Token").'
WRONG_TOKEN_AT_GATEWAY: Final = 4004
FINAL: Final = (DatabaseError, RulesError, *START_FAILURES, TooOften, OSError)
"""Errors that end a process with a message."""
MAX_REASON_LENGTH: Final = 300
RESTART_PAUSE: Final = 0.5
"""Seconds before the bot starts over after it has lost its claims or the database cannot be reached."""


def run(settings: Settings) -> None:
    """Serves until stopped, on uvloop if it is installed (the extra `fast`); raises what `serve` raises."""
    collect_rarely()
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(serve(settings))


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Returns uvloop's event loop; None, which is Python's own, if it is not installed."""
    try:
        import uvloop  # noqa: PLC0415 - it may not be there
    except ImportError:
        return None
    made: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return made


async def serve(settings: Settings, kind: type[Krupier] = Krupier) -> None:
    """Runs a bot until it is stopped; raises the errors in `FINAL`.

    If it shares a database and loses its claims or the database, it starts over and waits until it may serve again.
    """
    asyncio.get_running_loop().set_exception_handler(failed_unnoticed)
    stop, seldom = asyncio.create_task(_signalled(), name="the signal to stop"), RateLimitedLog(log)
    try:
        while not stop.done():
            try:
                await _life(settings, kind, stop)
            except ClaimsLost as lost:
                log.warning("%s Starting over.", lost)
            except DatabaseUnreachable as away:
                seldom.warn(f"{away} Krupier goes on by itself as soon as it answers.")
            else:
                return
            await asyncio.wait({stop}, timeout=RESTART_PAUSE)
    finally:
        stop.cancel()


async def _life(settings: Settings, kind: type[Krupier], stop: asyncio.Task[None]) -> None:
    """Runs the bot once, from opening the database to closing it; raises ClaimsLost if the claims are lost."""
    async with contextlib.AsyncExitStack() as stack:
        claims = await _unless_told(stop, stack.enter_async_context(claiming(settings.database)))
        db = None if stop.done() else await _unless_told(stop, _opened(settings))
        if db is None:
            return
        try:
            await db.seeds.must_open()
            async with kind(settings, db, claims=claims, serving=True) as client, _watched(client):
                running = asyncio.create_task(client.start(settings.token.get_secret_value()), name="the bot")
                await _until_over(client, running, stop)
        finally:
            with contextlib.suppress(DatabaseUnreachable):
                await db.close()


async def _opened(settings: Settings) -> Database:
    """Opens the database; retries while a transient error prevents that."""
    return await retry_with_backoff(
        lambda: Database.open(settings.database, observe=metrics.COMMIT.observe),
        "opening the database",
        TRANSIENT_ERRORS,
    )


async def _unless_told(stop: asyncio.Task[None], work: Coroutine[Any, Any, T]) -> T | None:
    """Returns the result of the work; None if a signal to stop arrives first, which cancels the work."""
    begun = asyncio.create_task(work, name="before the bot runs")
    await asyncio.wait({begun, stop}, return_when=asyncio.FIRST_COMPLETED)
    if not begun.done():
        begun.cancel()
        await asyncio.wait({begun})
    return None if begun.cancelled() else await begun


async def _until_over(client: Krupier, running: asyncio.Task[None], stop: asyncio.Task[None]) -> None:
    """Waits until the client ends, a signal to stop arrives, or its claims or token are lost; then stops the client.

    Raises ClaimsLost, LoginFailure for a lost token, or the client's error.
    """
    claims = client.claims
    loss = asyncio.Event() if claims is None else claims.lost
    lost = asyncio.create_task(loss.wait(), name="the loss of the claims")
    revoked = asyncio.create_task(client.refused_requests.revoked.wait(), name="the end of the token")
    try:
        await asyncio.wait({running, stop, lost, revoked}, return_when=asyncio.FIRST_COMPLETED)
        if claims is not None and claims.lost.is_set() and not stop.done():
            await client.fence()
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            raise ClaimsLost(client.settings.database)
        await _stopped(client, running)
    finally:
        lost.cancel()
        revoked.cancel()


@contextlib.asynccontextmanager
async def _watched(client: Krupier) -> AsyncIterator[None]:
    """Serves metrics and health checks during the block, if KRUPIER_METRICS is set; raises BadSetting."""
    address = client.settings.metrics
    if address is None:
        yield
        return
    app = client.app
    endpoint = Endpoint(address, lambda: app.db.games.count_by_state(app.shards.served), client.dead, client.unready)
    try:
        await endpoint.open()
    except OSError as taken:
        raise BadSetting(f"KRUPIER_METRICS: {taken.strerror}; write another port or address.") from None
    try:
        yield
    finally:
        await endpoint.close()


async def _stopped(client: Krupier, running: asyncio.Task[None]) -> None:
    """Stops the client if it still runs; otherwise raises its error. Raises LoginFailure if the token was revoked."""
    if not running.done():
        log.info("stopping")
        await client.close()
        running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running
    if client.refused_requests.revoked.is_set():
        raise discord.LoginFailure


async def _signalled() -> None:
    told, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, told.set)
    await told.wait()


def check_games() -> None:
    """Checks each game's files, that each seat has a look and each level a label; raises RulesError."""
    check_levels()
    for rules in GAMES.values():
        rules.default_options()
        check_seats(rules.name, rules.seats[-1])


def check_libraries() -> None:
    """Raises BadSetting if orjson is installed, with which discord.py cannot read every user input."""
    if find_spec("orjson") is not None:
        raise BadSetting(
            "orjson is installed, and the Discord library reads with it: half of a surrogate pair in a message would "
            "end the bot. Remove it (pip uninstall orjson), or give Krupier an environment of its own."
        )


def final_word(error: Exception) -> tuple[str, int]:
    """Returns the message about an error that ends the process, and the exit code."""
    match error:
        case DatabaseError() | RulesError():
            return str(error), WRONG_SETTING
        case discord.LoginFailure():
            return BAD_TOKEN, WRONG_SETTING
        case TooOften():
            return "Discord has ended the session again and again; the next start waits before it connects.", FAILED
        case discord.ConnectionClosed() if error.code == WRONG_TOKEN_AT_GATEWAY:
            return BAD_TOKEN, WRONG_SETTING
        case discord.ConnectionClosed():
            return f"Discord has closed the connection for good (code {error.code}).", FAILED
    failed = start_failure(error)
    if failed.was_answered:
        told = failed.said[:MAX_REASON_LENGTH]
        return f"Discord refuses the bot (status {failed.status}, code {failed.code}): {told}", FAILED
    return f"Discord cannot be reached ({type(error).__name__}); check the network and DISCORD_API_URL.", FAILED
