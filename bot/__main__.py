"""`python -m bot`: settings, wiring, start and orderly stop; with a command it serves the operator instead."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import signal
import sys
from typing import Final

import aiohttp
import discord

from bot import cli
from bot.client import Krupier
from bot.settings import NoToken, Settings, SettingsError, load
from rules import GAMES
from rules.errors import RulesError
from storage import DatabaseError, Store

log = logging.getLogger("bot")

STOPPED, FAILED, WRONG_SETTING = 0, 1, 2
BAD_TOKEN: Final = 'Discord does not accept the token: correct DISCORD_TOKEN (a new one comes from "Reset Token").'
WRONG_TOKEN_AT_GATEWAY: Final = 4004


_TOKENS: Final = re.compile(r"(/(?:webhooks|interactions)/[0-9]+/)[^/\s?]+")


class _Discreet(logging.Formatter):
    """Tokens stand in the addresses of answers: they are nobody's business."""

    def format(self, record: logging.LogRecord) -> str:
        """The record's text without tokens."""
        return _TOKENS.sub(r"\1...", super().format(record))


class _OneLine(_Discreet):
    """discord.py's tracebacks say nothing to an operator: the error's name and text do."""

    def formatException(self, ei: object) -> str:  # noqa: N802 - logging's name
        """The error in one line."""
        kind, error = (ei[0], ei[1]) if isinstance(ei, tuple) else (None, ei)
        return f"{getattr(kind, '__name__', kind)}: {error}"


def set_up_logging(level: int) -> None:
    """To standard error; discord.py never below INFO, for it would print what players are told."""
    form = "%(asctime)s %(levelname)s %(name)s: %(message)s"
    ours, theirs = logging.StreamHandler(sys.stderr), logging.StreamHandler(sys.stderr)
    ours.setFormatter(_Discreet(form))
    theirs.setFormatter(_OneLine(form))
    logging.basicConfig(level=logging.WARNING, handlers=[ours])
    for name in ("bot", "storage", "rules"):
        logging.getLogger(name).setLevel(level)
    others = logging.getLogger("discord")
    others.setLevel(max(level, logging.INFO))
    others.addHandler(theirs)
    others.propagate = False
    # A croupier has no voice: that its packages are missing is no news.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


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


def main() -> int:
    """0: stopped in order; 1: Discord cannot be served; 2: a setting must be mended, as standard error says.

    Without a token it plays on this machine.
    """
    try:
        settings = load()
        set_up_logging(settings.log_level)
        check_games()
        asyncio.run(serve(settings))
    except NoToken as hint:
        print(hint, file=sys.stderr, flush=True)
        from bot.local import play  # noqa: PLC0415 - a bot that serves Discord needs none of it

        return play.main()
    except (SettingsError, DatabaseError, RulesError) as wrong:
        return _said(str(wrong), WRONG_SETTING)
    except discord.LoginFailure:
        return _said(BAD_TOKEN, WRONG_SETTING)
    except discord.ConnectionClosed as closed:
        if closed.code == WRONG_TOKEN_AT_GATEWAY:
            return _said(BAD_TOKEN, WRONG_SETTING)
        return _said(f"Discord has closed the connection for good (code {closed.code}).", FAILED)
    except (discord.GatewayNotFound, discord.HTTPException, aiohttp.ClientError, OSError) as lost:
        return _said(
            f"Discord cannot be reached ({type(lost).__name__}); check the network and DISCORD_API_URL.", FAILED
        )
    except KeyboardInterrupt:
        return STOPPED
    return STOPPED


def _said(text: str, status: int) -> int:
    print(text, file=sys.stderr)
    return status


def entry() -> int:
    """`krupier` and `python -m bot`: an operator's command, or else the bot."""
    words = sys.argv[1:]
    return cli.main(words) if words else main()


if __name__ == "__main__":
    sys.exit(entry())
