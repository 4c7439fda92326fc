"""The live message of a reminder to one player: a DM or a public ping."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import discord

from bot.messages.live_message import LiveMessage
from bot.tables.live import LiveTable
from storage import MessageRow


@dataclass(eq=False, slots=True)
class Call(LiveMessage):
    """A live message that asks a player to answer a decision: a public ping, or a DM.

    `about` is the decision's number and the seat, after `late` if the message says that the time is up.
    """

    text: str = ""
    """The text of the message; empty: it is not changed."""
    old: bool = False
    """Whether a newer reminder has replaced this one."""

    @classmethod
    def of(cls, row: MessageRow) -> Self:
        """Returns the reminder of a database row."""
        call = cls(row.slot, old=row.old)
        call.load(row)
        return call

    def withdraw(self) -> None:
        """Cancels pending updates of the reminder."""
        self.text = ""
        self.cancel_pause()

    @property
    def is_ping(self) -> bool:
        """Whether the reminder is a public ping."""
        return self.slot.kind == "ping"

    @property
    def is_late(self) -> bool:
        """Whether the reminder says that the time is up."""
        return self.about.startswith("late ")

    @property
    def number(self) -> int:
        """The number of the decision."""
        return int(self.about.split()[-2])

    @property
    def seat(self) -> str:
        """The letter of the seat that must answer."""
        return self.about.split()[-1]


def pings(user: int) -> discord.AllowedMentions:
    """Returns Discord's mention settings that ping only that user (0: no one)."""
    whom = [discord.Object(user)] if user else []
    return discord.AllowedMentions(users=whom, everyone=False, roles=False, replied_user=False)


def is_over(live: LiveTable, call: Call) -> bool:
    """Returns whether a reminder is outdated: its decision is answered, or its late player has answered again."""
    game = live.game
    if game is None or live.row.phase != "running":
        return True
    if not call.is_late:
        return call.number != game.number
    return any(entry.seat == call.seat and entry.number >= call.number for entry in reversed(game.entries))
