"""Finds tables that the bot still keeps in memory although they are over or never existed."""

from __future__ import annotations

from bot.app import App


async def forgotten(app: App) -> dict[str, set[int]]:
    """Returns the tables that are over and should be forgotten, but are still in a cache: name of the cache →
    tables.
    """
    await app.background.settled()
    unfinished = {row.id for row in await app.db.games.unfinished()}
    wrong = {what: tables - unfinished for what, tables in remembered(app).items()}
    return {what: tables for what, tables in wrong.items() if tables}


def remembered(app: App) -> dict[str, set[int]]:
    """Returns name of a cache → the tables in it, for all caches except that of the latest records."""
    computers = app.referee.computers
    return {
        "alarms": set(app.clocks._armed),
        "answers": {game for game, _ in app.referee._latest},
        "boards": set(app.publisher.boards),
        "calls": set(app.reminders._calls),
        "computers": set(computers._pending) | {game for game, _ in computers._heard},
        "decisions": set(app.calls._called),
        "hands": set(app.hands._messages),
        "locks": set(app.tables._locks) | set(app.reminders._locks),
        "onlookers": set(app.spectators._watchers) | set(app.spectators._times),
        "open panels": {game for game, _ in app.open_panels._open},
        "troubles": set(app.channel_health._told),
    }
