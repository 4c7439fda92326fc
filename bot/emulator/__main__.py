"""Serves a local Discord until it is stopped: `python -m bot.emulator`."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys
from pathlib import Path

from bot.emulator.checks.openapi import UnusableDocument
from bot.emulator.people import crowd
from bot.emulator.rest.answers import Unfaithful
from bot.emulator.server import LocalDiscord
from bot.emulator.world import state_file
from bot.emulator.world.world import World

PEOPLE = ("Anna", "Bert", "Cyril", "Dana", "Emil", "Olga")
SAVE_EVERY = 30.0


def main(arguments: list[str] | None = None) -> int:
    """Parses the command line and serves; returns the exit code of the process."""
    parser = argparse.ArgumentParser(prog="python -m bot.emulator", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="the port to listen on (default: any free one)")
    parser.add_argument("--state", type=Path, help="a file in which messages and DMs are saved")
    parser.add_argument("--people", nargs="+", default=PEOPLE, help="the names of the people in a new world")
    chosen = parser.parse_args(arguments)
    try:
        world = make_world(chosen.state, chosen.people)
        asyncio.run(serve(world, chosen.port, chosen.state))
    except (state_file.UnreadableState, UnusableDocument, Unfaithful, OSError) as wrong:
        sys.stderr.write(f"{wrong}\n")
        return 1
    return 0


def make_world(state: Path | None, people: tuple[str, ...]) -> World:
    """Loads the world from the state file, or returns a new one with these people and three channels."""
    if state is not None and state.exists():
        return state_file.load(state)
    return crowd.with_people(*people, channels=3)


async def serve(world: World, port: int, state: Path | None) -> None:
    """Serves on loopback until SIGINT or SIGTERM; saves the state regularly and at the end."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ended.set)
    async with LocalDiscord(world, port=port, state=state) as discord:
        discord.remember(1000)
        sys.stdout.write(
            f"DISCORD_API_URL={discord.api_url}\n"
            f"DISCORD_GATEWAY_URL={discord.gateway_url}\n"
            f"DISCORD_TOKEN={discord.token}\n"
        )
        sys.stdout.flush()
        while not ended.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), SAVE_EVERY)
            discord.save()


if __name__ == "__main__":
    sys.exit(main())
