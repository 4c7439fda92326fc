"""`python -m bot`: the bot by its settings; with a command it serves the operator instead."""

from __future__ import annotations

import asyncio
import sys
from typing import Final

import aiohttp
import discord

from bot import cli
from bot.local import play
from bot.logs import set_up_logging
from bot.run import FAILED, STOPPED, WRONG_SETTING, check_games, serve
from bot.settings import NoToken, SettingsError, load
from rules.errors import RulesError
from storage import DatabaseError

BAD_TOKEN: Final = 'Discord does not accept the token: correct DISCORD_TOKEN (a new one comes from "Reset Token").'
WRONG_TOKEN_AT_GATEWAY: Final = 4004


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
