"""Times as text: durations, deadlines, and time banks."""

from __future__ import annotations

from bot.games.facts import TableFacts
from bot.texts import N_, Translator


def duration(seconds: int | None, words: Translator) -> str:
    """Returns a duration as text; `no limit` for None."""
    if seconds is None:
        return words("no limit")
    if seconds % 86400 == 0:
        return words.plural("{n} day", "{n} days", seconds // 86400)
    if seconds % 3600 == 0:
        return words.plural("{n} hour", "{n} hours", seconds // 3600)
    if seconds % 60 == 0:
        return words.plural("{n} minute", "{n} minutes", seconds // 60)
    return words.plural("{n} second", "{n} seconds", seconds)


def clock(facts: TableFacts, words: Translator) -> str:
    """Returns the deadline of the present decision as text, or that the game is paused; empty without a deadline."""
    if facts.paused:
        return "⏸️ " + words("The game is paused. The clock is stopped, and no moves are accepted.")
    if facts.due is None:
        return ""
    last = N_("Extra time, until {moment}")
    said = last if facts.prolonged else N_("Time runs out {moment}")
    return "⏰ " + words(said, moment=f"<t:{int(facts.due.timestamp())}:R>")


def on_break(facts: TableFacts, words: Translator) -> str:
    """Returns until when the clock stands still, as text; empty if no asked person was away at the question."""
    if facts.away is None:
        return ""
    moment = f"<t:{int(facts.away.timestamp())}:f>"
    return "🌙 " + words("Away until {moment}. The clock runs from then on.", moment=moment)


def banks(facts: TableFacts, words: Translator) -> str:
    """Returns the time banks of all seats as text, as they were when the decision was asked; empty without them."""
    if not facts.banks or facts.turn_seconds is None:
        return ""
    left = (f"{facts.mark(seat)} {seconds // 60}:{seconds % 60:02}" for seat, seconds in facts.banks.items())
    return "⏳ " + words(
        "Time banks for this phase: {banks} (plus {turn} per move)",
        banks=" · ".join(left), turn=duration(facts.turn_seconds, words),
    )  # fmt: skip
