"""The message to a spectator: the end of the public log, and a button to stop watching."""

from __future__ import annotations

from discord import ui

from bot.games import GAME_UIS
from bot.games.facts import TableFacts
from bot.games.log import newest
from bot.texts import Translator
from bot.views.custom_id import CustomId
from bot.views.parts import button, message, rows
from bot.views.times import duration
from rules.engine import Game
from storage import Watcher

_STORY = 3_000
"""The maximum number of characters of the public log in the message; older sentences are left out."""


def watched(
    facts: TableFacts, channel: int, game: Game, watcher: Watcher, words: Translator, *, over: bool = False
) -> ui.LayoutView:
    """Returns the message with the end of the public log, as far as the delay allows (`over`: all of it)."""
    heading = f"### {GAME_UIS[facts.kind].title} · <#{channel}>"
    story = newest(facts, game, None if over else watcher.shown, words, _STORY) or words(
        "There is nothing to show yet."
    )
    if over:
        return message(heading, story, "-# " + words("The game is over; thank you for watching."))
    late = duration(watcher.delay, words) if watcher.delay else words("at most half a minute")
    note = "-# " + words("You watch this table. Delay: {delay}.", delay=late)
    return message(heading, story, note, rows=rows([button(words("Stop watching"), CustomId(facts.id, "unwatch"))]))
