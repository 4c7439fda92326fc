"""A bot whose windows stay open until a player acts, for machines of any speed."""

from __future__ import annotations

import runpy
from dataclasses import replace

from bot.tables.paces import PACES

if __name__ == "__main__":
    PACES["live"] = replace(PACES["live"], turn=PACES["relaxed"].turn, window=PACES["relaxed"].window)
    runpy.run_module("bot", run_name="__main__")
