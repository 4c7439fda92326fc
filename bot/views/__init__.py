"""What people see, as messages ready to be sent: pure, stateless, within Discord's limits.

Every component carries all that a press needs in its custom_id (`bot.views.custom_id`), so that it works after a
restart too.
"""

from __future__ import annotations

from discord import ui

from bot.views.after import last_hand, revealed, statistics, with_rematch
from bot.views.answered import end_twice, leave_really, leave_twice, not_asked, passed, stay_out
from bot.views.board import board, closed_board, unfolding
from bot.views.ended import ended
from bot.views.hands import hand, own_cards, peek
from bot.views.hints import hint
from bot.views.learning import lesson, topics_together
from bot.views.lobby import closed_lobby, lobby
from bot.views.names import clean, deck_name
from bot.views.pages import log_page, rules_overview, rules_topic, settings
from bot.views.panel import explained, order_of, ordering, panel, path_of_both, run_panel
from bot.views.panel_base import Help, runs_of
from bot.views.parts import message
from bot.views.replay import film, replay
from bot.views.times import duration
from bot.views.watching import watched
from bot.views.why import why


def say(text: str) -> ui.LayoutView:
    """A plain word without components."""
    return message(text)


__all__ = [
    "Help", "board", "clean", "closed_board", "closed_lobby", "deck_name", "duration", "end_twice", "ended",
    "explained", "film", "hand", "hint", "last_hand", "leave_really", "leave_twice", "lesson", "lobby", "log_page",
    "not_asked", "order_of", "ordering", "own_cards", "panel", "passed", "path_of_both", "peek", "replay", "revealed",
    "rules_overview", "rules_topic", "run_panel", "runs_of", "say", "settings", "statistics", "stay_out",
    "topics_together", "unfolding", "watched", "why", "with_rematch",
]  # fmt: skip
