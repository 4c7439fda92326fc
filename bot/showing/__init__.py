"""What people see, as messages ready to be sent: pure, stateless, within Discord's limits.

Every component carries all that a press needs in its custom_id (`bot.ids`), so it also works after a restart.
"""

from __future__ import annotations

from discord import ui

from bot.showing.after import last_hand, revealed, statistics, with_rematch
from bot.showing.board import board, closed_board, ended
from bot.showing.hands import hand, peek
from bot.showing.learning import lesson, topics_together
from bot.showing.lobby import closed_lobby, duration, lobby
from bot.showing.names import clean
from bot.showing.pages import log_page, rules_overview, rules_topic, settings
from bot.showing.panel import (
    Help,
    done,
    end_twice,
    explained,
    leave_really,
    leave_twice,
    not_asked,
    panel,
    passed,
    stay_out,
)
from bot.showing.parts import message


def say(text: str) -> ui.LayoutView:
    """A plain word without components."""
    return message(text)


__all__ = [
    "Help", "board", "clean", "closed_board", "closed_lobby", "done", "duration", "end_twice", "ended", "explained",
    "hand", "last_hand", "leave_really", "leave_twice", "lesson", "lobby", "log_page", "not_asked", "panel", "passed",
    "peek", "revealed", "rules_overview", "rules_topic", "say", "settings", "statistics", "stay_out", "topics_together",
    "with_rematch",
]  # fmt: skip
