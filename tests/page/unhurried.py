"""The bot with windows that stay open until somebody acts, however slow the machine is."""

from __future__ import annotations

import runpy

from bot.tables.lobby import PACES

if __name__ == "__main__":
    PACES["live"] = PACES["relaxed"]
    runpy.run_module("bot", run_name="__main__")
