"""A bot from its start to its orderly stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal

from bot.client import Krupier
from bot.settings import Settings
from rules import GAMES
from storage import Store

log = logging.getLogger(__name__)

STOPPED, FAILED, WRONG_SETTING = 0, 1, 2
"""The exit codes of a process."""


async def serve(settings: Settings, kind: type[Krupier] = Krupier) -> None:
    """Run such a bot until told to stop; raises DatabaseError, LoginFailure, ConnectionClosed and OSError."""
    store = await Store.open(settings.database)
    try:
        async with kind(settings, store) as client:
            running = asyncio.create_task(client.start(settings.token.get_secret_value()), name="the bot")
            stop = asyncio.create_task(_signalled(), name="the signal to stop")
            await asyncio.wait({running, stop}, return_when=asyncio.FIRST_COMPLETED)
            stop.cancel()
            await _stopped(client, running)
    finally:
        await store.close()


async def _stopped(client: Krupier, running: asyncio.Task[None]) -> None:
    """Brings the bot to its end where it still runs; raises what it has failed of otherwise."""
    if not running.done():
        log.info("stopping")
        await client.close()
        running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running


async def _signalled() -> None:
    told, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, told.set)
    await told.wait()


def check_games() -> None:
    """Whether every game's own files can be used; raises RulesError, which says what to mend."""
    for rules in GAMES.values():
        rules.default_options()
