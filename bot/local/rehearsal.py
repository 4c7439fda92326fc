"""`python -m bot.local.rehearsal SEED`: the bot with cards known beforehand, for `make demo`; never on Discord."""

from __future__ import annotations

import asyncio
import sys
from typing import Final

from bot.client import Krupier
from bot.logs import set_up_logging
from bot.run import FAILED, WRONG_SETTING, serve
from bot.settings import SettingsError, load
from storage import DatabaseError

LOCAL: Final = ".local."
"""What the tokens of the Discord on this machine have in their middle; on Discord a time stands there."""


def stacked(seed: bytes) -> type[Krupier]:
    """A bot all of whose games have the cards of this seed."""

    class Rehearsing(Krupier):
        async def setup_hook(self) -> None:
            """The cards are laid out before anybody can ask for a game."""
            self.app.lobby.entropy = lambda _count: seed
            await super().setup_hook()

    return Rehearsing


def main(seed: str) -> int:
    """0: stopped in order; 1: it is asked for on Discord; 2: a setting must be mended, as standard error says."""
    try:
        settings = load()
        if LOCAL not in settings.token.get_secret_value():
            sys.stderr.write("Cards that are known beforehand are dealt on the Discord of this machine alone.\n")
            return FAILED
        set_up_logging(settings.log_level, structured=settings.log_format == "json")
        asyncio.run(serve(settings, stacked(bytes.fromhex(seed))))
    except (SettingsError, DatabaseError) as wrong:
        sys.stderr.write(f"{wrong}\n")
        return WRONG_SETTING
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
