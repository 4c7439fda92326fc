"""The local table: the real bot without a token, on a local Discord with a page in the browser."""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from dotenv import dotenv_values

from bot.emulator.checks.openapi import UnusableDocument
from bot.emulator.page.site import Site
from bot.emulator.people import crowd
from bot.emulator.rest.answers import Unfaithful
from bot.emulator.server import LocalDiscord
from bot.emulator.world import state_file
from bot.emulator.world.world import World
from bot.local.plan import CannotPlay, Plan, address, addresses, reach, unserved
from bot.local.process import BotProcess
from storage.errors import DatabaseInUse, DatabaseUnreadable
from storage.lock import ProcessLock

PEOPLE: Final = ("Anna", "Bert", "Cyril", "Dana", "Emil", "Olga")
CHANNELS: Final = 3
SERVER: Final = "Krupier"
"""The name of the local Discord server."""
STOPPED, FAILED, WRONG_SETTING = 0, 1, 2
SECONDS_BETWEEN_SAVES: Final = 2.0


def settings() -> dict[str, str]:
    """Returns the environment; the page's own settings may also come from `.env`."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        written = {k: v for k, v in dotenv_values(".env").items() if v and k.startswith("KRUPIER_LOCAL_")}
        return {**written, **os.environ}
    return dict(os.environ)


def say(text: str) -> None:
    """Prints a message for the person who started the program."""
    print(text, flush=True)


# --- the world and its file -------------------------------------------------------------------------------------


@contextmanager
def held(state: Path) -> Iterator[None]:
    """Locks a state file, which need not exist, for the block; raises CannotPlay if another process has it."""
    lock = ProcessLock(state)
    try:
        lock.acquire()
    except DatabaseInUse as other:
        raise CannotPlay(
            f"Another Krupier ({other.holder}) is playing with {state} already: "
            "use the page it has named, or stop it first."
        ) from None
    try:
        yield
    finally:
        lock.release()


def woken(state: Path) -> World:
    """Returns the local Discord from its state file, or a new one with all its people."""
    if state.exists():
        world = state_file.load(state)
        # Those that an older program has registered in the server would hide the present ones.
        world.commands = {None: world.commands.get(None, {})}
        return world
    world = crowd.with_people(*PEOPLE, channels=CHANNELS)
    for guild in world.guilds.values():
        guild.name = SERVER
    return world


async def keep(world: World, site: Site, state: Path) -> None:
    """Saves the local Discord to its file soon after each change, until it is cancelled, without blocking the table."""
    while True:
        await site.audience.changed.wait()
        await asyncio.sleep(SECONDS_BETWEEN_SAVES)
        site.audience.changed.clear()
        writing = asyncio.create_task(asyncio.to_thread(state_file.write, state_file.drafted(world), state))
        try:
            await asyncio.shield(writing)
        except asyncio.CancelledError:
            await writing
            raise


# --- serving ------------------------------------------------------------------------------------------------------


def told_to_bot(plan: Plan, discord: LocalDiscord) -> dict[str, str]:
    """Returns the environment variables that connect the bot's process to the local Discord.

    Commands are registered globally, so that DMs offer them, too.
    """
    here = f"{reach(plan.bind)}:{discord.port}"
    return {
        "DISCORD_TOKEN": discord.token,
        "DISCORD_API_URL": f"http://{here}/api/v10",
        "DISCORD_GATEWAY_URL": f"ws://{here}/gateway",
        "KRUPIER_DATABASE": str(plan.database),
        # Not empty, or a .env would be asked.
        "KRUPIER_GUILDS": ",",
        # Players who share a device pass it on, read, and take breaks.
        "KRUPIER_CLOCK": os.environ.get("KRUPIER_CLOCK") or "off",
        "KRUPIER_LOG": os.environ.get("KRUPIER_LOG") or "ERROR",
    }


@asynccontextmanager
async def table(plan: Plan, world: World, site: Site, *program: str) -> AsyncIterator[asyncio.Task[int]]:
    """Runs the local Discord with the page, and the bot (or another program) as its client.

    Yields the task that ends with the bot's exit code if the bot cannot run. Raises CannotPlay if the page's address
    cannot be used.
    """
    port = plan.listener or plan.port
    served = LocalDiscord(world, host=plan.bind, port=port, state=plan.state, also=site.add_routes)
    try:
        discord = await served.__aenter__()
    except OSError as wrong:
        raise CannotPlay(unserved(plan, wrong)) from wrong
    discord.remember(1000)
    bot = BotProcess(told_to_bot(plan, discord), say, program or ("bot",))
    running = asyncio.create_task(bot.run())
    try:
        yield running
    finally:
        running.cancel()
        await bot.stop()
        await served.__aexit__(None, None, None)


async def play(plan: Plan) -> int:
    """Serves the local table and saves it until it is stopped; returns the exit code."""
    plan.state.parent.mkdir(parents=True, exist_ok=True)
    with held(plan.state):
        world = woken(plan.state)
        site = Site(world, everybody=plan.everybody, address=address(plan), cover=cover)
        async with table(plan, world, site) as running:
            saving = asyncio.create_task(keep(world, site, plan.state))
            welcoming = asyncio.create_task(welcome(plan, site))
            try:
                return await until_stopped(running, saving)
            finally:
                for task in (saving, welcoming):
                    task.cancel()
                await asyncio.wait({saving, welcoming})


async def welcome(plan: Plan, site: Site) -> None:
    """Prints the table's addresses as soon as the bot is connected, and warnings about misspelt settings."""
    await site.world.until(lambda: site.world.bot_is_up, math.inf)
    for line in addresses(plan, site):
        say(line)
    say(f"Everything is saved in {plan.state.parent}{os.sep}. Press Ctrl+C to stop.")
    say("To play on Discord, put a token in .env.")
    for sentence in await asyncio.to_thread(_misspelt):
        print(sentence, file=sys.stderr, flush=True)


@lru_cache(32)
def cover(game: str, language: str) -> bytes | None:
    """Returns a game's picture as a PNG; None if the game or the language is unknown.

    Loads the games' front ends, which only these pictures need here.
    """
    from bot.features.lobby import covers  # noqa: PLC0415
    from bot.texts import LANGUAGES, translator_for  # noqa: PLC0415

    return covers.cover(game, translator_for(language)) if language in LANGUAGES else None


def _misspelt() -> list[str]:
    """Returns warnings about misspelt names of settings."""
    from storage.unknown_settings import unknown_settings  # noqa: PLC0415 - loads the rules

    return unknown_settings()


async def until_stopped(running: asyncio.Task[int], *others: asyncio.Task[None]) -> int:
    """Waits for SIGINT or SIGTERM (returns 0), or until the bot ends for good (says so, returns its exit code).

    Raises the error of `running` or of another task (`others`) that fails.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    stopped = asyncio.create_task(stop.wait())
    done, _ = await asyncio.wait({running, stopped, *others}, return_when=asyncio.FIRST_COMPLETED)
    stopped.cancel()
    for task in done:
        task.result()
    if running in done:
        say("The bot cannot run. Correct the error above and start again. Nothing is lost.")
        return running.result()
    return STOPPED


def main(run: Callable[[Plan], Coroutine[Any, Any, int]] = play) -> int:
    """Plays on this machine. Returns 0 if stopped, 1 if it cannot serve or store, 2 if a setting is wrong."""
    try:
        return asyncio.run(run(Plan.from_environment(settings())))
    except (CannotPlay, UnusableDocument) as wrong:
        return _said(str(wrong), WRONG_SETTING)
    except (state_file.UnreadableState, DatabaseUnreadable, Unfaithful) as wrong:
        return _said(str(wrong), FAILED)
    except OSError as wrong:
        return _said(f"The table's files cannot be written ({wrong}); see to the disk and start again.", FAILED)
    except KeyboardInterrupt:
        return STOPPED


def play_on(listener: socket.socket | None) -> int:
    """Serves the local table on an open socket, or on the address in the settings; returns the exit code."""

    async def serve(plan: Plan) -> int:
        if listener is not None and listener.getsockname()[:2] != (plan.bind, plan.port):
            listener.close()
            return await play(plan)
        return await play(replace(plan, listener=listener))

    return main(serve)


def _said(text: str, status: int) -> int:
    print(text, file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
