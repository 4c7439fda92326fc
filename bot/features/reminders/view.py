"""The texts of reminders and of announcements about seats."""

from __future__ import annotations

from bot.games import log as story
from bot.tables.live import LiveTable
from bot.texts import Translator, translator_for
from rules.events import Silence


def waits(live: LiveTable, said: Translator) -> str:
    """Returns the text of the DM that the table is waiting for the user, with the deadline."""
    due = live.facts.due
    until = f"<t:{int(due.timestamp())}:R>" if due is not None else "—"
    return said(
        "The table in <#{channel}> is waiting for you. Deadline: {until}.", channel=live.row.channel, until=until
    )


def ping(live: LiveTable, user: int) -> str:
    """Returns the text of the public ping that the table is waiting for the user."""
    return translator_for(live.row.language)("{player}, the table is waiting for you.", player=f"<@{user}>")


def time_is_up(live: LiveTable, silence: Silence, said: Translator) -> str:
    """Returns the text of the DM that the user's time is up, and which answer counts for them."""
    text = said("Your time in <#{channel}> is up.", channel=live.row.channel)
    return f"⏰ {text}\n{story.silence(live.facts, live.running(), silence, said)}"


def seat_offered(live: LiveTable, seat: str, user: int) -> str:
    """Returns the announcement that the table offers a seat to a user (0: to anyone)."""
    said = translator_for(live.row.language)
    if user:
        return said("{player}, the table offers you a seat. Take it with `/game join`.", player=f"<@{user}>")
    return said(
        "The table offers the seat of {player} to anyone. The first to type `/game join` takes it and its hand.",
        player=live.facts.seat(seat).mention,
    )


def seat_changed(live: LiveTable, seat: str) -> str:
    """Returns the announcement of the latest change of a seat's player."""
    change = next(change for change in reversed(live.seat_changes) if change.seat == seat)
    return "🪑 " + story.seat_change(change, live.facts, translator_for(live.row.language))
