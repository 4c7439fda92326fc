"""What somebody who watches a table is shown: the last of its public log, and a way to stop."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.games import BOARDS
from bot.games.facts import TableFacts
from bot.games.log import newest
from bot.texts import Words
from bot.views.custom_id import CustomId
from bot.views.lobby import duration
from bot.views.parts import button, message, rows
from rules.engine import Event

_STORY = 3_000
"""Characters of the log at most."""


def watched(
    facts: TableFacts, channel: int, events: Sequence[Event], delay: int, words: Words, *, over: bool = False
) -> ui.LayoutView:
    """The public log as far as these events go, as late as the watcher wishes."""
    heading = f"### {BOARDS[facts.kind].title(words)} · <#{channel}>"
    story = newest(facts, events, words, _STORY) or words("There is nothing to show yet.")
    if over:
        return message(heading, story, "-# " + words("The game is over; thank you for watching."))
    late = duration(delay, words) if delay else words("at most half a minute")
    note = "-# " + words("You watch this table. Delay: {delay}.", delay=late)
    return message(heading, story, note, rows=rows([button(words("Stop watching"), CustomId(facts.id, "unwatch"))]))
