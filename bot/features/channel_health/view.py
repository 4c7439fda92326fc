"""The messages about channels, threads and servers that the bot cannot use."""

from __future__ import annotations

from bot.tables.live import LiveTable
from bot.tables.refusals import Listed
from bot.texts import Translator

FORBIDDEN, GONE, LOCKED, SENT_AWAY, CUT_OFF = "forbidden", "gone", "locked", "sent away", "lost"


def problem(live: LiveTable, what: str, needed: Listed, words: Translator) -> str:
    """Returns the message about a problem of a table; `needed`: the permissions that are missing."""
    game, channel = live.id, live.row.channel
    if live.row.phase == "lobby":
        return _problem_of_a_lobby(live, what, needed, words)
    match what:
        case "gone":
            return words(
                "The channel of your table {game} is gone, so the game is paused; nothing is lost. Any "
                "of its players can move it to another channel of the server: type `/game resume` there.",
                game=game,
            )
        case "locked":
            return words(
                "The thread <#{channel}> is archived and locked, so table {game} is paused. When someone "
                "with the Manage Threads permission opens it, the game continues by itself.",
                channel=channel, game=game,
            )  # fmt: skip
        case "sent away":
            return words(
                "I am no longer in the server of your table {game}, so the game is paused; nothing is "
                "lost. It continues by itself when I am invited back within 30 days, and is deleted afterwards.",
                game=game,
            )
    return words(
        "I may not write in <#{channel}>, so table {game} is paused. The game continues by itself when I "
        "have these permissions: {permissions}.",
        channel=channel, game=game, permissions=needed.said(words),
    )  # fmt: skip


def _problem_of_a_lobby(live: LiveTable, what: str, needed: Listed, words: Translator) -> str:
    """Returns the message about a problem of a lobby."""
    game, channel = live.id, live.row.channel
    if what == LOCKED:
        return words(
            "The thread <#{channel}> is archived and locked, so no one sees changes in the lobby of "
            "table {game}. Someone with the Manage Threads permission can open it.",
            channel=channel, game=game,
        )  # fmt: skip
    return words(
        "I may not write in <#{channel}>, so no one sees changes in the lobby of table {game}. I need "
        "these permissions: {permissions}.",
        channel=channel, game=game, permissions=needed.said(words),
    )  # fmt: skip
