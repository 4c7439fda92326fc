"""A bot from its start to its orderly stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncIterator
from typing import Final

import aiohttp
import discord

from bot.background import patiently
from bot.client import Krupier
from bot.monitoring.endpoint import Endpoint
from bot.settings import Settings, SettingsError
from rules import GAMES
from rules.errors import RulesError
from storage import DatabaseError, Store
from storage.errors import FOR_NOW

log = logging.getLogger(__name__)

STOPPED, FAILED, WRONG_SETTING = 0, 1, 2
"""The exit codes of a process."""
BAD_TOKEN: Final = 'Discord does not accept the token: correct DISCORD_TOKEN (a new one comes from "Reset Token").'
WRONG_TOKEN_AT_GATEWAY: Final = 4004
OF_SETTINGS: Final = (SettingsError, DatabaseError, RulesError)
OF_DISCORD: Final = (discord.GatewayNotFound, discord.ConnectionClosed, discord.HTTPException, aiohttp.ClientError)
FINAL: Final = (*OF_SETTINGS, discord.LoginFailure, *OF_DISCORD, OSError)
"""What ends a process, with a word."""
LONGEST_WORD: Final = 300


async def serve(settings: Settings, kind: type[Krupier] = Krupier) -> None:
    """Run such a bot until told to stop; raises DatabaseError, LoginFailure, ConnectionClosed and OSError."""
    store = await patiently(lambda: Store.open(settings.database), "opening the database", FOR_NOW)
    try:
        async with kind(settings, store) as client, _watched(client):
            running = asyncio.create_task(client.start(settings.token.get_secret_value()), name="the bot")
            stop = asyncio.create_task(_signalled(), name="the signal to stop")
            await asyncio.wait({running, stop}, return_when=asyncio.FIRST_COMPLETED)
            stop.cancel()
            await _stopped(client, running)
    finally:
        await store.close()


@contextlib.asynccontextmanager
async def _watched(client: Krupier) -> AsyncIterator[None]:
    """Operators see how it goes, where they have asked for that (KRUPIER_METRICS); raises SettingsError."""
    address = client.settings.metrics
    if address is None:
        yield
        return
    endpoint = Endpoint(address, client.app.store.count_by_state, client.dead, client.unready)
    try:
        await endpoint.open()
    except OSError as taken:
        raise SettingsError(f"KRUPIER_METRICS: {taken.strerror}; write another port or address.") from None
    try:
        yield
    finally:
        await endpoint.close()


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


def final_word(error: Exception) -> tuple[str, int]:
    """What is said of an error that ends the process, and its exit code."""
    match error:
        case SettingsError() | DatabaseError() | RulesError():
            return str(error), WRONG_SETTING
        case discord.LoginFailure():
            return BAD_TOKEN, WRONG_SETTING
        case discord.ConnectionClosed() if error.code == WRONG_TOKEN_AT_GATEWAY:
            return BAD_TOKEN, WRONG_SETTING
        case discord.ConnectionClosed():
            return f"Discord has closed the connection for good (code {error.code}).", FAILED
    refused = error.__cause__ if isinstance(error, discord.GatewayNotFound) else error
    if isinstance(refused, discord.HTTPException):
        told = " ".join(refused.text.split())[:LONGEST_WORD]
        return f"Discord refuses the bot (status {refused.status}, code {refused.code}): {told}", FAILED
    return f"Discord cannot be reached ({type(error).__name__}); check the network and DISCORD_API_URL.", FAILED
